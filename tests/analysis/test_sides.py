"""Sums of what sides make, and the numbers made from them, against plain Python over the same hands."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from analysis.numbers import from_share, from_sides, quantiles_of
from analysis.seating import job_of, legs, seated
from analysis.setup import setup
from analysis.sides import UNITS, SideTally
from analysis.simulate import simulate
from analysis.summary import SPLIT
from sim.batch import play

DEALS, SIDES = 600, 2
NAMES = ("plain", "random_legal")


@pytest.fixture(scope="module")
def hands() -> np.ndarray[Any, Any]:
    """RESULT records of every deal, both legs of a comparison."""
    played = setup()
    members, _ = seated(NAMES, played.sides, played.seats)
    return np.concatenate(list(play(job_of(played, members, NAMES, legs(played.sides)), range(DEALS))))


def made(hands: np.ndarray[Any, Any], side: int) -> dict[str, list[int]]:
    """Every quantity of a side, hand by hand, as the rules of the table say it."""
    found: dict[str, list[int]] = {name: [] for name in UNITS}
    for hand in hands:
        score = hand["score"][side]
        found["score"].append(int(score["total"]))
        for part, lines in SPLIT.items():
            found[part].append(sum(int(score[line]) for line in lines))
        for name in ("takes", "taken", "opened"):
            found[name].append(int(score[name]))
        for name in ("natural", "mixed", "wild", "sequence", "mixed_sequence"):
            found[f"canastas_{name}"].append(int(score[name]))
        went_out = int(hand["out_side"]) == side
        found["out"].append(int(went_out))
        found["concealed"].append(int(went_out and bool(hand["concealed"])))
    return found


def test_every_number_of_a_side_is_that_of_its_hands_in_the_first_leg(hands: np.ndarray[Any, Any]) -> None:
    alone = simulate(*NAMES, deals=DEALS)
    for at, side in enumerate(alone.sides):
        for name, values in made(hands[:, 0], at).items():
            number = side.numbers[name]
            assert number.value == pytest.approx(np.mean(values)), name
            assert number.se == pytest.approx(np.std(values, ddof=1) / math.sqrt(DEALS)), name
            assert number.low <= number.value <= number.high, name
        scores = made(hands[:, 0], at)["score"]
        assert side.sd == pytest.approx(np.std(scores, ddof=1))
        for q, found in side.quantiles.items():
            assert found.value == np.quantile(scores, q, method="inverted_cdf")
            assert found.low <= found.value <= found.high
    turns = [int(each) for each in hands[:, 0]["turns"]]
    assert alone.turns.value == pytest.approx(np.mean(turns))
    assert alone.turns.se == pytest.approx(np.std(turns, ddof=1) / math.sqrt(DEALS))
    assert alone.turn_quantiles[0.5].value == np.quantile(turns, 0.5, method="inverted_cdf")


def test_sides_together_are_one_observation_a_deal() -> None:
    played = setup()
    members, owner = seated(["plain"], played.sides, played.seats)
    deals = np.concatenate(list(play(job_of(played, members, ["plain"], (owner,)), range(DEALS))))[:, 0]
    together = simulate("plain", deals=DEALS).together
    assert together is not None
    by_side = [made(deals, side) for side in range(SIDES)]
    for name in UNITS:
        means = np.mean([side[name] for side in by_side], axis=0)
        assert together.numbers[name].value == pytest.approx(means.mean()), name
        assert together.numbers[name].se == pytest.approx(means.std(ddof=1) / math.sqrt(DEALS), abs=1e-12), name
    assert all(math.isnan(each.low) for each in together.quantiles.values())


def test_no_size_of_chunks_changes_a_bit(hands: np.ndarray[Any, Any]) -> None:
    whole = SideTally(SIDES, 5)
    whole.add(hands[:, 0])
    for size in (1, 7, 250):
        parts = SideTally(SIDES, 5)
        for start in range(0, DEALS, size):
            parts.add(hands[start : start + size, 0])
        assert all((parts.sums[name] == array).all() for name, array in whole.sums.items())


def test_the_interval_of_a_quantile_is_made_of_values_at_its_ranks() -> None:
    found = quantiles_of({5 * value: 1 for value in range(1, 1001)}, "points", scale=Fraction(2))[0.5]
    assert (found.low, found.value, found.high) == (2 * 5 * 469, 2 * 5 * 500, 2 * 5 * 532)
    few = quantiles_of({0: 2, 5: 1}, "points")[0.05]
    assert (few.low, few.high) == (-math.inf, 0)


@pytest.mark.parametrize(("none", "one", "both"), [(40, 0, 0), (37, 3, 0), (0, 0, 40), (0, 3, 37), (39, 0, 1)])
def test_few_sides_are_no_certainty(none: int, one: int, both: int) -> None:
    """Where few sides did or did not, the interval is no narrower than that of independent sides."""
    deals, did = none + one + both, one + 2 * both
    found = from_sides(did, one + 4 * both, deals, SIDES, "share of hands")
    independent = from_share(did, SIDES * deals, "share of hands")
    assert 0 <= found.low <= independent.low
    assert independent.high <= found.high <= 1


def test_the_interval_of_a_share_covers_as_often_as_it_says() -> None:
    """A share of both sides of a deal that move together: at least 93 % of a thousand intervals hold it."""
    random = np.random.default_rng(5)
    for truth in (0.02, 0.3):
        held = 0
        for _ in range(1000):
            both = 2 * (random.random(300) < truth)
            found = from_sides(int(both.sum()), int((both * both).sum()), 300, SIDES, "share of hands")
            held += found.low <= truth <= found.high
        assert held >= 930
