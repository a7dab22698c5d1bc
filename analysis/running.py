"""How a run goes: which blocks are played, when it is looked at, when it stops, and how it ended.

Decided here: looks. A run of fixed length is looked at once, at its end. A run "until decided" is looked at after every
LOOK blocks of a complete prefix, with the confidence sequence, which holds at all looks at once; chunks come in order
and divide LOOK, so where a run stops does not depend on the number of threads. Left out: the deals (`sim.batch`), what
is kept of them (`analysis.tally`), the answer (`analysis.compare`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy.typing as npt

from analysis import summary
from analysis.stats.paired import mean_of
from analysis.stats.sequence import sequence
from analysis.stats.verdict import Verdict, decide
from analysis.tally import Tally
from sim.batch import CHUNK, Job, play, play_chunk

LOOK = 1000  # blocks
MOST_LOOKS_KEPT = 1000
assert LOOK % CHUNK == 0

Progress = Callable[[int, int, str], None]
"""Called now and then with how many are done, how many are planned, and what: "deals" or "matches"."""
Record = Callable[[int, npt.NDArray[Any]], None]
"""Called with the first block of a chunk and its results, in order; an error it raises ends the run."""


class Ended(StrEnum):
    """Why no further block was played."""

    COMPLETE = "complete"  # all planned blocks were
    DECIDED = "decided"  # there was a verdict
    INTERRUPTED = "interrupted"  # somebody said stop


@dataclass(frozen=True)
class Look:
    """The running estimate after so many blocks: points per hand, band of the confidence sequence."""

    blocks: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Stopping:
    """When a run may stop before its planned length: at a verdict on `margin` (points per hand), at this level."""

    margin: float
    level: float


@dataclass(frozen=True)
class Ran:
    """What a run was: why it ended, its looks, at most MOST_LOOKS_KEPT evenly spread, and its speed."""

    ended: Ended
    looks: tuple[Look, ...]
    hands_per_s: float


def run(
    job: Job,
    tally: Tally,
    *,
    stopping: Stopping | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
    record: Record | None = None,
) -> Ran:
    """Play blocks 0, 1, … into an empty tally, at most as many as it plans.

    It ends early where `stopping` finds a verdict or `stop()` says so; always after a complete prefix of blocks. Time
    for compiling does not count in the speed.
    """
    tally.add(0, play_chunk(job, job.hooks, 0, 0))  # no deals: loads or compiles engine and tally
    looks = _Looks()
    ended, start = Ended.COMPLETE, time.perf_counter()
    for results in play(job, range(tally.deals), threads=threads, stop=stop):
        first = tally.blocks
        if record is not None:
            record(first, results)
        tally.add(first, results)
        if progress is not None:
            progress(tally.blocks, tally.deals, "deals")
        if stopping is not None and tally.blocks % LOOK == 0 and looks.at(tally, stopping):
            ended = Ended.DECIDED
            break
    if ended is Ended.COMPLETE and tally.blocks < tally.deals:
        ended = Ended.INTERRUPTED
    seconds = time.perf_counter() - start
    return Ran(ended, tuple(looks.kept), tally.blocks * len(tally.owners) / seconds)


class _Looks:
    """Looks at a growing tally; every `step`-th is kept, and `step` doubles when there are too many."""

    def __init__(self) -> None:
        self.kept: list[Look] = []
        self.step = LOOK

    def at(self, tally: Tally, stopping: Stopping) -> bool:
        """Keep the look, and say whether there is a verdict."""
        sums = summary.totals(tally)
        found = mean_of(sums.blocks, sums.difference, sums.square, scale=summary.scale(tally), level=stopping.level)
        band = sequence(sums.blocks, found.mean, found.sd, level=stopping.level)
        if sums.blocks % self.step == 0:
            self.kept.append(Look(sums.blocks, found.mean, band.low, band.high))
            if len(self.kept) > MOST_LOOKS_KEPT:
                self.kept, self.step = self.kept[1::2], 2 * self.step
        changed = sums.blocks - sums.unchanged
        decision = decide(band.low, band.high, stopping.margin, blocks=sums.blocks, changed=changed)
        return decision.verdict not in (Verdict.UNDECIDED, Verdict.SAME)
