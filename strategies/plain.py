"""A sensible beginner, written to be read: the file to copy when you write a strategy of your own.

A strategy is five small functions, called hooks. Each receives `table` (what everybody at the table sees), `me`
(what this player alone knows) and `w` (the weights below), and returns one answer, built with the functions of
`sim.moves`. The engine has already worked out what is legal (`me.may`), and checks every answer. `docs/hooks.md`
lists all fields.

How it plays: it takes the pile when it may and the pile is worth it, opens as soon as it can, lays what it holds in
threes but keeps a few cards, completes canastas with wild cards, goes out when it can, and throws the card that
helps nobody.

Sources: the Lithuanian guide's advice to take often (MN5, MN6), to lay melds (MN1), and to throw what the opponents
cannot use (MN5); the rest is common sense.
"""

from __future__ import annotations

from sim.bits import at_least, lane, lowest, special, twos, unit, wilds
from sim.moves import add, card_of, done, held, new_set, no, out, stock, take
from sim.strategy import Strategy, hook, weights
from sim.ways import going_out_step, lay_wilds, opening_step, taking_move, wild_room
from sim.words import ADD, BLACK_THREE, BLACK_TWO, CANASTA, JOKER, LANES, MAY_GO_OUT, MIX, OPENING, PAIR, RED_TWO, STOCK

WEIGHTS = weights(
    smallest_pile=(2, 1, 20, "lt MN6: take an unfrozen pile whenever the top card can be used"),
    reserve=(4, 2, 11, "lt MN13a: do not lay everything, a varied hand controls the pile"),
    patience=(40, 0, 300, "lt MN16: say yes to going out only with few points left in hand"),
    danger=(30, 0, 100, "lt MN5: do not throw what the opponents have melded"),
)


@hook.draw
def draw(table, me, w):
    """Take by a pair, by adding, or by a natural and a wild, in this order; else draw."""
    must_take = me.may & STOCK == 0  # the stock is gone
    if me.may & PAIR:
        return take(taking_move(table, me, PAIR))
    if table.pile_count >= w.smallest_pile or must_take:
        if me.may & ADD:
            return take(taking_move(table, me, ADD))
        if me.may & MIX and (twos(me.special) > 0 or must_take):  # a joker is too good for it
            return take(taking_move(table, me, MIX))
    return stock()


@hook.ask
def ask(table, me, w):
    """Go out as soon as it is possible, without asking."""
    if me.may & MAY_GO_OUT:
        return out()
    return no()


@hook.lay
def lay(table, me, w):
    """One laying at a time: on the way out, on the way to the opening minimum, or as many cards as the reserve
    allows.
    """
    if table.phase == OPENING:  # the pile is being taken: the melds that help to open come first
        return opening_step(table, me)
    if me.may & MAY_GO_OUT or me.count < 2:
        return going_out_step(table, me)
    if me.need > 0:
        return opening_step(table, me)

    side = table.sides[me.side]
    spare = me.count - 2  # two cards must stay: one to throw, one to keep

    # A natural that fits on a meld of ours goes there at once: it brings a canasta nearer.
    fits = at_least(me.ranks, 1) & at_least(side.naturals[0], 1)
    if fits != 0 and spare > 0:
        rank = lowest(fits)
        return add(rank, 0, min(lane(me.ranks, rank), spare), 0, 0)

    # Three of a rank are laid while enough cards stay in hand.
    triples = at_least(me.ranks, 3)
    if triples != 0:
        rank = lowest(triples)
        count = lane(me.ranks, rank)
        if me.count - count >= w.reserve:
            return new_set(rank, count, 0, 0)

    # A wild card completes a canasta, and is kept for nothing else.
    if wilds(me.special) > 0 and spare > 0:
        sizes = side.naturals[0] + side.wilds[0]
        nearly = at_least(sizes, CANASTA - 1) & ~at_least(sizes, CANASTA)
        while nearly != 0:
            rank = lowest(nearly)
            if wild_room(table.rules, side, rank, 0) > 0:
                return lay_wilds(table, me, rank, 0, 0, 1, False)
            nearly &= nearly - 1
    return done()


@hook.discard
def discard(table, me, w):
    """The card with the least worth to us and the opponents: singles before pairs, low before high, safe before
    dangerous.
    """
    if special(me.special, BLACK_THREE) > 0:
        return card_of(BLACK_THREE)  # nobody can take the pile under it

    # Ranks that an opponent has melded: he could add our card and take the pile.
    dangerous = 0
    for other in range(table.rules.sides):
        if other != me.side:
            dangerous |= at_least(table.sides[other].naturals[0], 1)

    best, least = -1, 1_000_000.0
    ranks_left = at_least(me.ranks, 1)
    while ranks_left != 0:
        rank = lowest(ranks_left)
        ranks_left &= ranks_left - 1
        worth = 20.0 * lane(me.ranks, rank) + table.rules.value[rank]
        if dangerous & unit(rank):
            worth += w.danger
        if worth < least:
            best, least = rank, worth
    if best >= 0:
        return card_of(best)
    if held(me, BLACK_TWO) > 0:
        return card_of(BLACK_TWO)
    return card_of(RED_TWO) if held(me, RED_TWO) > 0 else card_of(JOKER)


@hook.answer
def answer(table, me, w):
    """Yes if the cards in hand would cost little."""
    points = 0
    for rank in range(LANES):
        points += lane(me.ranks, rank) * table.rules.value[rank]
    return 1 if points <= w.patience else 0


plain = Strategy.of("plain", draw=draw, ask=ask, lay=lay, discard=discard, answer=answer)
