"""The first part of a turn: red threes, then the stock or the pile.

Decides L9, L10, L14-L16, L27-L32 and the play after the stock is gone (L40-L42). Which takes are legal is answered by
`sim.takes.take_methods`; here they are offered, carried out and remembered.

Left out: taking the top card alone, talon hands, packets, sr's turn of opening; they come with their rule sets.
"""

from __future__ import annotations

import numpy as np

from sim.bits import lane, special, special_unit, unit, wilds
from sim.call import RAISED, WROTE_RECORDS, decide
from sim.deal import RANK_ADD, SPECIAL_ADD, next_card
from sim.events import log
from sim.jit import kernel
from sim.meld import lay, place_set, refuse, slot_for
from sim.moves import (
    ADD_TO,
    LEAVE,
    NEW_SET,
    TAKE,
    TAKE_ASKING,
    TAKE_AT,
    add,
    jokers_of,
    naturals_of,
    new_set,
    rank_of,
    taking,
    twos_of,
    what,
)
from sim.takes import out_by_take, take_methods
from sim.words import (
    ADD,
    ANSWER_HOOK,
    ANSWERED_NO,
    ANSWERED_YES,
    DRAW_HOOK,
    ENDED_STOCK,
    EVENT_ANSWER,
    EVENT_ASK,
    EVENT_DRAW,
    EVENT_PASS,
    EVENT_PICK_UP,
    EVENT_RED3,
    EVENT_TAKE,
    ILLEGAL,
    JOKER,
    KIND_OF_CODE,
    LANES,
    LAY_HOOK,
    MAY_I_GO_OUT,
    MIX,
    NO_ASKING,
    NO_QUESTION,
    NO_SUCH_ANSWER,
    NONE,
    NOT_A_TAKING_MOVE,
    NOT_OFFERED,
    NOT_THE_TOP_CARD,
    OK,
    OPENING,
    OPENING_SHORT,
    PAIR,
    PARTNER_SAID_NO,
    PASS,
    PILE_NOT_TAKEABLE,
    RAISED_STATUS,
    RED_THREE,
    STOCK,
    WROTE,
)


@kernel
def fault_of(hidden, answer):
    """Status for a negative answer: the hook raised, wrote where it must not, or answered nonsense."""
    if answer == RAISED:
        return np.int64(RAISED_STATUS)
    if answer == WROTE_RECORDS:
        return np.int64(WROTE)
    return refuse(hidden, NO_SUCH_ANSWER)


@kernel
def receive(me, code):
    """A card comes into the hand; red threes too, until they are shown."""
    me.ranks += RANK_ADD[code]
    me.special += SPECIAL_ADD[code]
    me.count += 1


@kernel
def show_red_threes(table, me, hidden):
    """Lay down every red three in hand, each replaced from the stock while there is one (L9, L10).

    Returns True if the last card that left the stock for this was a red three.
    """
    side = table.sides[me.side]
    last_was_red = False
    while special(me.special, RED_THREE) > 0:
        me.special -= special_unit(RED_THREE)
        me.count -= 1
        side.red3 += 1
        if table.stock_left == 0:
            log(hidden, EVENT_RED3, me.seat, np.int64(0), np.int64(-1))
            continue
        index = next_card(table, hidden, me.seat)
        code = np.int64(hidden.deck[index])
        log(hidden, EVENT_RED3, me.seat, np.int64(0), index)
        receive(me, code)
        last_was_red = KIND_OF_CODE[code] == RED_THREE
    table.hand_count[me.seat] = me.count
    return last_was_red


@kernel
def draw_from_stock(table, me, hidden):
    """Draw the turn's cards; the deal ends if the last card of the stock is a red three (all?3)."""
    remember_left(table, me.seat)
    last_was_red = False
    for _ in range(min(table.rules.draw, table.stock_left)):
        index = next_card(table, hidden, me.seat)
        code = np.int64(hidden.deck[index])
        log(hidden, EVENT_DRAW, me.seat, index, np.int64(0))
        receive(me, code)
        last_was_red = KIND_OF_CODE[code] == RED_THREE
    if special(me.special, RED_THREE) > 0:
        stock_before = table.stock_left
        replaced_red = show_red_threes(table, me, hidden)
        if table.stock_left == 0 and (replaced_red if stock_before > 0 else last_was_red):
            hidden.ending = ENDED_STOCK
    table.hand_count[me.seat] = me.count


@kernel
def remember_left(table, seat):
    """The seat saw the top card and did not take it; a lane stops at 31."""
    rank = table.pile_top >> 2
    if rank < LANES and lane(table.left_lying[seat], rank) < 31:
        table.left_lying[seat] += unit(rank)


