"""The JSON object of a comparison, read back as numbers with names: what texts and pages are made from.

Decided here: what `null` means. It is an unbounded end where an interval has one, and no number (nan) everywhere else.
Left out: the words (`reports.text`); the object itself is explained in `docs/results.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_origin, get_type_hints

from analysis.matches import Matches
from analysis.running import Ended
from analysis.stats.changed import Changed
from analysis.stats.paired import Mean
from analysis.stats.sequence import Sequence
from analysis.stats.verdict import Decision, Verdict
from analysis.summary import PerHand

if TYPE_CHECKING:
    from analysis.comparison import Comparison

UNBOUNDED = {"low": -math.inf, "high": math.inf}
"""Fields that are ends of intervals, and what they are where nothing bounds them."""


class ReportError(ValueError):
    """There is nothing to report about; the message says why."""


@dataclass(frozen=True)
class Summary:
    """What a comparison found; fields as `analysis.comparison.Comparison` explains them, points are points per hand."""

    rules: str
    strategies: tuple[str, str]
    seed: int
    scores: tuple[int, ...]
    draws: str
    planned: int
    blocks: int
    hands: int
    ended: Ended
    until_decided: bool
    mean: float
    se: float
    low: float
    high: float
    interval: str
    level: float
    margin: float
    changed: float
    verdict: Verdict
    decision: Decision
    changes: Changed
    estimate: Mean
    sequence: Sequence
    a: PerHand
    b: PerHand
    split: dict[str, float]
    endings: dict[str, float]
    turns: float
    variance_reduction: float
    seat: Mean
    first: Mean
    matches: Matches | None
    hands_per_s: float
    command: str

    @property
    def complete(self) -> bool:
        """Whether the run went as far as it was meant to: to its last deal or to a verdict."""
        return self.ended is not Ended.INTERRUPTED


Answered: TypeAlias = "Comparison | Summary"
"""What can be told in words: a comparison that has just been made, or one that was read."""


def read(summary: Mapping[str, Any]) -> Summary:
    """Read the object that `canasta compare --json` prints; ReportError for another one.

    >>> from analysis.compare import compare
    >>> found = read(compare("plain", "plain", deals=1).to_dict())
    >>> found.verdict.value, found.se, found.low
    ('never differed', nan, -inf)
    """
    try:
        made: Summary = _made(Summary, summary, "")
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ReportError("this is not the result of a comparison; a report is made of one") from None
    return made


def _made(kind: Any, value: Any, name: str) -> Any:
    """A value of JSON as the annotation of its field says."""
    if value is None:
        return UNBOUNDED.get(name, math.nan) if kind is float else None
    if isinstance(kind, UnionType):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        left_out = {each.name: None for each in fields(kind) if not each.compare and each.name not in value}  # a tally
        return kind(**{name: _made(hints[name], (value | left_out)[name], name) for name in hints})
    if get_origin(kind) is tuple:
        return tuple(_made(get_args(kind)[0], each, name) for each in value)
    if get_origin(kind) is dict:
        return {key: _made(get_args(kind)[1], each, name) for key, each in value.items()}
    return kind(value) if issubclass(kind, (float, Enum)) else value
