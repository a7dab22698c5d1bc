"""How many digits a number deserves: as many as its standard error supports, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import product

MOST_DECIMALS = 4


def points(value: float, se: float, *, sign: bool = False) -> str:
    """A number of points with as many decimals as its standard error supports: none smaller than se / 5.

    >>> points(474.201875, 6.04, sign=True), points(474.201875, 0.4), points(3.2, float("nan"))
    ('+474', '474.2', '3.2')
    """
    return f"{value:{'+' if sign else ''}z,.{decimals_for(se)}f}"


def percent(share: float) -> str:
    """A share 0 … 1 as per cent.

    >>> percent(0.25), percent(0.0001), percent(1.0), percent(0.99999)
    ('25.0 %', '0.01 %', '100 %', '99.999 %')
    """
    for decimals in (1, 2, 3, 4):
        shown = f"{100 * share:.{decimals}f}"
        if share in (0, 1) or float(shown) not in (0, 100):
            break
    return f"{'0' if share == 0 else '100' if share == 1 else shown} %"


def rounded(value: float) -> int:
    """A whole number to two digits, where more would say too much.

    >>> rounded(47318.2), rounded(37.6)
    (47000, 38)
    """
    return int(round(value, 1 - math.floor(math.log10(value)))) if value >= 100 else round(value)


def interval_of(low: float, high: float, se: float, margin: float) -> str:
    """Both ends, with more decimals where fewer would put an end on 0 or on the margin and so hide the verdict.

    >>> interval_of(-11.2, -0.04, 6.0, 20.0), interval_of(float("-inf"), float("inf"), float("nan"), 20.0)
    ('-11.20 … -0.04', 'unbounded')
    """
    if not math.isfinite(high):
        return "unbounded"
    decimals = decimals_apart((low, high), (0.0, margin, -margin), se)
    return f"{low:+z,.{decimals}f} … {high:+z,.{decimals}f}"


def decimals_apart(ends: Iterable[float], edges: Iterable[float], se: float) -> int:
    """Decimals for ends of an interval with which none is rounded onto an edge that it is not at.

    >>> decimals_apart((-11.2, -0.04), (0.0,), 6.0)
    2
    """
    decimals = decimals_for(se)
    pairs = [(end, edge) for end, edge in product(ends, edges) if end != edge]
    while decimals < MOST_DECIMALS and any(round(end, decimals) == edge for end, edge in pairs):
        decimals += 1
    return decimals


def adding_up(parts: Mapping[str, float], se: float) -> dict[str, str]:
    """Numbers with signs, rounded so that they still add up to their rounded sum (largest remainders).

    >>> adding_up({"melds": 0.4, "canastas": 0.4, "hand": -1.9}, 6.0)
    {'melds': '+1', 'canastas': '+0', 'hand': '-2'}
    """
    digits = decimals_for(se)
    steps = {name: value * 10**digits for name, value in parts.items()}
    whole = {name: math.floor(value) for name, value in steps.items()}
    missing = round(sum(steps.values())) - sum(whole.values())
    for name in sorted(steps, key=lambda name: whole[name] - steps[name])[:missing]:
        whole[name] += 1
    return {name: f"{value / 10**digits:+,.{digits}f}" for name, value in whole.items()}


def decimals_for(se: float) -> int:
    """Decimals of a number with this standard error: the last one is not smaller than se / 5.

    >>> decimals_for(6.04), decimals_for(0.4), decimals_for(float("nan"))
    (0, 1, 1)
    """
    if not math.isfinite(se) or se <= 0:
        return 1
    return min(2, max(0, math.floor(-math.log10(se / 5))))


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "hand"), counted(1200, "deal")
    ('1 hand', '1,200 deals')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
