"""Many deals: blocks of deals in several seatings, on a pool of threads, with results that never depend on the pool.

A **block** is one deck played once in each seating; block *k* is a pure function of (rules, seed, scores, draw scheme,
strategies, *k*). Chunks of blocks run on threads (the kernels release the GIL) and are handed on in the order of *k*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.compiled import Seating
from sim.deal import deal
from sim.faults import DealFault, Place, fault, never_returned
from sim.jit import entry, kernel
from sim.layout import HIDDEN, RESULT, TABLE, one
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.score import score
from sim.turn import play_on
from sim.words import DRAW_SCHEMES, MOST_SEATS, OK
from sim.workers import in_order

CHUNK = 250  # blocks a task: 2 to 5 ms of work, short enough to interrupt, long enough to hide Python
GUARDED = 256  # deals at the start of a run in which every hook call is checked for writes


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


@kernel
def play_deal(table, hidden, seed, index, result):
    """Play deal `index` of `seed` to its end with the hooks in `hidden.hooks`; a status.

    Changes `table`, `hidden` and `result` (one RESULT record) in place.
    """
    table.seat = index % table.rules.seats
    result.first = table.seat
    hidden.keys[0] = key_of(seed, DEAL_DECK, index, np.int64(0))
    hidden.keys[1] = key_of(seed, DEAL_COIN, index, np.int64(0))
    hidden.guarding = np.int64(index < GUARDED)
    deal(table, hidden)
    status = play_on(table, hidden)
    score(table, hidden, result)
    return status


@entry
def play_blocks(records, hooks, seed, first, results):
    """Play blocks first, first + 1, … into `results` (RESULT, shape (blocks, seatings)); (status, deals done).

    `records` is `State.records`, changed in place; `hooks` int64 (seatings, seats, 5, 2). Stops at the first deal that
    goes wrong, its records left as they are.
    """
    tables, hiddens = records
    table, hidden = tables[0], hiddens[0]
    for block in range(results.shape[0]):
        for leg in range(results.shape[1]):
            for seat in range(hooks.shape[1]):
                for which in range(hooks.shape[2]):
                    hidden.hooks[seat, which, 0] = hooks[leg, seat, which, 0]
                    hidden.hooks[seat, which, 1] = hooks[leg, seat, which, 1]
            status = play_deal(table, hidden, seed, first + block, results[block, leg])
            if status != OK:
                return status, np.int64(block) * results.shape[1] + leg
    return np.int64(OK), np.int64(results.shape[0]) * results.shape[1]


@dataclass(frozen=True)
class Job:
    """What is played: a packed rule set, seatings, seed, scores and draw scheme; `replay` words a replay line."""

    rules: np.recarray
    rules_name: str
    seatings: tuple[Seating, ...]
    seed: int
    scores: tuple[int, ...]
    draws: str
    replay: Any = None

    @property
    def hooks(self) -> np.ndarray:
        """Addresses of all seatings, shape (seatings, seats, 5, 2)."""
        return np.stack([seating.addresses for seating in self.seatings])

    def place(self, index: int, leg: int) -> Place:
        """Name of one deal of the job."""
        line = self.replay(index, leg) if self.replay else f"deal {index}, rotation {leg}"
        return Place(self.rules_name, self.seed, index, leg, line)


class Chunk:
    """Blocks first … first + count - 1 of a job, played on one thread into `results` (RESULT, (count, seatings))."""

    def __init__(self, job: Job, hooks: np.ndarray, first: int, count: int, *, logging: bool = False) -> None:
        self.job, self.hooks, self.first = job, hooks, first
        self.state = State.of(job.rules, job.scores, job.draws, logging=logging)
        self.results = np.zeros((count, len(job.seatings)), RESULT)

    def run(self) -> np.ndarray:
        """The results; raises DealFault at the first deal that goes wrong."""
        plan = np.int64(self.job.seed), np.int64(self.first)
        status, done = play_blocks(self.state.records, self.hooks, *plan, self.results.view(np.recarray))
        if status != OK:
            place, leg = self._place(int(done))
            raise fault(int(status), place, self.job.seatings[leg], self.state)
        return self.results

    def progress(self) -> object:
        """How often the hooks have been asked in the present deal, and how many deals are done."""
        return self._done(), int(self.state.hidden[0].decision.sum())

    def stuck(self, seconds: float) -> DealFault:
        """The fault of a hook that does not return."""
        place, leg = self._place(self._done())
        return never_returned(seconds, place, self.job.seatings[leg], self.state)

    def _done(self) -> int:
        return int(np.count_nonzero(self.results["turns"]))

    def _place(self, done: int) -> tuple[Place, int]:
        block, leg = divmod(done, len(self.job.seatings))
        return self.job.place(self.first + block, leg), leg


def play_chunk(job: Job, hooks: np.ndarray, first: int, count: int) -> np.ndarray:
    """Results of blocks first … first + count - 1, shape (count, seatings), on this thread; raises DealFault."""
    return Chunk(job, hooks, first, count).run()


def play(job: Job, deals: range, *, threads: int = 0, stop: Callable[[], bool] = lambda: False) -> Iterator[np.ndarray]:
    """Results of the blocks in `deals`, chunk by chunk in order; at most a few chunks are held at a time.

    `threads` = 0 means one a core; after `stop()` no further chunk is given. Raises DealFault at the first deal that
    goes wrong, after all chunks before it, and where a hook never returns.
    """
    hooks = job.hooks
    play_chunk(job, hooks, deals.start, 0)  # compiles the engine or loads it, here and not under the watch
    starts = range(deals.start, deals.stop, CHUNK)
    chunks = (Chunk(job, hooks, start, min(CHUNK, deals.stop - start)) for start in starts)
    return in_order(chunks, threads=threads, stop=stop)
