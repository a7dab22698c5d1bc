"""Mean of independent blocks with its standard error and Student's interval, from exact integer sums.

A block is one deal in every balanced seating, so blocks are independent and nothing smaller is. Sums are
integers, so the numbers are the same in any order of adding, and those of -x are exactly those of x with the
sign turned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scipy.special import stdtr, stdtrit

ONE = Fraction(1)


@dataclass(frozen=True)
class Mean:
    """A mean in the unit of the data; `low` and `high` are the ends of its interval at `level` (0 … 1).

    `sd` is that of one block (divisor n - 1), `se` = sd / sqrt(n), `t` = mean / se, `p` its two-sided
    p-value. With one block `sd`, `se`, `t` and `p` are nan and the interval is unbounded.
    """

    n: int
    mean: float
    sd: float
    se: float
    t: float
    df: int
    p: float
    low: float
    high: float
    level: float


def sums(counts: Mapping[int, int]) -> tuple[int, int, int]:
    """Number, sum and sum of squares of a histogram (value -> how often), exact.

    >>> sums({-2: 1, 3: 2})
    (3, 4, 22)
    """
    n = total = squares = 0
    for value, count in counts.items():
        n += count
        total += count * value
        squares += count * value * value
    return n, total, squares


def mean_of(n: int, total: int, squares: int, *, scale: Fraction = ONE, level: float = 0.95) -> Mean:
    """Mean and t interval of n >= 1 integers from their sum and sum of squares; `scale` is the unit of one.

    mean ± t(n - 1; 1/2 + level/2) * sd / sqrt(n) (Student 1908); variance from n * squares - total^2 in
    integers.

    >>> found = mean_of(4, 10, 30)  # 1, 2, 3, 4
    >>> found.mean, round(found.se, 4), round(found.low, 3), round(found.high, 3)
    (2.5, 0.6455, 0.446, 4.554)
    """
    mean = float(total * scale / n)
    if n == 1:
        return Mean(1, mean, math.nan, math.nan, math.nan, 0, math.nan, -math.inf, math.inf, level)
    sd = math.sqrt(Fraction(n * squares - total * total, n * (n - 1)) * scale * scale)
    se = sd / math.sqrt(n)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * se
    if se > 0:
        t = mean / se
        p = float(2 * stdtr(n - 1, -abs(t)))
    else:
        t = math.copysign(math.inf, mean) if mean else 0.0
        p = 0.0 if mean else 1.0
    return Mean(n, mean, sd, se, t, n - 1, p, mean - half, mean + half, level)
