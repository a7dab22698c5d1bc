"""`canasta replay A B --deal K`: any deal of any run, told turn by turn or as one JSON line.

Decided here: which options the command has, and who sits where for so many strategies. Left out: the play
(`sim`), the words (`reports.narrate`), the format of a line (`sim.transcript`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import click

from canasta import options

if TYPE_CHECKING:
    from analysis.setup import Setup
    from sim.batch import Job


@click.command()
@click.argument("strategies", metavar="A [B …]", nargs=-1, required=True)
@options.deal
@options.count
@options.rotation
@options.text_or_jsonl
@options.rules
@options.seed
@options.scores
@options.draws
def replay(
    strategies: tuple[str, ...],
    *,
    deal: int,
    count: int,
    rotation: int,
    form: str,
    rules: str,
    seed: int,
    scores: tuple[int, ...] | None,
    draws: str,
) -> None:
    """One deal told turn by turn, or several.

    One strategy plays all seats. Two are seated as `canasta compare` seats them: A on side 0 and B on the
    other, exchanged with --rotation 1. Else name one a side, or one a seat. Each is NAME, or FILE.py:NAME of
    your own, with :key=value,… for weights and + between partners who play differently.
    """
    from analysis.setup import setup
    from sim.transcript import as_far_as_played

    job = _job(strategies, setup(rules, seed=seed, scores=scores, draws=draws), rotation)
    for index in range(deal, deal + count):
        document, broken = as_far_as_played(job, index, rotation)
        if form == "text":
            if index > deal:
                click.echo()
            _tell(document, job.place(index, rotation).replay)
        elif broken is None:
            click.echo(json.dumps(document, separators=(",", ":")))
        if broken is not None:
            raise broken


def _tell(document: dict[str, object], line: str) -> None:
    from reports.narrate import narrate

    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    symbols = encoding.lower().replace("-", "") == "utf8"
    for told in narrate(document, symbols=symbols):
        click.echo(told)
    click.echo(f"\nagain: {line}")


def _job(names: Sequence[str], played: Setup, rotation: int) -> Job:
    """The seatings that so many strategies have; `rotation` must be one of them."""
    from analysis import specs
    from analysis.seating import job_of, legs

    sides, seats = played.sides, played.seats
    if len(names) not in (1, 2, sides, seats):
        raise click.UsageError(
            f"{len(names)} strategies cannot be seated; name one for all seats, {sides} for one a side, "
            f"or {seats} for one a seat"
        )
    members = [specs.side(name) for name in names]
    if len(names) == 2:
        owners = legs(sides)
    elif len(names) == seats != sides:
        for name, member in zip(names, members, strict=True):
            if len(member) > 1:
                raise click.UsageError(f"{name} names partners; with {seats} strategies each is one a seat")
        members = [tuple(member for (member,) in members[side::sides]) for side in range(sides)]
        owners = (tuple(range(sides)),)
    else:
        owners = (tuple(side % len(names) for side in range(sides)),)
    if rotation >= len(owners):
        allowed = f"0 to {len(owners) - 1}" if len(owners) > 1 else "0 only"
        raise click.UsageError(f"--rotation {rotation} is none of this seating; it can be {allowed}")
    return job_of(played, members, cast("tuple[str, str]", tuple(names)), owners)
