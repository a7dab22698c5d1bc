"""What a user sees while a run works: a notice that something compiles, a bar on a terminal, a line at times elsewhere.

All of it goes to stderr, so that stdout holds the answer and nothing else. Left out: the run.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

import click

LINE_EVERY = 10.0  # seconds between two lines of progress where there is no terminal
COMPILING = "compiling, this takes up to half a minute, once"


def say_if_compiling() -> None:
    """A notice where the engine has not been compiled yet, before anything heavy is imported."""
    from sim import cache

    if not cache.engine_is_kept():
        say(COMPILING)


def say(line: str) -> None:
    """One line beside the answer; that nobody can read it is no failure."""
    with contextlib.suppress(OSError):
        click.echo(line, err=True)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[int, int, str], None]]:
    """A function (done, planned, what) that shows how far the run is: a bar on a terminal, else a line at times."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.fields[what]}"), BarColumn()
    rate = TextColumn("{task.fields[rate]:,.0f} a second,"), TimeRemainingColumn(), TextColumn("left")
    with Progress(*columns, *rate, console=Console(stderr=True), transient=True) as bar:
        task, clock = bar.add_task("", total=None, rate=0.0, what="deals", visible=False), _Clock()

        def show(done: int, planned: int, what: str) -> None:
            bar.update(task, completed=done, total=planned, what=what, rate=clock.rate(done, what), visible=True)

        yield show


def _lines() -> Callable[[int, int, str], None]:
    clock, last = _Clock(), time.monotonic()

    def show(done: int, planned: int, what: str) -> None:
        nonlocal last
        rate, now = clock.rate(done, what), time.monotonic()
        if rate and now - last >= LINE_EVERY and done < planned:
            last = now
            left = (planned - done) / rate
            say(f"{done:,} of {planned:,} {what}, about {left:,.0f} seconds left")

    return show


class _Clock:
    """How many a second since the first ones were done: what was compiled before does not count."""

    def __init__(self) -> None:
        self.start: tuple[int, float] | None = None
        self.what = ""

    def rate(self, done: int, what: str) -> float:
        """Deals or matches a second, 0 at the first call for each."""
        now = time.monotonic()
        if self.start is None or what != self.what:
            self.start, self.what = (done, now), what
        return (done - self.start[0]) / max(now - self.start[1], 1e-9)
