"""The discard pile: start, freezing, stop, and what justifies a take."""

from __future__ import annotations

from collections import Counter

from .cards import is_red3, is_wild, kind
from .disagree import agree, require
from .rules import Rules
from .table import Side, Table


def start(table: Table, event: dict) -> None:
    """Turn the start card; cover it while the last one is wild or a red three (L7, L8, lt-classic?1)."""
    while not table.pile or freezes(table.pile[-1]):
        table.pile.append(table.stock.turn())
        table.frozen = table.frozen or freezes(table.pile[-1])
    require(not event.get("hidden"), "L7", "no hidden cards", event.get("hidden"))
    agree("L8", "start cards", table.pile, event["cards"])


def freezes(card: str) -> bool:
    """A wild freezes the pile, at the start a red three too (L28)."""
    return is_wild(card) or is_red3(card)


def stops(rules: Rules, top: str) -> bool:
    """Nobody may take while this card is on top (L30, lt-classic?7)."""
    return kind(top) in rules.stops


def pair_only(table: Table, side: Side) -> bool:
    """Frozen for everybody (L28), or for a side that has not opened (L27)."""
    return table.frozen or not side.opened


def discard(table: Table, seat: int, card: str) -> None:
    """Put a card from hand on the pile; a wild freezes it (L28), a red three may not go there (L33)."""
    require(not is_red3(card), "L33", "no red three", card)
    table.take_from_hand(seat, [card])
    table.pile.append(card)
    table.frozen = table.frozen or is_wild(card)


def lift(table: Table, seat: int, event: dict) -> str:
    """Begin a take: the top card goes to the hand, the rest waits until justified (L16, L29)."""
    require(bool(table.pile), "all?13", "a pile to take", "an empty pile")
    agree("L16", "the whole pile, top first", table.pile[::-1], list(event["cards"]))
    top = table.pile.pop()
    require(not stops(table.rules, top), "L30", "no stop card on top", top)
    table.hands[seat][top] += 1
    table.aside, table.pile = table.pile, []
    return top


def check_justification(table: Table, side: Side, top: str, cards: Counter[str]) -> None:
    """The taking meld holds the top card, and two naturals from hand where the pile is frozen (L16, L29).

    Where it is not, MIX and ADD ask no more than a valid meld: a new one needs two naturals anyway (L31).
    """
    require(cards[top] > 0, "L16", f"a meld with the top card {top}", sorted(cards.elements()))
    naturals = sum(n for card, n in cards.items() if not is_wild(card)) - 1
    if pair_only(table, side):
        require(naturals >= 2, "L29", f"two naturals from hand with {top}", sorted(cards.elements()))


def pick_up(table: Table, seat: int) -> None:
    """The justified take brings the rest of the pile to the hand and ends the freeze (L28)."""
    table.hands[seat].update(table.aside)
    table.aside, table.frozen = [], False
