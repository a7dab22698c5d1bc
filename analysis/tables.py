"""A comparison as tidy tables: one row an observation, every column a number with its unit or a word.

Decided here: which tables a comparison has, their columns, and at which looks the running estimate is shown. The same
tables are written into result folders (`analysis.folder`), read back by `canasta.load` and drawn by `reports`.

| table | a row is | columns |
|---|---|---|
| `numbers` | one number | `quantity`, `of` (A, B, difference, both), `strategy`, `value`, `se`, `unit` |
| `difference` | one value of a deal's difference | `points` (points per hand, A - B), `deals` |
| `scores` | one score of a hand | `of`, `strategy`, `points` (of the side in the hand), `hands` |
| `running` | one look at a growing prefix | `deals`, `mean`, `low`, `high` (confidence sequence; points per hand) |
| `split` | one line of the score | `part`, `a`, `b`, `difference` (points per hand) |
| `endings` | one way in which hands ended | `ending`, `of` (who went out), `concealed`, `hands`, `share` (0 … 1) |
| `matches` | one number of matches won | `won` (by A in a pair), `pairs`; only where matches were played |
| `groups` | one hundredth of the planned deals | `group`, `deals`, `mean`, `se` (points per hand), `unchanged` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis import frames, summary
from analysis.frames import frame
from analysis.stats.paired import mean_of
from analysis.stats.sequence import sequence

if TYPE_CHECKING:
    import pandas as pd

    from analysis.comparison import Comparison

WORDS = ("quantity", "of", "strategy", "unit", "part", "ending")
COUNTED = ("deals", "hands", "group", "unchanged", "won", "pairs", "matches")
TRUTHS = ("concealed",)
"""Columns that hold words, whole numbers, and True or False; all others hold floats."""
WHO = ("A", "B")
FIRST_LOOK = 30  # deals: before it a standard deviation says too little to draw a band with


def tables(result: Comparison) -> dict[str, pd.DataFrame]:
    """Every table of a comparison by name, those of the module's table and in its order.

    >>> from analysis.compare import compare
    >>> list(tables(compare("plain", "plain", deals=2)))
    ['numbers', 'difference', 'scores', 'running', 'split', 'endings', 'groups']
    """
    found = {"numbers": result.to_frame()} | {name: made(result) for name, made in _FRAMES.items()}
    if result.matches is not None:
        found["matches"] = frame(("won", "pairs"), enumerate(result.matches.cells))
    return found


def difference(result: Comparison) -> pd.DataFrame:
    """How many deals had which difference, ascending."""
    scale = summary.scale(result.tally)
    found = result.tally.histogram("difference").items()
    return frame(("points", "deals"), ((float(value * scale), deals) for value, deals in found))


def scores(result: Comparison) -> pd.DataFrame:
    """How many hands of each strategy's sides had which score, ascending."""
    tally = result.tally
    rows = (
        (WHO[which], name, float(value * tally.unit), hands)
        for which, name in enumerate(result.strategies)
        for value, hands in tally.histogram("scores", which).items()
    )
    return frame(("of", "strategy", "points", "hands"), rows)


def running(result: Comparison) -> pd.DataFrame:
    """Mean difference and confidence sequence after more and more deals: a band that holds at all looks at once.

    The looks of a run until decided, else one after each group of deals.
    """
    if result.looks:
        rows = [(look.blocks, look.mean, look.low, look.high) for look in result.looks]
    else:
        rows = _after_groups(result)
    if not rows or rows[-1][0] != result.blocks:
        rows.append((result.blocks, result.mean, result.sequence.low, result.sequence.high))
    return frame(("deals", "mean", "low", "high"), rows)


def _after_groups(result: Comparison) -> list[tuple[int, float, float, float]]:
    scale, level = summary.scale(result.tally), result.level
    rows, blocks, total, squares = [], 0, 0, 0
    for each, u, square, _ in result.tally.sums["groups"].tolist():
        blocks, total, squares = blocks + each, total + u, squares + square
        if each and blocks >= FIRST_LOOK:
            found = mean_of(blocks, total, squares, scale=scale, level=level)
            band = sequence(blocks, found.mean, found.sd, level=level)
            rows.append((blocks, found.mean, band.low, band.high))
    return rows


def split(result: Comparison) -> pd.DataFrame:
    """Where the points come from, line by line; the last column adds up to the mean difference."""
    rows = ((part, result.a.lines[part], result.b.lines[part], points) for part, points in result.split.items())
    return frame(("part", "a", "b", "difference"), rows)


def endings(result: Comparison) -> pd.DataFrame:
    """How hands ended and who went out, those that occurred."""
    return frames.endings(result.tally, dict(enumerate(WHO)), result.hands)


def groups(result: Comparison) -> pd.DataFrame:
    """The jackknife layer: the summary of each hundredth of the planned deals, those that were played."""
    scale = summary.scale(result.tally)
    rows = []
    for group, (blocks, total, squares, unchanged) in enumerate(result.tally.sums["groups"].tolist()):
        if blocks:
            found = mean_of(blocks, total, squares, scale=scale)
            rows.append((group, blocks, found.mean, found.se, unchanged))
    return frame(("group", "deals", "mean", "se", "unchanged"), rows)


_FRAMES = {
    "difference": difference,
    "scores": scores,
    "running": running,
    "split": split,
    "endings": endings,
    "groups": groups,
}
