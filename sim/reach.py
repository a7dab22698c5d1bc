"""What a hand can still reach in this turn: opening with the minimum, going out, going out concealed. Exact.

The rules ask "can he" in four places: a take of an unopened side needs its minimum (L29), a turn must be able to
end (all?5), asking is offered only to a player who can go out (settled 18, 24), and a take is forced when the
stock is gone and some legal way exists, the best opening included (L41, settled 26). All are one question: which
cards of the hand can be laid together, for how many points, leaving how many and completing how many canastas?

`quick_opening` and `quick_out` answer almost every call from bounds in a few nanoseconds. What they leave open goes
to `solve`, a dynamic programme over the ranks whose state is (canastas gained, wilds used, cards left over) and whose
value is the points of the naturals laid. It covers additions to either meld of a rank, new melds, two melds of
a rank, merging, and black threes.

Left out: sequences, wild melds and going-out conditions by kind of canasta; they come with their rule sets.
"""

from __future__ import annotations

import numpy as np

from sim.bits import any_at_least, at_least, cards, highest, lane, lowest, ones, special, twos, wilds
from sim.jit import kernel
from sim.layout import LARGEST_SET
from sim.words import (
    ADD,
    BLACK3_NEVER,
    BLACK_THREE,
    BLACK_TWO,
    CANASTA,
    FIRST_SPECIAL,
    JOKER,
    LANES,
    MIX,
    PAIR,
    RED_THREE,
)

NO, YES, UNSURE = 0, 1, 2
IMPOSSIBLE = -1  # value of a state that cannot be reached
CANASTA_STATES, LEFT_STATES, MOST_WILDS = 3, 3, 24  # gained 0 1 2+, left over 0 1 2+, four packs and eight jokers
MOST_ON_RANK = 6  # wilds on the two melds of one rank
NO_GAIN = -9

PLAN = np.dtype(
    [
        ("ranks", "i8"),  # naturals at hand, the top card of a take included
        ("jokers", "i8"),
        ("twos", "i8"),
        ("black", "i8"),  # black threes
        ("side", "i8"),
        ("own_only", "i8"),  # 1: nothing may be added to melds on the table (concealed)
        ("late_black", "i8"),  # 1: one of them comes with the pile and counts nothing toward the minimum
        ("apart", "i8"),  # 1: melds may not be merged (before a taken pile is picked up)
        ("black_sets", "i8"),  # 1: black threes may be laid (going out)
        ("top", "i8"),  # rank of the pile's top card, -1 = no take
        ("method", "i8"),  # PAIR, MIX or ADD: how the top card must be laid
    ],
    align=True,
)


# --- bounds -------------------------------------------------------------------------------------------------------------
@kernel
def wild_points(rules, jokers, twos_held, used):
    """Card values of the best `used` wilds, jokers first."""
    high = min(used, jokers)
    return high * rules.value[JOKER] + min(used - high, twos_held) * rules.value[BLACK_TWO]


@kernel
def wilds_on_pair(rules):
    """Most wilds that a set with two naturals may hold."""
    count = np.int64(0)
    while rules.wilds_at[3 + count] > count:
        count += 1
    return count


@kernel
def quick_opening(rules, ranks, word, spare, need):
    """Can melds from these cards (rank word, special word) reach `need` points? NO, YES or UNSURE.

    `spare` is how many of the cards may be used at most. The bound: all triples, then the dearest pairs with one
    wild each, then every other wild, jokers at their value. It is reached if the melds can hold the wilds.
    """
    triples = at_least(ranks, 3)
    pairs = at_least(ranks, 2) ^ triples
    wild = wilds(word)
    if triples == 0 and (pairs == 0 or wild == 0):
        return NO
    points, used, melds = np.int64(0), np.int64(0), np.int64(0)
    while triples != 0:
        rank = lowest(triples)
        count = lane(ranks, rank)
        points += count * rules.value[rank]
        used += count
        melds += 1
        triples &= triples - 1
    free = wild
    if rules.wilds_at[3] < 1:
        pairs = 0
    while pairs != 0 and free > 0:
        rank = highest(pairs)
        points += 2 * rules.value[rank]
        used += 2
        melds += 1
        free -= 1
        pairs ^= np.int64(1) << (5 * rank)
    if melds == 0:
        return NO
    points += wild_points(rules, special(word, JOKER), twos(word), wild)
    if points < need:
        return NO
    if used + wild > spare:
        return UNSURE
    if wild > melds and wild > melds * wilds_on_pair(rules):
        return UNSURE
    return YES


