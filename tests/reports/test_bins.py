"""Bins that show no comb: where every possible value occurs equally often, all bars are equally high."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.bins import FEWEST, MOST, counted, enough, step_of, width_of, without_zero

STEPS = st.sampled_from([5.0, 2.5, 1.0, 10.0, 5 / 6, 5 / 12, 1 / 6])
VALUES = st.lists(st.integers(-2000, 2000), min_size=1, max_size=60, unique=True)


@pytest.mark.parametrize("histogram", [counted, without_zero])
@given(step=STEPS, reach=st.integers(1, 900))
def test_no_comb(histogram: Callable[..., dict[float, int]], step: float, reach: int) -> None:
    values = [step * k for k in range(-reach, reach + 1)]
    width = width_of(values, most=MOST)
    *inner, _ = list(histogram(values, [1] * len(values), width).values())[1:] or [0, 0]
    assert len(set(inner)) <= 1


@given(step=STEPS, multiples=VALUES)
def test_every_value_is_counted_once_and_few_bins_hold_all(step: float, multiples: list[int]) -> None:
    values = [step * k for k in sorted(multiples)]
    width = width_of(values, most=MOST)
    assert width / step_of(values) == pytest.approx(round(width / step_of(values)))
    found = counted(values, range(1, len(values) + 1), width)
    assert sum(found.values()) == sum(range(1, len(values) + 1))
    assert len(found) <= MOST + 1
    for left, count in found.items():
        inside = [at for at, value in enumerate(values, 1) if left - 1e-9 <= value < left + width - 1e-9]
        assert count == sum(inside)


@given(multiples=VALUES)
def test_bars_without_zero_are_mirrored(multiples: list[int]) -> None:
    values = [2.5 * k for k in multiples]
    right = without_zero(values, [1] * len(values), 10.0)
    left = without_zero([-value for value in values], [1] * len(values), 10.0)
    assert {at: count for at, count in right.items() if count} == {-at - 10: n for at, n in left.items() if n}


def test_few_deals_have_few_bars() -> None:
    assert enough(1) == FEWEST
    assert enough(10**9) == MOST
