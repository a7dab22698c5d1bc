"""Every record that compiled code shares: field, unit, range, meaning.

Four records hold a deal. `TABLE` is what everybody sees, `ME` what one seat alone knows, `HIDDEN` what nobody at the
table may know; a hook receives the first two and never the third. `RULES`, the packed rule set, is part of the table.
`RESULT` is what remains of a finished deal, `MATCH` of a match. All of them have room for all 43 rule sets: one to six
sides, two to six seats, four packs.

Two packed words stand for a set of cards. A **rank word** (int64) has eleven 5-bit lanes, four in the lowest … ace in
the highest, each a count 0 … 16. A **special word** (int64) has five 8-bit lanes: joker, red two, black two, black
three, red three. Counters are i8 although they are small: numpy keeps the narrow type of a field in plain arithmetic,
and a hook would wrap at 255 when it runs uncompiled but not when it runs compiled.
"""

from __future__ import annotations

import numpy as np

from sim.words import KINDS, LANES, LOG_SIZE, MOST_CARDS, MOST_RUNS, MOST_SEATS, MOST_SIDES

MOST_BANDS = 8
LARGEST_SET = 32  # sizes that `wilds_at` knows

RULES = np.dtype(
    [
        # --- seats and pack
        ("seats", "i8"),  # seats that play a deal, 2 … 6
        ("sides", "i8"),  # 2 … 6; seat s belongs to side s mod sides
        ("packs", "i8"),  # 1 … 4
        ("jokers", "i8"),  # in all packs together
        ("cards", "i8"),  # 52 * packs + jokers
        # --- deal and turn
        ("hand", "i8"),  # cards dealt to each seat
        ("packet", "i8"),  # face-down packet of each seat, 0 = none (Pennies)
        ("draw", "i8"),  # cards drawn from the stock a turn
        # --- the pile; masks have one bit a kind
        ("start_covered", "i8"),  # kinds that are covered when they come as start card
        ("start_freezes", "i8"),  # kinds that freeze when they come as start card
        ("freezes", "i8"),  # kinds that freeze when they are discarded
        ("stops", "i8"),  # kinds that forbid taking while they lie on top
        ("pile_taken", "i8"),  # TAKE_NEVER, TAKE_WHOLE, TAKE_TOP
        ("frozen_before_opening", "i8"),  # FREE_BEFORE_OPENING, SIDE_FROZEN, TABLE_FROZEN, UNAVAILABLE
        ("always_frozen", "i8"),  # 1: PAIR only, for ever
        ("mix", "i8"),  # 1: top card + a natural + a wild
        ("add", "i8"),  # 1: top card on a meld of the side
        ("add_to_canasta", "i8"),  # 1: also on a complete one
        ("red3_of_pile_replaced", "i8"),  # 1: a red three of a taken pile is replaced
        ("forced_take", "i8"),  # 1: must take when the stock is gone and he can
        # --- melds
        ("wilds_at", "i8", LARGEST_SET + 1),  # most wilds in a set of that size, -1: no set of that size
        ("largest_set", "i8"),  # cards in a set at most
        ("melds_of_rank", "i8"),  # open melds of one rank a side may have, 1 or 2
        ("complete_counts", "i8"),  # 1: complete ones count among them too (Samba family)
        ("black3", "i8"),  # BLACK3_NEVER, BLACK3_GOING_OUT, BLACK3_ANY_TIME
        ("black3_least", "i8"),  # cards in a set of black threes at least
        ("black3_most", "i8"),  # … and at most
        ("black3_final_discard", "i8"),  # 1: a final discard may follow them
        ("wild_meld_least", "i8"),  # cards in a wild-only meld at least, 0 = none allowed
        ("wild_meld_most", "i8"),
        ("wild_lock", "i8"),  # 1: unfinished wild meld + mixed canasta: new wilds go there (lt Samba 12)
        ("run_least", "i8"),  # cards in a sequence at least, 0 = none allowed
        ("run_most", "i8"),
        ("run_wilds", "i8"),  # wilds in a sequence at most
        ("barred_discards", "i8"),  # kinds not discardable until every side has a canasta of sevens (uk Pennies)
        ("barred_last", "i8"),  # kinds that may not be the final discard
        # --- opening: minimum of the highest band whose `band_from` is not above the score
        ("bands", "i8"),
        ("band_from", "i8", MOST_BANDS),  # match score, points
        ("band_minimum", "i8", MOST_BANDS),  # card values, points
        ("band_canasta", "i8", MOST_BANDS),  # kind of canasta the opening needs: 0 none, 1 any, 2 natural or samba
        # --- going out
        ("canastas_needed", "i8"),
        ("kinds_needed", "i8"),  # canastas of each of these: 1 natural, 2 mixed, 4 wild, 8 sevens
        ("red3_needed", "i8"),  # red threes of the side
        ("asking", "i8"),  # NO_ASKING, ASKING_OPTIONAL, ASKING_OBLIGATORY
        ("final_discard", "i8"),  # 1: the last card may be discarded
        ("double_out", "i8"),  # 1: the partner may lay down his whole hand
        ("concealed_waives_minimum", "i8"),
        # --- scoring, points
        ("value", "i8", KINDS),  # card values by kind
        ("canasta_bonus", "i8", (LANES, 4)),  # by rank and wilds (3 = three or more)
        ("run_bonus", "i8", 2),  # without, with a wild
        ("wild_bonus", "i8", 8),  # canasta of seven wilds by number of twos
        ("going_out", "i8"),
        ("concealed", "i8"),  # on top of going_out
        ("double", "i8"),  # on top, for a double going out
        ("red3_total", "i8", 9),  # by number held
        ("red3_sign", "i8"),  # RED3_BY_MELD, RED3_BY_CANASTAS, RED3_BY_SEVENS
        ("red3_canastas", "i8"),  # canastas that make them a bonus
        ("red3_shown", "i8"),  # dealt ones: 0 in the own first turn, 1 at once but replaced in it, 2 at once
        # --- match
        ("target", "i8"),
        ("double_win", "i8"),  # 1: the whole target made in one deal wins double
    ],
    align=True,
)

