"""Results of deals added into integer sums: the compiled part of `analysis.tally`.

A **unit** is the greatest common divisor of a rule set's point values, 5 in all classic ones; scores are
counted in units, score lines in points. Everything is int64 and only ever added to, so the sums do not depend
on the order of the deals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import entry
from sim.layout import RESULT, SCORE

LINES = ("melded", "canastas", "red3", "black3", "out", "special", "hand", "penalty", "total")
"""Score lines in points, as they lie in a SCORE record; the last is the sum of the others."""
COUNTS = ("natural", "mixed", "wild", "sequence", "mixed_sequence", "takes", "taken", "opened")
"""Counts of a side in a SCORE record: canastas by kind, piles taken, cards in them, sides that opened."""
LARGEST_SCORE = 20_000  # points a side can make or lose in one deal
GROUPS = 100  # contiguous groups of blocks, for the jackknife
GROUP_SUMS = ("blocks", "difference", "square", "zeros")


def _offset(record: np.dtype[Any], name: str) -> int:
    """Bytes before a field of a record."""
    assert record.fields is not None
    return int(record.fields[name][1])


# A result is read as a row of int32 words or int16 halves: that compiles faster than records.
LINE_COUNT, COUNT_COUNT = len(LINES), len(COUNTS)
SIDE_WORDS, SIDE_HALVES = SCORE.itemsize // 4, SCORE.itemsize // 2
FIRST_COUNT = _offset(SCORE, COUNTS[0]) // 2
TOTAL = LINES.index("total")
TURNS = _offset(RESULT, "turns") // 4
ENDING, OUT_SIDE, CONCEALED, FIRST = (
    _offset(RESULT, name) // 2 for name in ("ending", "out_side", "concealed", "first")
)
if SCORE.names != LINES + COUNTS or [SCORE[name].itemsize for name in SCORE.names] != [4] * 9 + [2] * 8:
    raise TypeError("analysis.counting and sim.layout.SCORE disagree about the lines of a score")


@entry
def count(words, halves, first, deals, unit, owners, sums, scratch):  # type: ignore[no-untyped-def]
    """Add the results of blocks first, first + 1, …; the number of blocks added.

    It is less than given where a deal has an impossible score: no multiple of the unit, or too large. `words`
    int32 and `halves` int16, shape (blocks, legs, …), are the same RESULT records; `owners` int64 (legs,
    sides) says which strategy plays which side; the first side of strategy 0 is the one whose margin counts.
    `sums` are the arrays of `analysis.tally.Tally` in its order, `deals` the planned number of blocks, which
    defines the groups; `scratch` is room for one block: int64 (legs, sides), (legs,), (sides,),
    (strategies,).
    """
    (difference, scores, own, lines, counts, endings, turns) = sums[:7]
    (legs_sum, legs_cross, sides_sum, sides_square, starts, groups) = sums[7:]
    legs, sides = owners.shape
    strategies = scores.shape[0]
    middle, wide = scores.shape[1] // 2, difference.shape[0] // 2
    points, margins, of_side, of_strategy = scratch
    for block in range(words.shape[0]):
        for leg in range(legs):
            for side in range(sides):
                total = np.int64(words[block, leg, side * SIDE_WORDS + TOTAL])
                inside = total // unit
                if inside * unit != total or abs(inside) > middle:
                    return block
                points[leg, side] = inside
        for side in range(sides):
            of_side[side] = 0
        for strategy in range(strategies):
            of_strategy[strategy] = 0
        u = np.int64(0)
        for leg in range(legs):
            together = np.int64(0)
            for side in range(sides):
                together += points[leg, side]
            margins[leg] = 0
            found = False
            for side in range(sides):
                owner = owners[leg, side]
                margin = sides * points[leg, side] - together
                if owner == 0 and not found:
                    margins[leg], found = margin, True
                of_side[side] += margin
                of_strategy[owner] += points[leg, side]
                scores[owner, middle + points[leg, side]] += 1
                for line in range(LINE_COUNT):
                    lines[leg, side, line] += words[block, leg, side * SIDE_WORDS + line]
                for which in range(COUNT_COUNT):
                    counts[leg, side, which] += halves[block, leg, side * SIDE_HALVES + FIRST_COUNT + which]
            u += margins[leg]
            how, who = halves[block, leg, ENDING], halves[block, leg, OUT_SIDE] + 1
            endings[leg, how, who, halves[block, leg, CONCEALED]] += 1
            turns[leg] += words[block, leg, TURNS]
        difference[wide + u] += 1
        for leg in range(legs):
            legs_sum[leg] += margins[leg]
            for other in range(legs):
                legs_cross[leg, other] += margins[leg] * margins[other]
        for side in range(sides):
            sides_sum[side] += of_side[side]
            sides_square[side] += of_side[side] * of_side[side]
        for strategy in range(strategies):
            own[strategy, 0] += of_strategy[strategy]
            own[strategy, 1] += of_strategy[strategy] * of_strategy[strategy]
        ahead = of_side[halves[block, 0, FIRST] % sides]
        starts[0] += ahead
        starts[1] += ahead * ahead
        group = (first + block) * GROUPS // deals
        groups[group, 0] += 1
        groups[group, 1] += u
        groups[group, 2] += u * u
        groups[group, 3] += u == 0
    return words.shape[0]


def columns(results: np.ndarray) -> tuple[Any, Any]:
    """RESULT records of shape (blocks, legs) as int32 words and int16 halves, without copying."""
    plain = np.ascontiguousarray(results).view(np.ndarray)
    words = plain.view(np.int32).reshape(*plain.shape, RESULT.itemsize // 4)
    return words, plain.view(np.int16).reshape(*plain.shape, RESULT.itemsize // 2)
