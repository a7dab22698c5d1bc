"""The win rate of pairs: exact moments, and an interval that holds what it says where nearly all pairs end alike."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from analysis.stats.paired import mean_of
from analysis.stats.pairs import FEW, pair_rate
from analysis.stats.proportion import clopper_pearson
from analysis.stats.ratio import Sums, ratio_of_sums, sums_of

CELLS = [(6710, 12306, 961), (3, 9, 27), (0, 0, 0, 5, 20), (1, 0, 0, 0), (0, 7), (40, 31, 62, 40)]


@pytest.mark.parametrize("cells", CELLS)
def test_mean_and_error_are_those_of_the_scores(cells: tuple[int, ...]) -> None:
    found = pair_rate(cells)
    scores = np.repeat(np.arange(len(cells)) / (len(cells) - 1), cells)
    assert found.n == len(scores)
    assert found.mean == pytest.approx(scores.mean())
    if found.n > 1:
        assert found.se == pytest.approx(scores.std(ddof=1) / len(scores) ** 0.5)
    assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("fixed", [True, False])
def test_the_other_side_sees_it_turned(cells: tuple[int, ...], fixed: bool) -> None:
    one, other = pair_rate(cells, fixed=fixed), pair_rate(cells[::-1], fixed=fixed)
    assert (one.n, one.se) == pytest.approx((other.n, other.se), nan_ok=True)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_students_interval_where_pairs_end_in_many_ways() -> None:
    cells = (500, 800, 300)
    found, mean = pair_rate(cells), mean_of(1600, 1400, 800 + 4 * 300, scale=Fraction(1, 2))
    assert (found.low, found.high, found.interval, found.widened) == (mean.low, mean.high, "t", False)
    open_ended = pair_rate(cells, fixed=False)
    assert open_ended.interval == "sequence"
    assert open_ended.low < found.low < found.high < open_ended.high


@pytest.mark.parametrize(("cells", "low", "high"), [
    ((0, 0, 40), clopper_pearson(40, 40).low, 1),
    ((40, 0, 0), 0, clopper_pearson(0, 40).high),
    ((0, 40, 0), 0.5 * clopper_pearson(40, 40).low, 1 - 0.5 * clopper_pearson(40, 40).low),
    ((0, 0, 1), 0, 1),
])  # fmt: skip
def test_pairs_that_all_end_alike(cells: tuple[int, ...], low: float, high: float) -> None:
    found = pair_rate(cells)
    assert found.widened
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize("n", [20, 100, 600])
@pytest.mark.parametrize("rare", [0, 1])
def test_the_interval_holds_the_truth_as_often_as_it_says(n: int, rare: int) -> None:
    """Pairs are won but for a share q of them, lost or split; enumerated over how many there are."""
    for expected in (0.5, 1, 2, 4, 6, 8, 12, 20, 30, 60):
        q = expected / n
        if q > 0.5:
            continue
        truth, held, certain = 1 - q * (1 - rare / 2), 0.0, 0.0
        for unlike in range(min(n, 120) + 1):
            cells = [0, 0, n - unlike]
            cells[rare] = unlike
            found, chance = pair_rate(cells), float(comb(n, unlike)) * q**unlike * (1 - q) ** (n - unlike)
            certain += chance
            held += chance * (found.low <= truth <= found.high)
        assert certain == pytest.approx(1, abs=1e-6)
        assert held > 0.93, (expected, held)


def test_few_is_where_widening_ends() -> None:
    assert pair_rate((FEW - 1, 0, 500)).widened
    assert not pair_rate((FEW, 0, 500)).widened


def test_one_cluster_bounds_nothing() -> None:
    found = ratio_of_sums(sums_of([300], [4]))
    assert (found.ratio, found.low, found.high) == (75, -math.inf, math.inf)
    assert math.isnan(found.se)


def test_sums_over_clusters_add_up() -> None:
    y, x = [900, -1250, 2140, -310], [6, 5, 7, 4]
    assert sums_of(y[:1], x[:1]) + sums_of(y[1:], x[1:]) == sums_of(y, x)
    assert Sums() + sums_of(y, x) == sums_of(y, x)
    whole, turned = ratio_of_sums(sums_of(y, x)), ratio_of_sums(sums_of([-each for each in y], x))
    assert (turned.ratio, turned.se, turned.low) == (-whole.ratio, whole.se, -whole.high)
    half = ratio_of_sums(sums_of(y, x), scale=Fraction(1, 2))
    assert (half.ratio, half.se) == pytest.approx((whole.ratio / 2, whole.se / 2))
