"""Randomness as a pure function: which word of which stream, never "the next number".

A **key** is mixed from a seed, a purpose and two indices; the stream of a key is SplitMix64 (Steele, Lea, Flood 2014)
started there. Deal *k* of a seed is one key, so it is the same deal in any block, thread, process or order; a
strategy's coin is keyed by (seed, deal, seat, decision), so one strategy that draws more numbers changes no card and no
other seat's coin. Neither the seating nor the leg of a comparison is part of any key: mirrored strategies meet the same
cards and the same coins.

>>> with np.errstate(over="ignore"):                    # plain numpy warns where uint64 wraps
...     [hex(word(np.uint64(0), i)) for i in range(2)]   # published outputs for seed 0
['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
"""

from __future__ import annotations

import numpy as np

from sim.bits import high_product
from sim.jit import COMPILED, kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

DEAL_DECK, DEAL_COIN, MATCH_DECK, MATCH_COIN = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)

if not COMPILED:
    np.seterr(over="ignore")  # uint64 products wrap on purpose; compiled code does not warn either


@kernel
def finish(z):
    """The finaliser of SplitMix64, a bijection of uint64."""
    z = (z ^ (z >> SHIFT_30)) * FIRST_FACTOR
    z = (z ^ (z >> SHIFT_27)) * SECOND_FACTOR
    return z ^ (z >> SHIFT_31)


@kernel
def mix(key, part):
    """A new key from a key and one more part (uint64): h <- finish((h xor part) + golden)."""
    return finish((key ^ part) + GOLDEN)


@kernel
def key_of(seed, purpose, a, b):
    """Key of a stream; `seed`, `a`, `b` are int64 >= 0, `purpose` one of DEAL_DECK … MATCH_COIN (uint64)."""
    return mix(mix(mix(mix(np.uint64(0), np.uint64(seed)), purpose), np.uint64(a)), np.uint64(b))


@kernel
def word(key, index):
    """Word `index` (0, 1, …) of the key's SplitMix64 stream, uint64."""
    return finish(key + (np.uint64(index) + np.uint64(1)) * GOLDEN)


@kernel
def coin(key, decision):
    """32 random bits (int64) of a seat's decision; the upper half only, so that no hook can recover the key."""
    return np.int64(word(key, decision) >> SHIFT_32)


@kernel
def shuffle(deck, count, key):
    """Shuffle `deck[:count]` (uint8) in place, every order equally likely for a random stream.

    Fisher-Yates from the top: position i = count - 1 … 1 is swapped with one drawn uniformly from 0 … i. Four positions
    come
    from one 64-bit word by repeated multiplication (Brackett-Rozinsky and Lemire 2024, "Batched ranged random integer
    generation"), four times fewer words than one each. The batch is drawn again where the remainder lies below
    2**64 mod (product of the bounds), so there is no bias; as the product is below 2**32, one comparison settles it
    in all but one of 4 billion batches.
    """
    index = np.int64(0)
    top = np.int64(count)
    while top > 1:
        size = min(np.int64(4), top - 1)
        while True:
            rest = word(key, index)
            index += 1
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
