"""From an interval to a word: helps, hurts, no practical difference, undecided, never differed.

The margin is fixed before the run, in the unit of the interval. "Not significant" is never "no difference".
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

LEAST_BLOCKS, LEAST_CHANGED = 500, 30
"""No verdict before so many blocks, and so many among them whose difference is not 0.

Else a change that has hardly been used would pass for one that makes no difference."""


class Verdict(StrEnum):
    """What is said about A."""

    HELPS = "helps"
    HURTS = "hurts"
    EQUIVALENT = "no practical difference"
    UNDECIDED = "undecided"
    SAME = "never differed"


@dataclass(frozen=True)
class Decision:
    """A verdict; `held_back` says that too few blocks, or too few changed ones, stood behind another one.

    `most_changed` bounds the share of changed blocks (0 … 1) at 95 % where none was: 3 / n, the rule of
    three. `blocks_needed` is set where more blocks would decide.
    """

    verdict: Verdict
    held_back: bool = False
    most_changed: float | None = None
    blocks_needed: int | None = None


def of_interval(low: float, high: float, margin: float) -> Verdict:
    """Equivalence first: inside (-margin, margin); else above 0, below 0, or undecided; all strict.

    >>> of_interval(2, 17, 20).value, of_interval(3, 41, 20).value, of_interval(-20, 5, 20).value
    ('no practical difference', 'helps', 'undecided')
    """
    if low > -margin and high < margin:
        return Verdict.EQUIVALENT
    if low > 0:
        return Verdict.HELPS
    return Verdict.HURTS if high < 0 else Verdict.UNDECIDED


def needed(n: int, low: float, high: float, margin: float) -> int | None:
    """About how many blocks decide, if mean and sd stay.

    The half-width, which shrinks with the root of n, must fall below max(|m|, margin - |m|).
    None where the interval is unbounded.

    >>> needed(1000, -10, 30, 20)
    4000
    """
    mean, half = (low + high) / 2, (high - low) / 2
    if not math.isfinite(half):
        return None
    return max(LEAST_BLOCKS, math.ceil(n * (half / max(abs(mean), margin - abs(mean))) ** 2))


def decide(low: float, high: float, margin: float, *, blocks: int, changed: int) -> Decision:
    """The verdict on an interval over `blocks` blocks of which `changed` differ from 0, with its guards.

    >>> found = decide(0.0, 0.0, 20, blocks=1000, changed=0)
    >>> found.verdict.value, found.most_changed
    ('never differed', 0.003)
    >>> decide(1.0, 2.0, 20, blocks=1000, changed=29).verdict.value
    'undecided'
    """
    if changed == 0:
        return Decision(Verdict.SAME, most_changed=min(1.0, 3 / blocks))
    if blocks < LEAST_BLOCKS or changed < LEAST_CHANGED:
        return Decision(Verdict.UNDECIDED, held_back=True)
    found = of_interval(low, high, margin)
    more = needed(blocks, low, high, margin) if found is Verdict.UNDECIDED else None
    return Decision(found, blocks_needed=more)
