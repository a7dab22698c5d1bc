"""In which ways a player may take the pile: by pair, by natural and wild, by addition. Exact.

A take needs its method (L27-L31), of an unopened side the minimum from hand and top card alone (L29), and a turn
that can still end (all?5): two cards left, or going out, for which the card under the top counts too. When the
stock is gone a take is forced where some legal way exists (L41, settled 26), so a wrong no would be as bad as a
wrong yes.
"""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, lane, lowest, special, special_unit, unit, wilds
from sim.bounds import MOST_ON_RANK, UNSURE, YES, canastas_wanted, quick_opening, wild_points
from sim.jit import kernel
from sim.plan import (
    APART,
    BLACK_SETS,
    CANASTA_STATES,
    IMPOSSIBLE,
    LATE_BLACK,
    LEFT_STATES,
    NO_GAIN,
    gain_of,
    out_from,
    plan_of,
    reaches,
    solve,
)
from sim.words import ADD, BLACK_THREE, BLACK_TWO, FIRST_SPECIAL, JOKER, LANES, MIX, PAIR, RED_THREE, RED_TWO


@kernel
def opens_by_pair(table, me, top):
    """True if an unopened side may take the pile by PAIR: the minimum is reached and the turn can end (L29, all?5)."""
    rest = table.pile_count - 1
    ranks = me.ranks + unit(top)
    spare = me.count + 1
    if rest < 2:  # the quick YES may come before the taking meld is counted: its three cards must be there too
        spare -= 2 - rest + 3
    quick = quick_opening(table.rules, ranks, me.special, spare, me.need, np.int64(0))
    if quick != UNSURE:
        return quick == YES
    plan = plan_of(me, ranks, me.special, APART, top, PAIR)
    if reaches(table, plan, me.scratch[solve(table, me, plan, -1)], 0, me.need, max(np.int64(0), 2 - rest), 2):
        return True
    return rest < 2 and me.answered != 2 and out_by_take(table, me, top, PAIR)


@kernel
def out_by_take(table, me, top, method):
    """True if the player can go out in the turn in which he takes a pile of one or two cards by `method`.

    The card under the top is known. It does not count toward the minimum (all?2), so it is tried as what it can
    become: the final discard, or part of a meld of each rank it fits.
    """
    rules = table.rules
    ranks = me.ranks + unit(top)
    plan = plan_of(me, ranks, me.special, BLACK_SETS | LATE_BLACK, top, method)
    wanted = canastas_wanted(table, me)
    if table.pile_count == 1:
        return out_from(table, me, plan, wanted, me.need)
    under = pile_kind_under(table)
    if rules.final_discard and reaches(table, plan, me.scratch[solve(table, me, plan, -1)], wanted, me.need, 0, 0):
        return True  # the card under the top is the final discard; so is the replacement of a red three
    if under == RED_THREE:
        return rules.red3_of_pile_replaced == 0 and out_from(table, me, plan, wanted, me.need)
    if under == BLACK_THREE:
        word = me.special + special_unit(BLACK_THREE)
        return out_from(table, me, plan_of(me, ranks, word, BLACK_SETS | LATE_BLACK, top, method), wanted, me.need)
    if me.need == 0:
        if under < FIRST_SPECIAL:
            later = plan_of(me, ranks + unit(under), me.special, BLACK_SETS, top, method)
        else:
            later = plan_of(me, ranks, me.special + special_unit(under), BLACK_SETS, top, method)
        return out_from(table, me, later, wanted, np.int64(0))
    for rank in range(LANES):
        if (under == rank or under >= FIRST_SPECIAL) and out_with_late(table, me, plan, rank, under, wanted, me.need):
            return True
    return False


@kernel
def without_wilds(word, count):
    """A special word less `count` wilds, twos first."""
    for _ in range(count):
        if special(word, BLACK_TWO) > 0:
            word -= special_unit(BLACK_TWO)
        elif special(word, RED_TWO) > 0:
            word -= special_unit(RED_TWO)
        else:
            word -= special_unit(JOKER)
    return word


