"""Matches: hands with a running score until a side has reached the target (L46, settled 31 and 32).

Hand *j* of match *i* is fixed by (seed, *i*, *j*) in every seating, and its first turn belongs to the seat that deal
*i* + *j* would give it, so the deal moves. A match ends after the hand in which some side is at or above the target and
one side alone has most; both past it are decided by totals, exact ties are played on. A match that reaches the cap of
hands is unfinished: it is nobody's.

A **pair** is a match played once in each seating, as a block is a deal. Left out: games of a fixed number of deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sim.batch import Job, OnThread
from sim.faults import Place
from sim.layout import MATCH, RESULT
from sim.play import PAIRS
from sim.workers import in_order

CHUNK = 20  # pairs a task: about as much work as a chunk of deals


class Pairs(OnThread):
    """Pairs first … first + count - 1 of a job, played into `results` (MATCH, (count, seatings))."""

    def __init__(self, job: Job, hooks: np.ndarray, first: int, count: int, most_hands: int) -> None:
        super().__init__(job, hooks)
        self.first, self.most_hands = first, most_hands
        self.results = np.zeros((count, len(job.seatings)), MATCH)
        self.room = np.zeros((1, 1), RESULT)

    def run(self) -> np.ndarray:
        """The results; raises DealFault at the first deal that goes wrong."""
        self.play(self.first, (PAIRS, self.most_hands, *self.job.scores), self.room, self.results)
        return self.results

    def finished(self) -> int:
        """Matches that are over."""
        return int(np.count_nonzero(self.results["over"]))

    def place(self, done: int) -> Place:
        """The present hand of match `first + done // seatings`."""
        pair, leg = divmod(done, len(self.job.seatings))
        return place_of_hand(self.job, self.first + pair, int(self.results[pair, leg]["hands"]), leg)


def place_of_hand(job: Job, match: int, hand: int, leg: int) -> Place:
    """Name of one hand of a match."""
    line = job.replay(("--match", str(match), "--hand", str(hand)), leg)
    return Place(job.rules_name, job.seed, f"hand {hand} of match {match}", line)


def play_matches(
    job: Job, matches: range, *, most_hands: int, threads: int = 0, stop: Callable[[], bool] = lambda: False
) -> Iterator[np.ndarray]:
    """MATCH records of the pairs in `matches`, shape (pairs, seatings), in order; as `sim.batch.play` plays deals.

    A match that has gone on for `most_hands` hands is left unfinished.
    """
    hooks = job.hooks
    starts = range(matches.start, matches.stop, CHUNK)
    tasks = (Pairs(job, hooks, start, min(CHUNK, matches.stop - start), most_hands) for start in starts)
    return in_order(tasks, threads=threads, stop=stop)
