"""Quick answers about what a hand can reach: yes, no or unsure, from counts of cards and bounds.

Almost every question of `sim.reach` and `sim.takes` ends here, in a few nanoseconds; what stays UNSURE goes to
`sim.plan`. A NO and a YES are always right.
"""

from __future__ import annotations

import numpy as np

from sim.bits import any_at_least, at_least, cards, highest, lane, lowest, ones, special, twos, wilds
from sim.jit import kernel
from sim.layout import LARGEST_SET
from sim.words import BLACK3_NEVER, BLACK_THREE, BLACK_TWO, CANASTA, JOKER

NO, YES, UNSURE = 0, 1, 2
MOST_ON_RANK = 6  # wilds on the two melds of one rank
NOWHERE, SECOND, MERGED = 1024, 16, 32  # answers of `completes_one`


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
def canastas_wanted(table, me):
    """Canastas the side still lacks for going out, 0 … 2."""
    have = np.int64(0)
    for kind in range(5):
        have += table.sides[me.side].canastas[kind]
    return max(np.int64(0), table.rules.canastas_needed - have)


@kernel
def quick_opening(rules, ranks, word, spare, need, places):
    """Can melds from these cards (rank word, special word) reach `need` points? NO, YES or UNSURE.

    `spare` is how many of the cards may be used at most, `places` how many wilds fit on melds already begun. Melds
    are counted dearest first: all triples, pairs with one wild each, then the other wilds, jokers before twos. YES
    as soon as the points are there with cards to spare; NO where even all of it is too little; UNSURE where it
    takes too many cards, or more wilds than fit.
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
def quick_out(table, me):
    """Can all cards but one be laid and the canastas be made that lack? NO, YES or UNSURE, from counts alone.

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
    wanted = canastas_wanted(table, me)
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
