"""Two ways of playing on the same deals: every leg of a deal has A on another side and B on all others.

Decided here: in which order things are checked, and which interval the verdict comes from. A run of fixed length has
the t interval. One that could have ended elsewhere (until decided, or interrupted) has the confidence sequence. Left
out: how a run goes (`analysis.running`), who sits where (`analysis.seating`), the numbers (`analysis.summary`,
`analysis.stats`) and their words (`reports`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from analysis import repeat, specs, summary
from analysis.comparison import Comparison
from analysis.matches import Matches, play_pairs_of_matches
from analysis.plan import DEFAULT_MOST_HANDS, DEFAULT_WIN_MARGIN, LARGEST_CAP, Plan
from analysis.provenance import provenance
from analysis.records import Records
from analysis.running import Ended, Progress, Ran, Stopping, run
from analysis.seating import job_of, legs
from analysis.setup import (
    DEFAULT_DRAWS,
    DEFAULT_RULES,
    DEFAULT_SEED,
    Setup,
    SetupError,
    above_zero,
    setup,
    threads_of,
    whole,
)
from analysis.stats.changed import changed
from analysis.stats.sequence import sequence
from analysis.stats.verdict import decide
from analysis.tally import Tally
from strategies import Strategy

MOST_DEALS = 10**10  # beyond it, sums of squares could leave 63 bits
LEVEL = 0.95
MOST_WIN_MARGIN = 50  # percentage points between a win rate of one half and of one


def compare(
    a: str | Strategy,
    b: str | Strategy,
    *,
    rules: str | os.PathLike[str] = DEFAULT_RULES,
    deals: int | None = None,
    seed: int = DEFAULT_SEED,
    scores: Sequence[int] | None = None,
    draws: str = DEFAULT_DRAWS,
    threads: int = 0,
    margin: float = repeat.DEFAULT_MARGIN,
    until_decided: bool = False,
    matches: int = 0,
    win_margin: float = DEFAULT_WIN_MARGIN,
    max_hands: int = DEFAULT_MOST_HANDS,
    records: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Comparison:
    """How `a` does against `b` over deals 0 … deals - 1 of a seed.

    `a` and `b` are specs (`analysis.specs`) or strategies. `margin`, in points per hand, is what counts as a
    practical difference; `threads` = 0 means one a core, and never changes a number. With `until_decided` the run
    ends at a verdict, looked for every 1,000 deals, or after `deals`. After the deals come `matches` pairs of matches
    (`analysis.matches`), in which `win_margin` percentage points count. `records` names a Parquet file for every hand
    (`analysis.records`), which must not exist. When `stop()` says True the run ends and the answer is about the deals
    played so far; KeyboardInterrupt if there is none. Wrong input raises a ValueError whose message is one sentence,
    a deal that goes wrong a DealFault.

    >>> found = compare("plain", "random_legal", deals=1000)
    >>> found.verdict.value, found.low < found.mean < found.high
    ('helps', True)
    """
    planned = repeat.default_deals(until_decided=until_decided) if deals is None else deals
    planned = whole(planned, f"{planned} deals cannot be played", 1, MOST_DEALS)
    matches = whole(matches, f"{matches} pairs of matches cannot be played", 0, MOST_DEALS)
    max_hands = whole(max_hands, f"a match cannot have {max_hands} hands", 1, LARGEST_CAP)
    margin, win_margin = above_zero(margin, "points per hand"), above_zero(win_margin, "percentage points")
    threads, until_decided = threads_of(threads), bool(until_decided)
    if win_margin >= MOST_WIN_MARGIN:
        raise SetupError(
            f"a margin of {win_margin:g} percentage points cannot be reached; it is below {MOST_WIN_MARGIN}"
        )
    played = setup(rules, seed=seed, scores=scores, draws=draws)
    labels = specs.label(a), specs.label(b)
    members, owners = (specs.side(a), specs.side(b)), legs(played.sides)
    job = job_of(played, members, labels, owners)
    tally = Tally(owners, planned, played.unit)
    stopping = Stopping(margin, LEVEL) if until_decided else None
    with Records(Path(records), played.sides) if records is not None else nullcontext() as kept:
        record = None if kept is None else kept.add
        ran = run(job, tally, stopping=stopping, threads=threads, progress=progress, stop=stop, record=record)
    if not tally.blocks:
        raise KeyboardInterrupt
    plan = Plan(matches, max_hands, win_margin)
    question = _Question(played, labels, members, margin, until_decided, plan)
    won = None
    if matches and ran.ended is not Ended.INTERRUPTED:
        won = play_pairs_of_matches(job, owners, plan, threads=threads, progress=progress, stop=stop)
    if matches and (won is None or not won.complete):
        ran = replace(ran, ended=Ended.INTERRUPTED)
    return comparison(tally, ran, question, won)


@dataclass(frozen=True)
class _Question:
    """What was asked."""

    played: Setup
    labels: tuple[str, str]
    members: tuple[tuple[Strategy, ...], tuple[Strategy, ...]]
    margin: float
    until_decided: bool
    matches: Plan


def comparison(tally: Tally, ran: Ran, question: _Question, won: Matches | None) -> Comparison:
    """All numbers of a tally with at least one block, and those of matches where some were played."""
    played, labels = question.played, question.labels
    estimate = summary.difference(tally, level=LEVEL)
    band = sequence(tally.blocks, estimate.mean, estimate.sd, level=LEVEL)
    changes = changed(tally.histogram("difference"), scale=summary.scale(tally), level=LEVEL)
    fixed = not question.until_decided and tally.blocks == tally.deals
    low, high = (estimate.low, estimate.high) if fixed else (band.low, band.high)
    return Comparison(
        **played.asked(labels),
        planned=tally.deals,
        blocks=tally.blocks,
        hands=tally.blocks * len(tally.owners),
        ended=ran.ended,
        until_decided=question.until_decided,
        estimate=estimate,
        sequence=band,
        changes=changes,
        interval="t" if fixed else "sequence",
        margin=question.margin,
        decision=decide(low, high, question.margin, blocks=tally.blocks, changed=changes.changed),
        a=summary.per_hand(tally, 0, labels[0]),
        b=summary.per_hand(tally, 1, labels[1]),
        split={part: float(points) for part, points in summary.split(tally).items()},
        endings=summary.endings(tally),
        turns=summary.turns(tally),
        variance_reduction=summary.variance_reduction(tally),
        seat=summary.side_effect(tally),
        first=summary.first_effect(tally),
        matches=won,
        command=repeat.compare_line(
            labels,
            played,
            tally.deals,
            question.margin,
            until_decided=question.until_decided,
            plan=question.matches,
        ),
        hands_per_s=ran.hands_per_s,
        looks=ran.looks,
        provenance=provenance(played, question.members),
        tally=tally,
    )
