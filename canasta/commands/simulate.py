"""`canasta simulate A [B …]`: strategies at a table, what happens, without a comparison.

Decided here: which options the command has. Left out: the numbers (`analysis.simulate`), how they are told
(`reports.described`), the folder (`canasta.outcome`).
"""

from __future__ import annotations

from pathlib import Path

import click

from canasta.options import MOST_DEALS, deals_or, folder, many_deals, max_hands
from canasta.outcome import Outcome


@click.command()
@click.argument("strategies", metavar="A [B …]", nargs=-1, required=True)
@deals_or("100,000")
@click.option(
    "--matches",
    metavar="N",
    type=click.IntRange(1, MOST_DEALS),
    help="Matches instead of deals: who wins, and how many hands it takes.",
)
@max_hands
@many_deals
@folder
def simulate(
    strategies: tuple[str, ...],
    *,
    deals: int | None,
    matches: int | None,
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
    """Strategies at a table: what they score, how hands end.

    One strategy plays all seats; as many as sides, one a side; as many as seats, one a seat. Each is NAME, or
    FILE.py:NAME of your own, with :key=value,… for weights and + between partners who play differently. To know
    which of two is better use compare, which plays each deal in every seating.
    """
    if deals is not None and matches is not None:
        raise click.UsageError("--deals and --matches cannot both be given: it plays the one or the other")
    if records and matches is not None:
        raise click.UsageError("--records keeps the hands of --deals; matches are counted, not kept")
    common = {"rules": rules, "seed": seed, "scores": scores, "draws": draws, "threads": threads}
    with Outcome(out, force=force, records=records) as outcome, outcome.running() as run:
        from analysis.simulate import DEFAULT_DEALS
        from analysis.simulate import simulate as play_deals
        from analysis.simulate import simulate_matches as play_matches

        if matches is None:
            result = run(play_deals, *strategies, deals=deals or DEFAULT_DEALS, records=outcome.records, **common)
        else:
            result = run(play_matches, *strategies, matches=matches, max_hands=max_hands, **common)
        from reports.described import match_simulation, simulation

        return outcome.tell(result, simulation if matches is None else match_simulation, as_json=as_json)
