"""`canasta compare A B`: two ways of playing on the same deals, each deal once in every seating.

Decided here: which options the command has, in which order things are checked, told and written. The answer is told
before it is written, so that a full disk cannot lose it. Left out: the numbers (`analysis.compare`), how they are told
(`reports.text`), the folder (`analysis.results`).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from canasta import waiting
from canasta.errors import DONE, INTERRUPTED
from canasta.interrupt import asked_to_stop
from canasta.options import MOST_DEALS, deals_or, folder, many_deals, max_hands

if TYPE_CHECKING:
    from analysis.comparison import Comparison
    from analysis.draft import Draft


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@deals_or("100,000; with --until-decided at most 2,000,000")
@click.option(
    "--until-decided",
    is_flag=True,
    help="Stop at a verdict: look every 1,000 deals, with an interval that allows it.",
)
@click.option(
    "--margin",
    metavar="POINTS",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    show_default=True,
    help="Points a hand that count as a practical difference; fix it before the run.",
)
@click.option(
    "--matches",
    metavar="N",
    type=click.IntRange(0, MOST_DEALS),
    default=0,
    show_default=True,
    help="Pairs of matches after the deals, on decks of their own: who wins, not by how much.",
)
@click.option(
    "--win-margin",
    metavar="PERCENT",
    type=click.FloatRange(0, min_open=True),
    default=2.0,
    show_default=True,
    help="Percentage points of matches won that count as a practical difference.",
)
@max_hands
@many_deals
@folder
def compare(
    a: str,
    b: str,
    *,
    deals: int | None,
    until_decided: bool,
    margin: float,
    matches: int,
    win_margin: float,
    max_hands: int,
    rules: str,
    seed: int,
    scores: tuple[int, ...] | None,
    draws: str,
    threads: int,
    as_json: bool,
    out: Path | None,
    force: bool,
    records: bool,
) -> int:
    """Two ways of playing, on the same deals.

    A and B are strategies: NAME, or FILE.py:NAME of your own, with :key=value,… for weights and + between
    partners who play differently. Every deal is played twice with the sides exchanged.

    Ctrl-C ends the run with the answer from the deals played so far, and status 130.
    """
    waiting.say_if_compiling()
    from analysis.compare import compare as run

    with _draft(out, force=force) as draft, asked_to_stop() as stop:
        with waiting.progress() as progress:
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
                until_decided=until_decided,
                matches=matches,
                win_margin=win_margin,
                max_hands=max_hands,
                records=draft.path / RECORDS if draft and records else None,
                progress=progress,
                stop=stop,
            )
        try:
            _tell(result, as_json=as_json)
        finally:  # the reader of a pipe may have left; the folder is written all the same
            _write(result, draft)
    return DONE if result.complete else INTERRUPTED


RECORDS = "hands.parquet"


@contextlib.contextmanager
def _draft(out: Path | None, *, force: bool) -> Iterator[Draft | None]:
    """The folder to be written, or nothing; charts are tried now, since they are drawn from it after a long run."""
    if out is None:
        yield None
        return
    from analysis.draft import Draft

    with Draft(out, force=force) as draft:
        yield draft


def _write(result: Comparison, draft: Draft | None) -> None:
    if draft is None:
        return
    from analysis.results import save

    save(result, draft)
    waiting.say(f"written to {draft.target}")


def _tell(result: Comparison, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False))
        return
    from reports.text import comparison

    click.echo(comparison(result))
