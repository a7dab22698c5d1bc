"""Histograms for the eye: bins that hold equally many possible values each.

Points come in steps (of 5, or 2.5 where two hands are averaged). A bin whose width is no multiple of the step holds
now one value more, now one less, and draws a comb that is not in the data. Decided here: how wide bins are and where
they begin. Left out: the counts, which are exact before they come here.

>>> step_of([-2.5, 5.0, 12.5])
2.5
>>> width_of([0.0, 5.0, 990.0], most=60)
20.0
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

PARTS = 60
"""Points are whole numbers divided by hands of a deal and opponents: 2, 6, 12, 20 or 30, all of which divide 60."""
MULTIPLES = (1, 2, 4)  # and these times 10, 100, …: widths that are round for steps of 5 and of 2.5
FEWEST, MOST = 8, 60  # bins


def step_of(values: Iterable[float]) -> float:
    """The step of which all values are multiples; it divides 100, since a few values may share more by chance."""
    return math.gcd(100 * PARTS, *(round(value * PARTS) for value in values)) / PARTS


def enough(count: int) -> int:
    """How many bins so many observations fill: 8 for a few, at most 60.

    >>> enough(5), enough(400), enough(100_000)
    (8, 40, 60)
    """
    return min(MOST, max(FEWEST, round(2 * math.sqrt(count))))


def width_of(values: Sequence[float], *, most: int) -> float:
    """The smallest round multiple of the step with which at most `most` bins hold all values."""
    step = step_of(values)
    span = max(values) - min(values)
    scale = 1
    while True:
        for multiple in MULTIPLES:
            if span / (step * multiple * scale) < most:
                return step * multiple * scale
        scale *= 10


def counted(values: Iterable[float], counts: Iterable[int], width: float) -> dict[float, int]:
    """Counts by the left end of bins [k * width, (k + 1) * width), ascending, with the empty ones between them.

    >>> counted([0.0, 5.0, 25.0], [1, 2, 3], 10.0)
    {0.0: 3, 10.0: 0, 20.0: 3}
    """
    found: dict[int, int] = {}
    for value, count in zip(values, counts, strict=True):
        at = math.floor(round(value * PARTS) / round(width * PARTS))
        found[at] = found.get(at, 0) + count
    return {at * width: found.get(at, 0) for at in range(min(found), max(found) + 1)} if found else {}


def without_zero(values: Iterable[float], counts: Iterable[int], width: float) -> dict[float, int]:
    """The same for values that are not 0, in bins that are mirrored at 0: (0, width] to the right, [-width, 0) left.

    >>> without_zero([-5.0, 0.0, 5.0, 10.0], [1, 9, 2, 3], 5.0)
    {-5.0: 1, 0.0: 2, 5.0: 3}
    """
    pairs = [(value, count) for value, count in zip(values, counts, strict=True) if value]
    nudged = (value - 1 / PARTS if value > 0 else value for value, _ in pairs)
    return counted(nudged, (count for _, count in pairs), width)