@kernel
def quick_out(table, me, wanted):
    """Can all cards but one be laid and `wanted` more canastas be made? NO, YES or UNSURE, from counts alone."""
    rules = table.rules
    side = table.sides[me.side]
    melded = at_least(side.naturals[0], 1)
    single = at_least(me.ranks, 1) & ~at_least(me.ranks, 2) & ~melded
    stuck = ones(single)
    black = special(me.special, BLACK_THREE)
    if black < rules.black3_least or rules.black3 == BLACK3_NEVER:
        stuck += black
    if stuck > rules.final_discard:
        return NO
    pairs = at_least(me.ranks, 2) & ~at_least(me.ranks, 3) & ~melded
    wild = wilds(me.special)
    missing = ones(pairs)
    if missing > wild:
        return NO
    if wanted > 0:
        reached = me.ranks + side.naturals[0] + side.wilds[0] + side.naturals[1] + side.wilds[1]
        if not any_at_least(reached, CANASTA - min(wild, np.int64(MOST_ON_RANK))):
            return NO
        return UNSURE
    if black >= rules.black3_least or rules.wilds_at[3] < 1 or rules.largest_set < LARGEST_SET:
        return UNSURE
    over = wild - missing + stuck - rules.final_discard
    if over <= 0:
        return YES
    most = rules.wilds_at[LARGEST_SET]
    if rules.wilds_at[min(2 + most, LARGEST_SET)] < most:
        return UNSURE
    melds = ones(melded | at_least(me.ranks, 3)) + missing + ones(at_least(side.naturals[1], 1))
    room = most * melds - cards(side.wilds[0]) - cards(side.wilds[1])
    return YES if wild - (wild - missing - over) <= room else UNSURE


# --- the exact answer ----------------------------------------------------------------------------------------------------
@kernel
def laid_on(rules, naturals, wild, more_naturals, more_wilds):
    """Canastas gained (0 or 1) by laying so many cards on a meld (0 and 0: a new one); NO_GAIN if it is illegal."""
    before = naturals + wild
    size = before + more_naturals + more_wilds
    if size == before:
        return np.int64(0)
    if size < 3 or size > rules.largest_set or wild + more_wilds > rules.wilds_at[min(size, LARGEST_SET)]:
        return np.int64(NO_GAIN)
    return np.int64(size >= CANASTA) - np.int64(before >= CANASTA)


@kernel
def takes_top(plan, rank, slot_used, more_naturals, more_wilds):
    """True if this laying is how the top card is to be taken, or the rank is not the top card's."""
    if plan.top != rank:
        return True
    if plan.method == PAIR:
        return more_naturals >= 3
    if plan.method == MIX:
        return not slot_used and more_naturals >= 2 and more_wilds >= 1
    return slot_used and more_naturals >= 1


@kernel
def gain_merged(table, plan, rank, more_naturals, more_wilds):
    """Canastas gained by merging the two melds of `rank` and laying so many cards on the result; NO_GAIN: illegal."""
    rules, side = table.rules, table.sides[plan.side]
    first, first_wild = lane(side.naturals[0], rank), lane(side.wilds[0], rank)
    second, second_wild = lane(side.naturals[1], rank), lane(side.wilds[1], rank)
    if second == 0 or plan.own_only or plan.apart or not takes_top(plan, rank, True, more_naturals, more_wilds):
        return np.int64(NO_GAIN)
    size, wild = first + first_wild + second + second_wild, first_wild + second_wild
    if size > rules.largest_set or wild > rules.wilds_at[min(size, LARGEST_SET)]:
        return np.int64(NO_GAIN)
    added = laid_on(rules, size - wild, wild, more_naturals, more_wilds)
    before = np.int64(first + first_wild >= CANASTA) + np.int64(second + second_wild >= CANASTA)
    return added + np.int64(size >= CANASTA) - before