@kernel
def only_take(table, me, methods):
    """The one way to take, where there is just one, else -1."""
    top = table.pile_top >> 2
    side = table.sides[me.side]
    first, second = lane(side.naturals[0], top) > 0, lane(side.naturals[1], top) > 0
    if methods == ADD and not second:
        return add(top, np.int64(0), 0, 0, 0)
    if methods == PAIR and lane(me.ranks, top) == 2:
        if not first:
            return new_set(top, 2, 0, 0)
        if table.rules.melds_of_rank == 1:
            return add(top, np.int64(0), 2, 0, 0)
    if methods == MIX:
        joker = special(me.special, JOKER)
        if joker == 0 or joker == wilds(me.special):
            return new_set(top, 1, 0 if joker > 0 else 1, 1 if joker > 0 else 0)
    return np.int64(-1)


@kernel
def draw_phase(table, me, hidden):
    """Draw, take or pass. Sets `hidden.passed` or `hidden.ending` where the turn goes no further."""
    while True:
        methods = take_methods(table, me)
        if table.stock_left > 0:
            may = methods | STOCK
        elif methods == 0 or table.rules.forced_take == 0:
            may = methods | PASS
        else:
            may = methods
        me.may = may
        if may == STOCK:
            draw_from_stock(table, me, hidden)
            return np.int64(OK)
        if may == PASS:
            pass_turn(table, me, hidden)
            return np.int64(OK)
        answer = np.int64(-1)
        if may & (STOCK | PASS) == 0 and not (me.count + table.pile_count < 5 and may_ask(table, hidden)):
            answer = only_take(table, me, methods)
        if answer >= 0:
            answer |= np.int64(TAKE) << TAKE_AT
        else:
            answer = decide(table, me, hidden, np.int64(DRAW_HOOK))
        if answer < 0:
            return fault_of(hidden, answer)
        how = taking(answer)
        if how == TAKE_ASKING:
            status = ask_for_take(table, me, hidden, move_of(answer))
            if status != OK:
                return status
            if me.answered == ANSWERED_NO:
                continue
        if how == TAKE or how == TAKE_ASKING:
            return take_pile(table, me, hidden, move_of(answer))
        if answer == 0 and may & STOCK:
            draw_from_stock(table, me, hidden)
            return np.int64(OK)
        if how == LEAVE and may & PASS:
            pass_turn(table, me, hidden)
            return np.int64(OK)
        return refuse(hidden, NOT_OFFERED if answer == 0 or how == LEAVE else NO_SUCH_ANSWER)


@kernel
def pass_turn(table, me, hidden):
    """Do nothing; the deal ends when all others have passed on one top card (L41, L42)."""
    remember_left(table, me.seat)
    log(hidden, EVENT_PASS, me.seat, np.int64(0), np.int64(0))
    hidden.passed = 1
    hidden.passes += 1
    if hidden.passes >= table.rules.seats - 1:
        hidden.ending = ENDED_STOCK


@kernel
def left_after(table, answer, me):
    """Cards in hand after a take and its taking meld."""
    return me.count - naturals_of(answer) - twos_of(answer) - jokers_of(answer) + table.pile_count - 1


@kernel
def may_ask(table, hidden):
    """True if there is a partner to ask, and he has not been asked in this turn."""
    rules = table.rules
    return rules.asking != NO_ASKING and rules.seats > rules.sides and hidden.asked == 0


@kernel
def ask_for_take(table, me, hidden, answer):
    """`take_asking`: the question comes before a take that would leave fewer than two cards (settled 24, 18).

    It is put only where the take is legal and he could go out with it; how many cards an opening leaves depends on
    the melds that help it, so there it is enough that going out is possible.
    """
    if check_take(table, me, hidden, answer) < 0:
        return np.int64(ILLEGAL)
    if not may_ask(table, hidden) or table.pile_count > 2 or (me.need == 0 and left_after(table, answer, me) >= 2):
        return refuse(hidden, NOT_OFFERED)
    if not out_by_take(table, me, rank_of(answer), method_of(answer)):
        return refuse(hidden, NOT_OFFERED)
    return ask_partners(table, me, hidden)


@kernel
def ask_partners(table, me, hidden):
    """Ask every partner "May I go out?"; all must say yes (L37, settled 24). Sets `me.answered`, `hidden.bound`."""
    rules = table.rules
    log(hidden, EVENT_ASK, me.seat, np.int64(0), np.int64(0))
    hidden.asked = 1
    table.question = MAY_I_GO_OUT
    table.asker = me.seat
    agreed = True
    for step in range(1, rules.seats):
        seat = (me.seat + step) % rules.seats
        if table.side_of[seat] != me.side:
            continue
        answer = decide(table, hidden.mes[seat], hidden, np.int64(ANSWER_HOOK))
        if answer < 0:
            return fault_of(hidden, answer)
        if answer > 1:
            return refuse(hidden, NO_SUCH_ANSWER)
        log(hidden, EVENT_ANSWER, np.int64(seat), answer, np.int64(0))
        agreed = agreed and answer == 1
    table.question = NO_QUESTION
    table.asker = -1
    if agreed:
        me.answered = ANSWERED_YES
        hidden.bound = 1
    else:
        me.answered = ANSWERED_NO
        table.refused[me.seat] += 1
    return np.int64(OK)


