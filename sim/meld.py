"""Laying cards: is this set, addition, merger or set of black threes legal, and what does the table look like after.

Decides L17-L23 one laying at a time. Whether the turn as a whole is legal (the minimum, going out, the kept card)
is judged when the player says `done()`, in `sim.turn`. A refused laying changes nothing and leaves its reason in
`hidden.reason`.

Left out: sequences, wild-only melds, the blocking canasta; they come with their rule sets.
"""

from __future__ import annotations

import numpy as np

from sim.bits import lane, special, special_unit, unit
from sim.events import log
from sim.jit import kernel
from sim.layout import LARGEST_SET
from sim.moves import (
    ADD_TO,
    BLACK_SET,
    JOIN,
    NEW_SET,
    jokers_of,
    names_wilds,
    naturals_of,
    rank_of,
    red_twos_of,
    slot_of,
    twos_of,
    what,
)
from sim.words import (
    BLACK3_NEVER,
    BLACK_THREE,
    BLACK_TWO,
    CANASTA,
    EVENT_JOIN,
    EVENT_MELD,
    ILLEGAL,
    JOKER,
    LANES,
    MELD_TOO_LARGE,
    MELD_TOO_SMALL,
    MIXED,
    NATURAL,
    NO_FREE_MELD,
    NO_SUCH_ANSWER,
    NO_SUCH_MELD,
    NOT_HELD,
    NOT_IN_THIS_GAME,
    OK,
    RED_TWO,
    TOO_FEW_NATURALS,
    TOO_MANY_WILDS,
)

TOP_CARD = 32  # flag in the log: the meld holds the pile's top card


@kernel
def refuse(hidden, reason):
    """Note why an answer is illegal."""
    hidden.reason = reason
    return np.int64(ILLEGAL)


@kernel
def lay(table, me, hidden, answer):
    """Carry out one laying answer from the hand of `me`; OK, or ILLEGAL with nothing changed."""
    action = what(answer)
    if action == NEW_SET or action == ADD_TO:
        slot = slot_for(table, me, hidden, answer, np.int64(0))
        if slot < 0:
            return np.int64(ILLEGAL)
        place_set(table, me, hidden, answer, slot, np.int64(0))
        return np.int64(OK)
    if action == JOIN:
        return merge(table, me, hidden, rank_of(answer))
    if action == BLACK_SET:
        return lay_black(table, me, hidden, naturals_of(answer))
    return refuse(hidden, NO_SUCH_ANSWER if action > BLACK_SET + 1 else NOT_IN_THIS_GAME)


@kernel
def target_slot(side, rules, answer):
    """Slot (0 or 1) that a set goes to, or -1 where there is none."""
    rank = rank_of(answer)
    if what(answer) == ADD_TO:
        slot = slot_of(answer)
        return slot if slot < 2 and lane(side.naturals[slot], rank) > 0 else np.int64(-1)
    if lane(side.naturals[0], rank) == 0:
        return np.int64(0)
    return np.int64(1) if rules.melds_of_rank > 1 and lane(side.naturals[1], rank) == 0 else np.int64(-1)


@kernel
def set_fault(rules, naturals, wild):
    """Why a set of so many naturals and wilds is none; OK if it is one (L17-L19)."""
    size = naturals + wild
    if size < 3:
        return np.int64(MELD_TOO_SMALL)
    if size > rules.largest_set:
        return np.int64(MELD_TOO_LARGE)
    if naturals < 2:
        return np.int64(TOO_FEW_NATURALS)
    if wild > rules.wilds_at[min(size, np.int64(LARGEST_SET))]:
        return np.int64(TOO_MANY_WILDS)
    return np.int64(OK)


@kernel
def holds_wilds(me, answer):
    """True if the hand holds the jokers and twos of an answer."""
    two, black = twos_of(answer), special(me.special, BLACK_TWO)
    red = red_twos_of(answer, black)
    fits = red <= min(two, special(me.special, RED_TWO)) and two - red <= black
    return fits and jokers_of(answer) <= special(me.special, JOKER)


@kernel
def slot_for(table, me, hidden, answer, from_pile):
    """The slot (0 or 1) of a legal new set or addition whose cards are held, or -1; changes nothing but the reason."""
    rules, side, rank = table.rules, table.sides[me.side], rank_of(answer)
    from_hand, two, joker = naturals_of(answer), twos_of(answer), jokers_of(answer)
    if rank >= LANES or from_hand + two + joker + from_pile == 0:
        hidden.reason = NO_SUCH_ANSWER
        return np.int64(-1)
    if from_hand > lane(me.ranks, rank) or (names_wilds(answer) and not holds_wilds(me, answer)):
        hidden.reason = NOT_HELD
        return np.int64(-1)
    slot = target_slot(side, rules, answer)
    if slot < 0:
        hidden.reason = NO_SUCH_MELD if what(answer) == ADD_TO else NO_FREE_MELD
        return slot
    naturals, wild = lane(side.naturals[slot], rank), lane(side.wilds[slot], rank)
    fault = set_fault(rules, naturals + from_hand + from_pile, wild + two + joker)
    if fault != OK:
        hidden.reason = fault
        return np.int64(-1)
    return slot


