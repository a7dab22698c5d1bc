"""The way to what `sim.reach` says can be reached: the next laying of an opening, or of going out. For strategies.

`me.may` and `sim.reach` answer "can he"; a player who has decided to do it needs a laying that does not spoil it. Both
steps are exact: if the goal can be reached at all, following the steps reaches it. The common cases are answered by a
greedy order that the bounds of `sim.bounds` have shown to be enough, the others by the same dynamic programme.
"""

from __future__ import annotations

import numpy as np

from sim.apart import apart
from sim.bits import at_least, highest, lane, lowest, ones, special, special_unit, twos, unit, wilds
from sim.bounds import (
    MERGED,
    MOST_ON_RANK,
    SECOND,
    YES,
    canastas_wanted,
    completes_one,
    quick_opening,
    quick_out,
    wild_places,
    wild_points,
)
from sim.jit import kernel
from sim.layout import LARGEST_SET
from sim.moves import add, black, done, join, new_set
from sim.plan import (
    APART,
    BLACK_SETS,
    CANASTA_STATES,
    IMPOSSIBLE,
    LATE_BLACK,
    LEFT_STATES,
    NO_GAIN,
    gain_merged,
    gain_of,
    gain_split,
    plan_of,
    solve,
)
from sim.takes import pile_kind_under
from sim.words import BLACK_THREE, BLACK_TWO, CANASTA, FIRST_SPECIAL, JOKER, LANES, MIX, OPENING, PAIR, RED_THREE

OPEN, GO_OUT = range(2)


@kernel
def wild_room(rules, side, rank, slot):
    """Wilds that still fit on the meld of `rank` in `slot` if it grows by them alone; 0 where there is no meld."""
    naturals, has = lane(side.naturals[slot], rank), lane(side.wilds[slot], rank)
    room = np.int64(0)
    if naturals > 0:
        while (
            naturals + has + room < rules.largest_set
            and rules.wilds_at[min(naturals + has + room + 1, LARGEST_SET)] > has + room
        ):
            room += 1
            if room >= MOST_ON_RANK:
                break
    return room


@kernel
def lay_wilds(table, me, rank, slot, naturals, wild, jokers_first):
    """The answer that lays so many naturals and wilds on a meld of `rank` (slot -1: a new one)."""
    joker, two = special(me.special, JOKER), twos(me.special)
    from_jokers = min(wild, joker) if jokers_first else wild - min(wild, two)
    if slot < 0:
        return new_set(rank, naturals, wild - from_jokers, from_jokers)
    return add(rank, slot, naturals, wild - from_jokers, from_jokers)


@kernel
def add_wild_somewhere(table, me, jokers_first):
    """Add one wild to a meld of the side that has room; done() if none has. A natural canasta comes last (L22)."""
    rules, side = table.rules, table.sides[me.side]
    last = done()
    if wilds(me.special) == 0:
        return last
    for slot in range(2):
        melded = at_least(side.naturals[slot], 1)
        while melded != 0:
            rank = lowest(melded)
            if wild_room(rules, side, rank, slot) > 0:
                answer = lay_wilds(table, me, rank, slot, 0, 1, jokers_first)
                if lane(side.wilds[slot], rank) > 0 or lane(side.naturals[slot], rank) < CANASTA:
                    return answer
                last = answer
            melded &= melded - 1
    return last


@kernel
def taking_move(table, me, method):
    """The laying that takes the pile by `method` (PAIR, MIX or ADD), which `me.may` offers.

    The top card goes on the side's larger meld of its rank, where a canasta is nearest; a two goes before a joker.
    """
    side, rank = table.sides[me.side], table.pile_top >> 2
    sizes = lane(side.naturals[0] + side.wilds[0], rank), lane(side.naturals[1] + side.wilds[1], rank)
    slot = 1 if sizes[1] > sizes[0] else 0
    if method == PAIR:
        return add(rank, slot, 2, 0, 0) if sizes[0] > 0 else new_set(rank, 2, 0, 0)
    if method == MIX:
        two = 1 if twos(me.special) > 0 else 0
        return new_set(rank, 1, two, 1 - two)
    return add(rank, slot, 0, 0, 0)


@kernel
def opening_step(table, me):
    """The next laying on the way to the opening minimum; done() if nothing lacks or it is out of reach.

    Works in the phases LAY and OPENING. Dearest triples first, then pairs with a wild, then further wilds.
    """
    return step(table, me, OPEN)


