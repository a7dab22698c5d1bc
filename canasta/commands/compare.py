"""`canasta compare A B`: two ways of playing on the same deals, each deal once in every seating.

Decided here: which options the command has. Left out: the numbers (`analysis.compare`), how they are told
(`reports.text`), the folder (`canasta.outcome`).
"""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from canasta.options import MOST_DEALS, deals_or, folder, many_deals, max_hands
from canasta.outcome import Outcome


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
@click.pass_context
def compare(
    context: click.Context,
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
    for name in ("win_margin", "max_hands"):
        if not matches and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} needs --matches N, the pairs that it is about", context)
    with Outcome(out, force=force, records=records) as outcome, outcome.running() as run:
        outcome.try_charts()
        from analysis.compare import compare as play

        result = run(
            play,
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
            records=outcome.records,
        )
        from reports.text import comparison

        return outcome.tell(result, comparison, as_json=as_json)
