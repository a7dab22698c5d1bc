"""Who wins matches, as text: the part of a comparison that follows the points.

Draws and never computes. Left out: points per hand (`reports.text`).
"""

from __future__ import annotations

from analysis.matches import Matches
from reports.digits import decimals_for, percent
from reports.players import NAME_WIDTH


def won(found: Matches, a: str, level: float) -> str:
    """The lines about matches; `a` is what A is called."""
    rows = [(f"matches to {found.target:,}", f"{a} wins {_rate(found)}")]
    if found.win is not None and found.win.n > 1:
        rows.append((f"{100 * level:g} % interval", _interval(found.win.low, found.win.high, found.win.se)))
    rows += [
        ("verdict", f"{found.verdict.value} ({found.margin:g} percentage points count)"),
        ("pairs", _pairs(found.cells)),
        ("hands a match", f"{found.hands_per_match:.2f}"),
    ]
    if any(found.doubled):
        rows.append(("doubled wins", f"{found.doubled[0]:,} of A, {found.doubled[1]:,} of B; each counts as one win"))
    if found.unfinished:
        why = f"after {found.most_hands} hands; the pairs they belong to are not counted"
        rows.append(("unfinished", f"{found.unfinished:,} of {found.matches:,} matches, {why}"))
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in rows)


def _rate(found: Matches) -> str:
    fair = f"equals would win {percent(found.fair)}"
    if found.win is None:
        return f"no pair of matches that was finished; {fair}"
    played = len(found.cells) - 1
    digits = decimals_for(100 * found.win.se)
    rate = f"{100 * found.win.mean:.{digits}f} % of {played * found.finished:,}"
    if found.win.n == 1:
        return f"{rate}; {fair}"
    return f"{rate} (standard error {100 * found.win.se:.2g} over {found.finished:,} pairs; {fair})"


def _interval(low: float, high: float, se: float) -> str:
    digits = decimals_for(100 * se)
    return f"{100 * low:.{digits}f} … {100 * high:.{digits}f} %"


def _pairs(cells: tuple[int, ...]) -> str:
    if len(cells) == 3:
        return f"{cells[2]:,} won both, {cells[1]:,} won one, {cells[0]:,} won none"
    return ", ".join(f"{pairs:,} with {count} won" for count, pairs in enumerate(cells) if pairs)
