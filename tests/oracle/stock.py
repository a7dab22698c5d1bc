"""The stock under the two draw schemes.

`pile`: one pile, strictly from the top. `queues`: slot j belongs to seat j mod n, a seat draws its own lowest
slot, and when it has none, that of the seat with most left (lowest seat on ties); start cards are turned
from the last slot backwards.
"""

from __future__ import annotations

from .disagree import require


class Stock:
    """The cards after the hands. `gone` lists those that left, in order; with `lying` it is the deck."""

    def __init__(self, cards: list[str], seats: int, scheme: str) -> None:
        require(scheme in ("queues", "pile"), "format: draws", "queues or pile", scheme)
        self.scheme = scheme
        self.slots = dict(enumerate(cards))
        self.seats = seats
        self.gone: list[str] = []

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def lying(self) -> list[str]:
        """The cards never drawn, as they lie."""
        return [self.slots[slot] for slot in sorted(self.slots)]

    def turn(self) -> str:
        """Turn a start card or a cover (L7, L8)."""
        return self._leave(max(self.slots) if self.scheme == "queues" else min(self.slots))

    def draw(self, seat: int) -> str | None:
        """The next card for a seat, or None when the stock is gone."""
        if not self.slots:
            return None
        return self._leave(min(self._queue(seat)) if self.scheme == "queues" else min(self.slots))

    def _queue(self, seat: int) -> list[int]:
        queues = [[slot for slot in self.slots if slot % self.seats == s] for s in range(self.seats)]
        return queues[seat] or max(queues, key=len)  # max keeps the first, so the lowest seat on ties

    def _leave(self, slot: int) -> str:
        card = self.slots.pop(slot)
        self.gone.append(card)
        return card
