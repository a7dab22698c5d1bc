"""What a player can still do in this turn from the cards in his hand: open, go out, go out concealed. Exact.

A turn must be able to end (all?5), asking is offered only to a player who can go out (settled 18, 24), and "can he
open" means the best opening (settled 26). `sim.bounds` answers first, `sim.plan` where it is unsure.
"""

from __future__ import annotations

import numpy as np

from sim.bits import any_at_least, at_least, ones, wilds
from sim.bounds import MOST_ON_RANK, NO, UNSURE, YES, canastas_wanted, quick_opening, quick_out
from sim.jit import kernel
from sim.plan import BLACK_SETS, OWN_ONLY, out_from, plan_of, reaches, solve
from sim.words import CANASTA


@kernel
def can_go_out(table, me):
    """True if the player can lay all his cards, or all but a final discard, and meet the going-out condition."""
    quick = quick_out(table, me)
    if quick == NO or (quick == YES and me.need == 0):
        return quick == YES
    plan = plan_of(me, me.ranks, me.special, BLACK_SETS, -1, 0)
    return out_from(table, me, plan, canastas_wanted(table, me), me.need)


@kernel
def can_go_out_concealed(table, me):
    """True if the player, who has laid nothing before, can go out with melds of his own and a canasta among them (L38).

    What he has laid in this turn, by taking the pile, is his own.
    """
    rules, side = table.rules, table.sides[me.side]
    first = (side.naturals[0] + side.wilds[0]) & (side.fresh[0] * 31)
    second = (side.naturals[1] + side.wilds[1]) & (side.fresh[1] * 31)
    own = first + second
    if not any_at_least(me.ranks + own, CANASTA - min(wilds(me.special), np.int64(MOST_ON_RANK))):
        return False
    alone = at_least(me.ranks, 1) & ~at_least(me.ranks, 2) & ~side.fresh[0] & ~side.fresh[1]
    if ones(alone) > rules.final_discard:
        return False
    own_wanted = np.int64(not (any_at_least(first, CANASTA) or any_at_least(second, CANASTA)))
    plan = plan_of(me, me.ranks, me.special, OWN_ONLY | BLACK_SETS, -1, 0)
    return out_from(table, me, plan, max(own_wanted, canastas_wanted(table, me)), me.need)


@kernel
def can_open(table, me):
    """True if an unopened side's player can reach its minimum from hand and keep a card after his discard (all?5)."""
    quick = quick_opening(table.rules, me.ranks, me.special, me.count - 2, me.need, np.int64(0))
    if quick != UNSURE:
        return quick == YES
    plan = plan_of(me, me.ranks, me.special, 0, -1, 0)
    return reaches(table, plan, me.scratch[solve(table, me, plan, -1)], 0, me.need, 2, 2)
