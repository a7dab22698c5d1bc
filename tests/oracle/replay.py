"""The events of a whole deal: the start, the turns in order, and the end."""

from __future__ import annotations

from . import pile
from .cursor import Cursor
from .disagree import agree, require
from .score import Ending
from .table import Table
from .turn import play_turn, show


def replay(table: Table, cursor: Cursor, first: int) -> Ending:
    """Check every event from `start` to `end`."""
    pile.start(table, cursor.read("L7", None, "start"))
    ending = play(table, cursor, first)
    while any(table.red3_in_hand(seat) for seat in range(table.rules.players)):
        reveal(table, cursor)
    event = cursor.read("L34, L42", None, "end")
    agree("L34, L42", "why", ending.why, event["why"])
    cursor.count_cards()
    require(cursor.peek() is None, "L34", "nothing after the end", cursor.peek())
    return ending


def play(table: Table, cursor: Cursor, first: int) -> Ending:
    """Turn after turn, until one ends the deal or all others passed on one top card (L42, lt-classic?14)."""
    seats, seat, passes = table.rules.players, first, 0
    while passes < seats - 1:
        result = play_turn(table, cursor, seat)
        if isinstance(result, Ending):
            return result
        passes = passes + 1 if result == "pass" else 0
        seat = (seat + 1) % seats
    return Ending("stock")


def reveal(table: Table, cursor: Cursor) -> None:
    """Red threes that nobody had a turn to show count as shown, without replacement (all?8)."""
    holders = [seat for seat in range(table.rules.players) if table.red3_in_hand(seat)]
    seat = cursor.events[cursor.index + 1].get("seat") if cursor.peek() == "red3" else holders[0]
    event = cursor.read("all?8", seat if seat in holders else holders[0], "red3")
    agree("all?8", "replacement", None, event["replacement"])
    show(table, event["seat"], event)
