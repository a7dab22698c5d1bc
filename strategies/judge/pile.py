"""What the pile is worth to the player in turn, in tenths of a card drawn from it."""

from __future__ import annotations

from sim.bits import at_least, cards, lane, wilds
from sim.jit import kernel
from sim.words import ADD, CANASTA, PAIR
from strategies.judge.cards import some


@kernel
def worth_of_pile(table, me, card, wild, fit, pair, single):
    """Cards under the top, and what they meet: melds of the side, pairs or single cards of the hand.

    The weights are for any card, and on top of it for a wild one, one that fits a meld, a pair, a single card. All of
    the pile is known: each card was thrown face up.
    """
    pile = table.pile_ranks
    melded = some(table.sides[me.side].naturals[0]) * 31
    pairs, held = at_least(me.ranks, 2) * 31, some(me.ranks) * 31
    worth = card * (table.pile_count - 1) + wild * wilds(table.pile_special)
    worth += fit * cards(pile & melded) + pair * cards(pile & pairs & ~melded)
    return worth + single * cards(pile & held & ~pairs & ~melded)


@kernel
def top_completes(table, me):
    """True if adding the top card, or a pair with it, completes a canasta."""
    side, top = table.sides[me.side], table.pile_top >> 2
    return me.may & (ADD | PAIR) != 0 and lane(side.naturals[0] + side.wilds[0], top) == CANASTA - 1
