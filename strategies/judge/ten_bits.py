"""One number for each rank, all eleven at once: two words of 10-bit lanes, for the even ranks and for the odd ones.

A strategy that weighs eleven ranks by eight reasons needs no loops: a reason is a rank word with small counts, and
adding `weight * count` to each lane is one multiplication a word. Lanes hold 0 … 1023 and must not overflow or fall
below zero: start at a base above the largest discount, and keep base and weights together below 1024.
"""

from __future__ import annotations

import numpy as np

from sim.bits import EVEN, LANE_BITS, ONES, PAIR_ONES
from sim.jit import kernel


@kernel
def constant(value):
    """The word that has `value` in each lane; it serves for both words."""
    return np.int64(value) * PAIR_ONES


@kernel
def evens(word):
    """The counts of the even ranks of a rank word, spread to 10 bits each."""
    return word & EVEN


@kernel
def odds(word):
    """The counts of the odd ranks of a rank word, spread to 10 bits each."""
    return (word >> LANE_BITS) & EVEN


@kernel
def cheapest(lanes, even, odd):
    """number << 4 | rank, of the lowest number among the ranks of a non-zero mask; the lower rank among equals.

    Looks at all eleven, the others made dearest: without a loop over the mask there is nothing to wait for.
    """
    others = ONES & ~lanes
    even |= 1023 * evens(others)
    odd |= 1023 * odds(others)
    best = (even & 1023) << 4
    for step in range(1, 6):
        best = min(best, (even >> 2 * LANE_BITS * step & 1023) << 4 | 2 * step)
    for step in range(5):
        best = min(best, (odd >> 2 * LANE_BITS * step & 1023) << 4 | 2 * step + 1)
    return best
