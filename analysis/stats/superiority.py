"""How often one value is above another: the probability of superiority of two histograms."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction


def superiority(x: Mapping[int, int], y: Mapping[int, int]) -> float:
    """P(X > Y) + P(X = Y) / 2 for independent draws from two histograms (value -> how often), exact.

    It is Mann and Whitney's U divided by the number of pairs; 1/2 where neither is above the other.

    >>> superiority({1: 1, 3: 1}, {2: 1, 3: 1})
    0.375
    """
    halves = below = 0  # halves: twice the pairs won, ties counted once
    order = sorted(y)
    at = 0
    for value in sorted(x):
        while at < len(order) and order[at] < value:
            below += y[order[at]]
            at += 1
        halves += x[value] * (2 * below + y.get(value, 0))
    return float(Fraction(halves, 2 * sum(x.values()) * sum(y.values())))
