"""Where a card on the table does most: naturals that fit, wilds on the meld that is nearest to a canasta."""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, highest, lane, lowest, unit
from sim.jit import kernel
from sim.moves import add, done
from sim.ways import lay_wilds, wild_room
from sim.words import CANASTA
from strategies.judge.cards import canastas_of


@kernel
def add_naturals(table, me, ranks, spare):
    """Add what the hand holds of the lowest of `ranks` (lanes) to the side's meld of it, at most `spare` cards; done()
    if none has room.
    """
    side = table.sides[me.side]
    while ranks != 0:
        rank = lowest(ranks)
        room = table.rules.largest_set - lane(side.naturals[0] + side.wilds[0], rank)
        count = min(lane(me.ranks, rank), spare, room)
        if count > 0:
            return add(rank, 0, count, 0, 0)
        ranks &= ranks - 1
    return done()


@kernel
def complete_with_wilds(table, me, most):
    """Complete the canasta that lacks fewest cards, with at most so many wilds; done() if there is none."""
    side = table.sides[me.side]
    sizes = side.naturals[0] + side.wilds[0]
    for short in range(1, most + 1):
        lacking = at_least(sizes, CANASTA - short) & ~at_least(sizes, CANASTA - short + 1)
        while lacking != 0:
            rank = highest(lacking)
            if wild_room(table.rules, side, rank, 0) >= short:
                return lay_wilds(table, me, rank, 0, 0, short, True)
            lacking &= ~unit(rank)
    return done()


@kernel
def grow_with_wild(table, me, size):
    """Add one wild, jokers first, to the largest meld of `size` cards or more that is no canasta; done() if none."""
    side = table.sides[me.side]
    sizes = side.naturals[0] + side.wilds[0]
    for least in range(CANASTA - 1, size - 1, -1):
        grown = at_least(sizes, least) & ~at_least(sizes, least + 1)
        while grown != 0:
            rank = highest(grown)
            if wild_room(table.rules, side, rank, 0) > 0:
                return lay_wilds(table, me, rank, 0, 0, 1, True)
            grown &= ~unit(rank)
    return done()


@kernel
def save_wild(table, me):
    """Bring a wild to the table before the deal ends: on an unfinished meld, or on a canasta that is mixed anyway
    (a natural one would lose 200, L22); done() if there is no room.
    """
    answer = grow_with_wild(table, me, np.int64(3))
    side = table.sides[me.side]
    mixed = at_least(side.naturals[0] + side.wilds[0], CANASTA) & at_least(side.wilds[0], 1)
    while answer == 0 and mixed != 0:
        rank = highest(mixed)
        if wild_room(table.rules, side, rank, 0) > 0:
            answer = lay_wilds(table, me, rank, 0, 0, 1, True)
        mixed &= ~unit(rank)
    return answer


@kernel
def wilds_for_canasta(table, me, first, later):
    """Wilds that one canasta may take: `first` while the side has none, `later` afterwards."""
    return first if canastas_of(table.sides[me.side]) == 0 else later
