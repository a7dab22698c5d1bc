"""Intervals that hold at every look at once, so that a run may be looked at and stopped whenever one likes.

Robbins' normal mixture with a plug-in standard deviation (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas:
Time-uniform central limit theory and asymptotic confidence sequences, Annals of Statistics 2024).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

TIGHTEST = 2000  # blocks at which the interval is tightest, fixed before any run


@dataclass(frozen=True)
class Sequence:
    """Interval, e-value for "the mean is 0" and always-valid p after n blocks; ends in the unit of the data.

    Both are those of this look: the largest e-value of several looks would not be one.
    """

    n: int
    low: float
    high: float
    e_value: float
    p: float
    level: float


def ratio(alpha: float, tightest: int = TIGHTEST) -> float:
    """The mixing parameter rho^2 = (-2 ln alpha + ln(1 - 2 ln alpha)) / tightest.

    >>> round(ratio(0.05), 8)
    0.00396808
    """
    return (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / tightest


def half_width(n: int, sd: float, *, alpha: float = 0.05, tightest: int = TIGHTEST) -> float:
    """sd * sqrt((n r + 1) / (n^2 r) * ln((n r + 1) / alpha^2)) with r = `ratio`; in the unit of `sd`.

    >>> round(half_width(2000, 400.0), 4)
    27.1477
    """
    grown = n * ratio(alpha, tightest) + 1
    return sd * math.sqrt(grown / (n * (grown - 1)) * math.log(grown / alpha**2))


def log_e_value(n: int, mean: float, sd: float, *, alpha: float = 0.05, tightest: int = TIGHTEST) -> float:
    """Natural logarithm of the e-value: (n mean / sd)^2 / (2 (n + 1/r)) - ln(n r + 1) / 2.

    It is -ln alpha where the interval's end touches 0. With sd = 0 it is 0 for mean 0, else infinite.

    >>> edge = half_width(500, 400.0)
    >>> round(math.exp(log_e_value(500, edge, 400.0)), 6)
    20.0
    """
    if not sd > 0:
        return math.inf if mean else 0.0
    r = ratio(alpha, tightest)
    return (n * mean / sd) ** 2 / (2 * (n + 1 / r)) - math.log(n * r + 1) / 2


def sequence(n: int, mean: float, sd: float, *, level: float = 0.95, tightest: int = TIGHTEST) -> Sequence:
    """The confidence sequence at n blocks with this mean and sd; unbounded for one block, whose sd is nan.

    >>> found = sequence(20000, 0.0, 400.0)
    >>> round(found.high, 4), found.p
    (9.169, 1.0)
    """
    if n < 2:
        return Sequence(n, -math.inf, math.inf, 1.0, 1.0, level)
    alpha = 1 - level
    half = half_width(n, sd, alpha=alpha, tightest=tightest)
    log_e = log_e_value(n, mean, sd, alpha=alpha, tightest=tightest)
    e_value = math.exp(log_e) if log_e < 700 else math.inf
    return Sequence(n, mean - half, mean + half, e_value, min(1.0, math.exp(-log_e)), level)
