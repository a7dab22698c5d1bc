"""Options that commands share: the same name, the same default, the same check wherever they appear.

Decided here: spelling, default, range and help of each shared option. A command takes what has an effect in
it and nothing else. Left out: whether a rule set or strategy of that name exists; the floors below say so,
with the nearest one.

| decorator | option | value that the command receives |
|---|---|---|
| `rules` | `--rules ID or FILE` | str |
| `seed` | `--seed N` | int, 0 … 2^63 - 1 |
| `scores` | `--scores a,b,…` | tuple of multiples of 5, or None |
| `draws` | `--draws queues or pile` | str |
| `threads` | `--threads N` | int, all cores without it |
| `as_json` | `--json` | `as_json`: bool |
| `deals_or(default)` | `--deals N` | int, or None where the default depends on other options |
| `folder` | `--out DIR`, `--force`, `--records` | `out`: Path or None, two bools that need it |
| `match`, `hand`, `max_hands` | `--match i`, `--hand j`, `--max-hands N` | int or None, int or None, int |
| `deal`, `count`, `rotation` | `--deal K`, `--count N`, `--rotation r` | int |
| `text_or_jsonl` | `--format text or jsonl` | `form`: str |
| `many_deals` | the first six together | |
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

DEFAULT_RULES = "lt-classic"
LARGEST_SEED = 2**63 - 1
MOST_DEALS = 10**10  # far beyond any run; beyond it, sums of squares could leave 63 bits
MOST_THREADS = 1024
MOST_HANDS = 10_000  # of a match
LARGEST_SCORE = 1_000_000  # far beyond any target
POINTS = 5  # every card, bonus and penalty is a multiple of five points


def all_cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Scores(click.ParamType[tuple[int, ...]]):
    """Match scores before the deal: whole numbers separated by commas, one a side in seat order."""

    name = "scores"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            scores = tuple(int(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not a list of whole numbers such as 1500,0, one a side", param, ctx)
        for score in scores:
            if score % POINTS != 0 or abs(score) > LARGEST_SCORE:
                allowed = f"a multiple of {POINTS} from {-LARGEST_SCORE} to {LARGEST_SCORE}"
                self.fail(f"{score} is no score; it is {allowed}", param, ctx)
        return scores


def _cores(_context: click.Context, _option: click.Parameter, value: int | None) -> int:
    return all_cores() if value is None else value


rules: Decorator[Any] = click.option(
    "--rules",
    metavar="ID or FILE",
    default=DEFAULT_RULES,
    show_default=True,
    help="Rule set: a name of `canasta rules list`, or your own .toml file.",
)
seed: Decorator[Any] = click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, LARGEST_SEED),
    default=1,
    show_default=True,
    help="Deal K is the same for the same seed, for ever.",
)
scores: Decorator[Any] = click.option(
    "--scores",
    metavar="a,b,…",
    type=Scores(),
    help="Match scores before each deal, one a side in seat order; they stay with it.  [default: zeros]",
)
draws: Decorator[Any] = click.option(
    "--draws",
    type=click.Choice(["queues", "pile"]),
    default="queues",
    show_default=True,
    help="Who draws which card: a queue of cards for each seat, or one pile for all.",
)
threads: Decorator[Any] = click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, MOST_THREADS),
    callback=_cores,
    help="Threads; the numbers are the same for any.  [default: all cores]",
)
as_json: Decorator[Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document instead of text."
)
deal: Decorator[Any] = click.option(
    "--deal",
    metavar="K",
    type=click.IntRange(0, MOST_DEALS),
    help="Number of the deal.  [default: 0]",
)
count: Decorator[Any] = click.option(
    "--count",
    metavar="N",
    type=click.IntRange(1, MOST_DEALS),
    default=1,
    show_default=True,
    help="How many deals, or hands of the match, from that one on.",
)
rotation: Decorator[Any] = click.option(
    "--rotation",
    metavar="r",
    type=click.IntRange(0, 5),
    default=0,
    show_default=True,
    help="The first strategy plays side r.",
)
match: Decorator[Any] = click.option(
    "--match",
    metavar="i",
    type=click.IntRange(0, MOST_DEALS),
    help="Number of the match pair, instead of --deal; the scores run on from hand to hand.",
)
hand: Decorator[Any] = click.option(
    "--hand",
    metavar="j",
    type=click.IntRange(0, MOST_HANDS),
    help="Number of the hand in that match.  [default: 0]",
)
max_hands: Decorator[Any] = click.option(
    "--max-hands",
    metavar="N",
    type=click.IntRange(1, MOST_HANDS),
    default=100,
    show_default=True,
    help="A match that has gone on for so many hands is left unfinished.",
)
text_or_jsonl: Decorator[Any] = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Text for a reader, or one JSON object a line for a program.",
)


def _needs_out(context: click.Context, option: click.Parameter, wanted: bool) -> bool:  # noqa: FBT001
    if wanted and context.params.get("out") is None:
        raise click.UsageError(f"{option.opts[0]} needs --out DIR, the folder that is written", context)
    return wanted


_out: Decorator[Any] = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    is_eager=True,
    help="Write the result into a folder: tables, exact sums, and what repeats it.",
)
_force: Decorator[Any] = click.option(
    "--force", is_flag=True, callback=_needs_out, help="Replace a result folder that is there already."
)
_records: Decorator[Any] = click.option(
    "--records", is_flag=True, callback=_needs_out, help="Keep every hand too, as a Parquet file in the folder."
)


def deals_or(default: str) -> Decorator[Any]:
    """`--deals N` without a default of its own: None means what `default` says."""
    return click.option(
        "--deals",
        metavar="N",
        type=click.IntRange(1, MOST_DEALS),
        help=f"How many deals; each is played once in every balanced seating.  [default: {default}]",
    )


def folder(command: Command) -> Command:
    """`--out DIR`, `--force`, `--records`: the result as a folder."""
    for decorate in reversed((_out, _force, _records)):
        command = decorate(command)
    return command


def many_deals(command: Command) -> Command:
    """The options of every command that plays many deals."""
    for decorate in reversed((rules, seed, scores, draws, threads, as_json)):
        command = decorate(command)
    return command
