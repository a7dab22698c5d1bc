"""Simulations: the same deals as a comparison's first leg, counted for every way of seating."""

from __future__ import annotations

import json

import pytest

from analysis.compare import compare
from analysis.results import load
from analysis.setup import SetupError
from analysis.simulate import simulate, simulate_matches

DEALS = 500


def test_it_plays_the_first_leg_of_a_comparison() -> None:
    alone, compared = simulate("plain", "random_legal", deals=DEALS), compare("plain", "random_legal", deals=DEALS)
    for name in ("lines", "counts", "endings", "turns"):
        assert (alone.tally.sums[name][0] == compared.tally.sums[name][0]).all()


def test_one_name_plays_all_seats() -> None:
    one, two, four = (simulate(*names, deals=DEALS) for names in (["plain"], ["plain"] * 2, ["plain"] * 4))
    assert one.tally.sums["lines"].tolist() == two.tally.sums["lines"].tolist() == four.tally.sums["lines"].tolist()
    assert one.players[0].score == pytest.approx((two.players[0].score + two.players[1].score) / 2)
    assert one.named() == ["both"]
    assert two.named() == ["side 0", "side 1"]
    assert [player.strategy for player in four.players] == ["plain+plain", "plain+plain"]


def test_a_seat_each_is_partners_in_seat_order() -> None:
    by_seat = simulate("plain", "random_legal", "random_legal", "plain", deals=DEALS)
    by_side = simulate("plain+random_legal", "random_legal+plain", deals=DEALS)
    assert (by_seat.tally.sums["lines"] == by_side.tally.sums["lines"]).all()


def test_margins_cancel_and_scores_add_up() -> None:
    found = simulate("plain", "random_legal", deals=DEALS)
    assert found.margins[0].mean == -found.margins[1].mean
    assert found.margins[0].mean == pytest.approx(found.players[0].score - found.players[1].score)
    assert sum(found.players[0].lines.values()) == pytest.approx(found.players[0].score)
    assert sum(found.endings.values()) == pytest.approx(1)
    for player, quantiles in zip(found.players, found.quantiles, strict=True):
        assert list(quantiles.values()) == sorted(quantiles.values())
        assert quantiles[0.05] < player.score < quantiles[0.95]


def test_threads_change_nothing() -> None:
    assert simulate("plain", deals=DEALS, threads=1) == simulate("plain", deals=DEALS, threads=2)
    assert simulate_matches("plain", matches=90, threads=1) == simulate_matches("plain", matches=90, threads=2)


def test_matches_are_those_of_a_comparison() -> None:
    alone = simulate_matches("plain", "random_legal", matches=60)
    compared = compare("plain", "random_legal", deals=1, matches=60).matches
    assert compared is not None
    assert alone.finished == 60
    assert 0 < alone.wins[0].successes <= sum(won * pairs for won, pairs in enumerate(compared.cells))


def test_unfinished_matches_are_nobodys() -> None:
    found = simulate_matches("plain", matches=40, max_hands=3)
    assert found.unfinished + sum(share.successes for share in found.wins) == 40
    assert found.unfinished > 30
    assert found.hands_per_match.mean <= 3


def test_folders_hold_them_too(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from analysis.draft import Draft
    from analysis.results import save

    for number, found in enumerate((simulate("plain", deals=40), simulate_matches("plain", matches=5))):
        with Draft(tmp_path / str(number)) as draft:
            save(found, draft)
        back = load(tmp_path / str(number))
        assert back.manifest["kind"] == found.kind
        assert back.summary == json.loads(json.dumps(found.to_dict()))
        for name, frame in found.tables().items():
            assert back.frames[name].equals(frame)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ("plain",) * 3,
            "3 strategies cannot be seated; name one for all seats, 2 for one a side, or 4 for",
        ),
        (("plain+plain", "plain", "plain", "plain"), "names partners; with 4 strategies each is one a seat"),
    ],
)
def test_what_cannot_be_seated(names: tuple[str, ...], said: str) -> None:
    with pytest.raises(SetupError, match=said.replace("+", r"\+")):
        simulate(*names, deals=1)
    with pytest.raises(SetupError):
        simulate_matches(*names, matches=1)


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"deals": 10**11}])
def test_absurd_sizes(wrong: dict[str, int]) -> None:
    with pytest.raises(SetupError, match="cannot be played"):
        simulate("plain", **wrong)


@pytest.mark.parametrize("play", [compare, simulate, simulate_matches])
@pytest.mark.parametrize("threads", [-1, 100_000])
def test_absurd_numbers_of_threads(play, threads: int) -> None:  # type: ignore[no-untyped-def]
    names = ("plain", "plain") if play is compare else ("plain",)
    sizes = {"matches": 1} if play is simulate_matches else {"deals": 1}
    with pytest.raises(SetupError, match=f"{threads} threads cannot play; it is a number from 1 to 1024"):
        play(*names, threads=threads, **sizes)