SIDE = np.dtype(
    [
        ("naturals", "i8", 2),  # rank words: naturals of the (at most two) open melds of each rank
        ("wilds", "i8", 2),  # rank words: wilds in them
        ("fresh", "i8", 2),  # lanes (count 1) of the melds begun this turn
        ("at_once", "i8"),  # lanes of canastas of eight laid at once (lt-south-american)
        ("closed", "i8", 4),  # rank words: capped canastas by number of wilds 0 … 3
        ("wild_open", "i8", 2),  # jokers, twos of the open wild meld
        ("wild_closed", "i8", (3, 2)),  # jokers, twos of complete ones
        ("black3", "i8", 2),  # sizes of the black-three sets
        ("run_count", "i8"),
        ("runs", "u2", MOST_RUNS),  # suit 2 bits, lowest rank 4, length 4, wild place 4 (15 none), wild kind 1, fresh 1
        ("red3", "i8"),  # red threes shown
        ("aside", "i8"),  # black threes set aside (uk-cuban)
        ("opened", "i8"),  # 1: has made its initial meld in this deal
        ("extra_given", "i8"),  # 1: the talon hand was had
        ("points", "i8"),  # card values laid, points
        ("canastas", "i8", 5),  # natural, mixed, wild, sequence, mixed sequence
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("rules", RULES),
        ("phase", "i8"),  # DRAW … OVER
        ("question", "i8"),  # what a partner is asked, 0 = nothing
        ("seat", "i8"),  # whose turn it is
        ("turn", "i8"),  # turns begun before this one
        ("dealer", "i8"),
        ("asker", "i8"),  # who asks or has gone out, -1 = nobody
        ("side_of", "i8", MOST_SEATS),
        ("hand_count", "i8", MOST_SEATS),
        ("packet", "i8", MOST_SEATS),  # cards of the packet still face down
        ("takes", "i8", MOST_SEATS),  # piles taken
        ("biggest_take", "i8", MOST_SEATS),  # cards in the largest of them
        ("scores", "i8", MOST_SIDES),  # match score before the deal
        ("minimum", "i8", MOST_SIDES),  # opening minimum of the side in this deal
        ("sides", SIDE, MOST_SIDES),
        ("stock_left", "i8"),  # cards
        ("pile_count", "i8"),  # cards
        ("pile_top", "i8"),  # card code, NONE where the pile is empty
        ("frozen", "i8"),  # 1: for everybody, until somebody takes
        ("pile_ranks", "i8"),  # rank word of the pile
        ("pile_special", "i8"),  # special word of the pile
        ("discarded", "i8", MOST_SEATS),  # rank word: what the seat has discarded
        ("left_lying", "i8", MOST_SEATS),  # rank word (31 at most): tops it could see in its turn and did not take
        ("known", "i8", MOST_SEATS),  # rank word: taken with a pile and not seen since
        ("discarded_special", "i8", MOST_SEATS),
        ("known_special", "i8", MOST_SEATS),
        ("known_suits", "i8", (MOST_SEATS, 4)),  # `known` by suit, where the rule set has sequences
        ("refused", "i8", MOST_SEATS),  # questions of this seat answered no
        ("log_count", "i8"),
        ("log", "u2", LOG_SIZE),  # seat << 8 | take << 7 | card code (top card of a take)
        ("pile", "u1", MOST_CARDS),  # card codes, bottom to top; face-down cards read NONE
    ],
    align=True,
)

