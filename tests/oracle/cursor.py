"""Reading the events one by one. Before each event the cards on the table are counted."""

from __future__ import annotations

from .disagree import Disagreement, agree, require
from .table import Table


class Cursor:
    """The events of a deal and the place in them; `index` is that of the event last read."""

    def __init__(self, events: list[dict], table: Table) -> None:
        self.events = events
        self.table = table
        self.index = -1
        self.census = table.census()

    def peek(self) -> str | None:
        """The kind of the next event, None after the last."""
        return self.events[self.index + 1]["e"] if self.index + 1 < len(self.events) else None

    def read(self, rule: str, seat: int | None, *kinds: str) -> dict:
        """The next event, which must be of one of these kinds and by this seat (None: by nobody)."""
        self.count_cards()
        self.index += 1
        expected = f"{' or '.join(kinds)} of seat {seat}"
        if self.index >= len(self.events):
            raise Disagreement(rule, expected, "no further event")
        event = self.events[self.index]
        require(event["e"] in kinds and event.get("seat") == seat, rule, expected, event)
        return event

    def count_cards(self) -> None:
        """No card is lost or doubled: number and points of all cards stay what they were."""
        agree("conservation", "(cards, points)", self.census, self.table.census())
