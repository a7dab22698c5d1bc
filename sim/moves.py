"""The answers a hook can give, packed into one int64 each, and what a hand can be asked about.

A hook builds its answer with these functions and returns it; the engine unpacks and validates it. Nothing here knows
whether an answer is legal. Layout: bits 0-3 what is done, 4-9 rank (or sequence, or suit), 10-14 slot (or lowest rank,
or second sequence), 15-19 naturals (or length), 20-24 twos, 25-29 jokers, 30-34 red twos (or a wild's place), 35-54
cards by suit, 60-61 how a draw hook uses it. All answers are non-negative; 0 is `done()`, `stock()`, `no()`.

>>> from sim.words import QUEEN
>>> answer = take(new_set(QUEEN, 2, 0, 0))              # the pile's top queen with two queens from hand
>>> bool(is_take(answer)), int(naturals_of(answer)), describe("draw", int(answer))
(True, 2, 'take of new_set(Q: 2 naturals, 0 twos, 0 jokers)')
"""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, lane, special
from sim.jit import kernel
from sim.words import (
    CODE_OF_KIND,
    CODES,
    FIRST_SPECIAL,
    KIND_OF_CODE,
    LANES,
    NONE,
    RANK_LETTERS,
    card_name,
)

DONE, NEW_SET, ADD_TO, JOIN, RUN, EXTEND, JOIN_RUNS, WILD_MELD, BLACK_SET, BLOCK = range(10)
NO_TAKE, TAKE, TAKE_ASKING, LEAVE = range(4)
RANK_AT, SLOT_AT, NATURALS_AT, TWOS_AT, JOKERS_AT, RED_AT, SUITS_AT, TAKE_AT = 4, 10, 15, 20, 25, 30, 35, 60
NO_WILD = 15  # `wild_at` of a sequence without a wild

CONCEALED_FLAG = 4


# --- draw ---------------------------------------------------------------------------------------------------
@kernel
def stock():
    """Draw from the stock."""
    return np.int64(0)


@kernel
def leave():
    """Do not take, where the stock is gone and taking is optional."""
    return np.int64(LEAVE) << TAKE_AT


@kernel
def take(move):
    """Take the pile; `move` lays its top card, and counts the cards from hand only."""
    return move | (np.int64(TAKE) << TAKE_AT)


@kernel
def take_asking(move):
    """As `take`, for a take that would leave fewer than two cards: the partner is asked first."""
    return move | (np.int64(TAKE_ASKING) << TAKE_AT)


# --- ask ----------------------------------------------------------------------------------------------------
@kernel
def no():
    """Say nothing."""
    return np.int64(0)


@kernel
def out():
    """Go out in this turn without asking."""
    return np.int64(1)


@kernel
def ask():
    """Ask the partner "May I go out?"."""
    return np.int64(2)


@kernel
def concealed(answer):
    """The same `out()` or `ask()`, announced as concealed."""
    return answer | CONCEALED_FLAG


# --- lay ----------------------------------------------------------------------------------------------------
@kernel
def done():
    """Lay nothing more in this turn."""
    return np.int64(0)


@kernel
def packed(action, rank, slot, naturals, twos_laid, jokers):
    """The common form of a laying answer."""
    return (
        np.int64(action)
        | (np.int64(rank) << RANK_AT)
        | (np.int64(slot) << SLOT_AT)
        | (np.int64(naturals) << NATURALS_AT)
        | (np.int64(twos_laid) << TWOS_AT)
        | (np.int64(jokers) << JOKERS_AT)
    )


@kernel
def new_set(rank, naturals, twos_laid, jokers):
    """Lay a new meld of `rank`. Black twos go before red ones unless `red_twos` says otherwise."""
    return packed(NEW_SET, rank, 0, naturals, twos_laid, jokers)


@kernel
def add(rank, slot, naturals, twos_laid, jokers):
    """Add cards to the side's open meld of `rank` in `slot` (0 or 1)."""
    return packed(ADD_TO, rank, slot, naturals, twos_laid, jokers)


@kernel
def join(rank):
    """Make one meld of the side's two of `rank`."""
    return packed(JOIN, rank, 0, 0, 0, 0)


@kernel
def run(suit, low, length, wild_at):
    """Lay a new sequence; `wild_at` is the place (0 = lowest) that a wild takes, NO_WILD = none."""
    return packed(RUN, suit, low, length, 0, 0) | (np.int64(wild_at) << RED_AT)


@kernel
def extend(index, below, above, wild_at):
    """Add cards below and above sequence `index` of the side."""
    return packed(EXTEND, index, below, above, 0, 0) | (np.int64(wild_at) << RED_AT)


@kernel
def join_runs(a, b):
    """Make one sequence of two, by their indices; that of the second takes slot and naturals, as there may be 58."""
    return packed(JOIN_RUNS, a, b & 31, b >> 5, 0, 0)


@kernel
def wild(twos_laid, jokers):
    """Lay or lengthen the side's meld of wilds."""
    return packed(WILD_MELD, 0, 0, 0, twos_laid, jokers)


@kernel
def black(count):
    """Lay a set of black threes."""
    return packed(BLACK_SET, 0, 0, count, 0, 0)


