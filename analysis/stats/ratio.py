"""Ratio of two sums over independent clusters: points per hand of matches, which have different numbers of hands.

The mean of each match's points per hand is another, biased number: short matches are those that somebody won quickly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from scipy.special import stdtrit

from analysis.stats.paired import ONE


@dataclass(frozen=True)
class Ratio:
    """A ratio in the unit of its numerator per one of its denominator, over n clusters, with its ends at `level`.

    With one cluster `se` is nan and the interval unbounded.
    """

    n: int
    ratio: float
    se: float
    low: float
    high: float
    level: float


@dataclass(frozen=True)
class Sums:
    """Exact sums over clusters with numerator y and denominator x: how many, y, x, y^2, xy, x^2."""

    n: int = 0
    y: int = 0
    x: int = 0
    yy: int = 0
    xy: int = 0
    xx: int = 0

    def __add__(self, other: Sums) -> Sums:
        """Those of both.

        >>> sums_of([3], [2]) + sums_of([5], [1]) == sums_of([3, 5], [2, 1])
        True
        """
        return Sums(*(one + more for one, more in zip(self.numbers, other.numbers, strict=True)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The six sums, in the order of the fields."""
        return self.n, self.y, self.x, self.yy, self.xy, self.xx


def sums_of(y: list[int], x: list[int]) -> Sums:
    """Sums of clusters given one by one; as long as each other.

    >>> sums_of([900, -1250], [6, 5])
    Sums(n=2, y=-350, x=11, yy=2372500, xy=-850, xx=61)
    """
    pairs = list(zip(y, x, strict=True))
    return Sums(len(pairs), sum(y), sum(x), sum(a * a for a in y), sum(a * b for a, b in pairs), sum(b * b for b in x))


def ratio_of_sums(sums: Sums, *, scale: Fraction = ONE, level: float = 0.95) -> Ratio:
    """R = sum y / sum x with sum x > 0, y in units of `scale`; for at least one cluster.

    SE = sqrt(n / (n - 1) * sum (y - R x)^2) / sum x, the linearised error with the cluster as the observation
    (Cochran, Sampling Techniques, 3rd edition 1977, chapter 6), in exact fractions up to the root; R ± t(n - 1) * SE.

    >>> found = ratio_of_sums(sums_of([900, -1250, 2140, -310], [6, 5, 7, 4]))
    >>> round(found.ratio, 3), round(found.se, 3)
    (67.273, 127.317)
    """
    n, total, count, yy, xy, xx = sums.numbers
    ratio = Fraction(total, count)
    found = float(ratio * scale)
    if n == 1:
        return Ratio(1, found, math.nan, -math.inf, math.inf, level)
    rest = yy - 2 * ratio * xy + ratio * ratio * xx
    se = math.sqrt(n * rest / (n - 1) * scale * scale) / count
    half = float(stdtrit(n - 1, (1 + level) / 2)) * se
    return Ratio(n, found, se, found - half, found + half, level)
