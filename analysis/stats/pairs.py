"""Win rate of pairs of matches, from how often A won 0, 1, … of the matches of a pair.

The matches of a pair share their cards, so the pair is the observation: its score is the share of its matches that A
won, and the error is that of the mean of scores (the pentanomial of computer chess, whose cells with draws are empty
where ties are played on). Decided here: an interval that does not claim too much when nearly all pairs end alike, as
Student's does: it would be a point after a handful of matches that one side won all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analysis.stats.paired import mean_of, sums
from analysis.stats.proportion import Share, clopper_pearson
from analysis.stats.sequence import sequence

FEW = 10
"""Fewer pairs than this that did not end as most did are too few for Student's interval alone.

Alone it would hold the truth in 39 % of runs at worst instead of 95 %; so extended in 93 % or more, by enumeration of
20 to 5,000 pairs of which 0.5 to 60 are expected to end unlike the others (`tests/analysis/stats/test_pairs.py`).
"""


@dataclass(frozen=True)
class PairRate:
    """A win rate over n pairs; all numbers are shares 0 … 1, with nan for `sd` and `se` of one pair.

    `sd` is that of a pair's score (divisor n - 1), `se` = sd / sqrt(n). `low` and `high` are the ends at `level`;
    `interval` names where they come from: "t", or "sequence" for a number of pairs that was not fixed before.
    `widened` says that fewer than FEW pairs ended unlike most, so that the ends also hold what an exact bound allows.
    """

    n: int
    mean: float
    sd: float
    se: float
    low: float
    high: float
    level: float
    interval: str
    widened: bool


def pair_rate(cells: Sequence[int], *, level: float = 0.95, fixed: bool = True) -> PairRate:
    """Win rate of at least one pair; `cells[w]` counts the pairs of len(cells) - 1 matches in which A won w.

    Mean score ± t * sd / sqrt(n), or the confidence sequence where n was not `fixed` before. Where fewer than FEW pairs
    lie outside the commonest cell, their true share lies in Clopper and Pearson's interval and their scores anywhere in
    the other cells; the interval is extended to all rates that this leaves.

    >>> found = pair_rate([6710, 12306, 961])
    >>> round(found.mean, 4), round(found.se, 4), found.widened
    (0.3561, 0.0019, False)
    >>> found = pair_rate([0, 0, 20])  # all won: no proof that none is ever lost
    >>> round(found.low, 3), found.high, found.widened
    (0.832, 1.0, True)
    """
    most = len(cells) - 1
    mean = mean_of(*sums(dict(enumerate(cells))), scale=Fraction(1, most), level=level)
    band = mean if fixed else sequence(mean.n, mean.mean, mean.sd, level=level)
    low, high = band.low, band.high
    others = mean.n - max(cells)
    if others < FEW:
        rates = _possible(cells.index(max(cells)), most, clopper_pearson(others, mean.n, level=level))
        low, high = min(low, *rates), max(high, *rates)
    return PairRate(
        n=mean.n,
        mean=mean.mean,
        sd=mean.sd,
        se=mean.se,
        low=max(0.0, low),
        high=min(1.0, high),
        level=level,
        interval="t" if fixed else "sequence",
        widened=others < FEW,
    )


def _possible(usual: int, most: int, unlike: Share) -> tuple[float, ...]:
    """The extreme rates where so large a share scores unlike `usual` of `most`."""
    score = usual / most
    others = 0.0 if usual > 0 else 1 / most, 1.0 if usual < most else 1 - 1 / most
    return tuple(score + share * (other - score) for share in (unlike.low, unlike.high) for other in others)
