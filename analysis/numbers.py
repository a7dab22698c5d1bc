"""A number with what it is worth: value, standard error, interval and unit; and the table of such numbers.

Decided here: which interval a share gets. Of independent trials it is Wilson's. Of several sides of the same deals it
is Student's over deals, unless so few sides did, or did not, that Student's would claim too much; then it is Wilson's
with one trial a deal, which is too wide and never too narrow. Left out: what is counted (`analysis.sides`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from analysis.frames import frame
from analysis.stats.paired import ONE, Mean, mean_of
from analysis.stats.pairs import FEW
from analysis.stats.proportion import wilson
from analysis.stats.quantiles import inverse, quantile

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("quantity", "of", "strategy", "value", "se", "low", "high", "unit")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Number:
    """`value` in `unit`, its standard error `se`, its 95 % interval `low` … `high`.

    nan is "there is none", an infinite end "unbounded".
    """

    value: float
    unit: str
    se: float = math.nan
    low: float = math.nan
    high: float = math.nan


def from_mean(mean: Mean, unit: str) -> Number:
    """A mean with Student's interval."""
    return Number(mean.mean, unit, mean.se, mean.low, mean.high)


def from_share(successes: int, trials: int, unit: str) -> Number:
    """A share (0 … 1) of at least one independent trial, with Wilson's interval.

    >>> found = from_share(0, 20, "share of hands")
    >>> found.value, found.low, round(found.high, 3)
    (0.0, 0.0, 0.161)
    """
    return from_sides(successes, successes, trials, 1, unit)


def from_sides(total: int, squares: int, deals: int, sides: int, unit: str) -> Number:
    """A share (0 … 1) of so many sides of each deal: `total` did, `squares` sums the squares of how many of a deal did.

    >>> always_one = from_sides(50, 50, 50, 2, "share of hands")
    >>> always_one.value, always_one.se, always_one.high
    (0.5, 0.0, 0.5)
    >>> from_sides(0, 0, 50, 2, "share of hands").high > 0.05
    True
    """
    mean = mean_of(deals, total, squares, scale=Fraction(1, sides))
    low, high = max(0.0, mean.low), min(1.0, mean.high)
    if sides == 1 or min(total, deals * sides - total) < FEW:
        low, high = wilson(total // sides, deals).low, wilson(-(-total // sides), deals).high
    return Number(mean.mean, unit, mean.se, low, high)


def quantiles_of(
    counts: Mapping[int, int], unit: str, *, scale: Fraction = ONE, independent: bool = True
) -> dict[float, Number]:
    """QUANTILES of a histogram, values that occurred; with distribution-free intervals if its values are independent.

    >>> {q: found.value for q, found in quantiles_of({0: 40, 5: 60}, "points in a hand").items()}
    {0.05: 0.0, 0.25: 0.0, 0.5: 5.0, 0.75: 5.0, 0.95: 5.0}
    """
    found = {}
    for q in QUANTILES:
        if not independent:
            found[q] = Number(float(inverse(counts, q) * scale), unit)
            continue
        at = quantile(counts, q)
        low = -math.inf if at.low is None else float(at.low * scale)
        high = math.inf if at.high is None else float(at.high * scale)
        found[q] = Number(float(at.value * scale), unit, low=low, high=high)
    return found


def table(rows: Iterable[tuple[str, str, str, Number]]) -> pd.DataFrame:
    """One row a number; each is given as quantity, of, strategy and Number."""
    cells = ((*names, each.value, each.se, each.low, each.high, each.unit) for *names, each in rows)
    return frame(COLUMNS, cells)
