"""Results as text for a card player: what was played, who is better and by how much, how to repeat it.

Draws and never computes: every number comes from a result, here it gets its digits, its unit and its place.
"""

from __future__ import annotations

import math
import textwrap

from analysis.comparison import Comparison
from analysis.running import LOOK
from analysis.stats.paired import Mean
from analysis.stats.sequence import Sequence
from analysis.stats.verdict import LEAST_BLOCKS, LEAST_CHANGED, Verdict
from reports.digits import decimals_for, percent, points
from reports.players import NAME_WIDTH, Row, aligned, ended, error, rows, short
from reports.won import won

MOST_DECIMALS = 4
LINE_WIDTH = 100  # columns


def comparison(result: Comparison) -> str:
    """The whole answer of `canasta compare`, without the line break at its end; a partial one says so first."""
    parts = [*_early(result), _asked(result), _answer(result), _sure(result), _table(result), _played(result)]
    if result.matches is not None:
        parts.append(won(result.matches, result.strategies[0], result.level))
    return "\n\n".join([*parts, result.command])


def _early(result: Comparison) -> list[str]:
    if result.complete:
        return []
    if result.blocks < result.planned or result.matches is None:
        return [f"stopped early, {result.blocks:,} of {result.planned:,} deals"]
    return [f"stopped early, {result.matches.pairs:,} of {result.matches.planned:,} pairs of matches"]


def _asked(result: Comparison) -> str:
    a, b = result.strategies
    legs = result.hands // result.blocks
    each = "each played twice, with the sides exchanged" if legs == 2 else f"each played {legs} times"
    lines = [
        f"{a} against {b}, by the rules {result.rules}",
        f"{_deals(result.blocks)}, {each}: {result.hands:,} hands",
    ]
    if result.until_decided:
        lines.append(f"until decided, at most {result.planned:,} deals, looked at every {LOOK:,}")
    if any(result.scores):
        lines.append(f"scores before each deal: {', '.join(map(str, result.scores))}")
    if result.draws != "queues":
        lines.append(f"draws: {result.draws}")
    return "\n".join(lines)


def _answer(result: Comparison) -> str:
    a, b = result.strategies
    size = points(abs(result.mean), result.se)
    told = {
        Verdict.HELPS: f"{a} helps: it makes {size} points a hand more than {b}.",
        Verdict.HURTS: f"{a} hurts: it makes {size} points a hand less than {b}.",
        Verdict.EQUIVALENT: f"No practical difference between {a} and {b}: less than {result.margin:g} points a hand.",
        Verdict.UNDECIDED: f"Undecided between {a} and {b}.",
        Verdict.SAME: f"{a} and {b} never differed in {_deals(result.blocks)}.",
    }[result.verdict]
    decision = result.decision
    if decision.most_changed is not None:
        told += f" At most {percent(decision.most_changed)} of all deals differ (95 %)."
    if decision.held_back:
        told += f" A verdict needs {LEAST_BLOCKS} deals, and {LEAST_CHANGED} of them with a difference."
    if decision.blocks_needed is not None:
        told += f" About {_rounded(decision.blocks_needed):,} deals would decide."
    if result.verdict is Verdict.EQUIVALENT and (result.low > 0 or result.high < 0):
        told += f" What there is can be measured: {points(result.mean, result.se, sign=True)} points a hand."
    return textwrap.fill(told, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)


def _sure(result: Comparison) -> str:
    one = result.se
    fixed = _ends(result.estimate, result), "t, for a number of deals fixed before"
    always = _ends(result.sequence, result), "valid at every look"
    (ends, kind), (other, other_kind) = (fixed, always) if result.interval == "t" else (always, fixed)
    error = (
        "unknown, there is one deal"
        if math.isnan(one)
        else f"{one:.2g} over deals"
        if one < 10
        else f"{one:.0f} over deals"
    )
    changes = f"{percent(result.changed)} of deals"
    if result.changes.changed:
        changes += f", by {points(result.changes.mean_when_changed, one, sign=True)} on average when they differ"
    rows = [
        ("difference", f"{points(result.mean, one, sign=True)} points a hand (standard error {error})"),
        (f"{100 * result.level:g} % interval", f"{ends} ({kind})"),
        ("", f"{other} ({other_kind}; not used for the verdict)"),
        ("verdict", f"{result.verdict.value} (a difference of {result.margin:g} points a hand counts)"),
        ("deals that differ", changes),
    ]
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in rows)


def _deals(count: int) -> str:
    return f"{count:,} deal" if count == 1 else f"{count:,} deals"


def _ends(interval: Mean | Sequence, result: Comparison) -> str:
    """Both ends, with more decimals where fewer would put an end on 0 or on the margin and so hide the verdict."""
    if not math.isfinite(interval.high):
        return "unbounded"
    decimals = decimals_for(result.se)
    edges = 0.0, result.margin, -result.margin
    while decimals < MOST_DECIMALS and any(
        round(end, decimals) == edge != end for end in (interval.low, interval.high) for edge in edges
    ):
        decimals += 1
    return f"{interval.low:+z,.{decimals}f} … {interval.high:+z,.{decimals}f}"


def _table(result: Comparison) -> str:
    a, b = result.a, result.b
    head = ("per hand and side", short(a.strategy), short(b.strategy), "difference")
    lines = _adding_up(result.split, result.se) | {"score": points(result.mean, result.se, sign=True)}
    return aligned([head, *((row.label, *row.cells, _difference(row, lines)) for row in rows((a, b), result.se))])


def _difference(row: Row, lines: dict[str, str]) -> str:
    if row.counted:
        a, b = row.values
        return f"{a - b:+z.2f}"
    return lines.get(row.part, "")


def _adding_up(parts: dict[str, float], se: float) -> dict[str, str]:
    """Numbers with signs, rounded so that they still add up to their rounded sum (largest remainders)."""
    digits = decimals_for(se)
    steps = {name: value * 10**digits for name, value in parts.items()}
    whole = {name: math.floor(value) for name, value in steps.items()}
    missing = round(sum(steps.values())) - sum(whole.values())
    for name in sorted(steps, key=lambda name: whole[name] - steps[name])[:missing]:
        whole[name] += 1
    return {name: f"{value / 10**digits:+,.{digits}f}" for name, value in whole.items()}


def _played(result: Comparison) -> str:
    worth = result.variance_reduction
    lines = [f"Hands ended: {ended(result.endings)}; {result.turns:.1f} turns a hand."]
    if math.isfinite(result.first.se):
        effects = [
            f"{points(each.mean, each.se, sign=True)} ± {error(each.se)}" for each in (result.first, result.seat)
        ]
        lines.append(f"Having the first turn is worth {effects[0]} points a hand, sitting on side 0 {effects[1]}.")
    if math.isfinite(worth):
        lines.append(f"Playing each deal with the sides exchanged makes a hand worth {worth:.2g} independent ones.")
    lines.append(f"{_rounded(result.hands_per_s):,} hands a second.")
    return "\n".join(lines)


def _rounded(value: float) -> int:
    """To two digits: more would say too much."""
    return int(round(value, 1 - math.floor(math.log10(value)))) if value >= 100 else round(value)
