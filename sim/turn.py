"""A turn and a deal: asking, laying, what `done()` is judged by, the discard, the end.

Decides L21, L24-L26, L33-L39, L42 and all?5. A turn is: red threes in hand, draw or take (`sim.draw`), the question to
the partner, layings (`sim.meld`), discard or going out. A hook is called only where two or more choices are legal.

Left out: double going out, endings of other rule sets.
"""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, lane, lowest, special, special_unit, unit, wilds
from sim.bounds import canastas_wanted
from sim.call import decide
from sim.deal import put_on_pile
from sim.draw import ask_partners, draw_phase, fault_of, show_red_threes
from sim.events import log
from sim.jit import kernel
from sim.layout import LARGEST_SET, MOST_EVENTS
from sim.meld import forget, forget_special, lay, leave_hand, refuse
from sim.moves import CONCEALED_FLAG, held, holds_one_kind
from sim.reach import can_go_out, can_go_out_concealed, can_open
from sim.words import (
    ANSWERED_NO,
    ASK,
    ASK_HOOK,
    BLACK3_NOT_GOING_OUT,
    CANASTA,
    CODES,
    DISCARD,
    DISCARD_HOOK,
    DRAW,
    ENDED_LIMIT,
    ENDED_OUT,
    EVENT_DISCARD,
    EVENT_END,
    EVENT_OUT,
    EVENT_RED3,
    EVENTS_FULL,
    FIRST_SPECIAL,
    KIND_OF_CODE,
    LAST_CARD,
    LAY,
    LAY_HOOK,
    MAY_ASK,
    MAY_CONCEAL,
    MAY_GO_OUT,
    MUST_GO_OUT,
    NO_ASKING,
    NO_CANASTA,
    NO_SUCH_ANSWER,
    NOT_HELD,
    NOT_OFFERED,
    OK,
    OPENING_SHORT,
    OVER,
    PARTNER_SAID_NO,
    RED_THREE,
)

MOST_TURNS = 1000  # far above what 216 cards allow; a deal that reaches it is a defect of the engine


@kernel
def begin_turn(table, me, hidden):
    """Nothing asked, nothing laid, nothing fresh in this turn yet."""
    side = table.sides[me.side]
    side.fresh[0] = 0
    side.fresh[1] = 0
    me.answered = 0
    me.laid = 0
    me.need = 0 if side.opened else table.minimum[me.side]
    hidden.on_old_meld = 0
    hidden.black3_laid = 0
    hidden.bound = 0
    hidden.asked = 0
    hidden.passed = 0
    table.phase = DRAW


@kernel
def play_turn(table, hidden):
    """One turn of `table.seat`; a status. The deal is over where `hidden.ending` is set."""
    me = hidden.mes[table.seat]
    begin_turn(table, me, hidden)
    if special(me.special, RED_THREE) > 0:
        show_red_threes(table, me, hidden)
    status = draw_phase(table, me, hidden)
    if status != OK or hidden.passed or hidden.ending:
        return status
    status = ask_phase(table, me, hidden)
    if status != OK:
        return status
    status = lay_phase(table, me, hidden)
    if status != OK:
        return status
    if me.count > 0:
        status = discard_phase(table, me, hidden)
    if me.count == 0 and status == OK:
        go_out(table, me, hidden)
    if me.laid > 0:
        hidden.laid_before[me.seat] = 1
    return status


@kernel
def ask_phase(table, me, hidden):
    """Offer the question to a player who can go out and has not asked before his take (L37, settled 24)."""
    rules = table.rules
    me.may = MAY_GO_OUT if me.answered != ANSWERED_NO and can_go_out(table, me) else 0
    if me.may == 0 or hidden.asked or rules.asking == NO_ASKING:
        return np.int64(OK)
    table.phase = ASK
    if rules.seats > rules.sides:
        me.may |= MAY_ASK
    if conceals(table, me, hidden) and can_go_out_concealed(table, me):
        me.may |= MAY_CONCEAL
    answer = decide(table, me, hidden, np.int64(ASK_HOOK))
    if answer < 0:
        return fault_of(hidden, answer)
    if answer > (CONCEALED_FLAG | 2) or answer == CONCEALED_FLAG or answer & 3 == 3:
        return refuse(hidden, NO_SUCH_ANSWER)
    if answer & CONCEALED_FLAG and me.may & MAY_CONCEAL == 0:
        return refuse(hidden, NOT_OFFERED)
    if answer & 3 == 1:
        hidden.bound = 1
    if answer & 3 == 2:
        if me.may & MAY_ASK == 0:
            return refuse(hidden, NOT_OFFERED)
        return ask_partners(table, me, hidden)
    return np.int64(OK)