@kernel
def gain_split(table, plan, rank, naturals, wild, more_naturals, more_wilds):
    """Canastas gained by laying (naturals, wild) on slot 0 of `rank` and the rest of the cards on slot 1, unmerged."""
    rules, side = table.rules, table.sides[plan.side]
    first, second = lane(side.naturals[0], rank), lane(side.naturals[1], rank)
    rest, rest_wild = more_naturals - naturals, more_wilds - wild
    if plan.own_only and ((first > 0 and naturals + wild > 0) or (second > 0 and rest + rest_wild > 0)):
        return np.int64(NO_GAIN)
    if rest + rest_wild > 0 and second == 0 and (rules.melds_of_rank < 2 or (first == 0 and naturals + wild == 0)):
        return np.int64(NO_GAIN)
    if not (
        takes_top(plan, rank, first > 0, naturals, wild) or takes_top(plan, rank, second > 0, rest, rest_wild)
    ):
        return np.int64(NO_GAIN)
    one = laid_on(rules, first, lane(side.wilds[0], rank), naturals, wild)
    two = laid_on(rules, second, lane(side.wilds[1], rank), rest, rest_wild)
    return one + two if one > NO_GAIN and two > NO_GAIN else np.int64(NO_GAIN)


@kernel
def gain_of(table, plan, rank, more_naturals, more_wilds):
    """Most canastas gained by laying so many cards on the melds of `rank`, old, new or merged; NO_GAIN: impossible."""
    best = gain_merged(table, plan, rank, more_naturals, more_wilds)
    for naturals in range(more_naturals + 1):
        for wild in range(more_wilds + 1):
            best = max(best, gain_split(table, plan, rank, naturals, wild, more_naturals, more_wilds))
    return best


@kernel
def spread(table, plan, rank, before, after):
    """One step of the programme: from states `before` to `after`, whatever is laid on `rank`.

    Both are int64 of shape (CANASTA_STATES, MOST_WILDS + 1, LEFT_STATES), points or IMPOSSIBLE; `after` is changed.
    """
    after[:, :, :] = IMPOSSIBLE
    held = lane(plan.ranks, rank)
    most_wilds = plan.jokers + plan.twos
    value = table.rules.value[rank]
    for naturals in range(held + 1):
        for wild in range(min(most_wilds, np.int64(MOST_ON_RANK)) + 1):
            gain = gain_of(table, plan, rank, naturals, wild)
            if gain < 0:
                continue
            for canastas in range(CANASTA_STATES):
                reached = min(canastas + gain, np.int64(CANASTA_STATES - 1))
                for used in range(most_wilds - wild + 1):
                    for left in range(LEFT_STATES):
                        points = before[canastas, used, left]
                        if points == IMPOSSIBLE:
                            continue
                        over = min(left + held - naturals, np.int64(LEFT_STATES - 1))
                        points += naturals * value
                        if points > after[reached, used + wild, over]:
                            after[reached, used + wild, over] = points


