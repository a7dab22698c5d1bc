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

    if not any(cache.engine_folder().glob("**/*play_blocks*.nbc")):
        say(COMPILING)


def say(line: str) -> None:
    """One line beside the answer."""
    click.echo(line, err=True)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """A function (done, planned) that shows how far the run is: a bar on a terminal, else a line at times."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.completed:,.0f} of {task.total:,.0f} deals"), BarColumn()
    rate = TextColumn("{task.fields[rate]:,.0f} deals a second,"), TimeRemainingColumn(), TextColumn("left")
    with Progress(*columns, *rate, console=Console(stderr=True), transient=True) as bar:
        task, clock = bar.add_task("", total=None, rate=0.0, visible=False), _Clock()

        def show(done: int, planned: int) -> None:
            bar.update(task, completed=done, total=planned, rate=clock.rate(done), visible=True)

        yield show


def _lines() -> Callable[[int, int], None]:
    clock, last = _Clock(), time.monotonic()

    def show(done: int, planned: int) -> None:
        nonlocal last
        rate, now = clock.rate(done), time.monotonic()
        if rate and now - last >= LINE_EVERY and done < planned:
            last = now
            left = (planned - done) / rate
            say(f"{done:,} of {planned:,} deals, about {left:,.0f} seconds left")

    return show


class _Clock:
    """Deals a second since the first deals were done: what was compiled before does not count."""

    def __init__(self) -> None:
        self.start: tuple[int, float] | None = None

    def rate(self, done: int) -> float:
        """Deals a second, 0 at the first call."""
        now = time.monotonic()
        if self.start is None:
            self.start = done, now
        return (done - self.start[0]) / max(now - self.start[1], 1e-9)
