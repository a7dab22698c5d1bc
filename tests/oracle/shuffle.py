"""The shuffled pack of a deal, in plain integers: which cards (seed, deal) stand for.

A key is a hash of four numbers; its SplitMix64 stream feeds a Fisher-Yates shuffle that draws up to four
positions from one 64-bit word and redraws the whole batch in the rare case that would be biased.
"""

from __future__ import annotations

from collections.abc import Iterator

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
DEAL, MATCH = 1, 3  # purposes of a key


def finish(z: int) -> int:
    """The SplitMix64 finaliser."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def key(seed: int, purpose: int, a: int, b: int) -> int:
    """One 64-bit key out of four numbers."""
    h = 0
    for part in (seed, purpose, a, b):
        h = finish(((h ^ (part & MASK)) + GOLDEN) & MASK)
    return h


def words(start: int) -> Iterator[int]:
    """The SplitMix64 stream of a key."""
    i = 0
    while True:
        i += 1
        yield finish((start + i * GOLDEN) & MASK)


def positions(bounds: list[int], stream: Iterator[int]) -> list[int]:
    """One uniform number below each bound, all out of one word of the stream (redrawn while biased)."""
    product = 1
    for bound in bounds:
        product *= bound
    while True:
        rest, chosen = next(stream), []
        for bound in bounds:
            chosen.append(rest * bound >> 64)
            rest = rest * bound & MASK
        if rest >= product or rest >= 2**64 % product:
            return chosen


def shuffled(fresh: list[str], start: int) -> list[str]:
    """Fisher-Yates from the last position down to the second; the first card of the result is the top."""
    cards, stream = list(fresh), words(start)
    order = list(range(len(cards) - 1, 0, -1))
    for begin in range(0, len(order), 4):
        batch = order[begin : begin + 4]
        for i, j in zip(batch, positions([i + 1 for i in batch], stream), strict=True):
            cards[i], cards[j] = cards[j], cards[i]
    return cards