@kernel
def place_set(table, me, hidden, answer, slot, from_pile):
    """Lay a set or addition that `slot_for` has found legal; with `from_pile` = 1 the pile's top card joins it.

    Changes table and hand.
    """
    rules, side, rank = table.rules, table.sides[me.side], rank_of(answer)
    from_hand, two, joker = naturals_of(answer), twos_of(answer), jokers_of(answer)
    naturals, wild = lane(side.naturals[slot], rank), lane(side.wilds[slot], rank)
    more, more_wild = from_hand + from_pile, two + joker
    if naturals == 0:
        side.fresh[slot] |= unit(rank)
    elif side.fresh[slot] & unit(rank) == 0:
        hidden.on_old_meld = 1
    side.naturals[slot] += more * unit(rank)
    recount(side, naturals, wild, more, more_wild)
    me.ranks -= from_hand * unit(rank)
    points, red = more * rules.value[rank], np.int64(0)
    if more_wild > 0:  # most layings have none
        side.wilds[slot] += more_wild * unit(rank)
        points += two * rules.value[BLACK_TWO] + joker * rules.value[JOKER]
        red = red_twos_of(answer, special(me.special, BLACK_TWO))
        word = joker * special_unit(JOKER) + red * special_unit(RED_TWO) + (two - red) * special_unit(BLACK_TWO)
        me.special -= word
        forget_special(table, me.seat, word)
    leave_hand(table, me, from_hand + more_wild)
    forget(table, me.seat, rank, from_hand)
    side.points += points
    me.laid += points
    me.need = max(np.int64(0), me.need - points)
    log(hidden, EVENT_MELD, me.seat, answer, slot | (red << 6) | (TOP_CARD * from_pile))


@kernel
def recount(side, naturals, wild, more, more_wild):
    """Keep the counts of natural and mixed canastas right when a meld of (naturals, wild) grows."""
    if naturals + wild + more + more_wild < CANASTA:
        return
    if naturals + wild >= CANASTA:
        side.canastas[MIXED if wild > 0 else NATURAL] -= 1
    side.canastas[MIXED if wild + more_wild > 0 else NATURAL] += 1


@kernel
def leave_hand(table, me, count):
    """So many cards leave the hand."""
    me.count -= count
    table.hand_count[me.seat] = me.count


@kernel
def forget(table, seat, rank, count):
    """Cards of a rank that were known to be in the seat's hand are seen again."""
    known = lane(table.known[seat], rank)
    if known > 0:
        table.known[seat] -= min(known, count) * unit(rank)


@kernel
def forget_special(table, seat, word):
    """The same for jokers, twos and black threes, as a special word."""
    known = table.known_special[seat]
    if known == 0:
        return
    for kind in range(JOKER, BLACK_THREE + 1):
        table.known_special[seat] -= min(special(known, kind), special(word, kind)) * special_unit(kind)


@kernel
def merge(table, me, hidden, rank):
    """Make one meld of the two of `rank` (L23); nothing leaves the hand."""
    rules, side = table.rules, table.sides[me.side]
    if rank >= LANES:
        return refuse(hidden, NO_SUCH_ANSWER)
    first, first_wild = lane(side.naturals[0], rank), lane(side.wilds[0], rank)
    second, second_wild = lane(side.naturals[1], rank), lane(side.wilds[1], rank)
    if second == 0:
        return refuse(hidden, NO_SUCH_MELD)
    fault = set_fault(rules, first + second, first_wild + second_wild)
    if fault != OK:
        return refuse(hidden, fault)
    one = unit(rank)
    if side.fresh[0] & side.fresh[1] & one == 0:
        hidden.on_old_meld = 1  # with a partner's meld this counts as adding to it (settled 21)
    side.fresh[0] &= side.fresh[1] | ~one
    side.fresh[1] &= ~one
    if second + second_wild >= CANASTA:
        side.canastas[MIXED if second_wild > 0 else NATURAL] -= 1
    recount(side, first, first_wild, second, second_wild)
    side.naturals[0] += second * one
    side.wilds[0] += second_wild * one
    side.naturals[1] -= second * one
    side.wilds[1] -= second_wild * one
    log(hidden, EVENT_JOIN, me.seat, rank, np.int64(0))
    return np.int64(OK)


@kernel
def lay_black(table, me, hidden, count):
    """A set of black threes (L20); that the player goes out with it is judged at `done()`."""
    rules, side = table.rules, table.sides[me.side]
    if rules.black3 == BLACK3_NEVER:
        return refuse(hidden, NOT_IN_THIS_GAME)
    if count > special(me.special, BLACK_THREE):
        return refuse(hidden, NOT_HELD)
    if count < rules.black3_least:
        return refuse(hidden, MELD_TOO_SMALL)
    if count > rules.black3_most or side.black3[0] > 0:
        return refuse(hidden, MELD_TOO_LARGE)
    side.black3[0] = count
    hidden.black3_laid = 1
    word = count * special_unit(BLACK_THREE)
    me.special -= word
    forget_special(table, me.seat, word)
    leave_hand(table, me, count)
    points = count * rules.value[BLACK_THREE]
    side.points += points
    me.laid += points
    me.need = max(np.int64(0), me.need - points)
    log(hidden, EVENT_MELD, me.seat, np.int64(BLACK_SET) | (count << 15), np.int64(0))
    return np.int64(OK)
