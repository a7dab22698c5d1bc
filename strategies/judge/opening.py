"""When to open: what it would cost in wilds, and whether the hand is better kept concealed.

Which cards open is `sim.ways.opening_step`: all sets of three, the dearest first, then the dearest pairs with a wild.
Opening with the one meld that is just enough was tried and lost four points a deal: what stays in hand is laid anyway,
and a wild is spent where a second set of three would have done.
"""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, highest, lane, special, unit, wilds
from sim.jit import kernel
from sim.words import BLACK_TWO, JOKER


@kernel
def wilds_to_open(table, me):
    """Wilds that the opening takes, as `opening_step` goes about it: none if sets of three are enough."""
    value, points, used = table.rules.value, np.int64(0), np.int64(0)
    triples = at_least(me.ranks, 3)
    pairs = at_least(me.ranks, 2) & ~triples
    while triples != 0 and points < me.need:
        rank = highest(triples)
        points += lane(me.ranks, rank) * value[rank]
        triples &= ~unit(rank)
    while pairs != 0 and points < me.need:
        rank = highest(pairs)
        points += 2 * value[rank] + value[JOKER if used < special(me.special, JOKER) else BLACK_TWO]
        used += 1
        pairs &= ~unit(rank)
    while points < me.need and used < wilds(me.special):
        points += value[JOKER if used < special(me.special, JOKER) else BLACK_TWO]
        used += 1
    return used


@kernel
def stays_concealed(table, me, size):
    """True if the hand is better kept for going out in one turn: one rank and the wilds make `size` cards (lt MN11)."""
    wild = min(wilds(me.special), table.rules.wilds_at[7])
    return me.laid == 0 and size - wild <= 16 and at_least(me.ranks, max(size - wild, np.int64(1))) != 0
