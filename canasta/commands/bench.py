"""`canasta bench`: turns and hands a second on this machine, beside a fixed calibration kernel.

Decided here: which options the command has, and what is said while it works. Left out: what is measured
(`analysis.benchmark`) and how it is told (`reports.speed`).
"""

from __future__ import annotations

import json

import click

from canasta.options import as_json as json_option
from canasta.options import threads as threads_option

ROUNDS, MOST_ROUNDS = 5, 1000


@click.command()
@click.option(
    "--strategy",
    "names",
    metavar="NAME",
    multiple=True,
    help="Measure this one, against itself; may be given several times.  [default: every strategy]",
)
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(1, MOST_ROUNDS),
    default=ROUNDS,
    show_default=True,
    help="Measurements of each, about half a second long; the median is printed.",
)
@threads_option
@json_option
def bench(names: tuple[str, ...], *, rounds: int, threads: int, as_json: bool) -> None:
    """Turns and hands a second on this machine.

    Each strategy plays lt-classic against itself, on one thread and on N. A fixed shuffling kernel is timed
    beside them, so that machines can be compared by the ratio of the two.
    """
    click.echo("warming up; where nothing is compiled yet, this takes a while, once", err=True)
    from analysis.benchmark import benchmark

    def show(number: int, rounds: int) -> None:
        click.echo(f"round {number} of {rounds}", err=True)

    result = benchmark(names, threads=threads, rounds=rounds, progress=show)
    if as_json:
        click.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False))
        return
    from reports.speed import speed

    click.echo(speed(result))