@kernel
def going_out_step(table, me):
    """The next laying on the way out; done() when at most the final discard is left, or if it cannot be done."""
    return step(table, me, GO_OUT)


@apart
def step(table, me, goal):
    """The next laying to a goal, OPEN or GO_OUT."""
    return step_to_open(table, me) if goal == OPEN else step_to_go_out(table, me)


@kernel
def step_to_open(table, me):
    """`opening_step`, where it is compiled."""
    if me.need == 0:
        return done()
    keep = np.int64(2)
    if table.phase == OPENING:
        keep = max(np.int64(0), 3 - table.pile_count)
    places = wild_places(table.rules, table.sides[me.side])
    if quick_opening(table.rules, me.ranks, me.special, me.count - keep, me.need, places) == YES:
        triples = at_least(me.ranks, 3)
        if triples != 0:
            rank = highest(triples)
            return new_set(rank, lane(me.ranks, rank), 0, 0)
        pairs = at_least(me.ranks, 2)
        if pairs != 0 and wilds(me.special) > 0:
            rank = highest(pairs)
            with_a_two = 2 * table.rules.value[rank] + table.rules.value[BLACK_TWO]
            return lay_wilds(table, me, rank, -1, 2, 1, with_a_two < me.need)
        return add_wild_somewhere(table, me, table.rules.value[BLACK_TWO] < me.need)
    plan = plan_of(me, me.ranks, me.special, APART if table.phase == OPENING else 0, -1, 0)
    answer = exact_step(table, me, plan, 0, me.need, keep, 2)
    if answer != 0:
        return answer
    if table.phase == OPENING and table.pile_count == 2:
        return late_step(table, me)
    return step_to_go_out(table, me)


@kernel
def late_step(table, me):
    """The next laying of an opening take that can end only by going out, with the one card under the top to come.

    That card is the final discard, or it is laid after the pile is picked up; it counts nothing toward the minimum.
    """
    wanted, late = canastas_wanted(table, me), pile_kind_under(table)
    plan = plan_of(me, me.ranks, me.special, APART | BLACK_SETS | LATE_BLACK, -1, 0)
    answer = exact_step(table, me, plan, wanted, me.need, 0, 0)
    if answer != 0 or late == RED_THREE:
        return answer
    flags = BLACK_SETS | LATE_BLACK
    if late < FIRST_SPECIAL:
        plan = plan_of(me, me.ranks + unit(late), me.special, flags, -1, 0)
    else:
        plan = plan_of(me, me.ranks, me.special + special_unit(late), flags, -1, 0)
    need = me.need + (table.rules.value[late] if late != BLACK_THREE else 0)
    return exact_step(table, me, plan, wanted, need, 0, table.rules.final_discard)


@kernel
def step_to_go_out(table, me):
    """`going_out_step`, where it is compiled."""
    wanted = canastas_wanted(table, me)
    if wanted == 0 and me.count <= table.rules.final_discard:
        return done()
    if me.need == 0 and quick_out(table, me) == YES:
        return greedy_out(table, me, wanted)
    plan = plan_of(me, me.ranks, me.special, BLACK_SETS, -1, 0)
    return exact_step(table, me, plan, wanted, me.need, 0, table.rules.final_discard)


@kernel
def greedy_out(table, me, wanted):
    """The canasta that is wanted, naturals on melds, triples, pairs with a wild, then the other wilds.

    Enough where `quick_out` says YES.
    """
    side, rules = table.sides[me.side], table.rules
    melded, triples = at_least(side.naturals[0], 1), at_least(me.ranks, 3)
    if wanted > 0:
        bare_pairs = at_least(me.ranks, 2) & ~triples & ~melded
        free = wilds(me.special) - ones(bare_pairs)
        found = completes_one(side, me.ranks, melded | triples, free, rules.wilds_at[LARGEST_SET])
        return complete(table, me, found)
    fits = at_least(me.ranks, 1) & melded
    if fits != 0:
        rank = lowest(fits)
        return add(rank, 0, lane(me.ranks, rank), 0, 0)
    if triples != 0:
        rank = lowest(triples)
        return new_set(rank, lane(me.ranks, rank), 0, 0)
    pairs = at_least(me.ranks, 2)
    if pairs != 0:
        return lay_wilds(table, me, lowest(pairs), -1, 2, 1, True)
    answer = add_wild_somewhere(table, me, True)
    if answer == 0 and special(me.special, BLACK_THREE) >= rules.black3_least:
        return black(special(me.special, BLACK_THREE))
    return answer


