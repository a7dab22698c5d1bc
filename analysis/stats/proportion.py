"""Shares and win rates with their intervals, for independent trials."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import betaincinv, ndtri


@dataclass(frozen=True)
class Share:
    """A share, 0 … 1, with the ends of its interval at `level`."""

    successes: int
    n: int
    share: float
    low: float
    high: float
    level: float


@dataclass(frozen=True)
class WinRate:
    """Score of wins and half the ties, 0 … 1, and the same in Elo (400 log10 of the odds)."""

    n: int
    score: float
    variance: float
    se: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    level: float


def quantile(level: float) -> float:
    """Normal quantile of a two-sided interval at `level`.

    >>> round(quantile(0.95), 6)
    1.959964
    """
    return float(ndtri((1 + level) / 2))


def wilson(successes: int, n: int, *, level: float = 0.95) -> Share:
    """Score interval without continuity correction (Wilson 1927); for n = 0 it is 0 … 1 and the share nan.

    >>> found = wilson(0, 20)
    >>> found.low, round(found.high, 6)
    (0.0, 0.161125)
    """
    if n == 0:
        return Share(0, 0, math.nan, 0.0, 1.0, level)
    share, z2 = successes / n, quantile(level) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return Share(successes, n, share, low, high, level)


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> Share:
    """Exact interval from beta quantiles (Clopper and Pearson 1934), n >= 1; for few or one-sided trials.

    >>> found = clopper_pearson(20, 20)
    >>> round(found.low, 6), found.high
    (0.831567, 1.0)
    """
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return Share(successes, n, successes / n, low, high, level)


def elo(score: float) -> float:
    """Elo difference of a score 0 … 1: -400 log10(1 / score - 1), infinite at both ends.

    >>> round(elo(0.55), 4)
    34.8601
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def win_rate(wins: int, ties: int, losses: int, *, level: float = 0.95) -> WinRate:
    """Win rate of independent matches, ties counted half; n >= 1.

    The variance is that of the values 1, 1/2, 0 (divisor n), not p(1 - p); the interval is mean ± z * se, its
    ends carried over to Elo.

    >>> found = win_rate(412, 31, 357)
    >>> found.score, round(found.se, 6), round(found.elo, 2)
    (0.534375, 0.017289, 23.92)
    """
    n = wins + ties + losses
    score = (wins + ties / 2) / n
    variance = (wins + ties / 4) / n - score * score
    se = math.sqrt(max(0.0, variance) / n)
    low, high = score - quantile(level) * se, score + quantile(level) * se
    return WinRate(n, score, variance, se, low, high, elo(score), elo(low), elo(high), level)
