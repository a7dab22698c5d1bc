"""Plays at random: the floor that every strategy must beat, and a source of odd situations for tests.

What "at random" means here, exactly. Each decision is uniform over a list:

* draw: the stock (or passing, where that is allowed), and each legal way to take: by pair, by natural and wild, by
  adding. `sim.ways.taking_move` then chooses the cards.
* ask: to say nothing, to go out without asking, to ask.
* lay: to stop, and each single laying after which two cards remain: so many naturals (with at most one wild) as a new
  set, so many naturals on a meld, one wild on a meld, two melds joined. A side that has not opened chooses between
  opening and not; how it opens, and how a player goes out who has chosen to, is `sim.ways`, not chance.
* discard: the cards in hand, each as likely.
* answer: yes or no.

Source: none; nobody advises this.
"""

from __future__ import annotations

from sim.bits import lane, wilds
from sim.jit import kernel
from sim.moves import add, card_of, done, held, join, no, out, stock, take
from sim.moves import ask as ask_partner
from sim.strategy import Strategy, hook
from sim.ways import going_out_step, lay_wilds, opening_step, taking_move, wild_room
from sim.words import ADD, ANSWERED_YES, BLACK_THREE, JOKER, LANES, MAY_ASK, MAY_GO_OUT, MIX, OPENING, PAIR, STOCK

GOING_OUT = 0  # memo: number of the turn (from 1) in which this player is on his way out


@kernel
def next_random(state):
    """The next state of a small generator that is started with the decision's coin."""
    return (state * 6364136223846793005 + 1442695040888963407) & ((1 << 62) - 1)


@kernel
def below(state, count):
    """A number 0 … count - 1 from a state; its upper bits are the better ones."""
    return (state >> 24) % count


@hook.draw
def draw(table, me, w):
    """One of the stock and the legal ways to take."""
    ways, choice = 0, 0
    state = next_random(me.coin)
    for bit in (STOCK, PAIR, MIX, ADD):
        if me.may & bit:
            ways += 1
            state = next_random(state)
            if below(state, ways) == 0:
                choice = bit
    return stock() if choice in (0, STOCK) else take(taking_move(table, me, choice))


@hook.ask
def ask(table, me, w):
    """Nothing, out, or the question."""
    choice = below(next_random(me.coin), 3)
    if choice == 1:
        me.memo[GOING_OUT] = table.turn + 1
        return out()
    if choice == 2 and me.may & MAY_ASK:
        return ask_partner()
    return no()


@hook.lay
def lay(table, me, w):
    """The next laying, or done()."""
    state = next_random(me.coin)
    if table.phase == OPENING:
        return opening_step(table, me)
    if me.answered == ANSWERED_YES or me.memo[GOING_OUT] == table.turn + 1 or me.count < 2:
        return going_out_step(table, me)
    if me.need > 0:
        if me.laid > 0 or below(state, 2) == 0:
            return opening_step(table, me)
        return done()
    if me.may & MAY_GO_OUT and below(state, 4) == 0:
        me.memo[GOING_OUT] = table.turn + 1
        return going_out_step(table, me)
    return any_laying(table, me, next_random(state))


@kernel
def any_laying(table, me, state):
    """One of done() and the layings after which two cards remain, each as likely."""
    rules, side = table.rules, table.sides[me.side]
    choice, seen = done(), 1
    spare = me.count - 2
    wild = wilds(me.special)
    for rank in range(LANES):
        count = lane(me.ranks, rank)
        for slot in range(2):
            naturals = lane(side.naturals[slot], rank)
            if naturals > 0:
                for more in range(1, min(count, spare, rules.largest_set - naturals) + 1):
                    seen += 1
                    state = next_random(state)
                    if below(state, seen) == 0:
                        choice = add(rank, slot, more, 0, 0)
                if wild > 0 and spare > 0 and wild_room(rules, side, rank, slot) > 0:
                    seen += 1
                    state = next_random(state)
                    if below(state, seen) == 0:
                        choice = lay_wilds(table, me, rank, slot, 0, 1, below(state, 2) == 0)
            elif slot == 0 or (rules.melds_of_rank > 1 and lane(side.naturals[0], rank) > 0):
                for more in range(2, count + 1):
                    for with_wild in range(2):
                        size = more + with_wild
                        if size < 3 or size > spare or with_wild > wild or with_wild > rules.wilds_at[size]:
                            continue
                        seen += 1
                        state = next_random(state)
                        if below(state, seen) == 0:
                            choice = lay_wilds(table, me, rank, -1, more, with_wild, below(state, 2) == 0)
        if lane(side.naturals[1], rank) > 0:
            both = lane(side.wilds[0], rank) + lane(side.wilds[1], rank)
            size = both + lane(side.naturals[0], rank) + lane(side.naturals[1], rank)
            if size <= rules.largest_set and both <= rules.wilds_at[min(size, 32)]:
                seen += 1
                state = next_random(state)
                if below(state, seen) == 0:
                    choice = join(rank)
    return choice


@hook.discard
def discard(table, me, w):
    """Any card of the hand."""
    card = below(next_random(me.coin), me.count)
    for kind in range(BLACK_THREE + 1):
        card -= held(me, kind)
        if card < 0:
            return card_of(kind)
    return card_of(JOKER)


@hook.answer
def answer(table, me, w):
    """Yes or no."""
    return below(next_random(me.coin), 2)


random_legal = Strategy.of("random_legal", draw=draw, ask=ask, lay=lay, discard=discard, answer=answer)
