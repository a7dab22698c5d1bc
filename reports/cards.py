"""Cards and melds in the words of a card player.

Decided here: how a card of a transcript (`Td`, `JK`) is written, in which order a hand is held, and how a
meld is called. Suits are letters, which every terminal shows, or the four symbols.

>>> hand(["4c", "JK", "3h", "Td", "2s", "Ah"])
'JK 2s Ah 10d 4c 3h'
>>> hand(["Td", "JK"], symbols=True)
'JK 10♦'
>>> meld("set", ["Kc", "Kd", "2s"]), meld("set", ["7c"] * 7)
('kings 2 + 1 wild', 'sevens 7 (natural canasta)')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.words import CANASTA

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = {
    "A": "aces",
    "K": "kings",
    "Q": "queens",
    "J": "jacks",
    "T": "tens",
    "9": "nines",
    "8": "eights",
    "7": "sevens",
    "6": "sixes",
    "5": "fives",
    "4": "fours",
}
HELD = ["JK", "2", *RANKS, "3"]  # a hand from left to right
JOKER = "JK"


def is_wild(card: str) -> bool:
    """Jokers and twos."""
    return card == JOKER or card[0] == "2"


def is_red_three(card: str) -> bool:
    """Three of diamonds or hearts."""
    return card in ("3d", "3h")


def name(card: str, *, symbols: bool = False) -> str:
    """One card: `10d`, or `10♦` with symbols; a joker is `JK`."""
    if card == JOKER:
        return card
    rank = "10" if card[0] == "T" else card[0]
    return rank + (SYMBOLS[card[1]] if symbols else card[1])


def row(cards: Iterable[str], *, symbols: bool = False) -> str:
    """Cards in the order given."""
    return " ".join(name(card, symbols=symbols) for card in cards)


def hand(cards: Iterable[str], *, symbols: bool = False) -> str:
    """Cards as they are held: jokers, twos, aces down to fours, threes."""
    return row(sorted(cards, key=_place), symbols=symbols)


def _place(card: str) -> tuple[int, bool, str]:
    rank = card if card == JOKER else card[0]
    return HELD.index(rank), is_red_three(card), card


def called(kind: str, cards: Sequence[str]) -> str:
    """What a meld is called at the table: `kings`, `black threes`, `sequence of hearts`, `wild cards`."""
    natural = next((card for card in cards if not is_wild(card)), "")
    if kind == "black3":
        return "black threes"
    if kind == "sequence":
        return f"sequence of {SUITS[natural[1]]}" if natural else "sequence"
    if kind == "set" and natural:
        return RANKS.get(natural[0], "threes")
    return "wild cards" if kind == "wild" else kind


def meld(kind: str, cards: Sequence[str], *, symbols: bool = False) -> str:
    """A meld as it lies: what it is called, how many cards, how many of them wild, whether it is a canasta.

    A sequence is written out, card by card.
    """
    wild = sum(map(is_wild, cards))
    if kind == "sequence":
        said = f"{called(kind, cards)} {row(cards, symbols=symbols)}"
    elif kind == "set" and wild:
        said = f"{called(kind, cards)} {len(cards) - wild} + {wild} wild"
    else:
        said = f"{called(kind, cards)} {len(cards)}"
    if len(cards) < CANASTA or kind in ("black3", "blocking"):
        return said
    if kind == "wild":
        return f"{said} (canasta)"
    return f"{said} ({'mixed' if wild else 'natural'} canasta)"
