"""Two ways of playing on the same deals: every leg of a deal has A on another side and B on all others.

Decided here: in which order things are checked, and what is measured as speed. Left out: who sits where
(`analysis.seating`), the numbers (`analysis.summary`, `analysis.stats`) and their words (`reports`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from analysis import repeat, specs, summary
from analysis.comparison import Comparison
from analysis.seating import job_of, legs
from analysis.setup import DEFAULT_DRAWS, DEFAULT_RULES, DEFAULT_SEED, Setup, SetupError, setup
from analysis.stats.changed import changed
from analysis.stats.sequence import sequence
from analysis.stats.verdict import decide
from analysis.tally import Tally
from sim.batch import Job, play, play_chunk
from sim.rules import digest
from strategies import Strategy

DEFAULT_DEALS = 100_000
MOST_DEALS = 10**10  # beyond it, sums of squares could leave 63 bits
LEVEL = 0.95

Progress = Callable[[int, int], None]
"""Called now and then with the blocks done and the blocks planned."""


def compare(
    a: str | Strategy,
    b: str | Strategy,
    *,
    rules: str | os.PathLike[str] = DEFAULT_RULES,
    deals: int = DEFAULT_DEALS,
    seed: int = DEFAULT_SEED,
    scores: Sequence[int] | None = None,
    draws: str = DEFAULT_DRAWS,
    threads: int = 0,
    margin: float = repeat.DEFAULT_MARGIN,
    progress: Progress | None = None,
) -> Comparison:
    """How `a` does against `b` over deals 0 … deals - 1 of a seed.

    `a` and `b` are specs (`analysis.specs`) or strategies. `margin`, in points per hand, is what counts as a
    practical difference; `threads` = 0 means one a core, and never changes a number. Wrong input raises a
    ValueError whose message is one sentence, a deal that goes wrong a DealFault.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise SetupError(f"{deals} deals cannot be played; it is a number from 1 to {MOST_DEALS}")
    if not margin > 0:
        raise SetupError(f"a margin of {margin:g} points per hand is none; it is a number above 0")
    played = setup(rules, seed=seed, scores=scores, draws=draws)
    labels = specs.label(a), specs.label(b)
    owners = legs(played.sides)
    job = job_of(played, (specs.side(a), specs.side(b)), labels, owners)
    tally = Tally(owners, deals, played.unit)
    speed = run(job, tally, threads=threads, progress=progress)
    return comparison(tally, played, labels, margin=margin, hands_per_s=speed)


def run(job: Job, tally: Tally, *, threads: int = 0, progress: Progress | None = None) -> float:
    """Play all planned blocks into the tally; hands a second, without the time that compiling takes."""
    tally.add(0, play_chunk(job, job.hooks, 0, 0))  # no deals: loads or compiles engine and tally
    start = time.perf_counter()
    first = 0
    for results in play(job, range(tally.deals), threads=threads):
        tally.add(first, results)
        first += len(results)
        if progress is not None:
            progress(first, tally.deals)
    return first * len(tally.owners) / (time.perf_counter() - start)


def comparison(
    tally: Tally, played: Setup, labels: tuple[str, str], *, margin: float, hands_per_s: float
) -> Comparison:
    """All numbers of a tally with at least one block."""
    estimate = summary.difference(tally, level=LEVEL)
    changes = changed(tally.histogram("difference"), scale=summary.scale(tally), level=LEVEL)
    return Comparison(
        rules=played.name,
        rules_digest=digest(played.rules),
        strategies=labels,
        seed=played.seed,
        scores=played.scores,
        draws=played.draws,
        blocks=tally.blocks,
        hands=tally.blocks * len(tally.owners),
        estimate=estimate,
        sequence=sequence(tally.blocks, estimate.mean, estimate.sd, level=LEVEL),
        changes=changes,
        interval="t",
        margin=margin,
        decision=decide(estimate.low, estimate.high, margin, blocks=tally.blocks, changed=changes.changed),
        a=summary.per_hand(tally, 0, labels[0]),
        b=summary.per_hand(tally, 1, labels[1]),
        split={part: float(points) for part, points in summary.split(tally).items()},
        endings=summary.endings(tally),
        turns=summary.turns(tally),
        variance_reduction=summary.variance_reduction(tally),
        seat=summary.side_effect(tally),
        first=summary.first_effect(tally),
        command=repeat.compare_line(labels, played, tally.deals, margin),
        hands_per_s=hands_per_s,
        tally=tally,
    )