@kernel
def pile_kind_under(table):
    """Kind of the card under the top of a pile of two."""
    if table.pile_ranks & (table.pile_ranks - 1) != 0 or table.pile_special == 0:
        ranks = table.pile_ranks - (np.int64(1) << (5 * (table.pile_top >> 2)))
        return lowest(at_least(ranks, 1))
    for kind in range(FIRST_SPECIAL, FIRST_SPECIAL + 5):
        if special(table.pile_special, kind) > 0:
            return np.int64(kind)
    return np.int64(-1)


@kernel
def out_with_late(table, me, plan, rank, late, wanted, need):
    """True if going out works with the late card (a kind) laid on `rank`, the minimum being reached without it.

    All other ranks are solved together; then each way to lay `rank` is tried. What would be no meld without the
    late card counts nothing toward the minimum, its wilds (twos first) included.
    """
    rules = table.rules
    states = me.scratch[solve(table, me, plan, rank)]
    wild_late = np.int64(late >= FIRST_SPECIAL)
    natural_late = 1 - wild_late
    held = lane(plan.ranks, rank)
    wild_held = wilds(plan.word)
    for naturals in range(held + 1):
        for wild in range(min(wild_held, np.int64(MOST_ON_RANK)) + 1):
            gain = gain_of(table, plan, rank, naturals + natural_late, wild + wild_late)
            if gain < 0:
                continue
            early = naturals + wild == 0 or gain_of(table, plan, rank, naturals, wild) > NO_GAIN
            if not early and plan.top == rank:
                continue
            for canastas in range(CANASTA_STATES):
                if canastas + gain < wanted:
                    continue
                for used in range(wild_held - wild + 1):
                    for left in range(LEFT_STATES):
                        over = left + held - naturals + wild_held - wild - used
                        points = states[canastas, used, left]
                        if points == IMPOSSIBLE or over > rules.final_discard:
                            continue
                        if early:
                            points += naturals * rules.value[rank]
                            points += wild_points(rules, plan.word, used + wild)
                        else:
                            points += wild_points(rules, without_wilds(plan.word, wild), used)
                        if points >= need:
                            return True
    return False


@kernel
def take_methods(table, me):
    """Bits PAIR, MIX, ADD: the ways in which the player may take the pile now (L28-L31, all?5).

    Reads `me.need` (the side's minimum, 0 once opened) and `me.answered`: after a no, a take that only going out
    could finish is illegal in this turn (settled 24).
    """
    rules = table.rules
    top = table.pile_top >> 2
    if table.pile_count == 0 or top >= LANES or (rules.stops >> top) & 1 or rules.pile_taken == 0:
        return np.int64(0)
    held = lane(me.ranks, top)
    side = table.sides[me.side]
    if me.need > 0:  # frozen for a side that has not opened (L27)
        return np.int64(PAIR) if held >= 2 and opens_by_pair(table, me, top) else np.int64(0)
    methods = np.int64(0)
    if held >= 2:
        methods = np.int64(PAIR)
    if table.frozen == 0 and rules.always_frozen == 0:
        melded = lane(side.naturals[0], top) > 0
        room = melded == 0 or (rules.melds_of_rank == 2 and lane(side.naturals[1], top) == 0)
        if rules.mix and held >= 1 and wilds(me.special) > 0 and room:
            methods |= MIX
        if rules.add and melded:
            methods |= ADD
    if methods == 0 or me.count + table.pile_count - 1 >= 4:
        return methods
    return finishable(table, me, top, methods)


@kernel
def finishable(table, me, top, methods):
    """Those of `methods` after which the turn can still end: two cards over, or going out."""
    rest = table.pile_count - 1
    legal = np.int64(0)
    for method in (PAIR, MIX, ADD):
        if methods & method == 0:
            continue
        from_hand = np.int64(0) if method == ADD else np.int64(2)
        if me.count - from_hand + rest >= 2 or (me.answered != 2 and out_by_take(table, me, top, method)):
            legal |= method
    return legal
