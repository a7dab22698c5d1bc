"""The score of a finished deal, line by line (L11, L12, L43-L45).

Left out: bonuses and fines of other rule sets (five canastas, sevens in hand, wild and sequence canastas).
"""

from __future__ import annotations

import numpy as np

from sim.bits import at_least, lane, lowest, special
from sim.jit import kernel
from sim.words import (
    CANASTA,
    ENDED_OUT,
    FIRST_SPECIAL,
    KINDS,
    MIXED,
    MIXED_SEQUENCE,
    NATURAL,
    RED3_BY_MELD,
    SEQUENCE,
    WILD,
)


@kernel
def hand_points(rules, me):
    """Card values of a hand, points."""
    points = np.int64(0)
    held = at_least(me.ranks, 1)
    while held != 0:
        rank = lowest(held)
        points += lane(me.ranks, rank) * rules.value[rank]
        held &= held - 1
    if me.special != 0:
        for kind in range(FIRST_SPECIAL, KINDS):
            points += special(me.special, kind) * rules.value[kind]
    return points


@kernel
def canasta_bonus(rules, side):
    """Bonuses of all complete rank melds of a side, points."""
    if side.canastas[NATURAL] + side.canastas[MIXED] == 0:
        return np.int64(0)
    points = np.int64(0)
    for slot in range(2):
        full = at_least(side.naturals[slot] + side.wilds[slot], CANASTA)
        while full != 0:
            rank = lowest(full)
            points += rules.canasta_bonus[rank, min(lane(side.wilds[slot], rank), np.int64(3))]
            full &= full - 1
    return points


@kernel
def red3_points(rules, side, went_out):
    """Red threes as a bonus or a fine (L11, L12)."""
    total = rules.red3_total[min(side.red3, np.int64(8))]
    if rules.red3_sign == RED3_BY_MELD:
        good = went_out or side.naturals[0] != 0 or side.black3[0] > 0
    else:
        have = np.int64(0)
        for kind in range(5):
            have += side.canastas[kind]
        good = have >= rules.red3_canastas
    return total if good else -total


@kernel
def score(table, hidden, result):
    """Fill `result` (a RESULT record) for the deal that has ended; points are int32, see sim.layout."""
    rules = table.rules
    out_side = np.int64(-1)
    if hidden.ending == ENDED_OUT:
        out_side = table.side_of[hidden.out_seat]
    result.turns = table.turn
    result.ending = hidden.ending
    result.out_side = out_side
    result.concealed = hidden.concealed
    for index in range(rules.sides):
        side, line = table.sides[index], result.score[index]
        line.melded = side.points
        line.canastas = canasta_bonus(rules, side)
        line.red3 = red3_points(rules, side, index == out_side)
        line.black3 = 0
        line.out = 0
        if index == out_side:
            line.out = rules.going_out + hidden.concealed * rules.concealed
        line.special = 0
        line.hand = 0
        line.penalty = 0
        line.natural = side.canastas[NATURAL]
        line.mixed = side.canastas[MIXED]
        line.wild = side.canastas[WILD]
        line.sequence = side.canastas[SEQUENCE]
        line.mixed_sequence = side.canastas[MIXED_SEQUENCE]
        line.takes = 0
        line.taken = 0
        line.opened = side.opened
    for seat in range(rules.seats):
        line = result.score[table.side_of[seat]]
        line.hand -= hand_points(rules, hidden.mes[seat])
        line.takes += table.takes[seat]
        line.taken += hidden.taken[seat]
        result.fired[seat] = hidden.mes[seat].fired
    for index in range(rules.sides):
        line = result.score[index]
        line.total = (
            line.melded + line.canastas + line.red3 + line.black3 + line.out + line.special + line.hand + line.penalty
        )
