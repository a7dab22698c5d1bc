"""What is played and from where: rule set, seed, scores before each deal, draw scheme; checked once."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from sim.rules import Rules, digest, load, pack, unplayable
from sim.words import DRAW_SCHEMES

DEFAULT_RULES, DEFAULT_SEED, DEFAULT_DRAWS = "lt-classic", 1, "queues"
LARGEST_SEED = 2**63 - 1
LARGEST_SCORE = 1_000_000  # far beyond any target
MOST_THREADS = 1024


class SetupError(ValueError):
    """Something cannot be played as asked; the message says what is allowed."""


@dataclass(frozen=True)
class Setup:
    """A checked setup: `name` is the rule set as asked for, `record` the packed one, `scores` one a side."""

    name: str
    rules: Rules
    record: np.recarray[Any, Any]
    seed: int
    scores: tuple[int, ...]
    draws: str

    @property
    def sides(self) -> int:
        """Sides of the rule set."""
        return int(self.record[0].sides)

    @property
    def seats(self) -> int:
        """Seats that play a deal; seat s belongs to side s mod sides."""
        return int(self.record[0].seats)

    def asked(self, labels: tuple[str, ...]) -> dict[str, Any]:
        """The fields with which every result begins: what was played, by whom, and from where."""
        return {
            "rules": self.name,
            "rules_digest": digest(self.rules),
            "strategies": labels,
            "seed": self.seed,
            "scores": self.scores,
            "draws": self.draws,
        }

    @property
    def unit(self) -> int:
        """Points of which every score is a multiple: the greatest common divisor of the point values."""
        record = self.record[0]
        values = [record[name] for name in ("value", "canasta_bonus", "run_bonus", "wild_bonus", "red3_total")]
        alone = [record[name] for name in ("going_out", "concealed", "double")]
        return math.gcd(*(int(v) for part in values for v in np.ravel(part)), *map(int, alone)) or 1


def setup(
    rules: str | os.PathLike[str] = DEFAULT_RULES,
    *,
    seed: int = DEFAULT_SEED,
    scores: Sequence[int] | None = None,
    draws: str = DEFAULT_DRAWS,
) -> Setup:
    """Load and check; RulesError or SetupError says what is wrong. Without `scores` all sides have 0."""
    loaded, name = load(rules), os.fspath(rules)
    gaps = unplayable(loaded)
    if gaps:
        raise SetupError(f"rule set {name} cannot be played yet: {'; '.join(gaps)}")
    record = pack(loaded)
    sides = int(record[0].sides)
    points = (0,) * sides if scores is None else tuple(_score(score) for score in scores)
    number = whole(seed, f"seed {seed} is none", 0, LARGEST_SEED)
    made = Setup(name, loaded, record, number, points, draws)
    _check(made)
    return made


def _score(score: Any) -> int:
    return whole(score, f"score {score} is none", -LARGEST_SCORE, LARGEST_SCORE)


def whole(number: Any, said: str, least: int, most: int) -> int:
    """The number as an int; SetupError, which begins with `said`, unless it is a whole number from least to most.

    >>> whole(3, "3 deals cannot be played", 1, 10)
    3
    """
    if isinstance(number, bool) or not hasattr(number, "__index__") or not least <= number <= most:
        raise SetupError(f"{said}; it is a whole number from {least} to {most}")
    return operator.index(number)


def above_zero(number: Any, unit: str) -> float:
    """A margin as a float; SetupError unless it is a finite number above 0."""
    if isinstance(number, bool) or not isinstance(number, Real) or not 0 < float(number) < math.inf:
        raise SetupError(f"a margin of {number} {unit} is none; it is a number above 0")
    return float(number)


def threads_of(threads: Any) -> int:
    """A number of threads, 0 for one a core; SetupError otherwise."""
    return whole(threads, f"{threads} threads cannot play; 0 means one a core", 0, MOST_THREADS)


def _check(made: Setup) -> None:
    if len(made.scores) != made.sides:
        raise SetupError(f"{len(made.scores)} scores for the {made.sides} sides of {made.name}: it is one a side")
    for score in made.scores:
        if score % made.unit:
            raise SetupError(f"score {score} is not a multiple of {made.unit}, as all scores of {made.name} are")
    if made.draws not in DRAW_SCHEMES:
        raise SetupError(f"there is no draw scheme {made.draws!r}; it can be: {', '.join(DRAW_SCHEMES)}")
