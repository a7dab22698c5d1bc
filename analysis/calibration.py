"""The calibration kernel of the benchmark. It must never change: figures of different versions are compared by it."""

from __future__ import annotations

import numpy as np

from sim.jit import entry
from sim.random import DEAL_DECK, key_of, shuffle


@entry
def shuffle_and_sum(deck, count, key):
    """Shuffle `deck` (uint8) `count` times, each with a key of its own; the sum of the cards that come to the top."""
    total = np.int64(0)
    for index in range(count):
        shuffle(deck, deck.size, key_of(key, DEAL_DECK, np.int64(index), np.int64(0)))
        total += deck[0] + deck[deck.size - 1]
    return total
