"""Comparisons of real strategies: what must hold exactly, whatever they play."""

from __future__ import annotations

import json
import math

import pytest

from analysis.compare import compare
from analysis.seating import job_of, legs, seat_order
from analysis.setup import SetupError, setup
from analysis.specs import side
from analysis.stats.verdict import Verdict
from analysis.tally import Tally
from sim.batch import play

DEALS = 600


@pytest.mark.parametrize("spec", ["plain", "random_legal"])
def test_a_strategy_against_itself_is_zero_in_every_block(spec: str) -> None:
    found = compare(spec, spec, deals=DEALS)
    assert found.tally.histogram("difference") == {0: DEALS}
    assert found.verdict is Verdict.SAME
    assert (found.mean, found.se, found.low, found.high, found.changed) == (0, 0, 0, 0, 0)
    assert found.decision.most_changed == 3 / DEALS


def test_exchanged_names_turn_the_sign_exactly() -> None:
    one, other = compare("plain", "random_legal", deals=DEALS), compare("random_legal", "plain", deals=DEALS)
    assert one.mean == -other.mean
    assert (one.low, one.high) == (-other.high, -other.low)
    assert (one.se, one.changed, one.turns, one.endings) == (
        other.se,
        other.changed,
        other.turns,
        other.endings,
    )
    assert one.split == {part: -points for part, points in other.split.items()}
    assert (one.a, one.b) == (other.b, other.a)
    assert (one.verdict, other.verdict) == (Verdict.HELPS, Verdict.HURTS)


def test_threads_and_order_change_no_bit() -> None:
    one = compare("plain", "random_legal", deals=DEALS, threads=1)
    two = compare("plain", "random_legal", deals=DEALS, threads=2)
    assert one.tally.same_as(two.tally)
    assert one == two

    played, owners = setup(), legs(2)
    job = job_of(played, (side("plain"), side("random_legal")), ("plain", "random_legal"), owners)
    tally = Tally(owners, DEALS, played.unit)
    for first in (500, 0, 350, 100):
        stop = {500: DEALS, 0: 100, 350: 500, 100: 350}[first]
        for results in play(job, range(first, stop), threads=1):
            tally.add(first, results)
            first += len(results)
    assert tally.same_as(one.tally)


def test_what_is_printed_as_json() -> None:
    found = compare("plain", "plain:reserve=5", deals=3, seed=4, scores=(1500, 0), draws="pile", margin=10)
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    wanted = "rules strategies seed draws blocks hands mean se low high interval level margin"
    assert {*wanted.split(), "changed", "verdict", "command"} <= document.keys()
    assert document["strategies"] == ["plain", "plain:reserve=5"]
    assert document["command"] == (
        "canasta compare plain plain:reserve=5 --deals 3 --seed 4 --scores=1500,0 --draws pile --margin 10"
    )
    assert (document["blocks"], document["hands"], document["interval"]) == (3, 6, "t")


def test_one_deal_claims_nothing() -> None:
    found = compare("plain", "random_legal", deals=1)
    assert math.isnan(found.se)
    assert found.verdict is Verdict.UNDECIDED
    assert found.to_dict()["se"] is None
    assert found.to_dict()["low"] is None


def test_frame_has_a_row_a_number() -> None:
    frame = compare("plain", "random_legal", deals=50).to_frame()
    assert list(frame.columns) == ["quantity", "of", "strategy", "value", "se", "unit"]
    assert not frame.duplicated(["quantity", "of"]).any()


def test_partners_sit_in_seat_order() -> None:
    team, other = side("plain+random_legal"), side("random_legal")
    names = [[s.name for s in seat_order(4, row, (team, other))] for row in legs(2)]
    assert names == [
        ["plain", "random_legal", "random_legal", "random_legal"],
        ["random_legal", "plain", "random_legal", "random_legal"],
    ]
    with pytest.raises(SetupError, match="names 3 strategies for a side of 2"):
        seat_order(4, (0, 1), (team + other, other))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"deals": 0}, "0 deals cannot be played"),
        ({"seed": -1}, "seed -1"),
        ({"scores": (0,)}, "1 scores for the 2 sides"),
        ({"scores": (3, 0)}, "score 3 is not a multiple of 5"),
        ({"draws": "heap"}, "no draw scheme 'heap'"),
        ({"margin": 0}, "above 0"),
    ],
)
def test_wrong_input(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        compare("plain", "random_legal", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["deals", "matches", "max_hands", "threads", "seed"])
@pytest.mark.parametrize("value", [-1, 2.5, "5", True, 10**30, math.nan, None])
def test_numbers_that_are_none_are_one_sentence(name: str, value: object) -> None:
    if (name, value) == ("deals", None):
        return  # the default
    with pytest.raises(SetupError, match="whole number from") as said:
        compare("plain", "plain", **{"deals": 1, name: value})  # type: ignore[arg-type]
    assert "\n" not in str(said.value)


@pytest.mark.parametrize("name", ["margin", "win_margin"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, "5", True, None])
def test_margins_that_are_none_are_one_sentence(name: str, value: object) -> None:
    with pytest.raises(SetupError, match="is none; it is a number above 0"):
        compare("plain", "plain", deals=1, **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("scores", [(0.5, 0), ("5", 0), (True, 0), (10**9, 0)])
def test_scores_that_are_none_are_one_sentence(scores: tuple[object, ...]) -> None:
    with pytest.raises(SetupError, match="whole number from"):
        compare("plain", "plain", deals=1, scores=scores)  # type: ignore[arg-type]