@kernel
def block(kind):
    """Lay the blocking canasta with three wilds of `kind` (lt-south-american)."""
    return packed(BLOCK, kind, 0, 0, 0, 0)


@kernel
def red_twos(move, count):
    """The same move with `count` of its twos red (stored as count + 1; 0 = the fixed order)."""
    return move | (np.int64(count + 1) << RED_AT)


@kernel
def from_suits(move, clubs, diamonds, hearts, spades):
    """The same move with its naturals taken by suit, where the rule set has sequences."""
    by_suit = np.int64(clubs) | np.int64(diamonds) << 5 | np.int64(hearts) << 10 | np.int64(spades) << 15
    return move | (by_suit << SUITS_AT)


# --- discard ------------------------------------------------------------------------------------------------
@kernel
def card(code):
    """Throw the card of this code; the suit of a natural counts only where the rule set has sequences."""
    return np.int64(code)


@kernel
def card_of(kind):
    """Throw a card of this kind: a rank 0 … 10, JOKER, RED_TWO, BLACK_TWO, BLACK_THREE."""
    return CODE_OF_KIND[kind]


@kernel
def none():
    """Throw nothing, where `me.may` has NO_DISCARD."""
    return np.int64(63)


# --- reading an answer --------------------------------------------------------------------------------------
@kernel
def what(answer):
    """DONE … BLOCK."""
    return answer & 15


@kernel
def rank_of(answer):
    return (answer >> RANK_AT) & 63


@kernel
def slot_of(answer):
    return (answer >> SLOT_AT) & 31


@kernel
def naturals_of(answer):
    return (answer >> NATURALS_AT) & 31


@kernel
def twos_of(answer):
    return (answer >> TWOS_AT) & 31


@kernel
def jokers_of(answer):
    return (answer >> JOKERS_AT) & 31


@kernel
def names_wilds(answer):
    """True if an answer says anything of wilds: twos, jokers, or how many of the twos are red."""
    return (answer >> TWOS_AT) & ((1 << (SUITS_AT - TWOS_AT)) - 1) != 0


@kernel
def red_twos_of(answer, black_held):
    """Red twos among the twos of an answer: as said, else black twos first."""
    said = (answer >> RED_AT) & 31
    if said > 0:
        return said - 1
    return max(np.int64(0), twos_of(answer) - black_held)


@kernel
def taking(answer):
    """NO_TAKE, TAKE, TAKE_ASKING or LEAVE."""
    return answer >> TAKE_AT


@kernel
def is_take(answer):
    return taking(answer) == TAKE or taking(answer) == TAKE_ASKING


# --- what a hand holds --------------------------------------------------------------------------------------
@kernel
def held(me, kind):
    """Cards of a kind in the hand."""
    if kind < FIRST_SPECIAL:
        return lane(me.ranks, kind)
    return special(me.special, kind)


@kernel
def holds_one_kind(me):
    """True if all cards in hand are of one kind, so that there is nothing to choose."""
    if me.special == 0:
        ranks_held = at_least(me.ranks, 1)
        return ranks_held & (ranks_held - 1) == 0
    if me.ranks != 0:
        return False
    for kind in range(FIRST_SPECIAL, FIRST_SPECIAL + 5):
        if special(me.special, kind) == me.count:
            return True
    return False


@kernel
def may_discard(table, me, kind):
    """True if a card of this kind is in the hand and may be thrown now."""
    return held(me, kind) > 0


@kernel
def kind_of(code):
    """Kind of a card code."""
    return KIND_OF_CODE[code]


# --- an answer in words -------------------------------------------------------------------------------------
def describe(kind: str, answer: int) -> str:
    """An answer of hook `kind`, such as "discard", as one would write it; a number that is no answer stays a number."""
    if answer < 0:
        return str(answer)
    if kind == "discard":
        return "none()" if answer == NONE else f"card({card_name(answer)})" if answer < CODES else str(answer)
    if kind in ("ask", "answer"):
        return str(answer)
    how = answer >> TAKE_AT
    if kind == "draw" and how in (NO_TAKE, LEAVE):
        return "leave()" if how else "stock()"
    prefix = {TAKE: "take of ", TAKE_ASKING: "take_asking of "}.get(how, "")
    return prefix + _describe_move(answer & ((1 << TAKE_AT) - 1))


def _describe_move(move: int) -> str:
    names = ("done", "new_set", "add", "join", "run", "extend", "join_runs", "wild", "black", "block")
    action, rank, slot = move & 15, (move >> RANK_AT) & 63, (move >> SLOT_AT) & 31
    naturals, two, joker = ((move >> at) & 31 for at in (NATURALS_AT, TWOS_AT, JOKERS_AT))
    letter = RANK_LETTERS[rank] if rank < LANES else str(rank)
    counts = f"{naturals} naturals, {two} twos, {joker} jokers"
    if action == NEW_SET:
        return f"new_set({letter}: {counts})"
    if action == ADD_TO:
        return f"add({letter}, slot {slot}: {counts})"
    if action == JOIN:
        return f"join({letter})"
    if action == BLACK_SET:
        return f"black({naturals})"
    if action == DONE:
        return "done()"
    return f"{names[action]}({rank}, {slot}, {counts})" if action < len(names) else str(move)