@kernel
def conceals(table, me, hidden):
    """True while the player has laid nothing before this turn and nothing on an older meld in it (L38)."""
    return hidden.laid_before[me.seat] == 0 and hidden.on_old_meld == 0


@kernel
def can_lay(table, me):
    """True if some laying is legal now, so that the turn can still end (all?5). Reads MAY_GO_OUT of `me.may`."""
    if me.count == 0:  # his last card is on the table: merging may still complete the canasta that he needs
        return canastas_wanted(table, me) > 0 and can_join(table.rules, table.sides[me.side])
    if me.may & MAY_GO_OUT and me.count > 1:
        return True
    if me.need > 0:
        return me.laid > 0 or can_open(table, me)
    rules, side, wild = table.rules, table.sides[me.side], wilds(me.special)
    goes = me.may & MAY_GO_OUT  # with one card left: it fits somewhere, or there is nothing to lay
    if me.count >= 3 or goes:
        added = at_least(me.ranks, 1) & at_least(side.naturals[0], 1)
        while added != 0:
            if room_for(rules, side, lowest(added), np.int64(0)):
                return True
            added &= added - 1
    if me.count >= 5:
        if at_least(me.ranks, 3) != 0:
            return True
        if wild > 0 and rules.wilds_at[3] > 0 and at_least(me.ranks, 2) != 0:
            return True
    if wild > 0 and (me.count >= 3 or goes):
        melded = at_least(side.naturals[0], 1)
        while melded != 0:
            if room_for(rules, side, lowest(melded), np.int64(1)):
                return True
            melded &= melded - 1
    return can_join(rules, side)


@kernel
def room_for(rules, side, rank, wild):
    """True if a natural (wild = 0) or a wild (1) fits on an open meld of `rank`."""
    for slot in range(2):
        naturals, has = lane(side.naturals[slot], rank), lane(side.wilds[slot], rank)
        size = naturals + has + 1
        if naturals > 0 and size <= rules.largest_set and has + wild <= rules.wilds_at[min(size, LARGEST_SET)]:
            return True
    return False


@kernel
def can_join(rules, side):
    """True if two melds of one rank can be merged."""
    double = at_least(side.naturals[1], 1)
    while double != 0:
        rank = lowest(double)
        wild = lane(side.wilds[0], rank) + lane(side.wilds[1], rank)
        size = wild + lane(side.naturals[0], rank) + lane(side.naturals[1], rank)
        if size <= rules.largest_set and wild <= rules.wilds_at[min(size, np.int64(LARGEST_SET))]:
            return True
        double &= double - 1
    return False


@kernel
def lay_phase(table, me, hidden):
    """Layings until `done()`, an empty hand, or nothing left to lay; then the turn is judged."""
    table.phase = LAY
    me.may &= MAY_GO_OUT
    if me.answered == ANSWERED_NO:
        me.may = 0
    while can_lay(table, me):
        answer = decide(table, me, hidden, np.int64(LAY_HOOK))
        if answer < 0:
            return fault_of(hidden, answer)
        if answer == 0:
            break
        status = lay(table, me, hidden, answer)
        if status != OK:
            return status
        me.may = MAY_GO_OUT if me.answered != ANSWERED_NO and can_go_out(table, me) else 0
    fault = judge_layings(table, me, hidden)
    return np.int64(OK) if fault == OK else refuse(hidden, fault)


