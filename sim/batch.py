"""Many deals: blocks of deals in several seatings, on a pool of threads, with results that never depend on the pool.

A **block** is one deck played once in each seating; block *k* is a pure function of (rules, seed, scores, draw scheme,
strategies, *k*). Chunks of blocks run on threads (the kernels release the GIL) and are handed on in the order of *k*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sim import play as engine
from sim.compiled import Seating
from sim.faults import DealFault, Place, fault, never_returned
from sim.layout import HIDDEN, MATCH, RESULT, TABLE, one
from sim.words import DRAW_SCHEMES, MOST_SEATS, OK
from sim.workers import in_order

CHUNK = 250  # blocks a task: 2 to 5 ms of work, short enough to interrupt, long enough to hide Python
NO_MATCHES = np.zeros((0, 0), MATCH)


@dataclass
class State:
    """The records that one thread plays on."""

    table: np.recarray  # one TABLE record
    hidden: np.recarray  # one HIDDEN record

    @property
    def mes(self) -> np.recarray:
        """The ME records of the seats, within the hidden record."""
        return self.hidden[0].mes

    @property
    def events(self) -> np.ndarray:
        """The event log, int64 of shape (MOST_EVENTS, EVENT_COLUMNS), within the hidden record."""
        return self.hidden[0].events

    @property
    def records(self) -> tuple[np.recarray, np.recarray]:
        """What kernels receive."""
        return self.table, self.hidden

    @staticmethod
    def of(rules: np.recarray, scores: Sequence[int], draws: str, *, logging: bool = False) -> State:
        """Fresh records for a packed rule set; `scores` is one number a side."""
        table, hidden = one(TABLE), one(HIDDEN)
        table["rules"] = rules
        sides = int(rules[0].sides)
        table[0].side_of[:] = np.arange(MOST_SEATS) % sides
        table[0].scores[:sides] = scores
        hidden[0].scheme = DRAW_SCHEMES.index(draws)
        hidden[0].logging = int(logging)
        return State(table, hidden)


@dataclass(frozen=True)
class Job:
    """What is played: a packed rule set, seatings, seed, scores and draw scheme; `replay` words a replay line."""

    rules: np.recarray
    rules_name: str
    seatings: tuple[Seating, ...]
    seed: int
    scores: tuple[int, ...]
    draws: str
    replay: Callable[[tuple[str, ...], int], str] = lambda options, leg: f"{' '.join(options)} --rotation {leg}"

    @property
    def hooks(self) -> np.ndarray:
        """Addresses of all seatings, shape (seatings, seats, 5, 2)."""
        return np.stack([seating.addresses for seating in self.seatings])

    def place(self, index: int, leg: int) -> Place:
        """Name of one deal of the job."""
        return Place(self.rules_name, self.seed, f"deal {index}", self.replay(("--deal", str(index)), leg))


class OnThread(ABC):
    """Deals of a job on one thread: its records, and who is named when a hook never returns.

    A subclass plays, and says in `finished` how many legs are done and in `place` which deal the next one is at.
    """

    def __init__(self, job: Job, hooks: np.ndarray, *, logging: bool = False) -> None:
        self.job, self.hooks = job, hooks
        self.state = State.of(job.rules, job.scores, job.draws, logging=logging)

    @abstractmethod
    def finished(self) -> int:
        """Legs that are done, of all blocks in order."""

    @abstractmethod
    def place(self, done: int) -> Place:
        """The deal that is played when so many legs are done."""

    def progress(self) -> object:
        """How many legs are done, and how often hooks have been asked in this one; None before the first is asked."""
        seen = self.finished(), int(self.state.hidden[0].decision.sum())
        return None if seen == (0, 0) else seen

    def play(self, first: int, plan: Sequence[int], results: np.ndarray, matches: np.ndarray) -> None:
        """Call the engine (`sim.play.play` says what fills what); DealFault where a deal goes wrong."""
        numbers = np.int64(self.job.seed), np.int64(first), np.array(plan, np.int64)
        records = results.view(np.recarray), matches.view(np.recarray)
        with np.errstate(over="ignore", divide="raise", invalid="raise"):  # plain Python counts as compiled code does
            status, done = engine.play(self.state.records, self.hooks, *numbers, *records)
        if status != OK:
            raise fault(int(status), self.place(int(done)), self._seating(int(done)), self.state)

    def stuck(self, seconds: float) -> DealFault:
        """The fault of a hook that does not return."""
        done = self.finished()
        return never_returned(seconds, self.place(done), self._seating(done), self.state)

    def _seating(self, done: int) -> Seating:
        return self.job.seatings[done % len(self.job.seatings)]


class Chunk(OnThread):
    """Blocks first … first + count - 1 of a job, played into `results` (RESULT, (count, seatings))."""

    def __init__(self, job: Job, hooks: np.ndarray, first: int, count: int, *, logging: bool = False) -> None:
        super().__init__(job, hooks, logging=logging)
        self.first = first
        self.results = np.zeros((count, len(job.seatings)), RESULT)

    def run(self) -> np.ndarray:
        """The results; raises DealFault at the first deal that goes wrong."""
        self.play(self.first, (engine.BLOCKS, 0), self.results, NO_MATCHES)
        return self.results

    def finished(self) -> int:
        """Deals that are done; every deal has a turn."""
        return int(np.count_nonzero(self.results["turns"]))

    def place(self, done: int) -> Place:
        """The deal of block `first + done // seatings`."""
        block, leg = divmod(done, len(self.job.seatings))
        return self.job.place(self.first + block, leg)


def play_chunk(job: Job, hooks: np.ndarray, first: int, count: int) -> np.ndarray:
    """Results of blocks first … first + count - 1, shape (count, seatings), on this thread; raises DealFault."""
    return Chunk(job, hooks, first, count).run()


def play(job: Job, deals: range, *, threads: int = 0, stop: Callable[[], bool] = lambda: False) -> Iterator[np.ndarray]:
    """Results of the blocks in `deals`, chunk by chunk in order; at most a few chunks are held at a time.

    `threads` = 0 means one a core; after `stop()` no further chunk is given. Raises DealFault at the first deal that
    goes wrong, after all chunks before it, and where a hook never returns.
    """
    hooks = job.hooks
    starts = range(deals.start, deals.stop, CHUNK)
    chunks = (Chunk(job, hooks, start, min(CHUNK, deals.stop - start)) for start in starts)
    return in_order(chunks, threads=threads, stop=stop)
