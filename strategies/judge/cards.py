"""What can be counted: cards not seen yet, points of a hand, cards that others hold, canastas."""

from __future__ import annotations

import numpy as np

from sim.bits import LANE_BITS, ONES, at_least, cards, special, twos
from sim.jit import kernel
from sim.words import ACE, CANASTA, EIGHT, JOKER

FROM_EIGHT = sum(31 << (LANE_BITS * rank) for rank in range(EIGHT, ACE + 1))
ACES = 31 << (LANE_BITS * ACE)


@kernel
def some(word):
    """Lanes of a rank word that are not empty; unlike `at_least` for lanes up to 31."""
    return (word | word >> 1 | word >> 2 | word >> 3 | word >> 4) & ONES


@kernel
def unseen(table, me):
    """Rank word: naturals that are neither in the own hand, nor on the table, nor in the pile."""
    seen = me.ranks + table.pile_ranks
    for number in range(table.rules.sides):
        side = table.sides[number]
        seen += side.naturals[0] + side.naturals[1]
    return 4 * table.rules.packs * ONES - seen


@kernel
def points_of(ranks, word):
    """Card values of naturals and wilds (L43): 5 up to the seven, 10 up to the king, aces and twos 20, jokers 50."""
    naturals = cards(ranks) + cards(ranks & FROM_EIGHT) + 2 * cards(ranks & ACES)
    return 5 * naturals + 20 * twos(word) + 50 * special(word, JOKER)


@kernel
def rival_of(table, me):
    """The next seat that is not on the player's side: the first opponent who can take what he throws."""
    seat = me.seat
    for _ in range(table.rules.seats):
        seat += 1
        if seat >= table.rules.seats:
            seat = np.int64(0)
        if table.side_of[seat] != me.side:
            return seat
    return seat


@kernel
def cards_of_opponents(table, me):
    """Cards in the hands of all other sides."""
    count = np.int64(0)
    for seat in range(table.rules.seats):
        if table.side_of[seat] != me.side:
            count += table.hand_count[seat]
    return count


@kernel
def cards_of_partners(table, me):
    """Cards in the hands of the player's partners; 0 where he plays for himself."""
    count = np.int64(0)
    for seat in range(table.rules.seats):
        if table.side_of[seat] == me.side and seat != me.seat:
            count += table.hand_count[seat]
    return count


@kernel
def canastas_of(side):
    """Canastas of a side, of every kind."""
    return side.canastas[0] + side.canastas[1] + side.canastas[2] + side.canastas[3] + side.canastas[4]


@kernel
def unfinished(side, size):
    """Lanes of the side's first melds of `size` cards or more that are no canasta yet."""
    sizes = side.naturals[0] + side.wilds[0]
    return at_least(sizes, size) & ~at_least(sizes, CANASTA)
