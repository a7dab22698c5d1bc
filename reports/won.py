"""Who wins matches, as text: the part of a comparison that follows the points.

Draws and never computes. Left out: points per hand (`reports.text`).
"""

from __future__ import annotations

import math

from analysis.matches import Matches
from analysis.stats.pairs import FEW, PairRate
from analysis.stats.verdict import LEAST_BLOCKS, LEAST_CHANGED
from reports.digits import counted, decimals_apart, decimals_for, percent, points, rounded
from reports.players import NAME_WIDTH

MOST_DECIMALS = 4


def won(found: Matches, a: str, level: float) -> str:
    """The lines about matches; `a` is what A is called."""
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in won_rows(found, a, level))


def won_rows(found: Matches, a: str, level: float) -> list[tuple[str, str]]:
    """What, and the number in words."""
    rows = [(f"matches to {found.target:,}", f"{a} wins {_rate(found)}")]
    if found.win is not None:
        rows.append((f"{100 * level:g} % interval", _interval(found.win, found)))
        if len(found.cells) == 3:
            rows.append(("in Elo", _elo(found.win, found)))
    rows += [
        ("verdict", _verdict(found)),
        ("pairs", _pairs(found.cells)),
        ("hands a match", f"{found.hands_per_match:.2f}"),
        ("points a hand", _points(found)),
    ]
    if any(found.doubled):
        rows.append(("doubled wins", f"{found.doubled[0]:,} of A, {found.doubled[1]:,} of B; each counts as one win"))
    if found.unfinished:
        why = f"after {counted(found.most_hands, 'hand')}; the pairs they belong to are not counted"
        rows.append(("unfinished", f"{found.unfinished:,} of {found.matches:,} matches, {why}"))
    return rows


def _rate(found: Matches) -> str:
    fair = f"equals would win {percent(found.fair)}"
    if found.win is None:
        return f"nothing yet, no pair of matches was finished; {fair}"
    played = len(found.cells) - 1
    digits = decimals_for(100 * found.win.se)
    rate = f"{100 * found.win.mean:.{digits}f} % of {played * found.finished:,}"
    if found.win.n == 1:
        return f"{rate}; {fair}"
    return f"{rate} (standard error {100 * found.win.se:.2g} over {found.finished:,} pairs; {fair})"


def _interval(win: PairRate, found: Matches) -> str:
    """Both ends, with more decimals where fewer would put one on a number that decides and so hide the verdict."""
    low, high = 100 * win.low, 100 * win.high
    fair = 100 * found.fair
    edges = 0.0, 100.0, fair, fair - found.margin, fair + found.margin
    decimals = decimals_apart((low, high), edges, 100 * win.se if win.se > 0 else (high - low) / 4)
    kind = "t, for a number of pairs fixed before" if win.interval == "t" else "valid at every look"
    if win.widened:
        kind = f"nearly all pairs ended alike, fewer than {FEW} did not, so it is a wider one"
    return f"{low:.{decimals}f} … {high:.{decimals}f} % ({kind})"


def _elo(win: PairRate, found: Matches) -> str:
    """The win rate on the scale of Elo, which has no number for none or all."""
    low = f"{found.elo_low:+z.0f}" if win.low > 0 else "no lower end"
    high = f"{found.elo_high:+z.0f}" if win.high < 1 else "no upper end"
    return f"{found.elo:+z.0f} ({low} … {high})" if 0 < win.mean < 1 else f"{low} … {high}"


def _verdict(found: Matches) -> str:
    decision = found.decision
    told = f"{decision.verdict.value} ({found.margin:g} percentage points count)"
    if decision.most_changed is not None:
        told += f"; at most {percent(decision.most_changed)} of all pairs differ (95 %)"
    if decision.held_back:
        told += f"; a verdict needs {LEAST_BLOCKS} pairs, and {LEAST_CHANGED} of them with a difference"
    if decision.blocks_needed is not None:
        told += f"; about {rounded(decision.blocks_needed):,} pairs would decide"
    return told


def _points(found: Matches) -> str:
    """The difference over all pairs, as a ratio of sums."""
    made = found.points
    spread = f" (standard error {made.se:.2g} over {made.n:,} pairs)" if math.isfinite(made.se) else ""
    return f"{points(made.ratio, made.se, sign=True)} in these matches{spread}"


def _pairs(cells: tuple[int, ...]) -> str:
    if len(cells) == 3:
        return f"{cells[2]:,} won both, {cells[1]:,} won one, {cells[0]:,} won none"
    return ", ".join(f"{pairs:,} with {count} won" for count, pairs in enumerate(cells) if pairs)
