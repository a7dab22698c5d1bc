"""Cards as two characters (`Td`, `2s`, `JK`), their kinds and values, and the fresh pack.

>>> kind("JK"), kind("2s"), kind("3h"), kind("3c"), kind("Td")
('JK', '2', 'red3', 'black3', 'T')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

NATURALS = "456789TJQKA"
SUITS = "cdhs"
VALUES = {"JK": 50, "2": 20, "A": 20, "red3": 0, "black3": 5}  # L43; red threes are scored apart (L11)
VALUES |= dict.fromkeys("89TJQK", 10) | dict.fromkeys("4567", 5)


@cache
def kind(card: str) -> str:
    """`JK`, `2`, `red3`, `black3`, or the rank of a natural."""
    if card == "JK":
        return "JK"
    rank, suit = card
    if suit not in SUITS:
        raise ValueError(f"no such card: {card}")
    if rank == "3":
        return "red3" if suit in "dh" else "black3"
    if rank != "2" and rank not in NATURALS:
        raise ValueError(f"no such card: {card}")
    return rank


def is_wild(card: str) -> bool:
    """Jokers and twos are wild (L5)."""
    return kind(card) in ("JK", "2")


def is_natural(card: str) -> bool:
    """Four to ace. Threes are neither natural nor wild."""
    return kind(card) in NATURALS


def is_red3(card: str) -> bool:
    """A red three: a bonus card, never in a meld (L9)."""
    return kind(card) == "red3"


def value(card: str) -> int:
    """The value of a card on the table or in hand (L43)."""
    return VALUES[kind(card)]


def points(cards: Iterable[str]) -> int:
    """The summed values of some cards."""
    return sum(value(card) for card in cards)


def count(cards: Counter[str], *kinds: str) -> int:
    """How many of the cards are of one of these kinds."""
    return sum(n for card, n in cards.items() if kind(card) in kinds)


def pack(packs: int, jokers: int) -> list[str]:
    """The fresh pack: per pack naturals, twos and threes, each in suit order; all jokers last."""
    one = [rank + suit for rank in NATURALS + "23" for suit in SUITS]
    return one * packs + ["JK"] * jokers
