"""Results as text for a card player: what was played, who is better and by how much, how to repeat it.

Draws and never computes: every number comes from a result, here it gets its digits, its unit and its place.
"""

from __future__ import annotations

import math
import textwrap

from analysis.running import LOOK
from analysis.stats.paired import Mean
from analysis.stats.sequence import Sequence
from analysis.stats.verdict import LEAST_BLOCKS, LEAST_CHANGED, Verdict
from reports.digits import adding_up, counted, interval_of, percent, points, rounded
from reports.players import NAME_WIDTH, Row, aligned, ended, error, rows, short
from reports.reading import Answered
from reports.won import won

LINE_WIDTH = 100  # columns


def comparison(result: Answered) -> str:
    """The whole answer of `canasta compare`, without the line break at its end; a partial one says so first."""
    told = textwrap.fill(answer(result), LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    parts = [
        *early(result),
        "\n".join(asked(result)),
        told,
        _sure(result),
        aligned(table(result)),
        "\n".join(played(result)),
    ]
    if result.matches is not None:
        parts.append(won(result.matches, result.strategies[0], result.level))
    return "\n\n".join([*parts, result.command])


def early(result: Answered) -> list[str]:
    """That a run stopped early, where it did."""
    if result.complete:
        return []
    if result.blocks < result.planned or result.matches is None:
        return [f"stopped early, {result.blocks:,} of {result.planned:,} deals"]
    return [f"stopped early, {result.matches.pairs:,} of {result.matches.planned:,} pairs of matches"]


def asked(result: Answered) -> list[str]:
    """What was asked, a line each."""
    a, b = result.strategies
    legs = result.hands // result.blocks
    each = "each played twice, with the sides exchanged" if legs == 2 else f"each played {legs} times"
    lines = [
        f"{a} against {b}, by the rules {result.rules}",
        f"{counted(result.blocks, 'deal')}, {each}: {result.hands:,} hands",
    ]
    if result.until_decided:
        lines.append(f"until decided, at most {result.planned:,} deals, looked at every {LOOK:,}")
    if any(result.scores):
        lines.append(f"scores before each deal: {', '.join(map(str, result.scores))}")
    if result.draws != "queues":
        lines.append(f"draws: {result.draws}")
    return lines


def answer(result: Answered) -> str:
    """The answer in a sentence or two."""
    a, b = result.strategies
    size = points(abs(result.mean), result.se)
    told = {
        Verdict.HELPS: f"{a} helps: it makes {size} points a hand more than {b}.",
        Verdict.HURTS: f"{a} hurts: it makes {size} points a hand less than {b}.",
        Verdict.EQUIVALENT: f"No practical difference between {a} and {b}: less than {result.margin:g} points a hand.",
        Verdict.UNDECIDED: f"Undecided between {a} and {b}.",
        Verdict.SAME: f"{a} and {b} never differed in {counted(result.blocks, 'deal')}.",
    }[result.verdict]
    decision = result.decision
    if decision.most_changed is not None:
        told += f" At most {percent(decision.most_changed)} of all deals differ (95 %)."
    if decision.held_back:
        told += f" A verdict needs {LEAST_BLOCKS} deals, and {LEAST_CHANGED} of them with a difference."
    if decision.blocks_needed is not None:
        told += f" About {rounded(decision.blocks_needed):,} deals would decide."
    if result.verdict is Verdict.EQUIVALENT and (result.low > 0 or result.high < 0):
        told += f" What there is can be measured: {points(result.mean, result.se, sign=True)} points a hand."
    return told


def sure(result: Answered) -> list[tuple[str, str]]:
    """How sure the answer is: what, and the number in words."""
    one = result.se
    fixed = _ends(result.estimate, result), "t, for a number of deals fixed before"
    always = _ends(result.sequence, result), "valid at every look"
    (ends, kind), (other, other_kind) = (fixed, always) if result.interval == "t" else (always, fixed)
    changes = f"{percent(result.changed)} of deals"
    if result.changes.changed:
        changes += f", by {points(result.changes.mean_when_changed, one, sign=True)} on average when they differ"
    return [
        (
            "difference",
            f"{points(result.mean, one, sign=True)} points a hand (standard error {_over_deals(one)})",
        ),
        (f"{100 * result.level:g} % interval", f"{ends} ({kind})"),
        ("", f"{other} ({other_kind}; not used for the verdict)"),
        ("verdict", f"{result.verdict.value} (a difference of {result.margin:g} points a hand counts)"),
        ("deals that differ", changes),
    ]


def _over_deals(se: float) -> str:
    if math.isnan(se):
        return "unknown, there is one deal"
    return f"{se:.2g} over deals" if se < 10 else f"{se:.0f} over deals"


def _sure(result: Answered) -> str:
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in sure(result))


def _ends(interval: Mean | Sequence, result: Answered) -> str:
    if result.se == 0:
        return "unknown, all deals gave the same difference"
    return interval_of(interval.low, interval.high, result.se, result.margin)


def table(result: Answered) -> list[tuple[str, ...]]:
    """What each side makes of a hand and the difference, rows of cells with a head."""
    a, b = result.a, result.b
    head = ("per hand and side", short(a.strategy), short(b.strategy), "difference")
    lines = adding_up(result.split, result.se) | {"score": points(result.mean, result.se, sign=True)}
    return [head, *((row.label, *row.cells, _difference(row, lines)) for row in rows((a, b), result.se))]


def _difference(row: Row, lines: dict[str, str]) -> str:
    if row.counted:
        a, b = row.values
        return f"{a - b:+z.2f}"
    return lines.get(row.part, "")


def played(result: Answered) -> list[str]:
    """How the hands went, a sentence each."""
    worth = result.variance_reduction
    lines = [f"Hands ended: {ended(result.endings)}; {result.turns:.1f} turns a hand."]
    if math.isfinite(result.first.se):
        effects = [
            f"{points(each.mean, each.se, sign=True)} ± {error(each.se)}" for each in (result.first, result.seat)
        ]
        lines.append(f"Having the first turn is worth {effects[0]} points a hand, sitting on side 0 {effects[1]}.")
    if math.isfinite(worth):
        lines.append(f"Playing each deal with the sides exchanged makes a hand worth {worth:.2g} independent ones.")
    lines.append(f"{rounded(result.hands_per_s):,} hands a second.")
    return lines
