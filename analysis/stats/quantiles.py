"""Quantiles that can occur, and distribution-free intervals for them, from a histogram.

The quantile is the inverse of the distribution function, never interpolated: interpolating prints scores that
no hand can have. Intervals hold for independent values only: one leg of a block, not both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scipy.special import bdtr


@dataclass(frozen=True)
class Ranks:
    """Ranks (1 = smallest) of the two values between which a quantile lies.

    `low` = 0 or `high` = n + 1 means unbounded; `coverage` is exact for a continuous law, at least that with
    ties.
    """

    low: int
    high: int
    coverage: float


@dataclass(frozen=True)
class Quantile:
    """A quantile and the ends of its interval, in the unit of the data; None is an unbounded end."""

    value: int
    low: int | None
    high: int | None
    ranks: Ranks


def at_rank(counts: Mapping[int, int], rank: int) -> int:
    """The value of that rank, 1 … n, among all values in order.

    >>> at_rank({5: 2, 1: 1}, 2)
    5
    """
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    raise ValueError(f"rank {rank} of {seen} values")


def inverse(counts: Mapping[int, int], q: float) -> int:
    """The smallest value with at least the share q (0 … 1, read as its decimal) at or below it.

    numpy calls it "inverted_cdf"; definition 1 of Hyndman and Fan 1996.

    >>> inverse({0: 19, 300: 1}, 0.95), inverse({0: 19, 300: 1}, 0.96)
    (0, 300)
    """
    return at_rank(counts, max(1, math.ceil(Fraction(repr(q)) * sum(counts.values()))))


def ranks(n: int, q: float, *, level: float = 0.95) -> Ranks:
    """Ranks of the interval for the quantile q of n values, equal tails (order statistics, binomial law).

    low = max{r: P(Bin(n, q) <= r - 1) <= tail}, high = min{s: P(Bin(n, q) >= s) <= tail}, tail = (1 - level)
    / 2.

    >>> ranks(1000, 0.5).low, ranks(1000, 0.5).high
    (469, 532)
    """
    tail = (1 - level) / 2
    low = _first(n, lambda k: _at_most(k, n, q) > tail)
    high = _first(n, lambda k: _at_most(k, n, q) >= 1 - tail) + 1
    return Ranks(low, high, _at_most(high - 1, n, q) - _at_most(low - 1, n, q))


def quantile(counts: Mapping[int, int], q: float, *, level: float = 0.95) -> Quantile:
    """The quantile q of a histogram with its interval.

    >>> quantile({0: 40, 5: 60}, 0.5).value
    5
    """
    n = sum(counts.values())
    found = ranks(n, q, level=level)
    low = at_rank(counts, found.low) if found.low >= 1 else None
    high = at_rank(counts, found.high) if found.high <= n else None
    return Quantile(inverse(counts, q), low, high, found)


def _at_most(k: int, n: int, q: float) -> float:
    """P(Bin(n, q) <= k)."""
    if k < 0:
        return 0.0
    return 1.0 if k >= n else float(bdtr(k, n, q))


def _first(n: int, true_from: Callable[[int], bool]) -> int:
    """The smallest k of 0 … n at which a condition that stays true once it is true is true."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if true_from(middle):
            high = middle
        else:
            low = middle + 1
    return low
