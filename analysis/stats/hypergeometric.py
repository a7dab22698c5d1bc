"""Marked items among those drawn without replacement: the exact facts of dealt cards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Drawn:
    """Count of marked items in one group of drawn ones: mean and variance, items and items squared.

    `covariance` is that with a second group of the same size, `variance_of_difference` that of one minus the
    other; both are nan where the population is too small for two groups.
    """

    mean: float
    variance: float
    covariance: float
    variance_of_difference: float


def drawn(population: int, marked: int, group: int) -> Drawn:
    """Multivariate hypergeometric law: K of N marked, k drawn, p = K / N.

    mean = k p, variance = k p (1 - p) (N - k) / (N - 1), covariance = -k^2 p (1 - p) / (N - 1).

    >>> found = drawn(4, 2, 2)
    >>> round(found.variance, 4), round(found.covariance, 4), round(found.variance_of_difference, 4)
    (0.3333, -0.3333, 1.3333)
    """
    share = Fraction(marked, population)
    spread = share * (1 - share) / (population - 1)
    variance = group * (population - group) * spread
    if 2 * group > population:
        return Drawn(float(group * share), float(variance), math.nan, math.nan)
    covariance = -group * group * spread
    return Drawn(float(group * share), float(variance), float(covariance), float(2 * (variance - covariance)))


def chances(population: int, marked: int, group: int) -> tuple[float, ...]:
    """Chance of 0, 1, … `marked` marked items among `group` drawn ones.

    >>> chances(4, 2, 2)
    (0.16666666666666666, 0.6666666666666666, 0.16666666666666666)
    """
    ways = math.comb(population, group)
    return tuple(
        float(Fraction(math.comb(marked, i) * math.comb(population - marked, group - i), ways)) if i <= group else 0.0
        for i in range(marked + 1)
    )
