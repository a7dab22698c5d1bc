"""Comparisons to draw and to print: usual ones, and those at which pictures and pages break.

Some are played, the others are a played one with other names or other numbers.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from analysis.compare import compare


class Sample(NamedTuple):
    """A result as a folder holds it."""

    summary: dict[str, Any]
    frames: dict[str, Any]


@cache
def _played(a: str, b: str, **options: Any) -> Sample:
    result = compare(a, b, **options)
    return Sample(result.to_dict(), result.tables())


def played(a: str, b: str, **options: Any) -> Sample:
    """A comparison, played once and given away as a copy."""
    return copy.deepcopy(_played(a, b, **options))


def named(sample: Sample, a: str, b: str) -> Sample:
    """The same with other names."""
    summary, frames = sample
    summary |= {"strategies": [a, b], "command": f"canasta compare {a} {b}"}
    summary["a"]["strategy"], summary["b"]["strategy"] = a, b
    for table in ("scores", "numbers"):
        frames[table]["strategy"] = frames[table]["of"].map({"A": a, "B": b}).fillna("")
    return sample


def scaled(sample: Sample, factor: float) -> Sample:
    """The same with all points times a factor."""
    summary, frames = sample
    for key in ("mean", "se", "low", "high"):
        summary[key] *= factor
    summary["split"] = {part: points * factor for part, points in summary["split"].items()}
    for table, columns in {
        "difference": ["points"],
        "scores": ["points"],
        "running": ["mean", "low", "high"],
        "split": ["a", "b", "difference"],
    }.items():
        frames[table][columns] *= factor
    return sample


LONG = "/home/some one/a folder with 'quotes' and \"more\"/strategies.py:my_own_strategy:danger=31,patience="
ODD = ("<b>$x_1$</b>\\n^", "牌🂡\x00שלום\n")

SAMPLES: dict[str, Callable[[], Sample]] = {
    "real": lambda: played("plain", "random_legal", deals=2000, matches=100),
    "close": lambda: played("plain", "plain:reserve=5", deals=2000),
    "never differed": lambda: played("plain", "plain", deals=600),
    "five deals": lambda: played("plain", "random_legal", deals=5),
    "one deal": lambda: played("plain", "random_legal", deals=1),
    "until decided": lambda: played("plain", "plain:reserve=5", deals=50_000, until_decided=True, margin=7.5),
    "long names": lambda: named(played("plain", "plain:reserve=5", deals=2000), f"{LONG}42", f"{LONG}43"),
    "odd names": lambda: named(played("plain", "plain:reserve=5", deals=2000), *ODD),
    "huge": lambda: scaled(played("plain", "random_legal", deals=2000), 1000),
    "tiny": lambda: scaled(played("plain", "plain:reserve=5", deals=2000), 1 / 150),
}
"""By what is special about them."""