@kernel
def solve(table, plan, skip):
    """States reachable by laying cards of all ranks but `skip` (-1: none), black threes included.

    Returns int64 of shape (CANASTA_STATES, MOST_WILDS + 1, LEFT_STATES): best points of the naturals and black
    threes laid, by canastas gained, wilds used and cards other than wilds left over.
    """
    states = np.empty((2, CANASTA_STATES, MOST_WILDS + 1, LEFT_STATES), np.int64)
    states[0, :, :, :] = IMPOSSIBLE
    states[0, 0, 0, min(plan.black, np.int64(LEFT_STATES - 1))] = 0
    rules = table.rules
    if plan.black_sets and rules.black3 != BLACK3_NEVER:
        for count in range(rules.black3_least, min(plan.black, rules.black3_most) + 1):
            left = min(plan.black - count, np.int64(LEFT_STATES - 1))
            early = min(count, plan.black - plan.late_black)
            points = early * rules.value[BLACK_THREE] if early >= rules.black3_least else np.int64(0)
            states[0, 0, 0, left] = max(states[0, 0, 0, left], points)
    now = np.int64(0)
    side = table.sides[plan.side]
    for rank in range(LANES):
        idle = lane(plan.ranks, rank) == 0 and (lane(side.naturals[0], rank) == 0 or plan.jokers + plan.twos == 0)
        if rank == skip or (idle and lane(side.naturals[1], rank) == 0):
            continue
        spread(table, plan, rank, states[now], states[1 - now])
        now = 1 - now
    return states[now]


@kernel
def plan_of(plan, me, own_only, black_sets):
    """Fill `plan` with the hand of `me`; no take."""
    plan.ranks = me.ranks
    plan.jokers = special(me.special, JOKER)
    plan.twos = twos(me.special)
    plan.black = special(me.special, BLACK_THREE)
    plan.side = me.side
    plan.own_only = own_only
    plan.late_black = 0
    plan.apart = 0
    plan.black_sets = black_sets
    plan.top = -1
    plan.method = 0


@kernel
def reaches(table, plan, states, wanted, need, least_left, most_left):
    """True if some state has `wanted` canastas, `need` points and least_left … most_left cards over (2 = two or more)."""
    rules = table.rules
    held = plan.jokers + plan.twos
    for canastas in range(min(wanted, CANASTA_STATES - 1), CANASTA_STATES):
        for used in range(held + 1):
            points = wild_points(rules, plan.jokers, plan.twos, used)
            for left in range(LEFT_STATES):
                total = left + held - used
                if states[canastas, used, left] == IMPOSSIBLE or total < least_left:
                    continue
                if (total <= most_left or most_left >= LEFT_STATES - 1) and states[canastas, used, left] + points >= need:
                    return True
    return False


@kernel
def canastas_wanted(table, me):
    """Canastas the side still lacks for going out, 0 … 2."""
    have = np.int64(0)
    for kind in range(5):
        have += table.sides[me.side].canastas[kind]
    return max(np.int64(0), table.rules.canastas_needed - have)


@kernel
def can_go_out(table, me):
    """True if the player can lay all his cards, or all but a final discard, and meet the going-out condition."""
    wanted = canastas_wanted(table, me)
    quick = quick_out(table, me, wanted)
    if quick == NO or (quick == YES and me.need == 0):
        return quick == YES
    plan = np.zeros(1, PLAN)[0]
    plan_of(plan, me, 0, 1)
    return out_from(table, plan, wanted, me.need)


@kernel
def out_from(table, plan, wanted, need):
    """`can_go_out` for the cards of `plan`; black threes laid forbid a final discard where the rules say so."""
    rules = table.rules
    black = plan.black
    if black >= rules.black3_least and rules.black3_final_discard == 0 and rules.black3 != BLACK3_NEVER:
        if reaches(table, plan, solve(table, plan, -1), wanted, need, 0, 0):
            return True
        plan.black_sets = 0
    return reaches(table, plan, solve(table, plan, -1), wanted, need, 0, rules.final_discard)


@kernel
def can_go_out_concealed(table, me):
    """True if the player, who has laid nothing before, can go out with melds of his own and a canasta among them (L38)."""
    rules = table.rules
    wild = min(wilds(me.special), np.int64(MOST_ON_RANK))
    if at_least(me.ranks, CANASTA - wild) == 0:
        return False
    single = ones(at_least(me.ranks, 1) & ~at_least(me.ranks, 2))
    if single > rules.final_discard:
        return False
    plan = np.zeros(1, PLAN)[0]
    plan_of(plan, me, 1, 1)
    return out_from(table, plan, max(np.int64(1), canastas_wanted(table, me)), me.need)


