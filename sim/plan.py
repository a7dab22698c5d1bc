"""The exact answer: which cards can be laid together, for how many points, leaving how many, making how many canastas.

A dynamic programme over the ranks. Its state is (canastas gained, wilds used, other cards left over), its value the
points of the naturals and black threes laid. It covers additions to either meld of a rank, new melds, two new melds
of a rank, merging, and black threes. It costs microseconds and is asked only where `sim.bounds` is unsure.

Left out: sequences, wild melds and going-out conditions by kind of canasta; they come with their rule sets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.bits import lane, special, wilds
from sim.bounds import MOST_ON_RANK, wild_points
from sim.jit import kernel
from sim.layout import LARGEST_SET
from sim.words import BLACK3_NEVER, BLACK_THREE, CANASTA, LANES, MIX, PAIR

IMPOSSIBLE = -1  # value of a state that cannot be reached
CANASTA_STATES, LEFT_STATES, MOST_WILDS = 3, 3, 24  # gained 0 1 2+, left over 0 1 2+, four packs and eight jokers
NO_GAIN = -9

# --- flags of a plan
OWN_ONLY = 1  # nothing on melds older than this turn (concealed)
BLACK_SETS = 2  # black threes may be laid (going out)
APART = 4  # melds may not be merged (before a taken pile is picked up)
LATE_BLACK = 8  # black threes count nothing toward the minimum: they are laid after the pile is picked up


class Plan(NamedTuple):
    """What is asked: the cards at hand (the top card of a take included), for which side, under which conditions."""

    ranks: int  # rank word
    word: int  # special word; red threes are not looked at
    side: int
    top: int  # rank of the pile's top card, -1 = no take
    method: int  # PAIR, MIX or ADD: how the top card must be laid
    flags: int  # the conditions OWN_ONLY … LATE_BLACK


@kernel
def plan_of(me, ranks, word, flags, top, method):
    """The plan for a hand (rank word, special word) of the player `me`; `top` is -1 where nothing is taken."""
    return Plan(ranks, word, me.side, top, method, flags)


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
    if first == 0 or plan.flags & APART:
        return np.int64(NO_GAIN)
    if plan.flags & OWN_ONLY and lane(side.fresh[0] & side.fresh[1], rank) == 0:
        return np.int64(NO_GAIN)  # joining with a partner's meld counts as adding to it (settled 21)
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
    if not (takes_top(plan, rank, first > 0, naturals, wild) or takes_top(plan, rank, second > 0, rest, rest_wild)):
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
def reaches(table, plan, states, wanted, need, least_left, most_left):
    """True if some state has `wanted` canastas, `need` points and least_left … most_left cards over (2 = two or
    more).
    """
    rules = table.rules
    held = wilds(plan.word)
    for canastas in range(min(wanted, CANASTA_STATES - 1), CANASTA_STATES):
        for used in range(held + 1):
            points = wild_points(rules, plan.word, used)
            for left in range(LEFT_STATES):
                total = left + held - used
                if states[canastas, used, left] == IMPOSSIBLE or total < least_left:
                    continue
                few = total <= most_left or most_left >= LEFT_STATES - 1
                if few and states[canastas, used, left] + points >= need:
                    return True
    return False


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
