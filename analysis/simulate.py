"""Strategies at a table: deals, or matches, in one seating, counted and described.

Left out: the numbers (`analysis.simulation`, `analysis.match_simulation`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

from analysis import repeat, specs, summary
from analysis.match_simulation import LengthTally, MatchSimulation
from analysis.plan import DEFAULT_MOST_HANDS
from analysis.provenance import provenance
from analysis.records import Records
from analysis.running import Progress, Ran, run
from analysis.seating import job_of, seated
from analysis.setup import DEFAULT_DRAWS, DEFAULT_RULES, DEFAULT_SEED, Setup, SetupError, check_threads, setup
from analysis.simulation import Simulation, players_of, quantiles_of
from analysis.tally import Tally
from sim.matches import play_matches
from sim.rules import digest
from strategies import Strategy

DEFAULT_DEALS = 100_000
MOST_DEALS = 10**10  # beyond it, sums of squares could leave 63 bits


def simulate(
    *strategies: str | Strategy,
    rules: str | os.PathLike[str] = DEFAULT_RULES,
    deals: int = DEFAULT_DEALS,
    seed: int = DEFAULT_SEED,
    scores: Sequence[int] | None = None,
    draws: str = DEFAULT_DRAWS,
    threads: int = 0,
    records: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Simulation:
    """What happens in deals 0 … deals - 1 of a seed when these strategies play.

    One strategy plays all seats; as many as sides, one a side; as many as seats, one a seat. The other arguments, and
    what is raised, are those of `analysis.compare.compare`.

    >>> found = simulate("plain", deals=500)
    >>> found.hands, found.players[0].strategy, 10 < found.turns < 60
    (500, 'plain', True)
    """
    if not 1 <= deals <= MOST_DEALS:
        raise SetupError(f"{deals} deals cannot be played; it is a number from 1 to {MOST_DEALS}")
    check_threads(threads)
    played = setup(rules, seed=seed, scores=scores, draws=draws)
    members, owner = seated(strategies, played.sides, played.seats)
    names = tuple(map(specs.label, strategies))
    job = job_of(played, members, names, (owner,))
    tally = Tally((owner,), deals, played.unit)
    with Records(Path(records), played.sides) if records is not None else nullcontext() as kept:
        ran = run(job, tally, threads=threads, progress=progress, stop=stop, record=kept.add if kept else None)
    if not tally.blocks:
        raise KeyboardInterrupt
    return _described(tally, ran, played, names, members)


def _described(
    tally: Tally, ran: Ran, played: Setup, names: tuple[str, ...], members: Sequence[tuple[Strategy, ...]]
) -> Simulation:
    return Simulation(
        rules=played.name,
        rules_digest=digest(played.rules),
        strategies=names,
        seed=played.seed,
        scores=played.scores,
        draws=played.draws,
        planned=tally.deals,
        hands=tally.blocks,
        ended=ran.ended,
        players=players_of(tally, _sides(names, members)),
        quantiles=tuple(quantiles_of(tally, who) for who in range(len(members))),
        margins=tuple(summary.side_effect(tally, side) for side in range(played.sides)),
        first=summary.first_effect(tally),
        endings=summary.endings(tally),
        turns=summary.turns(tally),
        command=repeat.simulate_line(names, played, "--deals", str(tally.deals)),
        hands_per_s=ran.hands_per_s,
        provenance=provenance(played, members),
        tally=tally,
    )


def simulate_matches(
    *strategies: str | Strategy,
    rules: str | os.PathLike[str] = DEFAULT_RULES,
    matches: int,
    max_hands: int = DEFAULT_MOST_HANDS,
    seed: int = DEFAULT_SEED,
    scores: Sequence[int] | None = None,
    draws: str = DEFAULT_DRAWS,
    threads: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> MatchSimulation:
    """Who wins matches 0 … matches - 1 of a seed, and how long they are; arguments as those of `simulate`.

    >>> found = simulate_matches("plain", matches=20)
    >>> found.finished, 2 < found.hands_per_match.mean < 20
    (20, True)
    """
    if not 1 <= matches <= MOST_DEALS:
        raise SetupError(f"{matches} matches cannot be played; it is a number from 1 to {MOST_DEALS}")
    if max_hands < 1:
        raise SetupError(f"a match cannot have {max_hands} hands; it is a number from 1 on")
    check_threads(threads)
    played = setup(rules, seed=seed, scores=scores, draws=draws)
    members, owner = seated(strategies, played.sides, played.seats)
    names = tuple(map(specs.label, strategies))
    job = job_of(played, members, names, (owner,))
    tally = LengthTally(played.sides, max_hands)
    for results in play_matches(job, range(matches), most_hands=max_hands, threads=threads, stop=stop):
        tally.add(results[:, 0])
        if progress is not None:
            progress(tally.matches, matches, "matches")
    if not tally.matches:
        raise KeyboardInterrupt
    sides = names * played.sides if len(names) == 1 else _sides(names, members)
    options = ["--matches", str(matches)]
    if max_hands != DEFAULT_MOST_HANDS:
        options += ["--max-hands", str(max_hands)]
    return MatchSimulation(
        rules=played.name,
        rules_digest=digest(played.rules),
        strategies=names,
        seed=played.seed,
        scores=played.scores,
        draws=played.draws,
        planned=matches,
        most_hands=max_hands,
        target=int(played.record[0].target),
        sides=sides,
        tally=tally,
        command=repeat.simulate_line(names, played, *options),
        provenance=provenance(played, members),
    )


def _sides(names: tuple[str, ...], members: Sequence[tuple[Strategy, ...]]) -> tuple[str, ...]:
    """What each side is called."""
    return names if len(names) == len(members) else tuple("+".join(one.name for one in side) for side in members)
