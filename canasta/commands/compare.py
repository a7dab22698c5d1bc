"""`canasta compare A B`: two ways of playing on the same deals, each deal once in every seating.

Decided here: which options the command has, and what is said while it works. Left out: the numbers
(`analysis.compare`) and how they are told (`reports.text`).
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator

import click

from canasta.options import deals as deals_option
from canasta.options import many_deals

DEALS = 100_000
LINE_EVERY = 10.0  # seconds between two lines of progress where there is no terminal
COMPILING = "compiling, this takes up to half a minute, once"


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@deals_option(DEALS)
@click.option(
    "--margin",
    metavar="POINTS",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    show_default=True,
    help="Points a hand that count as a practical difference; fix it before the run.",
)
@many_deals
def compare(
    a: str,
    b: str,
    *,
    deals: int,
    margin: float,
    rules: str,
    seed: int,
    scores: tuple[int, ...] | None,
    draws: str,
    threads: int,
    as_json: bool,
) -> None:
    """Two ways of playing, on the same deals.

    A and B are strategies: NAME, or FILE.py:NAME of your own, with :key=value,… for weights and + between
    partners who play differently. Every deal is played twice with the sides exchanged.
    """
    _say_if_compiling()
    from analysis.compare import compare as run

    with _progress() as progress:
        result = run(
            a,
            b,
            rules=rules,
            deals=deals,
            seed=seed,
            scores=scores,
            draws=draws,
            threads=threads,
            margin=margin,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False))
        return
    from reports.text import comparison

    click.echo(comparison(result))


def _say_if_compiling() -> None:
    """A notice where the engine has not been compiled yet, before anything heavy is imported."""
    from sim import cache

    if not any(cache.engine_folder().glob("**/*play_blocks*.nbc")):
        click.echo(COMPILING, err=True)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
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
            click.echo(f"{done:,} of {planned:,} deals, about {left:,.0f} seconds left", err=True)

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