ME = np.dtype(
    [
        ("seat", "i8"),
        ("side", "i8"),
        ("count", "i8"),  # cards in hand
        ("answered", "i8"),  # NOT_ASKED, ANSWERED_YES, ANSWERED_NO, in this turn
        ("ranks", "i8"),  # rank word of the hand
        ("special", "i8"),  # special word of the hand
        ("suits", "i8", 4),  # the hand by suit, where the rule set has sequences; `ranks` is their sum
        ("may", "i8"),  # bits of sim.words: what is legal now, from `table` and `me` alone
        ("need", "i8"),  # card points that the opening still lacks, 0 = none
        ("laid", "i8"),  # card points laid this turn
        ("need_canasta", "i8"),  # kind of canasta that the opening still lacks
        ("coin", "i8"),  # 32 random bits of (seed, deal, seat, decision)
        ("memo", "i8", 8),  # writable: the strategy's own notes, zero at the deal
        ("fired", "i8"),  # writable: bits "my condition was met", kept with the deal
        ("scratch", "i8", (2, 3, 25, 3)),  # work space of `sim.plan`: kernels allocate nothing
    ],
    align=True,
)

EVENT_COLUMNS = 4  # kind, seat, and two numbers whose meaning depends on the kind (`sim.events`)
MOST_EVENTS = 4096

HIDDEN = np.dtype(
    [
        ("mes", ME, MOST_SEATS),  # what each seat alone knows
        ("hooks", "i8", (MOST_SEATS, 5, 2)),  # addresses of the seats' hooks and of their weights
        ("deck", "u1", MOST_CARDS),  # card codes in the order of the shuffle
        ("scheme", "i8"),  # QUEUES or PILE_ORDER
        ("slots", "i8"),  # index in `deck` behind the last stock card
        ("next_slot", "i8", MOST_SEATS),  # index in `deck` of the seat's next stock card (queues), [0] (pile)
        ("keys", "u8", 2),  # of the deck and of the coins
        ("coin_key", "u8", MOST_SEATS),
        ("decision", "i8", MOST_SEATS),  # hook calls so far
        ("taken", "i8", MOST_SEATS),  # cards in the piles the seat has taken
        ("laid_before", "i8", MOST_SEATS),  # 1: has laid a card in an earlier turn of this deal
        ("on_old_meld", "i8"),  # 1: has added, this turn, to a meld begun earlier
        ("black3_laid", "i8"),  # 1: has laid black threes this turn
        ("bound", "i8"),  # 1: must go out this turn
        ("asked", "i8"),  # 1: has asked this turn
        ("passes", "i8"),  # passes in a row on one top card
        ("passed", "i8"),  # 1: this turn was a pass
        ("ending", "i8"),
        ("out_seat", "i8"),  # -1 = nobody
        ("concealed", "i8"),
        ("logging", "i8"),  # 1: write events
        ("guarding", "i8"),  # 1: compare digests of table and me round each hook
        ("event_count", "i8"),
        ("fault_seat", "i8"),
        ("fault_hook", "i8"),
        ("fault_answer", "i8"),
        ("reason", "i8"),
        ("events", "i8", (MOST_EVENTS, EVENT_COLUMNS)),  # the event log
    ],
    align=True,
)

SCORE = np.dtype(
    [
        ("melded", "i4"),  # card values on the table
        ("canastas", "i4"),  # canasta bonuses
        ("red3", "i4"),  # red threes, negative where they are a fine
        ("black3", "i4"),  # bonuses for black threes
        ("out", "i4"),  # going out, concealed, double
        ("special", "i4"),  # other bonuses or fines on the state at the end
        ("hand", "i4"),  # cards left in hand, zero or negative
        ("penalty", "i4"),  # fines, zero or negative
        ("total", "i4"),  # the sum of the above
        ("natural", "i2"),  # canastas by kind
        ("mixed", "i2"),
        ("wild", "i2"),
        ("sequence", "i2"),
        ("mixed_sequence", "i2"),
        ("takes", "i2"),  # piles taken by the side
        ("taken", "i2"),  # cards in them
        ("opened", "i2"),
    ],
    align=True,
)

RESULT = np.dtype(
    [
        ("score", SCORE, MOST_SIDES),
        ("turns", "i4"),
        ("ending", "i2"),  # ENDED_OUT, ENDED_STOCK, …
        ("out_side", "i2"),  # -1 = nobody
        ("concealed", "i2"),
        ("first", "i2"),  # seat
        ("fired", "i8", MOST_SEATS),
    ],
    align=True,
)

MATCH = np.dtype(
    [
        ("scores", "i4", MOST_SIDES),  # match scores at the end, points
        ("hands", "i4"),  # played
        ("over", "i2"),  # 0 being played, 1 won, 2 unfinished: the cap of hands was reached
        ("winner", "i2"),  # side, -1 = nobody
        ("doubled", "i2"),  # 1: the winner has made the whole target in one hand, where that counts (L46)
    ],
    align=True,
)


def one(dtype: np.dtype) -> np.recarray:
    """A zeroed array of one record, its fields readable as attributes also without compilation."""
    return many(dtype, 1)


def many(dtype: np.dtype, count: int) -> np.recarray:
    """A zeroed array of `count` records."""
    return np.zeros(count, dtype).view(np.recarray)