@kernel
def judge_layings(table, me, hidden):
    """Why the turn may not end as it stands, OK if it may (L24, L35, L20, all?5). Opens the side."""
    rules = table.rules
    if me.laid > 0:
        if me.need > 0:
            return np.int64(OPENING_SHORT)
        table.sides[me.side].opened = 1
    if me.count >= 2:
        if hidden.bound:
            return np.int64(MUST_GO_OUT)
        return np.int64(BLACK3_NOT_GOING_OUT) if hidden.black3_laid else np.int64(OK)
    if me.answered == ANSWERED_NO:
        return np.int64(PARTNER_SAID_NO)
    if canastas_wanted(table, me) > 0:
        return np.int64(NO_CANASTA)
    if me.count == 1 and (rules.final_discard == 0 or (hidden.black3_laid and rules.black3_final_discard == 0)):
        return np.int64(LAST_CARD)
    return np.int64(OK)


@kernel
def discard_phase(table, me, hidden):
    """Throw one card; the hook is asked where two kinds are held (L33)."""
    table.phase = DISCARD
    me.may = 0
    if holds_one_kind(me):
        kind = np.int64(0)
        while held(me, kind) == 0:
            kind += 1
    else:
        answer = decide(table, me, hidden, np.int64(DISCARD_HOOK))
        if answer < 0:
            return fault_of(hidden, answer)
        if answer >= CODES:
            return refuse(hidden, NO_SUCH_ANSWER)
        kind = KIND_OF_CODE[answer]
        if held(me, kind) == 0:
            return refuse(hidden, NOT_HELD)
    discard(table, me, hidden, kind)
    return np.int64(OK)


@kernel
def discard(table, me, hidden, kind):
    """Move a card of `kind` from the hand to the pile, with what everybody remembers of it."""
    seat = me.seat
    if kind < FIRST_SPECIAL:
        me.ranks -= unit(kind)
        forget(table, seat, kind, np.int64(1))
        table.discarded[seat] += unit(kind)
    else:
        me.special -= special_unit(kind)
        forget_special(table, seat, special_unit(kind))
        table.discarded_special[seat] += special_unit(kind)
    leave_hand(table, me, np.int64(1))
    put_on_pile(table, kind)
    if (table.rules.freezes >> kind) & 1:
        table.frozen = 1
    hidden.passes = 0
    table.log[table.log_count] = (seat << 8) | table.pile_top
    table.log_count += 1
    log(hidden, EVENT_DISCARD, seat, table.pile_top, np.int64(0))


@kernel
def go_out(table, me, hidden):
    """The player has no card left: the deal ends; it was concealed if he laid only melds of his own, with a canasta."""
    hidden.ending = ENDED_OUT
    hidden.out_seat = me.seat
    table.asker = me.seat
    side = table.sides[me.side]
    own = at_least(side.naturals[0] + side.wilds[0], CANASTA) & side.fresh[0]
    own |= at_least(side.naturals[1] + side.wilds[1], CANASTA) & side.fresh[1]
    hidden.concealed = np.int64(conceals(table, me, hidden) and own != 0)
    log(hidden, EVENT_OUT, me.seat, hidden.concealed, np.int64(0))


@kernel
def play_on(table, hidden):
    """Play from the turn of `table.seat` to the end of the deal; a status. Changes all records in place."""
    while hidden.ending == 0:
        status = play_turn(table, hidden)
        if status != OK:
            return status
        table.turn += 1
        if hidden.ending == 0:
            table.seat += 1
            if table.seat == table.rules.seats:
                table.seat = 0
            if table.turn >= MOST_TURNS:
                hidden.ending = ENDED_LIMIT
    finish(table, hidden)
    return np.int64(EVENTS_FULL) if hidden.event_count > MOST_EVENTS else np.int64(OK)


@kernel
def finish(table, hidden):
    """Show the red threes still in hands (all?8) and close the log."""
    table.phase = OVER
    for seat in range(table.rules.seats):
        me = hidden.mes[seat]
        count = special(me.special, RED_THREE)
        if count > 0:
            me.special -= count * special_unit(RED_THREE)
            leave_hand(table, me, count)
            table.sides[me.side].red3 += count
            for _ in range(count):
                log(hidden, EVENT_RED3, np.int64(seat), np.int64(0), np.int64(-1))
    log(hidden, EVENT_END, np.int64(0), hidden.ending, np.int64(0))
