"""Provokes rare situations: second melds, frozen piles, questions, noes, concealed hands, an empty stock.

For tests and for watching rules at work, not to win. Behaves like `sound` in opening and laying. One cause: it prefers
what seldom happens. It takes with a natural and a wild where adding would do (a second meld of the rank), throws a
wild now and then, keeps big hands for going out concealed, asks before it goes out and mostly does not go out at all,
so that the stock runs out, and answers by the toss of a coin.
Source: none; nobody advises this.
"""

from __future__ import annotations

from sim.bits import wilds
from sim.moves import ask as ask_partner
from sim.moves import card_of, concealed, held, leave, no, out, stock, take
from sim.strategy import hook
from sim.ways import taking_move
from sim.words import (
    ADD,
    BLACK_THREE,
    BLACK_TWO,
    JOKER,
    LANES,
    MAY_ASK,
    MAY_CONCEAL,
    MIX,
    PAIR,
    PASS,
    RED_TWO,
    STOCK,
)
from strategies.sound import OUT_TURN, sound


@hook.draw
def draw(table, me, w):
    """With a natural and a wild first, then by pair, then by adding; now and then not at all."""
    if me.coin & 7 == 0 and me.may & (STOCK | PASS):
        return stock() if me.may & STOCK else leave()
    if me.may & MIX:
        return take(taking_move(table, me, MIX))
    if me.may & PAIR:
        return take(taking_move(table, me, PAIR))
    return take(taking_move(table, me, ADD)) if me.may & ADD else stock()


@hook.ask
def ask(table, me, w):
    """Concealed whenever it can be; else one time in eight, and with a question where there is somebody to ask.

    A yes binds: whoever asks goes out, which is why it is asked so seldom.
    """
    if me.may & MAY_CONCEAL == 0 and me.coin & 7:
        return no()
    if me.may & MAY_CONCEAL == 0 and me.may & MAY_ASK:
        return ask_partner()
    me.memo[OUT_TURN] = table.turn + 1  # tells the lay hook of `sound`
    return concealed(out()) if me.may & MAY_CONCEAL else out()


@hook.discard
def discard(table, me, w):
    """Each fourth time a wild, each fourth time a black three, else the highest natural."""
    if me.coin & 3 == 0 and wilds(me.special) > 0:
        return card_of(BLACK_TWO if held(me, BLACK_TWO) > 0 else RED_TWO if held(me, RED_TWO) > 0 else JOKER)
    if me.coin & 3 == 1 and held(me, BLACK_THREE) > 0:
        return card_of(BLACK_THREE)
    for rank in range(LANES - 1, -1, -1):
        if held(me, rank) > 0:
            return card_of(rank)
    if held(me, BLACK_THREE) > 0:
        return card_of(BLACK_THREE)
    return card_of(BLACK_TWO if held(me, BLACK_TWO) > 0 else RED_TWO if held(me, RED_TWO) > 0 else JOKER)


@hook.answer
def answer(table, me, w):
    """Yes or no, as the coin falls."""
    return me.coin & 1


explorer = sound.but(
    "explorer",
    draw=draw,
    ask=ask,
    discard=discard,
    answer=answer,
    weights={"conceal_from": 6, "reserve": 7, "wild_from": 7},
)
