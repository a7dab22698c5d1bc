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

from typing import NamedTuple

import numpy as np

from sim.bits import any_at_least, at_least, cards, highest, lane, lowest, ones, special, special_unit, twos, unit, wilds
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
    RED_TWO,
)

NO, YES, UNSURE = 0, 1, 2
IMPOSSIBLE = -1  # value of a state that cannot be reached
CANASTA_STATES, LEFT_STATES, MOST_WILDS = 3, 3, 24  # gained 0 1 2+, left over 0 1 2+, four packs and eight jokers
MOST_ON_RANK = 6  # wilds on the two melds of one rank
NO_GAIN = -9
NOWHERE, SECOND, MERGED = 1024, 16, 32  # answers of `completes_one`

OWN_ONLY, BLACK_SETS, APART, LATE_BLACK = 1, 2, 4, 8  # flags of a plan


class Plan(NamedTuple):
    """What is asked: the cards at hand (the top card of a take included), for which side, under which conditions."""

    ranks: int  # rank word
    word: int  # special word; red threes are not looked at
    side: int
    top: int  # rank of the pile's top card, -1 = no take
    method: int  # PAIR, MIX or ADD: how the top card must be laid
    flags: int  # OWN_ONLY: nothing on melds older than this turn (concealed); BLACK_SETS: black threes may be laid (going
    #             out); APART: melds may not be merged (before a taken pile is picked up); LATE_BLACK: black threes
    #             count nothing toward the minimum, because they are laid after the pile is picked up


# --- bounds -------------------------------------------------------------------------------------------------------------
@kernel
def wild_points(rules, word, used):
    """Card values of the best `used` wilds of a special word, jokers first."""
    high = min(used, special(word, JOKER))
    return high * rules.value[JOKER] + min(used - high, twos(word)) * rules.value[BLACK_TWO]


@kernel
def wilds_on_pair(rules):
    """Most wilds that a set with two naturals may hold."""
    count = np.int64(0)
    while rules.wilds_at[3 + count] > count:
        count += 1
    return count


@kernel
def wild_places(rules, side):
    """Wilds that fit on the side's melds; 0 where the rules let that depend on the size of the meld."""
    most = rules.wilds_at[LARGEST_SET]
    if side.naturals[0] == 0 or rules.largest_set < LARGEST_SET or rules.wilds_at[2 + most] < most:
        return np.int64(0)
    melds = ones(at_least(side.naturals[0], 1)) + ones(at_least(side.naturals[1], 1))
    return most * melds - cards(side.wilds[0]) - cards(side.wilds[1])


@kernel
def quick_opening(rules, ranks, word, spare, need, places):
    """Can melds from these cards (rank word, special word) reach `need` points? NO, YES or UNSURE.

    `spare` is how many of the cards may be used at most, `places` how many wilds fit on melds already begun. Melds are counted dearest first: all triples, pairs with
    one wild each, then the other wilds, jokers before twos. YES as soon as the points are there with cards to
    spare; NO where even all of it is too little; UNSURE where it takes too many cards, or more wilds than fit.
    """
    triples = at_least(ranks, 3)
    pairs = at_least(ranks, 2) ^ triples
    jokers, all_wilds = special(word, JOKER), wilds(word)
    if triples == 0 and (all_wilds == 0 or (places == 0 and (pairs == 0 or rules.wilds_at[3] < 1))):
        return NO
    points, used, melds, wild = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    while triples != 0:
        rank = highest(triples)
        count = lane(ranks, rank)
        points += count * rules.value[rank]
        used += count
        melds += 1
        if points >= need and used <= spare:
            return YES
        triples ^= np.int64(1) << (5 * rank)
    if rules.wilds_at[3] < 1:
        pairs = 0
    while pairs != 0 and wild < all_wilds:
        rank = highest(pairs)
        points += 2 * rules.value[rank] + rules.value[JOKER if wild < jokers else BLACK_TWO]
        used += 3
        melds += 1
        wild += 1
        if points >= need and used <= spare:
            return YES
        pairs ^= np.int64(1) << (5 * rank)
    room = places + melds * wilds_on_pair(rules)
    while wild < all_wilds:
        points += rules.value[JOKER if wild < jokers else BLACK_TWO]
        used += 1
        wild += 1
        if points >= need and used <= spare and wild <= room:
            return YES
    return NO if points < need else UNSURE


