"""The state of a deal: hands, melds, pile, stock and red threes, as real cards with suits.

The table moves cards and counts them; it does not know what is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .cards import count, is_red3, points
from .disagree import require
from .rules import Rules
from .stock import Stock


@dataclass
class Meld:
    """Cards lying together on the table; `rank` is a natural's rank or `black3`."""

    rank: str
    cards: Counter[str] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        """How many cards."""
        return self.cards.total()

    @property
    def wilds(self) -> int:
        """How many jokers and twos."""
        return count(self.cards, "JK", "2")


@dataclass
class Side:
    """What belongs to a partnership. Meld numbers are never used twice, so `numbered` only grows."""

    seats: tuple[int, ...]
    minimum: int
    melds: dict[int, Meld] = field(default_factory=dict)
    numbered: int = 0
    red3: list[str] = field(default_factory=list)
    opened: bool = False

    def of_rank(self, rank: str) -> list[Meld]:
        """The side's melds of one rank."""
        return [meld for meld in self.melds.values() if meld.rank == rank]


@dataclass
class Table:
    """Everything that can be seen by an onlooker who sees all. `pile` has its top card last."""

    rules: Rules
    hands: list[Counter[str]]
    sides: list[Side]
    stock: Stock
    pile: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    """The pile under its top card while a take is being justified."""
    frozen: bool = False
    laid: set[int] = field(default_factory=set)
    """Seats that laid a card in an earlier turn (L38)."""

    def side_of(self, seat: int) -> Side:
        """The side a seat belongs to."""
        return next(side for side in self.sides if seat in side.seats)

    def red3_in_hand(self, seat: int) -> list[str]:
        """The red threes a seat holds."""
        return [card for card in self.hands[seat].elements() if is_red3(card)]

    def take_from_hand(self, seat: int, cards: Iterable[str]) -> Counter[str]:
        """Remove cards from a hand; they must be there."""
        wanted = Counter(cards)
        missing = wanted - self.hands[seat]
        require(not missing, "L14", "only cards that the seat holds", f"not held: {sorted(missing.elements())}")
        self.hands[seat] -= wanted
        return wanted

    def everything(self) -> Iterator[str]:
        """Every card of the game, wherever it is."""
        for hand in self.hands:
            yield from hand.elements()
        for side in self.sides:
            yield from side.red3
            for meld in side.melds.values():
                yield from meld.cards.elements()
        yield from (*self.pile, *self.aside, *self.stock.lying)

    def census(self) -> tuple[int, int]:
        """Number and points of all cards: constant through a deal."""
        cards = list(self.everything())
        return len(cards), points(cards)
