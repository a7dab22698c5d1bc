"""Tasks on a pool of threads, their results in order, and an end for tasks that never end.

Decided here: how many tasks wait at a time, how often the pool looks around, and when a task counts as stuck. A hook
that loops for ever holds its thread, and no thread can be stopped from outside; so the threads are daemons, which do
not keep the process from ending, and `busy` tells the command line whether one of them still runs. Left out: what a
task does (`sim.batch`).
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

Result_co = TypeVar("Result_co", covariant=True)
Result = TypeVar("Result")

LOOK_EVERY = 0.1  # seconds
PATIENCE = 100
"""Looks without any progress after which a task is stuck: 10 seconds, where a hook call takes far less than one."""
AHEAD = 2  # tasks in waiting for each thread, so that none is idle while results are counted


class Task(Protocol[Result_co]):
    """Something to do on a thread."""

    def run(self) -> Result_co:
        """Do it; called once, on a thread of the pool."""

    def progress(self) -> object:
        """A value that changes while the task gets on, None as long as it may take its time (to compile).

        Called from another thread while the task runs.
        """

    def stuck(self, seconds: float) -> Exception:
        """What to raise when it has not got on for so long."""


class _Slot(Generic[Result]):
    """A task on its way: waiting, running, then finished with a result or an error."""

    def __init__(self, task: Task[Result]) -> None:
        self.task = task
        self.running = False
        self.finished = threading.Event()
        self.error: BaseException | None = None
        self._result: list[Result] = []
        self._seen: object = None
        self._looks = 0

    def do(self) -> None:
        self.running = True
        try:
            self._result.append(self.task.run())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            self.error = error
        finally:
            self.running = False
            self.finished.set()

    def look(self) -> None:
        """Raise what the task says if it has run for PATIENCE looks without progress."""
        seen = self.task.progress() if self.running else None
        self._looks = self._looks + 1 if seen is not None and seen == self._seen else 0
        self._seen = seen
        if self._looks >= PATIENCE:
            raise self.task.stuck(PATIENCE * LOOK_EVERY)

    @property
    def result(self) -> Result:
        if self.error is not None:
            raise self.error
        return self._result[0]


def in_order(
    tasks: Iterator[Task[Result]], *, threads: int = 0, stop: Callable[[], bool] = lambda: False
) -> Iterator[Result]:
    """Results of the tasks in their order; at most a few tasks are begun at a time.

    `threads` = 0 means one a core. After `stop()` has said True no further result is given; it is asked at every
    result and every LOOK_EVERY seconds. Raises what a task raised, after all results before it, and what a stuck task
    says, whichever task that is.
    """
    workers = threads or os.cpu_count() or 1
    queue: SimpleQueue[_Slot[Result] | None] = SimpleQueue()
    _running[:] = [thread for thread in _running if thread.is_alive()]
    _running.extend(_started(queue, number) for number in range(workers))
    begun: deque[_Slot[Result]] = deque()
    try:
        for task in tasks:
            begun.append(_Slot(task))
            queue.put(begun[-1])
            if len(begun) > AHEAD * workers:
                if not _wait(begun, stop):
                    return
                yield begun.popleft().result
        while begun:
            if not _wait(begun, stop):
                return
            yield begun.popleft().result
    finally:
        while not queue.empty():  # what has not begun never will
            queue.get()
        for _ in range(workers):
            queue.put(None)


def _wait(begun: deque[_Slot[Result]], stop: Callable[[], bool]) -> bool:
    """Wait for the first task; False when told to stop."""
    while not stop():
        if begun[0].finished.wait(LOOK_EVERY):
            return True
        for slot in begun:
            slot.look()
    return False


_running: list[threading.Thread] = []


def _started(queue: SimpleQueue[_Slot[Result] | None], number: int) -> threading.Thread:
    def work() -> None:
        while (slot := queue.get()) is not None:
            slot.do()

    thread = threading.Thread(target=work, name=f"deals {number}", daemon=True)
    thread.start()
    return thread


def busy(seconds: float = 1.0) -> bool:
    """Whether a thread of a pool that was left is still at work after waiting so long for each."""
    for thread in _running:
        thread.join(seconds)
    _running[:] = [thread for thread in _running if thread.is_alive()]
    return bool(_running)
