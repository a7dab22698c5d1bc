"""`canasta replay A B --deal K`: any deal of any run, told turn by turn or as one JSON line.

Decided here: which options the command has, and who sits where for so many strategies. Left out: the play
(`sim`), the words (`reports.narrate`), the format of a line (`sim.transcript`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from canasta import options, waiting

if TYPE_CHECKING:
    from analysis.setup import Setup
    from sim.batch import Job
    from sim.faults import DealFault


Deals = Iterator[tuple[dict[str, Any], "DealFault | None", str]]
"""Transcript, fault if there was one, and the line that shows it again."""


@click.command()
@click.argument("strategies", metavar="A [B …]", nargs=-1, required=True)
@options.deal
@options.match
@options.hand
@options.count
@options.rotation
@options.text_or_jsonl
@options.rules
@options.seed
@options.scores
@options.draws
@options.max_hands
def replay(
    strategies: tuple[str, ...],
    *,
    deal: int | None,
    match: int | None,
    hand: int | None,
    count: int,
    rotation: int,
    form: str,
    rules: str,
    seed: int,
    scores: tuple[int, ...] | None,
    draws: str,
    max_hands: int,
) -> None:
    """One deal told turn by turn, or several.

    One strategy plays all seats. Two are seated as `canasta compare` seats them: A on side 0 and B on the
    other, exchanged with --rotation 1. Else name one a side, or one a seat. Each is NAME, or FILE.py:NAME of
    your own, with :key=value,… for weights and + between partners who play differently.

    With --match it is a hand of a match, at the score that the hands before it have made.
    """
    if match is not None and deal is not None:
        raise click.UsageError(
            "--deal and --match cannot both be given: a hand is one of a deal's run or one of a match"
        )
    if hand is not None and match is None:
        raise click.UsageError("--hand needs --match, the number of the match pair it belongs to")
    waiting.say_if_compiling()
    from analysis.setup import setup

    job = _job(strategies, setup(rules, seed=seed, scores=scores, draws=draws), rotation)
    if match is None:
        first = deal or 0
        told = _deals(job, range(first, first + count), rotation)
    else:
        first = hand or 0
        told = _hands(job, match, range(first, first + count), rotation, max_hands)
    for number, (document, broken, again) in enumerate(told):
        if form == "text":
            if number:
                click.echo()
            _tell(document, again)
        elif broken is None:
            click.echo(json.dumps(document, separators=(",", ":")))
        if broken is not None:
            raise broken


def _deals(job: Job, indices: range, leg: int) -> Deals:
    from sim.transcript import as_far_as_played

    for index in indices:
        yield *as_far_as_played(job, index, leg), job.place(index, leg).replay


def _hands(job: Job, match: int, hands: range, leg: int, most_hands: int) -> Deals:
    from sim.matches import place_of_hand
    from sim.transcript import hands_of_match

    for document, broken in hands_of_match(job, match, hands, leg, most_hands=most_hands):
        yield document, broken, place_of_hand(job, match, document["hand"], leg).replay


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
    from analysis.seating import job_of, legs, seated

    if len(names) == 2:
        members, owners = [specs.side(name) for name in names], legs(played.sides)
    else:
        members, owner = seated(names, played.sides, played.seats)
        owners = (owner,)
    if rotation >= len(owners):
        allowed = f"0 to {len(owners) - 1}" if len(owners) > 1 else "0 only"
        raise click.UsageError(f"--rotation {rotation} is none of this seating; it can be {allowed}")
    return job_of(played, members, names, owners)
