"""The calibration kernel of the benchmark. It must never change: figures of different versions are compared by it.

So it holds its own copy of the engine's shuffle and generator as they were when the first figures were taken, compiled
by numba alone: what makes the engine faster does not make the measure shorter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sim.bits import high_product
from sim.random import FIRST_FACTOR, GOLDEN, SECOND_FACTOR, SHIFT_27, SHIFT_30, SHIFT_31

compiled: Any = njit(nogil=True, cache=True, _nrt=False)


@compiled
def finish(z):
    """The finaliser of SplitMix64."""
    z = (z ^ (z >> SHIFT_30)) * FIRST_FACTOR
    z = (z ^ (z >> SHIFT_27)) * SECOND_FACTOR
    return z ^ (z >> SHIFT_31)


@compiled
def shuffle(deck, key):
    """Fisher-Yates over `deck` (uint8), four positions from one word of SplitMix64 by repeated multiplication."""
    index = np.uint64(0)
    top = np.int64(deck.size)
    while top > 1:
        size = min(np.int64(4), top - 1)
        while True:
            index += np.uint64(1)
            rest = finish(key + index * GOLDEN)
            first = high_product(rest, np.uint64(top))
            rest = rest * np.uint64(top)
            product = np.uint64(top)
            second, third, fourth = first, first, first
            if size > 1:
                second = high_product(rest, np.uint64(top - 1))
                rest = rest * np.uint64(top - 1)
                product = product * np.uint64(top - 1)
            if size > 2:
                third = high_product(rest, np.uint64(top - 2))
                rest = rest * np.uint64(top - 2)
                product = product * np.uint64(top - 2)
            if size > 3:
                fourth = high_product(rest, np.uint64(top - 3))
                rest = rest * np.uint64(top - 3)
                product = product * np.uint64(top - 3)
            if rest >= product or rest >= (np.uint64(0) - product) % product:
                break
        deck[top - 1], deck[first] = deck[first], deck[top - 1]
        if size > 1:
            deck[top - 2], deck[second] = deck[second], deck[top - 2]
        if size > 2:
            deck[top - 3], deck[third] = deck[third], deck[top - 3]
        if size > 3:
            deck[top - 4], deck[fourth] = deck[fourth], deck[top - 4]
        top -= size


@compiled
def shuffle_and_sum(deck, count, key):
    """Shuffle `deck` (uint8) `count` times, each with a key of its own; the sum of the cards that come to the top."""
    total = np.int64(0)
    for index in range(count):
        shuffle(deck, finish((finish(np.uint64(key) + GOLDEN) ^ np.uint64(index)) + GOLDEN))
        total += deck[0] + deck[deck.size - 1]
    return total
