"""What sides make of a hand, as rows of a text table: points by line, piles, canastas, opening and going out.

Decided here: which rows there are, their words, their order and their digits. Left out: what stands beside them (the
difference of a comparison) and every number, which comes from `analysis.summary`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.summary import PerHand
from reports.digits import percent, points

LABELS = {
    "melds": "cards melded",
    "canastas": "canasta bonuses",
    "red_threes": "red threes",
    "going_out": "going out",
    "hand": "left in hand",
    "other": "other",
}
KINDS = {
    "natural": "natural canastas",
    "mixed": "mixed canastas",
    "wild": "canastas of wilds",
    "sequence": "sequence canastas",
    "mixed_sequence": "mixed sequences",
}
ALWAYS = ("natural", "mixed")
ENDED = {
    "out": "a player went out",
    "stock": "the stock was gone",
    "blocking": "a blocking canasta",
    "limit": "stopped at the turn limit",
}
NAME_WIDTH, NARROWEST, WIDEST = 22, 12, 28  # columns


@dataclass(frozen=True)
class Row:
    """A line of the table: one cell a player; `part` is the line of the score it shows, `counted` true for counts."""

    label: str
    values: tuple[float, ...]
    cells: tuple[str, ...]
    part: str = ""
    counted: bool = False


def rows(players: Sequence[PerHand], se: float) -> list[Row]:
    """All rows for these players; lines of the score get the digits that `se`, a standard error in points, supports."""
    scores = tuple(player.score for player in players)
    shown = tuple(f"{points(each.score, each.score_se)} ± {error(each.score_se)}" for each in players)
    found = [Row("points", scores, shown, part="score")]
    for part, label in LABELS.items():
        values = tuple(player.lines[part] for player in players)
        if any(values):
            found.append(Row(f"  {label}", values, tuple(points(value, se) for value in values), part=part))
    found += [_count("piles taken", [each.takes for each in players])]
    found += [_count("  cards in them", [each.taken for each in players])]
    for kind, label in KINDS.items():
        counts = [player.canastas[kind] for player in players]
        if kind in ALWAYS or any(counts):
            found.append(_count(label, counts))
    found += [_share("opened", [each.opened for each in players]), _share("went out", [each.out for each in players])]
    return [*found, _share("  concealed", [each.concealed for each in players])]


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Rows of cells as text: the first column to the left, the others to the right."""
    widths = [max(NAME_WIDTH, *(len(line[0]) + 2 for line in lines))]
    widths += [max(NARROWEST, *(len(line[at]) + 2 for line in lines)) for at in range(1, len(lines[0]))]
    return "\n".join(
        (
            line[0].ljust(widths[0])
            + "".join(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
        ).rstrip()
        for line in lines
    )


def ended(shares: dict[str, float]) -> str:
    """How hands ended, in one line."""
    return ", ".join(f"{ENDED.get(kind, kind)} {percent(share)}" for kind, share in shares.items())


def error(se: float) -> str:
    """A standard error in points, "?" where there is none."""
    return "?" if math.isnan(se) else points(se, se)


def short(name: str) -> str:
    """A name that fits a column: its end, since that is where names of strategies differ."""
    return name if len(name) <= WIDEST else "…" + name[1 - WIDEST :]


def _count(label: str, counts: Sequence[float]) -> Row:
    return Row(label, tuple(counts), tuple(f"{count:.2f}" for count in counts), counted=True)


def _share(label: str, shares: Sequence[float]) -> Row:
    return Row(label, tuple(shares), tuple(map(percent, shares)))
