"""How often a change matters, and how much when it does: a mean split at zero."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analysis.stats.paired import ONE, mean_of, sums
from analysis.stats.proportion import wilson


@dataclass(frozen=True)
class Changed:
    """mean = share * mean_when_changed; share 0 … 1 with its Wilson interval; means in the unit of the data.

    `mean_when_changed` is nan where nothing changed.
    """

    n: int
    changed: int
    share: float
    low: float
    high: float
    mean_when_changed: float
    mean: float
    se: float


def changed(counts: Mapping[int, int], *, scale: Fraction = ONE, level: float = 0.95) -> Changed:
    """Zero-inflated decomposition of a histogram (value -> how often); `scale` is the unit of one.

    The share is that of values other than 0 with Wilson's interval; `se` is that of the plain mean.

    >>> found = changed({0: 6, 10: 3, -2: 1})
    >>> found.share, found.mean_when_changed, found.mean
    (0.4, 7.0, 2.8)
    """
    n, total, squares = sums(counts)
    other = n - counts.get(0, 0)
    share = wilson(other, n, level=level)
    whole = mean_of(n, total, squares, scale=scale, level=level)
    when = float(total * scale / other) if other else math.nan
    return Changed(n, other, share.share, share.low, share.high, when, whole.mean, whole.se)
