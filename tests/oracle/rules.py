"""The rules as a small plain table. A further rule set is a further row, a difference from another.

Nothing here is computed. A family with machinery of its own (sequences, wild melds, talon, packets) gets its
own module and a field here that switches it on.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """What distinguishes one rule set from another. References are to the rule book."""

    name: str
    players: int
    sides: tuple[tuple[int, ...], ...]
    packs: int
    jokers: int
    hand_size: int
    draw: int
    minimums: tuple[tuple[int, int], ...]
    """Initial minimum: (score from which it holds, points), highest first; the last row is for negatives."""
    least_cards: int
    least_naturals: int
    most_wilds: int
    melds_of_rank: int
    canasta: int
    black3_least: int
    stops: frozenset[str]
    """Top cards that nobody may take: `2`, `JK` or `black3`."""
    natural_canasta: int
    mixed_canasta: int
    red3_each: int
    red3_all: int
    out: int
    concealed: int


LT_CLASSIC = Rules(
    name="lt-classic",
    players=4,  # L1
    sides=((0, 2), (1, 3)),  # L2
    packs=2,  # L4
    jokers=6,  # L4
    hand_size=11,  # L6
    draw=1,  # L15
    minimums=((3000, 120), (1500, 90), (0, 50), (-(10**9), 15)),  # L24, all?1
    least_cards=3,  # L17
    least_naturals=2,  # L19, lt-classic?5
    most_wilds=3,  # L18, lt-classic?4
    melds_of_rank=2,  # L23, settled 11
    canasta=7,  # L22
    black3_least=3,  # L20, lt-classic?6
    stops=frozenset({"2", "JK", "black3"}),  # L30, lt-classic?7
    natural_canasta=500,  # L44
    mixed_canasta=300,  # L44
    red3_each=100,  # L11
    red3_all=800,  # L11
    out=100,  # L44
    concealed=100,  # L44
)

RULES = {rules.name: rules for rules in (LT_CLASSIC,)}


def minimum_for(rules: Rules, score: int) -> int:
    """The initial minimum of a side that stood at `score` before the deal (L24, all?1)."""
    return next(points for start, points in rules.minimums if score >= start)