@kernel
def can_open(table, me):
    """True if an unopened side's player can reach its minimum from hand and end his turn (all?5)."""
    quick = quick_opening(table.rules, me.ranks, me.special, me.count - 2, me.need)
    if quick != UNSURE:
        return quick == YES
    plan = np.zeros(1, PLAN)[0]
    plan_of(plan, me, 0, 0)
    if reaches(table, plan, solve(table, plan, -1), 0, me.need, 2, 2):
        return True
    plan.black_sets = 1
    return out_from(table, plan, canastas_wanted(table, me), me.need)


# --- takes ----------------------------------------------------------------------------------------------------------------
@kernel
def opens_by_pair(table, me, top):
    """True if an unopened side may take the pile by PAIR: the minimum is reached and the turn can end (L29, all?5)."""
    rest = table.pile_count - 1
    ranks = me.ranks + (np.int64(1) << (5 * top))
    spare = me.count + 1 - max(np.int64(0), 2 - rest)
    quick = quick_opening(table.rules, ranks, me.special, spare, me.need)
    if quick != UNSURE:
        return quick == YES
    plan = np.zeros(1, PLAN)[0]
    plan_of(plan, me, 0, 0)
    plan.ranks = ranks
    plan.top = top
    plan.method = PAIR
    if reaches(table, plan, solve(table, plan, -1), 0, me.need, max(np.int64(0), 2 - rest), 2):
        return True
    return rest < 2 and me.answered != 2 and out_by_take(table, me, top, PAIR)


@kernel
def out_by_take(table, me, top, method):
    """True if the player can go out in the turn in which he takes a pile of one or two cards by `method`.

    The card under the top is known. It does not count toward the minimum (all?2), so it is tried as what it can
    become: the final discard, or part of a meld of each rank it fits.
    """
    rules = table.rules
    plan = np.zeros(1, PLAN)[0]
    plan_of(plan, me, 0, 1)
    plan.ranks += np.int64(1) << (5 * top)
    plan.top = top
    plan.method = method
    wanted = canastas_wanted(table, me)
    if table.pile_count == 1:
        return out_from(table, plan, wanted, me.need)
    under = pile_kind_under(table)
    if rules.final_discard and reaches(table, plan, solve(table, plan, -1), wanted, me.need, 0, 0):
        return True  # the card under the top is the final discard; so is the replacement of a red three
    if under == RED_THREE:
        return rules.red3_of_pile_replaced == 0 and out_from(table, plan, wanted, me.need)
    if under == BLACK_THREE:
        plan.black += 1
        plan.late_black = 1
        return out_from(table, plan, wanted, me.need)
    if me.need == 0:
        if under < FIRST_SPECIAL:
            plan.ranks += np.int64(1) << (5 * under)
        elif under == JOKER:
            plan.jokers += 1
        else:
            plan.twos += 1
        return out_from(table, plan, wanted, np.int64(0))
    for rank in range(LANES):
        if (under == rank or under >= FIRST_SPECIAL) and out_with_late(table, plan, rank, under, wanted, me.need):
            return True
    return False


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
def out_with_late(table, plan, rank, late, wanted, need):
    """True if going out works with the late card (a kind) laid on `rank`, the minimum being reached without it.

    All other ranks are solved together; then each way to lay `rank` is tried. What would be no meld without the
    late card counts nothing toward the minimum, its wilds (twos first) included.
    """
    rules = table.rules
    states = solve(table, plan, rank)
    wild_late = np.int64(late >= FIRST_SPECIAL)
    natural_late = 1 - wild_late
    held = lane(plan.ranks, rank)
    wild_held = plan.jokers + plan.twos
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
                            points += wild_points(rules, plan.jokers, plan.twos, used + wild)
                        else:
                            twos_kept = plan.twos - min(plan.twos, wild)
                            points += wild_points(rules, plan.jokers, twos_kept, used)
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
