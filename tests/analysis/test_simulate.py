"""Simulations: the same deals as a comparison's first leg, counted for every way of seating."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.compare import compare
from analysis.draft import Draft
from analysis.results import load, save
from analysis.running import Ended
from analysis.seating import job_of, legs, seated
from analysis.setup import SetupError, setup
from analysis.simulate import simulate, simulate_matches
from analysis.simulation import Simulation
from analysis.summary import SPLIT
from sim.matches import play_matches

DEALS = 500


def score(found: Simulation, side: int) -> float:
    return found.sides[side].numbers["score"].value


def test_it_plays_the_first_leg_of_a_comparison() -> None:
    alone, compared = simulate("plain", "random_legal", deals=DEALS), compare("plain", "random_legal", deals=DEALS)
    for name in ("lines", "counts", "endings", "turns"):
        assert (alone.tally.sums[name][0] == compared.tally.sums[name][0]).all()


def test_every_hand_is_that_of_the_first_leg_of_a_comparison(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    simulate("plain", "random_legal", deals=DEALS, records=tmp_path / "alone")
    compare("plain", "random_legal", deals=DEALS, records=tmp_path / "compared")
    alone, both = (pd.read_parquet(tmp_path / name) for name in ("alone", "compared"))
    assert alone.equals(both[both["rotation"] == 0].reset_index(drop=True))


def test_one_name_plays_all_seats() -> None:
    one, two, four = (simulate(*names, deals=DEALS) for names in (["plain"], ["plain"] * 2, ["plain"] * 4))
    assert one.tally.sums["lines"].tolist() == two.tally.sums["lines"].tolist() == four.tally.sums["lines"].tolist()
    assert one.sides == two.sides
    assert one.margins == two.margins == four.margins
    assert [player.of for player in (*one.players, *two.players)] == ["both", "side 0", "side 1"]
    assert two.together is None
    assert one.players[0].numbers["score"].value == pytest.approx((score(two, 0) + score(two, 1)) / 2)
    assert [player.strategy for player in four.players] == ["plain+plain", "plain+plain"]


def test_a_seat_each_is_partners_in_seat_order() -> None:
    by_seat = simulate("plain", "random_legal", "random_legal", "plain", deals=DEALS)
    by_side = simulate("plain+random_legal", "random_legal+plain", deals=DEALS)
    assert (by_seat.tally.sums["lines"] == by_side.tally.sums["lines"]).all()


def test_margins_cancel_and_scores_add_up() -> None:
    found = simulate("plain", "random_legal", deals=DEALS)
    assert found.margins[0].mean == -found.margins[1].mean
    assert found.margins[0].mean == pytest.approx(score(found, 0) - score(found, 1))
    assert sum(share.value for share in found.endings.values()) == pytest.approx(1)
    for side in found.sides:
        assert sum(side.numbers[part].value for part in SPLIT) == pytest.approx(side.numbers["score"].value)
        quantiles = [each.value for each in side.quantiles.values()]
        assert quantiles == sorted(quantiles)
        assert quantiles[0] < side.numbers["score"].value < quantiles[-1]
    assert sum(side.numbers["out"].value for side in found.sides) == pytest.approx(found.endings["out"].value)


def test_tables_hold_every_hand() -> None:
    found = simulate("plain", deals=DEALS)
    tables = found.tables()
    assert tables["scores"].groupby("of")["hands"].sum().to_dict() == {"side 0": DEALS, "side 1": DEALS}
    assert tables["endings"]["hands"].sum() == tables["turns"]["hands"].sum() == DEALS
    assert (tables["turns"]["turns"] * tables["turns"]["hands"]).sum() == pytest.approx(found.turns.value * DEALS)
    numbers = tables["numbers"]
    assert not numbers.duplicated(["quantity", "of"]).any()
    bounded = numbers.dropna()
    assert (bounded["low"] <= bounded["value"]).all()
    assert (bounded["value"] <= bounded["high"]).all()
    means = numbers[numbers["unit"].str.contains(" per ")]
    assert not means["se"].isna().any()


def test_threads_change_nothing() -> None:
    one, two = (simulate("plain", "random_legal", deals=DEALS, threads=threads) for threads in (1, 2))
    assert one == two
    assert all((one.sums[name] == array).all() for name, array in two.sums.items())
    assert simulate_matches("plain", matches=90, threads=1) == simulate_matches("plain", matches=90, threads=2)


def test_stopped_early_it_is_about_the_deals_it_has() -> None:
    asked = itertools.count()
    found = simulate("plain", deals=100_000, threads=1, stop=lambda: next(asked) > 3)
    assert 0 < found.hands < 100_000
    assert (found.complete, found.ended) == (False, Ended.INTERRUPTED)
    assert found.side_tally.turns.sum() == found.hands
    alone = simulate("plain", deals=found.hands)
    assert (alone.sides, alone.together, alone.turns) == (found.sides, found.together, found.turns)
    with pytest.raises(KeyboardInterrupt):
        simulate("plain", deals=10, stop=lambda: True)


def test_matches_are_those_of_a_comparison() -> None:
    alone = simulate_matches("plain", "random_legal", matches=60)
    played = setup()
    members, _ = seated(("plain", "random_legal"), played.sides, played.seats)
    job = job_of(played, members, ("plain", "random_legal"), legs(played.sides))
    first = np.concatenate(list(play_matches(job, range(60), most_hands=100)))[:, 0]
    assert alone.finished == 60
    assert [share.successes for share in alone.wins] == np.bincount(first["winner"], minlength=2).tolist()
    assert alone.hands_per_match.mean == pytest.approx(first["hands"].mean())
    assert alone.doubled == tuple(int(first["doubled"][first["winner"] == side].sum()) for side in (0, 1))


def test_unfinished_matches_are_nobodys() -> None:
    found = simulate_matches("plain", matches=40, max_hands=3)
    assert found.unfinished + sum(share.successes for share in found.wins) == 40
    assert found.unfinished > 30
    assert found.hands_per_match.mean <= 3


def test_folders_hold_them_too(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"deals": 10**11}, {"deals": 2.5}, {"deals": "7"}])
def test_absurd_sizes(wrong: dict[str, int]) -> None:
    with pytest.raises(SetupError, match="cannot be played; it is a whole number from 1 to"):
        simulate("plain", **wrong)


@pytest.mark.parametrize("wrong", [{"matches": 0}, {"matches": 1.5}, {"max_hands": 0}, {"max_hands": 10**9}])
def test_absurd_matches(wrong: dict[str, int]) -> None:
    with pytest.raises(SetupError, match="it is a whole number from 1 to"):
        simulate_matches("plain", **({"matches": 1} | wrong))


@pytest.mark.parametrize("play", [compare, simulate, simulate_matches])
@pytest.mark.parametrize("threads", [-1, 100_000])
def test_absurd_numbers_of_threads(play, threads: int) -> None:  # type: ignore[no-untyped-def]
    names = ("plain", "plain") if play is compare else ("plain",)
    sizes = {"matches": 1} if play is simulate_matches else {"deals": 1}
    with pytest.raises(SetupError, match=f"{threads} threads cannot play; 0 means one a core; it is a whole number"):
        play(*names, threads=threads, **sizes)
