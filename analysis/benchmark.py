"""How fast this machine plays: turns and hands a second of a strategy against itself, beside a fixed kernel.

Decided here: what is measured. Each strategy plays itself, in one seating, through `sim.batch.play`, the way every
command plays. A warm-up compiles, loads, and fixes a number of deals that takes about `ROUND_SECONDS`; then come
rounds in which every strategy and every number of threads has one turn, so that a machine that slows down slows all
of them. The median over the rounds is the figure. Deals 0 … 255 are skipped, since the engine plays them with checks
that later deals do without.

The calibration is a kernel that never changes: it shuffles a 110-card deck and sums a few of its cards. Turns a second
times its seconds a shuffle is a ratio that hardly depends on the machine, so figures of different machines, and of
one machine that is busy, can be compared.

Left out: cold and warm starts (`benchmarks/start.py`), words and columns (`reports.speed`).
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import strategies
from analysis import specs
from analysis.calibration import shuffle_and_sum
from analysis.provenance import versions
from analysis.seating import job_of, legs
from analysis.setup import DEFAULT_RULES, Setup, SetupError, setup, threads_of
from sim.batch import CHUNK, Job, play
from sim.jit import COMPILED
from sim.play import GUARDED

DEFAULT_ROUNDS = 5
ROUND_SECONDS = 0.5
SHUFFLED_CARDS, SHUFFLES = 110, 1_000_000  # 0.2 to 0.5 s

Progress = Callable[[int, int], None]
"""Called before each round, after the warm-up, with its number (from 1) and the number of rounds."""


@dataclass(frozen=True)
class Speed:
    """Median speed of a strategy against itself; `spread` is the range over the rounds as a share of the median."""

    strategy: str
    threads: int
    turns_per_s: float
    hands_per_s: float
    turns_per_hand: float
    turns_per_shuffle: float
    spread: float
    deals: int


@dataclass(frozen=True)
class Benchmark:
    """All figures of a run, and on what they were measured."""

    results: tuple[Speed, ...]
    calibration_ns: float
    calibration_spread: float
    rounds: int
    rules: str
    seed: int
    processor: str
    cores: int
    versions: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


def calibrate(shuffles: int = SHUFFLES) -> float:
    """Nanoseconds a shuffle of the calibration kernel takes, now."""
    deck = np.arange(SHUFFLED_CARDS, dtype=np.uint8)
    start = time.perf_counter()
    shuffle_and_sum(deck, np.int64(shuffles), np.int64(1))
    return 1e9 * (time.perf_counter() - start) / shuffles


@dataclass
class _Run:
    """One strategy at one number of threads, and what its rounds gave: seconds, turns, hands."""

    strategy: str
    job: Job
    threads: int
    deals: int = 0

    def seconds_turns_hands(self, deals: int) -> tuple[float, int, int]:
        turns = hands = 0
        start = time.perf_counter()
        for results in play(self.job, range(GUARDED, GUARDED + deals), threads=self.threads):
            turns += int(results["turns"].sum())
            hands += results.size
        return time.perf_counter() - start, turns, hands

    def warm_up(self) -> None:
        """Compile, load, and set the number of deals of a round: a whole number of chunks for every thread."""
        step = deals = CHUNK * self.threads
        seconds, _, _ = self.seconds_turns_hands(deals)
        for _ in range(2):  # the first may have compiled, the second is too short to be exact
            seconds, _, _ = self.seconds_turns_hands(deals)
            deals = max(1, round(ROUND_SECONDS * deals / seconds / step)) * step
        self.deals = deals


def benchmark(
    names: Sequence[str] = (),
    *,
    threads: int = 0,
    rounds: int = DEFAULT_ROUNDS,
    progress: Progress | None = None,
) -> Benchmark:
    """Measure `names` (specs; without any, every strategy that comes with the package) on one and on `threads` threads.

    `threads` = 0 means all cores. A name or number that is none raises a ValueError of one sentence.
    """
    if not COMPILED:
        raise SetupError("bench measures compiled code, and NUMBA_DISABLE_JIT=1 is set; unset it")
    if rounds < 1:
        raise SetupError(f"{rounds} rounds cannot be measured; it is a number from 1 on")
    threads = threads_of(threads)
    played = setup(DEFAULT_RULES)
    jobs = {name: _job(name, played) for name in dict.fromkeys(names or strategies.names())}
    counts = sorted({1, threads or _cores()})
    runs = [_Run(name, job, count) for name, job in jobs.items() for count in counts]
    for run in runs:
        run.warm_up()
    calibrate(1)
    shuffles, measured = [], []
    for number in range(1, rounds + 1):
        if progress is not None:
            progress(number, rounds)
        shuffles.append(calibrate())
        measured.append([run.seconds_turns_hands(run.deals) for run in runs])
    calibration = median(shuffles)
    results = [
        _speed(run, [measurement[index] for measurement in measured], calibration) for index, run in enumerate(runs)
    ]
    return Benchmark(
        results=tuple(results),
        calibration_ns=calibration,
        calibration_spread=_spread(shuffles),
        rounds=rounds,
        rules=played.name,
        seed=played.seed,
        processor=_processor(),
        cores=_cores(),
        versions=versions(),
    )


def _job(name: str, played: Setup) -> Job:
    side = specs.side(name)
    return job_of(played, (side, side), (name, name), legs(played.sides)[:1])


def _speed(run: _Run, measured: Sequence[tuple[float, int, int]], calibration: float) -> Speed:
    turns_per_s = [turns / seconds for seconds, turns, _ in measured]
    _, turns, hands = measured[0]
    middle = median(turns_per_s)
    return Speed(
        strategy=run.strategy,
        threads=run.threads,
        turns_per_s=middle,
        hands_per_s=middle * hands / turns,
        turns_per_hand=turns / hands,
        turns_per_shuffle=middle * calibration / 1e9,
        spread=_spread(turns_per_s),
        deals=run.deals,
    )


def _spread(values: Sequence[float]) -> float:
    return (max(values) - min(values)) / median(values)


def _cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    """Name of the processor, as far as the system tells."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
