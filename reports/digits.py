"""How many digits a number deserves: as many as its standard error supports, and no more."""

from __future__ import annotations

import math


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


def decimals_for(se: float) -> int:
    """Decimals of a number with this standard error: the last one is not smaller than se / 5.

    >>> decimals_for(6.04), decimals_for(0.4), decimals_for(float("nan"))
    (0, 1, 1)
    """
    if not math.isfinite(se) or se <= 0:
        return 1
    return min(2, max(0, math.floor(-math.log10(se / 5))))
