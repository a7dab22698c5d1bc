"""The words of the game as numbers: cards, kinds, phases, questions, flags, endings, statuses.

This file is the glossary. Every other module says `BLACK_THREE` or `ILLEGAL`, never 14 or 2. Nothing is decided here;
the meanings are those of the rule book. Compiled code freezes these values when it is compiled, so a change here
changes the digest that names the compile cache.

A **card code** (0 … 52) is one printed card: naturals are `4 * lane + suit` (lane 0 = four … 10 = ace, suit c d h s),
then four twos, four threes and the joker. A **kind** (0 … 15) is what the rules distinguish: eleven natural ranks,
joker, red two, black two, black three, red three.

>>> card_code("Td"), card_name(25), bool(KIND_OF_CODE[card_code("2h")] == RED_TWO)
(25, 'Td', True)
"""

from __future__ import annotations

import numpy as np

# --- cards -----------------------------------------------------------------------------------------------------------
RANK_LETTERS = "456789TJQKA"
SUIT_LETTERS = "cdhs"
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3

LANES = 11  # natural ranks, four to ace
FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(LANES)

FIRST_TWO, FIRST_THREE, JOKER_CODE = 44, 48, 52
CODES = 53  # card codes 0 … 52
NONE = 63  # "no card", and a card laid face down

# --- kinds -----------------------------------------------------------------------------------------------------------
JOKER, RED_TWO, BLACK_TWO, BLACK_THREE, RED_THREE = 11, 12, 13, 14, 15
KINDS = 16
FIRST_SPECIAL = JOKER  # lane 0 of a `special` word


def _kind_of_code(code: int) -> int:
    suit_is_red = code % 4 in (DIAMONDS, HEARTS)
    if code < FIRST_TWO:
        return code // 4
    if code < FIRST_THREE:
        return RED_TWO if suit_is_red else BLACK_TWO
    if code < JOKER_CODE:
        return RED_THREE if suit_is_red else BLACK_THREE
    return JOKER if code == JOKER_CODE else KINDS


KIND_OF_CODE = np.array([_kind_of_code(code) for code in range(64)], np.int64)
"""Kind of each card code; KINDS for the codes that are no card."""

CODE_OF_KIND = np.array(
    [*range(0, 44, 4), JOKER_CODE, FIRST_TWO + 1, FIRST_TWO, FIRST_THREE, FIRST_THREE + 1], np.int64
)
"""The code that stands for a kind where the suit does not matter: clubs, and diamonds for the red ones."""


def card_code(name: str) -> int:
    """Code of a two-character card such as "Td", "2s" or "JK"; raises ValueError for anything else."""
    if name == "JK":
        return JOKER_CODE
    ranks = RANK_LETTERS + "23"
    if len(name) != 2 or name[0] not in ranks or name[1] not in SUIT_LETTERS:
        raise ValueError(f"{name!r} is no card; a card is a rank of {ranks} and a suit of {SUIT_LETTERS}, or JK")
    return 4 * ranks.index(name[0]) + SUIT_LETTERS.index(name[1])


def card_name(code: int) -> str:
    """Two-character name of a card code, the inverse of `card_code`."""
    if code == JOKER_CODE:
        return "JK"
    return (RANK_LETTERS + "23")[code // 4] + SUIT_LETTERS[code % 4]


# --- sizes of the records, room for all 43 rule sets --------------------------------------------------------
MOST_SEATS, MOST_SIDES, MOST_CARDS, MOST_RUNS, LOG_SIZE = 6, 6, 216, 58, 1024
CANASTA = 7  # cards that make a canasta

# --- where a deal stands (`table.phase`) ------------------------------------------------------------------------------
DRAW, OPENING, ASK, LAY, PARTNER_LAYS, DISCARD, SETUP, FIRST, OVER = range(9)

# --- hooks ------------------------------------------------------------------------------------------------------------
HOOKS = ("draw", "ask", "lay", "discard", "answer")
DRAW_HOOK, ASK_HOOK, LAY_HOOK, DISCARD_HOOK, ANSWER_HOOK = range(5)

# --- what a player may do now (`me.may`, a set of bits) -----------------------------------------------------
STOCK, PASS, PAIR, MIX, ADD = 1, 2, 4, 8, 16
MAY_ASK, MAY_GO_OUT, MAY_CONCEAL, NO_DISCARD, EXTEND_CLOSED, WILD_PAIR = 32, 64, 128, 256, 512, 1024

# --- questions to a partner (`table.question`) and what came of the own one (`me.answered`) -----------------
NO_QUESTION, MAY_I_GO_OUT, TAKE_TALON, LAY_DOWN = range(4)
NOT_ASKED, ANSWERED_YES, ANSWERED_NO = range(3)

# --- canastas counted by kind (`side.canastas`) -------------------------------------------------------------
NATURAL, MIXED, WILD, SEQUENCE, MIXED_SEQUENCE = range(5)

# --- how the rules say it (packed rule record) --------------------------------------------------------------
TAKE_NEVER, TAKE_WHOLE, TAKE_TOP = range(3)
FREE_BEFORE_OPENING, SIDE_FROZEN, TABLE_FROZEN, UNAVAILABLE = range(4)
NO_ASKING, ASKING_OPTIONAL, ASKING_OBLIGATORY = range(3)
BLACK3_NEVER, BLACK3_GOING_OUT, BLACK3_ANY_TIME = range(3)
RED3_BY_MELD, RED3_BY_CANASTAS, RED3_BY_SEVENS = range(3)

# --- draw schemes -------------------------------------------------------------------------------------------
DRAW_SCHEMES = ("queues", "pile")
QUEUES, PILE_ORDER = range(2)

# --- how a deal ended ---------------------------------------------------------------------------------------
ENDINGS = ("", "out", "stock", "blocking", "limit")
NOT_ENDED, ENDED_OUT, ENDED_STOCK, ENDED_BLOCKING, ENDED_LIMIT = range(5)

# --- what kernels return ------------------------------------------------------------------------------------
OK, RAISED_STATUS, ILLEGAL, WROTE, EVENTS_FULL = range(5)

# --- events of the log (`sim.events`) -----------------------------------------------------------------------
(
    EVENT_START,
    EVENT_RED3,
    EVENT_DRAW,
    EVENT_TAKE,
    EVENT_MELD,
    EVENT_JOIN,
    EVENT_ASK,
    EVENT_ANSWER,
    EVENT_DISCARD,
    EVENT_PASS,
    EVENT_OUT,
    EVENT_END,
    EVENT_PICK_UP,
) = range(13)

# --- why an answer was refused (`hidden.reason`); the sentences stand in `sim.faults` -----------------------
(
    NO_REASON,
    NOT_OFFERED,
    NOT_HELD,
    NO_SUCH_MELD,
    MELD_TOO_SMALL,
    TOO_FEW_NATURALS,
    TOO_MANY_WILDS,
    NO_FREE_MELD,
    MELD_TOO_LARGE,
    NOT_THE_TOP_CARD,
    PILE_NOT_TAKEABLE,
    OPENING_SHORT,
    NO_CANASTA,
    PARTNER_SAID_NO,
    MUST_GO_OUT,
    BLACK3_NOT_GOING_OUT,
    NOT_IN_THIS_GAME,
    NO_SUCH_ANSWER,
    LAST_CARD,
    NOT_A_TAKING_MOVE,
) = range(20)