@kernel
def method_of(answer):
    """PAIR, MIX or ADD for a laying answer that could take the top card, 0 for any other."""
    naturals, wild = naturals_of(answer), twos_of(answer) + jokers_of(answer)
    action = what(answer)
    if action != NEW_SET and action != ADD_TO:
        return np.int64(0)
    if wild == 0 and naturals >= 2:
        return np.int64(PAIR)
    if action == NEW_SET and naturals == 1 and wild == 1:
        return np.int64(MIX)
    if action == ADD_TO and naturals == 0 and wild == 0:
        return np.int64(ADD)
    return np.int64(0)


@kernel
def move_of(answer):
    """The laying within a draw hook's answer."""
    return answer & ((np.int64(1) << TAKE_AT) - 1)


@kernel
def check_take(table, me, hidden, move):
    """Slot of the taking meld if the pile may be taken with this laying, else -1; changes nothing but the reason."""
    method = method_of(move)
    fault = np.int64(OK)
    if method == 0:
        fault = np.int64(NOT_A_TAKING_MOVE)
    elif rank_of(move) != table.pile_top >> 2:
        fault = np.int64(NOT_THE_TOP_CARD)
    elif me.may & method == 0:
        fault = np.int64(PILE_NOT_TAKEABLE)
    elif me.answered == ANSWERED_NO and left_after(table, move, me) < 2:
        fault = np.int64(PARTNER_SAID_NO)
    if fault != OK:
        hidden.reason = fault
        return np.int64(-1)
    return slot_for(table, me, hidden, move, np.int64(1))


@kernel
def take_pile(table, me, hidden, move):
    """Take the pile: lay its top card, in an opening reach the minimum, pick up the rest."""
    slot = check_take(table, me, hidden, move)
    if slot < 0:
        return np.int64(ILLEGAL)
    log(hidden, EVENT_TAKE, me.seat, table.pile_count, np.int64(0))
    remember_take(table, hidden, me.seat)
    place_set(table, me, hidden, move, slot, np.int64(1))
    if me.need > 0:
        status = complete_opening(table, me, hidden)
        if status != OK:
            return status
    table.sides[me.side].opened = 1
    pick_up(table, me, hidden)
    if me.count < 2:
        hidden.asked = 1  # the time to ask was before the take (settled 24)
    return np.int64(OK)


@kernel
def complete_opening(table, me, hidden):
    """Melds from hand that help an opening take, until the minimum is reached (L29)."""
    table.phase = OPENING
    me.may = 0
    while me.need > 0:
        answer = decide(table, me, hidden, np.int64(LAY_HOOK))
        if answer < 0:
            return fault_of(hidden, answer)
        if answer == 0:
            return refuse(hidden, OPENING_SHORT)
        if what(answer) != NEW_SET and what(answer) != ADD_TO:
            return refuse(hidden, NOT_OFFERED)  # sets that help to open, nothing else, before the pile is picked up
        status = lay(table, me, hidden, answer)
        if status != OK:
            return status
    return np.int64(OK)


@kernel
def remember_take(table, hidden, seat):
    """Public memory of a take."""
    table.takes[seat] += 1
    table.biggest_take[seat] = max(table.biggest_take[seat], table.pile_count)
    hidden.taken[seat] += table.pile_count
    hidden.passes = 0
    table.log[table.log_count] = (seat << 8) | 128 | table.pile_top
    table.log_count += 1


@kernel
def pick_up(table, me, hidden):
    """The rest of the pile joins the hand; its red threes are shown, and replaced where the rules say so."""
    ranks = table.pile_ranks - unit(table.pile_top >> 2)
    red = special(table.pile_special, RED_THREE)
    word = table.pile_special - red * special_unit(RED_THREE)
    me.ranks += ranks
    me.special += word
    me.count += table.pile_count - 1 - red
    table.known[me.seat] += ranks
    table.known_special[me.seat] += word
    table.pile_count = 0
    table.pile_top = NONE
    table.pile_ranks = 0
    table.pile_special = 0
    table.frozen = 0
    log(hidden, EVENT_PICK_UP, me.seat, np.int64(0), np.int64(0))
    if red > 0:
        if table.rules.red3_of_pile_replaced:
            me.special += red * special_unit(RED_THREE)
            me.count += red
            show_red_threes(table, me, hidden)
        else:
            table.sides[me.side].red3 += red
            for _ in range(red):
                log(hidden, EVENT_RED3, me.seat, np.int64(0), np.int64(-1))
    table.hand_count[me.seat] = me.count
