"""Moments of integers, exact, from a histogram; two histograms merge by adding, in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Moments:
    """`m2`, `m3`, `m4` are sums of powers of deviations from the mean, in the unit of the data to that power.

    `variance` has the divisor n - 1 (nan for one value); skewness = sqrt(n) m3 / m2^1.5 and excess kurtosis
    = n m4 / m2^2 - 3 have no unit and are nan where all values are equal.
    """

    n: int
    mean: float
    m2: float
    m3: float
    m4: float
    variance: float
    skewness: float
    excess_kurtosis: float


def merged(*histograms: Mapping[int, int]) -> dict[int, int]:
    """The histogram of all values together.

    >>> merged({0: 2, 5: 1}, {5: 4})
    {0: 2, 5: 5}
    """
    whole: Counter[int] = Counter()
    for histogram in histograms:
        whole.update(histogram)
    return dict(sorted(whole.items()))


def moments(counts: Mapping[int, int]) -> Moments:
    """Central moments of a histogram (value -> how often, n >= 1), in exact rationals until the last step.

    >>> found = moments({1: 1, 2: 2, 6: 1})
    >>> found.mean, found.m2, found.variance
    (2.75, 14.75, 4.916666666666667)
    """
    n = sum(counts.values())
    mean = Fraction(sum(value * count for value, count in counts.items()), n)
    m2, m3, m4 = (sum((count * (v - mean) ** k for v, count in counts.items()), Fraction(0)) for k in (2, 3, 4))
    variance = float(m2 / (n - 1)) if n > 1 else math.nan
    skewness = float(m3) * math.sqrt(n) / float(m2) ** 1.5 if m2 else math.nan
    kurtosis = float(n * m4 / (m2 * m2)) - 3 if m2 else math.nan
    return Moments(n, float(mean), float(m2), float(m3), float(m4), variance, skewness, kurtosis)
