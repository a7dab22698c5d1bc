"""Tasks on threads: results in order, errors where they belong, an end for what never ends."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import pytest

from sim import workers
from sim.workers import in_order


class Sleep:
    """A task that takes a while and returns its number."""

    def __init__(self, number: int, seconds: float = 0.0) -> None:
        self.number, self.seconds, self.steps = number, seconds, 0

    def run(self) -> int:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            time.sleep(0.01)
            self.steps += 1
        return self.number

    def progress(self) -> object:
        return self.steps

    def stuck(self, seconds: float) -> Exception:
        return RuntimeError(f"task {self.number} is stuck for {seconds:g} seconds")


class Fails(Sleep):
    """A task that raises."""

    def run(self) -> int:
        raise ValueError(f"task {self.number}")


class Hangs(Sleep):
    """A task that gets nowhere until it is released."""

    release = threading.Event()

    def run(self) -> int:
        self.release.wait(20)
        return self.number


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(workers, "PATIENCE", 5)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(threads: int) -> None:
    tasks = (Sleep(number, 0.02 * (number % 3)) for number in range(20))
    assert list(in_order(tasks, threads=threads)) == list(range(20))
    assert not workers.busy()


def test_only_a_few_tasks_are_begun_ahead() -> None:
    begun: list[int] = []

    def tasks() -> Iterator[Sleep]:
        for number in itertools.count():
            begun.append(number)
            yield Sleep(number)

    results = in_order(tasks(), threads=2)
    assert next(results) == 0
    assert len(begun) <= 2 * workers.AHEAD + 2
    results.close()  # type: ignore[attr-defined]
    assert not workers.busy()


def test_an_error_comes_after_the_results_before_it() -> None:
    results = in_order(iter([Sleep(0, 0.1), Fails(1), Sleep(2)]), threads=2)
    assert next(results) == 0
    with pytest.raises(ValueError, match="task 1"):
        next(results)
    assert not workers.busy()


def test_told_to_stop_it_gives_no_further_result() -> None:
    told = iter([False, False, False, True])
    results = list(in_order((Sleep(number) for number in range(9)), threads=1, stop=lambda: next(told, True)))
    assert results == list(range(len(results)))
    assert len(results) < 9


def test_a_task_that_hangs_is_named_and_left(impatient: None) -> None:
    Hangs.release.clear()
    results = in_order(iter([Sleep(0), Sleep(1), Hangs(2), Sleep(3)]), threads=2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(RuntimeError, match=r"task 2 is stuck for 0.1 seconds"):
        next(results)
    assert workers.busy(0.01)
    Hangs.release.set()
    assert not workers.busy()


def test_a_slow_task_that_gets_on_is_waited_for(impatient: None) -> None:
    assert list(in_order(iter([Sleep(0, 0.5)]), threads=1)) == [0]
