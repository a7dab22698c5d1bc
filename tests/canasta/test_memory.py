"""A run keeps sums, not deals: its memory does not grow with their number."""

from __future__ import annotations

import pytest

from benchmarks.memory import comparison

MOST_MB, MOST_GROWTH_MB = 450, 5


@pytest.mark.parametrize("lengths", [(2_500, 50_000), pytest.param((500_000, 5_000_000), marks=pytest.mark.slow)])
def test_memory_does_not_grow_with_the_number_of_deals(lengths: tuple[int, int]) -> None:
    few, many = (comparison(deals)[0] for deals in lengths)
    assert many < MOST_MB
    assert many - few < MOST_GROWTH_MB
