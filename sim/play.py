"""The one entrance to the engine: blocks of deals, pairs of matches, or one hand of a match.

Everything that is played goes through `play`, so that the engine is compiled once whatever is asked first; a second
entrance would compile all of it again, 20 seconds on a slow machine. Left out: threads and Python's view of the results
(`sim.batch`, `sim.matches`).
"""

from __future__ import annotations

import numpy as np

from sim.deal import deal
from sim.jit import entry, kernel
from sim.random import DEAL_COIN, DEAL_DECK, MATCH_COIN, MATCH_DECK, key_of
from sim.score import score
from sim.turn import play_on
from sim.words import OK

GUARDED = 256  # deals at the start of a run in which every hook call is checked for writes
GUARDED_MATCHES = 8
BLOCKS, PAIRS, HAND = 0, 1, 2
"""What is played: deals in every seating, matches in every seating, one hand of one match."""
PLAYING, WON, UNFINISHED = 0, 1, 2


@kernel
def play_deal(table, hidden, first, result):
    """Play the deal that `hidden.keys` fix, from its first turn, that of seat `first`, to its score; a status.

    Hooks and guarding are set in `hidden`. Changes `table`, `hidden` and `result` (one RESULT record) in place.
    """
    table.seat = first
    result.first = first
    deal(table, hidden)
    status = play_on(table, hidden)
    score(table, hidden, result)
    return status


@kernel
def seat_strategies(hidden, hooks, leg):
    """Put the hooks of seating `leg` in place; `hooks` int64 (seatings, seats, 5, 2). Changes `hidden.hooks`."""
    for seat in range(hooks.shape[1]):
        for which in range(hooks.shape[2]):
            hidden.hooks[seat, which, 0] = hooks[leg, seat, which, 0]
            hidden.hooks[seat, which, 1] = hooks[leg, seat, which, 1]


@kernel
def play_hand(table, hidden, seed, match, hand, result):
    """Play hand `hand` of a match at the scores in `table`; a status. Changes all but the numbers in place."""
    hidden.keys[0] = key_of(seed, MATCH_DECK, match, hand)
    hidden.keys[1] = key_of(seed, MATCH_COIN, match, hand)
    hidden.guarding = np.int64(match < GUARDED_MATCHES)
    return play_deal(table, hidden, (match + hand) % table.rules.seats, result)


@kernel
def leader(table):
    """The side that alone has the highest match score, -1 where two share it."""
    best, shared = np.int64(0), False
    for side in range(1, table.rules.sides):
        if table.scores[side] > table.scores[best]:
            best, shared = np.int64(side), False
        elif table.scores[side] == table.scores[best]:
            shared = True
    return np.int64(-1) if shared else best


@kernel
def play_match(table, hidden, seed, match, most, hand, result):
    """Play a match from the scores in `table` on, at most `most` hands; a status.

    `hand` is room for one RESULT; `result` (one MATCH record) is filled and counts the hands while they are played.
    """
    rules = table.rules
    made_at_once = np.int64(0)  # a bit a side
    result.over = PLAYING
    result.winner = -1
    result.doubled = 0
    result.hands = 0
    while result.hands < most:
        status = play_hand(table, hidden, seed, match, np.int64(result.hands), hand)
        if status != OK:
            return status
        result.hands += 1
        for side in range(rules.sides):
            table.scores[side] += hand.score[side].total
            result.scores[side] = table.scores[side]
            if hand.score[side].total >= rules.target:
                made_at_once |= np.int64(1) << side
        best = leader(table)
        if best >= 0 and table.scores[best] >= rules.target:
            result.winner = best
            result.doubled = rules.double_win & (made_at_once >> best)
            result.over = WON
            return np.int64(OK)
    result.over = UNFINISHED
    return np.int64(OK)


@kernel
def play_blocks(table, hidden, hooks, seed, first, results):
    """Play blocks first, first + 1, … into `results` (RESULT, shape (blocks, seatings)); (status, deals done)."""
    for block in range(results.shape[0]):
        index = first + block
        for leg in range(results.shape[1]):
            seat_strategies(hidden, hooks, leg)
            hidden.keys[0] = key_of(seed, DEAL_DECK, index, np.int64(0))
            hidden.keys[1] = key_of(seed, DEAL_COIN, index, np.int64(0))
            hidden.guarding = np.int64(index < GUARDED)
            status = play_deal(table, hidden, index % table.rules.seats, results[block, leg])
            if status != OK:
                return status, np.int64(block) * results.shape[1] + leg
    return np.int64(OK), np.int64(results.shape[0]) * results.shape[1]


@kernel
def play_pairs(table, hidden, hooks, seed, first, plan, room, results):
    """Play pairs first, first + 1, … into `results` (MATCH, shape (pairs, seatings)); (status, matches done).

    `plan` as in `play`; `room` is one RESULT record.
    """
    for pair in range(results.shape[0]):
        for leg in range(results.shape[1]):
            seat_strategies(hidden, hooks, leg)
            for side in range(table.rules.sides):
                table.scores[side] = plan[2 + side]
            status = play_match(table, hidden, seed, first + pair, plan[1], room, results[pair, leg])
            if status != OK:
                return status, np.int64(pair) * results.shape[1] + leg
    return np.int64(OK), np.int64(results.shape[0]) * results.shape[1]


@entry
def play(records, hooks, seed, first, plan, results, matches):
    """Play what `plan` says; (status, legs done).

    It stops at the first deal that goes wrong, its records left as they are.
    `records` is `sim.batch.State.records`, changed in place; `hooks` int64 (seatings, seats, 5, 2); `seed`, `first`
    int64. `plan` int64: BLOCKS, PAIRS or HAND; then the most hands of a match, or the number of the hand; then, for
    PAIRS, each side's score before the first hand. BLOCKS fills `results` (RESULT, shape (blocks, seatings)) with
    blocks first, first + 1, …; PAIRS fills `matches` (MATCH, shape (pairs, seatings)) and uses `results[0, 0]` as room;
    HAND fills `results[0, 0]` with a hand of match `first` in the first seating, at the scores in the table.
    """
    tables, hiddens = records
    table, hidden = tables[0], hiddens[0]
    if plan[0] == BLOCKS:
        return play_blocks(table, hidden, hooks, seed, first, results)
    if plan[0] == PAIRS:
        return play_pairs(table, hidden, hooks, seed, first, plan, results[0, 0], matches)
    seat_strategies(hidden, hooks, np.int64(0))
    return play_hand(table, hidden, seed, first, plan[1], results[0, 0]), np.int64(0)
