"""What is asked about matches; no statistics, so that a replay starts without them."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_WIN_MARGIN = 2.0  # percentage points
DEFAULT_MOST_HANDS = 100
LARGEST_CAP = 10_000  # hands of a match that may be asked for; far beyond any


@dataclass(frozen=True)
class Plan:
    """How many pairs, the cap of hands, and the difference in percentage points of win rate that counts."""

    pairs: int
    most_hands: int = DEFAULT_MOST_HANDS
    margin: float = DEFAULT_WIN_MARGIN