@kernel
def complete(table, me, found):
    """The laying toward the canasta that `completes_one` has found: all naturals of the rank, and the wilds it
    lacks.
    """
    side = table.sides[me.side]
    rank, slot = found & 15, 1 if found & SECOND else 0
    if found & MERGED:
        return join(rank)
    held, size = lane(me.ranks, rank), lane(side.naturals[slot] + side.wilds[slot], rank)
    short = max(np.int64(0), CANASTA - size - held)
    return lay_wilds(table, me, rank, slot if size > 0 else -1, held, short, True)


@kernel
def exact_step(table, me, plan, wanted, need, least_left, most_left):
    """A laying that is part of some complete way to `wanted` canastas, `need` points and so many cards left; or done().

    For each rank all other ranks are solved together; the first way to lay the rank that completes one of their
    states is returned, or its first part where two melds share the cards.
    """
    for rank in range(LANES):
        side = table.sides[me.side]
        if lane(plan.ranks, rank) == 0 and lane(side.naturals[0], rank) == 0:
            continue
        states = me.scratch[solve(table, me, plan, rank)]
        for naturals in range(lane(plan.ranks, rank), -1, -1):
            for wild in range(min(wilds(plan.word), np.int64(MOST_ON_RANK)) + 1):
                gain = gain_of(table, plan, rank, naturals, wild)
                if gain < 0 or (naturals + wild == 0 and gain == 0):
                    continue
                here = min(naturals, lane(me.ranks, rank)) + min(wild, wilds(me.special))
                if here == 0 and naturals + wild > 0:
                    continue  # that card is still in the pile: another rank comes first
                if completes(table, plan, states, rank, (naturals, wild, gain), (wanted, need, least_left, most_left)):
                    return first_part(table, me, plan, rank, naturals, wild, gain, need > 0)
    if plan.flags & BLACK_SETS and special(me.special, BLACK_THREE) >= table.rules.black3_least:
        return black(special(me.special, BLACK_THREE))
    return done()


@kernel
def completes(table, plan, states, rank, laid, goal):
    """True if laying (naturals, wilds, canastas gained) on `rank` completes a state to the goal.

    `goal` is (wanted, need, least_left, most_left) as in `sim.plan.reaches`.
    """
    naturals, wild, gain = laid
    wanted, need, least_left, most_left = goal
    held = wilds(plan.word)
    points = naturals * table.rules.value[rank]
    for canastas in range(CANASTA_STATES):
        if canastas + gain < wanted:
            continue
        for used in range(held - wild + 1):
            worth = points + wild_points(table.rules, plan.word, used + wild)
            for left in range(LEFT_STATES):
                total = left + lane(plan.ranks, rank) - naturals + held - wild - used
                state = states[canastas, used, left]
                if state == IMPOSSIBLE or total < least_left or state + worth < need:
                    continue
                if total <= most_left or most_left >= LEFT_STATES - 1:
                    return True
    return False


@kernel
def first_part(table, me, plan, rank, naturals, wild, gain, jokers_first):
    """The first laying of a way to lay (naturals, wild) on `rank` that gains `gain` canastas; of what is in the
    hand.
    """
    side = table.sides[me.side]
    if naturals > lane(me.ranks, rank) or wild > wilds(me.special):  # one of them is still in the pile
        slot = -1 if lane(side.naturals[0], rank) == 0 else 0
        naturals, wild = min(naturals, lane(me.ranks, rank)), min(wild, wilds(me.special))
        return lay_wilds(table, me, rank, slot, naturals, wild, True)
    slots = lane(side.naturals[0], rank) > 0, lane(side.naturals[1], rank) > 0
    for here in range(naturals, -1, -1):
        for wild_here in range(wild, -1, -1):
            if gain_split(table, plan, rank, here, wild_here, naturals, wild) != gain or gain == NO_GAIN:
                continue
            if here + wild_here > 0:
                return lay_wilds(table, me, rank, 0 if slots[0] else -1, here, wild_here, jokers_first)
            return lay_wilds(table, me, rank, 1 if slots[1] else -1, naturals, wild, jokers_first)
    if gain_merged(table, plan, rank, naturals, wild) == gain:
        return join(rank)
    return done()