@kernel
def quick_out(table, me, wanted):
    """Can all cards but one be laid and `wanted` more canastas be made? NO, YES or UNSURE, from counts alone.

    Every natural that is alone in its rank and fits no meld is stuck; every pair without a meld takes a wild; black
    threes are stuck where they are too few for a set. What wilds are left may complete a canasta; they must find
    room, or be the final discard.
    """
    rules = table.rules
    side = table.sides[me.side]
    first, second = side.naturals[0], side.naturals[1]
    melded, held = at_least(first, 1), at_least(me.ranks, 1)
    pairs_up = at_least(me.ranks, 2)
    stuck = ones(held & ~pairs_up & ~melded)
    black, discard = special(me.special, BLACK_THREE), rules.final_discard
    if black < rules.black3_least or rules.black3 == BLACK3_NEVER:
        stuck += black
    elif rules.black3_final_discard == 0:
        discard = np.int64(0)
    if stuck > discard or black > rules.black3_most:
        return NO if stuck > discard else UNSURE
    triples = at_least(me.ranks, 3)
    missing = ones(pairs_up & ~triples & ~melded)
    wild = wilds(me.special)
    if missing > wild:
        return NO
    most = rules.wilds_at[LARGEST_SET]
    if rules.largest_set < LARGEST_SET or rules.wilds_at[2 + most] < most:
        return UNSURE
    free = wild - missing
    if wanted > 1:
        return UNSURE
    melds = ones(melded | triples) + missing + ones(at_least(second, 1))
    room = most * melds - cards(side.wilds[0]) - cards(side.wilds[1])
    if wanted == 1:
        total = me.ranks + first + side.wilds[0] + second + side.wilds[1]
        if not any_at_least(total, CANASTA - min(free, most)):
            return NO
        found = completes_one(side, me.ranks, melded | triples, free, most)
        if found == NOWHERE:
            return NO
        if found & MERGED:
            room -= most
    must_lay = wild - max(np.int64(0), discard - stuck)
    return YES if must_lay <= room else UNSURE


@kernel
def completes_one(side, ranks, melds, free, most):
    """Where a canasta can be completed with all naturals of a rank from hand and at most `free` wilds.

    Looks at the ranks of the mask `melds`; `most` wilds fit on a meld. Returns rank, plus SECOND for the meld in
    slot 1, plus MERGED where the two must be joined; NOWHERE if none can be completed.
    """
    merged = np.int64(NOWHERE)
    while melds != 0:
        rank = lowest(melds)
        held = lane(ranks, rank)
        wild, wild_second = lane(side.wilds[0], rank), lane(side.wilds[1], rank)
        size, second = lane(side.naturals[0], rank) + wild, lane(side.naturals[1], rank) + wild_second
        if CANASTA - size - held <= min(free, most - wild):
            return rank
        if second > 0:
            if CANASTA - second - held <= min(free, most - wild_second):
                return rank | SECOND
            if wild + wild_second <= most and CANASTA - size - second - held <= min(free, most - wild - wild_second):
                merged = rank | MERGED
        melds &= melds - 1
    return merged


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
    if first == 0 or plan.flags & (OWN_ONLY | APART):
        return np.int64(NO_GAIN)
    if second == 0:  # a new set of the top card, a natural and a wild, joined to the old one
        if plan.top == rank and plan.method == MIX and more_naturals >= 2 and more_wilds >= 1:
            return laid_on(rules, first, first_wild, more_naturals, more_wilds)
        return np.int64(NO_GAIN)
    if not takes_top(plan, rank, True, more_naturals, more_wilds):
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
    if plan.flags & OWN_ONLY:
        if first > 0 and naturals + wild > 0 and lane(side.fresh[0], rank) == 0:
            return np.int64(NO_GAIN)
        if second > 0 and rest + rest_wild > 0 and lane(side.fresh[1], rank) == 0:
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
def clear(states, most_wilds):
    """No state with at most so many wilds reached yet."""
    for canastas in range(CANASTA_STATES):
        for used in range(most_wilds + 1):
            for left in range(LEFT_STATES):
                states[canastas, used, left] = IMPOSSIBLE


