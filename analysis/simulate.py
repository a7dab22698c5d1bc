"""Strategies at a table: deals, or matches, in one seating, counted and described.

Left out: the numbers (`analysis.simulation`, `analysis.match_simulation`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy.typing as npt

from analysis import numbers, repeat, specs, summary
from analysis.match_simulation import LengthTally, MatchSimulation
from analysis.plan import DEFAULT_MOST_HANDS, LARGEST_CAP
from analysis.provenance import provenance
from analysis.records import Records
from analysis.running import Progress, Ran, run
from analysis.seating import job_of, seated
from analysis.setup import DEFAULT_DRAWS, DEFAULT_RULES, DEFAULT_SEED, Setup, setup, threads_of, whole
from analysis.sides import SideTally
from analysis.simulation import Simulation, endings_of, mean_turns, side_of, together_of, turns_of
from analysis.tally import Tally
from sim.matches import play_matches
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
    >>> found.hands, found.sides[1].strategy, 10 < found.turns.value < 60
    (500, 'plain', True)
    """
    deals = whole(deals, f"{deals} deals cannot be played", 1, MOST_DEALS)
    threads = threads_of(threads)
    played = setup(rules, seed=seed, scores=scores, draws=draws)
    members, owner = seated(strategies, played.sides, played.seats)
    names = tuple(map(specs.label, strategies))
    job = job_of(played, members, names, (owner,))
    tally = Tally((tuple(range(played.sides)),), deals, played.unit)
    made = SideTally(played.sides, played.unit)
    with Records(Path(records), played.sides) if records is not None else nullcontext() as kept:

        def record(first: int, results: npt.NDArray[Any]) -> None:
            made.add(results[:, 0])
            if kept is not None:
                kept.add(first, results)

        ran = run(job, tally, threads=threads, progress=progress, stop=stop, record=record)
    if not tally.blocks:
        raise KeyboardInterrupt
    return _described(tally, made, ran, played, names, members)


def _described(
    tally: Tally,
    made: SideTally,
    ran: Ran,
    played: Setup,
    names: tuple[str, ...],
    members: Sequence[tuple[Strategy, ...]],
) -> Simulation:
    sides = range(played.sides)
    labels = _sides(names, members, played.sides)
    return Simulation(
        **played.asked(names),
        planned=tally.deals,
        hands=tally.blocks,
        ended=ran.ended,
        together=together_of(tally, made, names[0]) if len(names) == 1 else None,
        sides=tuple(side_of(tally, made, side, labels[side]) for side in sides),
        margins=tuple(summary.side_effect(tally, side) for side in sides),
        first=summary.first_effect(tally),
        endings=endings_of(tally),
        turns=mean_turns(made),
        turn_quantiles=numbers.quantiles_of(turns_of(made), "turns in a hand"),
        command=repeat.simulate_line(names, played, "--deals", str(tally.deals)),
        hands_per_s=ran.hands_per_s,
        provenance=provenance(played, members),
        tally=tally,
        side_tally=made,
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
    matches = whole(matches, f"{matches} matches cannot be played", 1, MOST_DEALS)
    max_hands = whole(max_hands, f"a match cannot have {max_hands} hands", 1, LARGEST_CAP)
    threads = threads_of(threads)
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
    options = ["--matches", str(matches)]
    if max_hands != DEFAULT_MOST_HANDS:
        options += ["--max-hands", str(max_hands)]
    return MatchSimulation(
        **played.asked(names),
        planned=matches,
        most_hands=max_hands,
        target=int(played.record[0].target),
        sides=_sides(names, members, played.sides),
        tally=tally,
        command=repeat.simulate_line(names, played, *options),
        provenance=provenance(played, members),
    )


def _sides(names: tuple[str, ...], members: Sequence[tuple[Strategy, ...]], sides: int) -> tuple[str, ...]:
    """What each side is called."""
    if len(names) == 1:
        return names * sides
    return names if len(names) == sides else tuple("+".join(one.name for one in side) for side in members)
