"""What may be laid on the table: sets, black-three sets and joins."""

from __future__ import annotations

from collections import Counter

from .cards import count, is_natural, is_wild, kind
from .disagree import Disagreement, agree, require
from .rules import Rules
from .table import Meld, Side

Shape = tuple[int, int]
"""A meld seen only as (naturals, wilds)."""


def valid_shape(rules: Rules, shape: Shape) -> bool:
    """Three cards or more, at least two naturals, at most three wilds (L17-L19)."""
    naturals, wilds = shape
    enough = naturals + wilds >= rules.least_cards
    return enough and naturals >= rules.least_naturals and wilds <= rules.most_wilds


def shape_of(meld: Meld) -> Shape:
    """The meld as (naturals, wilds)."""
    return meld.size - meld.wilds, meld.wilds


def is_canasta(rules: Rules, meld: Meld) -> bool:
    """Seven cards or more of one rank (L22); a set of black threes is none (settled 20)."""
    return meld.rank != "black3" and meld.size >= rules.canasta


def has_canasta(rules: Rules, side: Side) -> bool:
    """The condition for going out (L35)."""
    return any(is_canasta(rules, meld) for meld in side.melds.values())


def rank_of(cards: list[str]) -> str | None:
    """The one rank of the cards that are not wild; None if all are wild."""
    ranks = {kind(card) for card in cards if not is_wild(card)}
    if len(ranks) > 1:
        raise Disagreement("L17", "cards of one rank", sorted(cards))
    return ranks.pop() if ranks else None


def lay(rules: Rules, side: Side, event: dict, cards: Counter[str]) -> Meld:
    """Lay cards that have left a hand on meld `event["meld"]` of the side, or open it."""
    number, rank = event["meld"], rank_of(list(cards))
    require(cards.total() > 0, "L17", "at least one card", "none")
    meld = side.melds.get(number) or open_meld(rules, side, number, rank)
    require(rank in (None, meld.rank), "L17", f"cards for a meld of {meld.rank}", sorted(cards.elements()))
    meld.cards += cards
    check_meld(rules, meld)
    agree("format: kind", "kind", "black3" if meld.rank == "black3" else "set", event["kind"])
    return meld


def open_meld(rules: Rules, side: Side, number: int, rank: str | None) -> Meld:
    """A new meld takes the next number; a side has at most two of a rank (L23, settled 11)."""
    agree("format: meld", "number of a new meld", side.numbered, number)
    require(rank is not None, "L17", "no meld of wilds only", "a new meld without naturals")
    held = len(side.of_rank(rank))
    require(held < rules.melds_of_rank, "settled 11", f"fewer than {rules.melds_of_rank} of {rank}", held)
    side.numbered += 1
    side.melds[number] = Meld(rank)
    return side.melds[number]


def check_meld(rules: Rules, meld: Meld) -> None:
    """The meld as it now lies is one the rules know."""
    cards = sorted(meld.cards.elements())
    if meld.rank == "black3":
        require(meld.wilds == 0, "lt-classic?6", "black threes without wilds", cards)
        require(meld.size >= rules.black3_least, "lt-classic?6", f"at least {rules.black3_least}", cards)
        return
    require(all(is_natural(card) or is_wild(card) for card in cards), "L9", "no threes in a set", cards)
    require(meld.wilds <= rules.most_wilds, "L18", f"at most {rules.most_wilds} wilds", cards)
    naturals = meld.size - count(meld.cards, "JK", "2")
    require(naturals >= rules.least_naturals, "L19", f"at least {rules.least_naturals} naturals", cards)
    require(meld.size >= rules.least_cards, "L17", f"at least {rules.least_cards} cards", cards)


def join(rules: Rules, side: Side, number: int, into: int) -> None:
    """Two melds of one rank become one, within the limit on wilds (L23)."""
    require(number != into and {number, into} <= set(side.melds), "L23", "two melds of the side", (number, into))
    gone, kept = side.melds[number], side.melds[into]
    require(gone.rank == kept.rank, "L23", "two melds of one rank", (gone.rank, kept.rank))
    kept.cards += gone.cards
    del side.melds[number]
    check_meld(rules, kept)
