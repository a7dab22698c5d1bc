"""The tables of a comparison add up to its numbers, whatever was compared."""

from __future__ import annotations

import pytest

from analysis.compare import compare
from analysis.comparison import Comparison
from analysis.tables import tables

COLUMNS = {
    "numbers": ["quantity", "of", "strategy", "value", "se", "unit"],
    "difference": ["points", "deals"],
    "scores": ["of", "strategy", "points", "hands"],
    "running": ["deals", "mean", "low", "high"],
    "split": ["part", "a", "b", "difference"],
    "endings": ["ending", "of", "concealed", "hands", "share"],
    "groups": ["group", "deals", "mean", "se", "unchanged"],
}


@pytest.fixture(
    scope="module", params=[("plain", "random_legal", 700), ("plain", "plain", 5), ("random_legal", "plain", 1)]
)
def result(request: pytest.FixtureRequest) -> Comparison:
    a, b, deals = request.param
    return compare(a, b, deals=deals)


def test_every_table_has_the_documented_columns(result: Comparison) -> None:
    assert {name: list(frame.columns) for name, frame in tables(result).items()} == COLUMNS


def test_difference_holds_every_deal_and_its_mean(result: Comparison) -> None:
    frame = result.tables()["difference"]
    assert frame["deals"].sum() == result.blocks
    assert (frame["points"] * frame["deals"]).sum() / result.blocks == pytest.approx(result.mean, abs=1e-9)
    assert frame["points"].is_monotonic_increasing
    assert frame.loc[frame["points"] != 0, "deals"].sum() == result.changes.changed


def test_scores_hold_every_side_of_every_hand(result: Comparison) -> None:
    frame = result.tables()["scores"]
    for of, who in (("A", result.a), ("B", result.b)):
        own = frame[frame["of"] == of]
        assert own["hands"].sum() == result.hands
        assert (own["points"] * own["hands"]).sum() / result.hands == pytest.approx(who.score)


def test_running_ends_at_the_result(result: Comparison) -> None:
    last = result.tables()["running"].iloc[-1]
    assert last["deals"] == result.blocks
    assert last["mean"] == result.mean
    assert (last["low"], last["high"]) == (result.sequence.low, result.sequence.high)


def test_split_adds_up(result: Comparison) -> None:
    frame = result.tables()["split"]
    assert frame["difference"].sum() == pytest.approx(result.mean, abs=1e-9)
    assert (frame["a"] - frame["b"] - frame["difference"]).abs().max() < 1e-9


def test_endings_hold_every_hand(result: Comparison) -> None:
    frame = result.tables()["endings"]
    assert frame["hands"].sum() == result.hands
    assert frame["share"].sum() == pytest.approx(1)
    for of, who in (("A", result.a), ("B", result.b)):
        assert frame.loc[frame["of"] == of, "share"].sum() == pytest.approx(who.out)


def test_groups_hold_every_deal(result: Comparison) -> None:
    frame = result.tables()["groups"]
    assert frame["deals"].sum() == result.blocks
    assert (frame["mean"] * frame["deals"]).sum() / result.blocks == pytest.approx(result.mean, abs=1e-9)
    assert result.blocks - frame["unchanged"].sum() == result.changes.changed