@kernel
def spread(table, plan, rank, before, after):
    """One step of the programme: from states `before` to `after`, whatever is laid on `rank`.

    Both are int64 of shape (CANASTA_STATES, MOST_WILDS + 1, LEFT_STATES), points or IMPOSSIBLE; `after` is changed.
    """
    held = lane(plan.ranks, rank)
    most_wilds = wilds(plan.word)
    clear(after, most_wilds)
    value = table.rules.value[rank]
    bare = lane(table.sides[plan.side].naturals[0], rank) == 0
    for naturals in range(held + 1):
        for wild in range(min(most_wilds, np.int64(MOST_ON_RANK)) + 1):
            if bare and (naturals == 1 or (naturals == 0 and wild > 0)):
                continue  # a new meld takes two naturals: most of the ways to lay a rank are none
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
def solve(table, me, plan, skip):
    """States reachable by laying cards of all ranks but `skip` (-1: none), black threes included.

    Returns which half of `me.scratch` holds the answer, int64 of shape (CANASTA_STATES, MOST_WILDS + 1, LEFT_STATES):
    best points of the naturals and black threes laid, by canastas gained, wilds used and cards other than wilds left
    over. The next call writes it again.
    """
    states = me.scratch
    clear(states[0], wilds(plan.word))
    black = special(plan.word, BLACK_THREE)
    states[0, 0, 0, min(black, np.int64(LEFT_STATES - 1))] = 0
    rules = table.rules
    if plan.flags & BLACK_SETS and rules.black3 != BLACK3_NEVER:
        for count in range(rules.black3_least, min(black, rules.black3_most) + 1):
            left = min(black - count, np.int64(LEFT_STATES - 1))
            points = np.int64(0) if plan.flags & LATE_BLACK else count * rules.value[BLACK_THREE]
            states[0, 0, 0, left] = max(states[0, 0, 0, left], points)
    now = np.int64(0)
    side = table.sides[plan.side]
    for rank in range(LANES):
        idle = lane(plan.ranks, rank) == 0 and (lane(side.naturals[0], rank) == 0 or wilds(plan.word) == 0)
        if rank == skip or (idle and lane(side.naturals[1], rank) == 0):
            continue
        spread(table, plan, rank, states[now], states[1 - now])
        now = 1 - now
    return now


@kernel
def plan_of(me, ranks, word, flags, top, method):
    """The plan for a hand (rank word, special word) of the player `me`; `top` is -1 where nothing is taken."""
    return Plan(ranks, word, me.side, top, method, flags)


@kernel
def reaches(table, plan, states, wanted, need, least_left, most_left):
    """True if some state has `wanted` canastas, `need` points and least_left … most_left cards over (2 = two or more)."""
    rules = table.rules
    held = wilds(plan.word)
    for canastas in range(min(wanted, CANASTA_STATES - 1), CANASTA_STATES):
        for used in range(held + 1):
            points = wild_points(rules, plan.word, used)
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
    plan = plan_of(me, me.ranks, me.special, BLACK_SETS, -1, 0)
    return out_from(table, me, plan, wanted, me.need)


@kernel
def out_from(table, me, plan, wanted, need):
    """`can_go_out` for the cards of `plan`; black threes laid forbid a final discard where the rules say so."""
    rules = table.rules
    black = special(plan.word, BLACK_THREE)
    if black >= rules.black3_least and rules.black3_final_discard == 0 and rules.black3 != BLACK3_NEVER:
        if reaches(table, plan, me.scratch[solve(table, me, plan, -1)], wanted, need, 0, 0):
            return True
        plan = Plan(plan.ranks, plan.word, plan.side, plan.top, plan.method, plan.flags & ~BLACK_SETS)
    return reaches(table, plan, me.scratch[solve(table, me, plan, -1)], wanted, need, 0, rules.final_discard)


@kernel
def can_go_out_concealed(table, me):
    """True if the player, who has laid nothing before, can go out with melds of his own and a canasta among them (L38).

    What he has laid in this turn, by taking the pile, is his own.
    """
    rules, side = table.rules, table.sides[me.side]
    own = ((side.naturals[0] + side.wilds[0]) & (side.fresh[0] * 31)) + (
        (side.naturals[1] + side.wilds[1]) & (side.fresh[1] * 31)
    )
    if not any_at_least(me.ranks + own, CANASTA - min(wilds(me.special), np.int64(MOST_ON_RANK))):
        return False
    alone = at_least(me.ranks, 1) & ~at_least(me.ranks, 2) & ~side.fresh[0] & ~side.fresh[1]
    if ones(alone) > rules.final_discard:
        return False
    own_wanted = np.int64(not any_at_least(own, CANASTA))
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


# --- takes ----------------------------------------------------------------------------------------------------------------
@kernel
def opens_by_pair(table, me, top):
    """True if an unopened side may take the pile by PAIR: the minimum is reached and the turn can end (L29, all?5)."""
    rest = table.pile_count - 1
    ranks = me.ranks + unit(top)
    spare = me.count + 1 - max(np.int64(0), 2 - rest)
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
