"""The score of a deal, component by component (L11, L12, L43-L45)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import points
from .disagree import agree
from .melds import is_canasta
from .rules import Rules
from .table import Meld, Side, Table

RULE = {
    "melded": "L43",
    "canastas": "L22, L44",
    "red3": "L11, L12",
    "black3": "L44",
    "out": "L44",
    "special": "L44",
    "hand": "L44, L45",
    "penalty": "L37",
    "total": "L44, L45",
}


@dataclass(frozen=True)
class Ending:
    """How the deal ended: `why`, the seat that went out (or None), and whether concealed."""

    why: str
    seat: int | None = None
    concealed: bool = False


def score(table: Table, ending: Ending) -> list[dict[str, int]]:
    """One dict a side, as in the transcript."""
    return [score_side(table, number, side, ending) for number, side in enumerate(table.sides)]


def score_side(table: Table, number: int, side: Side, ending: Ending) -> dict[str, int]:
    """All components of one side and their sum."""
    rules, went_out = table.rules, ending.seat in side.seats
    parts = {
        "melded": sum(points(meld.cards.elements()) for meld in side.melds.values()),
        "canastas": sum(canasta_bonus(rules, meld) for meld in side.melds.values()),
        "red3": red3_bonus(rules, side, went_out),
        "black3": 0,
        "out": (rules.out + ending.concealed * rules.concealed) if went_out else 0,
        "special": 0,
        "hand": -sum(points(table.hands[seat].elements()) for seat in side.seats),
        "penalty": 0,
    }
    return {"side": number, **parts, "total": sum(parts.values())}


def canasta_bonus(rules: Rules, meld: Meld) -> int:
    """500 for a natural canasta, 300 for a mixed one (L44)."""
    if not is_canasta(rules, meld):
        return 0
    return rules.mixed_canasta if meld.wilds else rules.natural_canasta


def red3_bonus(rules: Rules, side: Side, went_out: bool) -> int:
    """100 each, 800 for all; negative for a side without melds that did not go out (L11, L12)."""
    every = len(side.red3) == 2 * rules.packs
    bonus = rules.red3_all if every else rules.red3_each * len(side.red3)
    return bonus if went_out or side.melds else -bonus


def check_score(table: Table, transcript: dict, ending: Ending) -> None:
    """Every component, the totals and the new scores are right."""
    expected = score(table, ending)
    agree("format: score", "entries", len(expected), len(transcript["score"]))
    for ours, theirs in zip(expected, transcript["score"], strict=True):
        agree("format: score", "side", ours["side"], theirs["side"])
        for part, rule in RULE.items():
            agree(rule, f"side {ours['side']}: {part}", ours[part], theirs[part])
    after = [old + new["total"] for old, new in zip(transcript["scores_before"], expected, strict=True)]
    agree("L46", "scores after", after, list(transcript["scores_after"]))
