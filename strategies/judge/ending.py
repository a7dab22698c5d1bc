"""How close the end is, and what it would mean: threats to go out, and the match score if the deal ended now."""

from __future__ import annotations

import numpy as np

from sim.jit import kernel
from sim.words import MIXED, NATURAL
from strategies.judge.cards import canastas_of, unfinished


@kernel
def end_is_near(table, me, opponent_cards, partner_cards, size):
    """True if another player may go out in his next turn: few cards in hand, and a canasta, or nearly one.

    At most `opponent_cards` in an opponent's hand or `partner_cards` in a partner's; a meld of `size` cards or more
    counts as nearly a canasta.
    """
    ready = np.int64(0)  # a bit for each side that could go out
    for number in range(table.rules.sides):
        side = table.sides[number]
        if canastas_of(side) + np.int64(unfinished(side, size) != 0) >= table.rules.canastas_needed:
            ready |= np.int64(1) << number
    if ready == 0:
        return False
    for seat in range(table.rules.seats):
        number = table.side_of[seat]
        most = opponent_cards if number != me.side else partner_cards
        if seat != me.seat and table.hand_count[seat] <= most and ready >> number & 1:
            return True
    return False


@kernel
def opponents_harmless(table, me, size):
    """True if no other side has a canasta or a meld of `size` cards or more."""
    for number in range(table.rules.sides):
        side = table.sides[number]
        if number != me.side and (canastas_of(side) > 0 or unfinished(side, size) != 0):
            return False
    return True


@kernel
def lead_in_takes(table, me):
    """Piles taken by the player's side less those taken by the others."""
    lead = np.int64(0)
    for seat in range(table.rules.seats):
        lead += table.takes[seat] if table.side_of[seat] == me.side else -table.takes[seat]
    return lead


@kernel
def score_now(table, number, card):
    """Match score of a side if the deal ended now; each card in its hands is taken to cost `card` points.

    Rank canastas count at the bonus of the fours: the classic gives the same for each rank.
    """
    rules, side = table.rules, table.sides[number]
    points = table.scores[number] + side.points
    points += side.canastas[NATURAL] * rules.canasta_bonus[0, 0] + side.canastas[MIXED] * rules.canasta_bonus[0, 1]
    red = rules.red3_total[min(side.red3, np.int64(8))]
    points += red if side.opened else -red
    for seat in range(rules.seats):
        if table.side_of[seat] == number:
            points -= card * table.hand_count[seat]
    return points


@kernel
def match_if_out(table, me, card):
    """1 if the match is won by going out now, -1 if it is lost, 0 if it goes on; hands are guessed (L46)."""
    ours = score_now(table, me.side, card) + table.rules.going_out + card * me.count
    theirs = np.int64(-100_000)
    for number in range(table.rules.sides):
        if number != me.side:
            theirs = max(theirs, score_now(table, number, card))
    if max(ours, theirs) < table.rules.target:
        return np.int64(0)
    return np.int64(1 if ours > theirs else -1)
