"""My first strategy: it keeps pairs for the pile and takes the pile whenever it may.

The first line above is what `canasta strategies show` prints; write yours there. Change something below, then:

    canasta compare mine.py:mine plain --deals 10000     # is it better? by how many points a hand?
    canasta replay mine.py:mine plain --deal 7           # that deal, turn by turn
    canasta strategies check mine.py                     # is it legal, fair and repeatable?

A strategy answers five questions, one function each. Every function gets
    table   what everybody sees     table.pile_count: cards in the pile; table.sides: what each side has laid
    me      what you alone know     me.ranks, me.special: your hand; me.may: what is legal now
    w       the weights below       w.keep; as many of your own as you like
and returns an answer made by a function of sim.moves. All fields: docs/hooks.md. The functions are compiled, so they
know whole numbers and decimals only: no lists, no strings, no print. An answer against the rules stops the run.
"""

from sim.bits import at_least, lane, lowest, special
from sim.moves import add, card_of, done, held, new_set, no, out, stock, take
from sim.strategy import Strategy, hook, weights
from sim.ways import going_out_step, lay_wilds, opening_step, taking_move, wild_room
from sim.words import ADD, BLACK_THREE, BLACK_TWO, CANASTA, JOKER, MAY_GO_OUT, MIX, OPENING, PAIR, RED_TWO, STOCK

WEIGHTS = weights(
    # name=(value, lowest, highest, "where the idea comes from"); try another: canasta compare mine.py:mine:keep=6 plain
    keep=(4, 2, 11, "my guess: cards that stay in hand, to take the pile with"),
    fear=(30, 0, 100, "my guess: how bad it is to throw what an opponent has melded"),
)


@hook.draw
def draw(table, me, w):
    """Take the pile or draw? me.may holds the legal ways as bits: PAIR, ADD (onto a meld of yours), MIX, STOCK."""
    if me.may & PAIR:
        return take(taking_move(table, me, PAIR))  # taking_move says how the top card is laid
    if me.may & ADD:
        return take(taking_move(table, me, ADD))
    if me.may & MIX and me.may & STOCK == 0:  # with a wild card only when the stock is gone and you must
        return take(taking_move(table, me, MIX))
    return stock()


@hook.ask
def ask(table, me, w):
    """You could go out in this turn: out(), or ask() your partner first, or no()."""
    return out() if me.may & MAY_GO_OUT else no()


@hook.lay
def lay(table, me, w):
    """One thing to lay; you are asked again until you answer done()."""
    if table.phase == OPENING or me.need > 0:  # me.need: points your side still lacks for its first meld
        return opening_step(table, me)
    if me.may & MAY_GO_OUT or me.count < 2:  # me.count: cards in your hand
        return going_out_step(table, me)
    side = table.sides[me.side]  # side.naturals[0]: for each rank, how many cards your meld has
    fits = at_least(me.ranks, 1) & at_least(side.naturals[0], 1)  # ranks that you hold and have melded
    if fits != 0 and me.count > 2:
        rank = lowest(fits)
        return add(rank, 0, min(lane(me.ranks, rank), me.count - 2), 0, 0)
    triples = at_least(me.ranks, 3)  # ranks of which you hold three or more
    if triples != 0 and me.count - lane(me.ranks, lowest(triples)) >= w.keep:
        return new_set(lowest(triples), lane(me.ranks, lowest(triples)), 0, 0)
    sizes = side.naturals[0] + side.wilds[0]
    nearly = at_least(sizes, CANASTA - 1) & ~at_least(sizes, CANASTA)  # melds that one card makes a canasta
    if nearly != 0 and wild_room(table.rules, side, lowest(nearly), 0) > 0 and me.count > 2:
        if held(me, JOKER) + held(me, RED_TWO) + held(me, BLACK_TWO) > 0:
            return lay_wilds(table, me, lowest(nearly), 0, 0, 1, False)
    return done()


@hook.discard
def discard(table, me, w):
    """Which card to throw: here the rank with the fewest cards and points, and none that an opponent collects."""
    if special(me.special, BLACK_THREE) > 0:  # me.special: jokers, twos and threes
        return card_of(BLACK_THREE)  # nobody can take the pile with it on top
    best, least = -1, 1000000.0
    for rank in range(11):  # four, five … ace; me.ranks: how many of each you hold
        if lane(me.ranks, rank) > 0:
            worth = 20.0 * lane(me.ranks, rank) + table.rules.value[rank]  # table.rules: the rules, as numbers
            if lane(table.sides[1 - me.side].naturals[0], rank) > 0:
                worth += w.fear
            if worth < least:
                best, least = rank, worth
    if best >= 0:
        return card_of(best)
    if held(me, BLACK_TWO) > 0:
        return card_of(BLACK_TWO)
    return card_of(RED_TWO) if held(me, RED_TWO) > 0 else card_of(JOKER)


@hook.answer
def answer(table, me, w):
    """Your partner asks whether to go out: 1 is yes, 0 no. table.question says what is asked."""
    return 1 if me.count <= 5 else 0


first = Strategy.of("first", draw=draw, ask=ask, lay=lay, discard=discard, answer=answer)
