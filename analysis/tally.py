"""The exact state of a comparison: what remains of millions of deals, and all that its numbers are made from.

Integers only, and merging is addition: any number of threads, any size of chunk and any order of blocks give
the same bits. Left out: every estimate (`analysis.summary`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.counting import COUNTS, GROUP_SUMS, GROUPS, LARGEST_SCORE, LINES, columns, count
from analysis.seating import Owners
from sim.words import ENDINGS

Integers = npt.NDArray[np.int64]


class TallyError(RuntimeError):
    """Results that cannot be counted, or tallies that do not belong together."""


def arrays_for(owners: Owners, unit: int) -> dict[str, tuple[int, ...]]:
    """Name and shape of every array of a tally, in the order that `analysis.counting.count` wants."""
    legs, sides, strategies = len(owners), len(owners[0]), 1 + max(map(max, owners))
    reach = LARGEST_SCORE // unit
    return {
        "difference": (2 * legs * 2 * (sides - 1) * reach + 1,),  # blocks by u
        "scores": (strategies, 2 * reach + 1),  # hands of a side by score, units
        "own": (strategies, 2),  # sum and sum of squares, over blocks, of a strategy's points in the block
        "lines": (legs, sides, len(LINES)),  # points
        "counts": (legs, sides, len(COUNTS)),
        "endings": (legs, len(ENDINGS), sides + 1, 2),  # kind, side that went out + 1, concealed
        "turns": (legs,),
        "legs_sum": (legs,),  # margin of strategy 0
        "legs_cross": (legs, legs),
        "sides_sum": (sides,),  # margin of a side, over the legs of a block
        "sides_square": (sides,),
        "starts": (2,),  # the same of the side that has the first turn: sum, sum of squares
        "groups": (GROUPS, len(GROUP_SUMS)),  # the summary of u for each hundredth of the planned blocks
    }


@dataclass
class Tally:
    """Sums over deal blocks.

    `owners[leg][side]` is the strategy (0 = A, 1 = B) that plays a side in a leg. A margin is (sides - 1)
    times a side's points minus those of all others, in units; a block's u is the sum of A's margins over its
    legs, so that its difference in points per hand is u * unit / (legs * (sides - 1)). `done` are the ranges
    of blocks that are in.
    """

    owners: Owners
    deals: int
    unit: int
    done: tuple[range, ...] = ()
    sums: dict[str, Integers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.sums:
            shapes = arrays_for(self.owners, self.unit)
            self.sums = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        self._owners = np.array(self.owners, np.int64)
        legs, sides = self._owners.shape
        room = ((legs, sides), (legs,), (sides,), (len(self.sums["own"]),))
        self._scratch = tuple(np.zeros(shape, np.int64) for shape in room)

    @property
    def blocks(self) -> int:
        """Blocks counted."""
        return sum(map(len, self.done))

    def add(self, first: int, results: npt.NDArray[Any]) -> None:
        """Count blocks first, first + 1, …: `results` is an array of RESULT, shape (blocks, legs)."""
        if results.shape[1] != len(self.owners) or first + len(results) > self.deals:
            raise TallyError(f"blocks {first} … {first + len(results) - 1} are not among the {self.deals} planned")
        joined(self.done, (range(first, first + len(results)),))  # none of them twice
        words, halves = columns(results)
        arrays = tuple(self.sums.values())
        plan = first, self.deals, self.unit, self._owners
        added = int(count(words, halves, *plan, arrays, self._scratch))
        self.done = joined(self.done, (range(first, first + added),))
        if added < len(results):
            raise TallyError(
                f"deal {first + added} has a score that no deal can have: no multiple of {self.unit}, or "
                f"beyond {LARGEST_SCORE} points; this is a defect of the engine or of the rule set"
            )

    def merge(self, other: Tally) -> Tally:
        """Both together, a new tally; blocks that are in both, or another plan, are an error."""
        if (self.owners, self.deals, self.unit) != (other.owners, other.deals, other.unit):
            raise TallyError("tallies of different seatings, plans or units cannot be merged")
        sums = {name: array + other.sums[name] for name, array in self.sums.items()}
        return Tally(self.owners, self.deals, self.unit, joined(self.done, other.done), sums)

    def histogram(self, name: str, row: int | None = None) -> dict[int, int]:
        """The array `name` (its row `row`) as value in units -> how often, ascending, without zeros."""
        array = self.sums[name] if row is None else self.sums[name][row]
        middle = len(array) // 2
        return {int(at) - middle: int(array[at]) for at in np.flatnonzero(array)}

    def same_as(self, other: Tally) -> bool:
        """True if both hold the same bits."""
        alike = (self.owners, self.deals, self.unit, self.done) == (
            other.owners,
            other.deals,
            other.unit,
            other.done,
        )
        return alike and all(np.array_equal(array, other.sums[name]) for name, array in self.sums.items())


def joined(some: tuple[range, ...], more: tuple[range, ...]) -> tuple[range, ...]:
    """Ranges of blocks in ascending order, neighbours made one; overlapping ones are an error.

    >>> joined((range(0, 5), range(9, 12)), (range(5, 7),))
    (range(0, 7), range(9, 12))
    """
    whole: list[range] = []
    for each in sorted((r for r in (*some, *more) if r), key=lambda r: r.start):
        if whole and each.start < whole[-1].stop:
            raise TallyError(f"blocks {each.start} … {min(each.stop, whole[-1].stop) - 1} would be counted twice")
        if whole and each.start == whole[-1].stop:
            each = range(whole.pop().start, each.stop)
        whole.append(each)
    return tuple(whole)
