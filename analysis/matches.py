"""Who wins matches: pairs of matches on the same cards, sides exchanged, played to the target of the rule set.

Hands are for finding out, matches for confirming: a match says less per hand, but it is what players want to win.
Decided here: what counts. A pair's score is the share of its matches that A wins, so its fair value is 1 / sides. A
match that reached the cap of hands is nobody's, and its pair is left out of the win rate and counted. A doubled win
(L46) is one win, counted beside. Left out: points per hand, which deals say better (`analysis.compare`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.plan import Plan
from analysis.seating import Owners
from analysis.stats.paired import Mean, mean_of, sums
from analysis.stats.proportion import elo
from analysis.stats.verdict import Decision, Verdict, decide
from sim.batch import Job
from sim.matches import play_matches
from sim.play import WON


@dataclass
class MatchTally:
    """Exact counts of pairs: `wins[n]` pairs in which A won n of its matches; `doubled` wins of A and of B."""

    owners: Owners
    pairs: int = 0
    hands: int = 0
    unfinished: int = 0
    wins: npt.NDArray[np.int64] = field(init=False)
    doubled: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.wins = np.zeros(len(self.owners) + 1, np.int64)
        self.doubled = np.zeros(2, np.int64)

    def add(self, results: npt.NDArray[Any]) -> None:
        """Count MATCH records of shape (pairs, legs)."""
        owners = np.array(self.owners)
        won = results["over"] == WON
        winner = np.where(won, owners[np.arange(len(owners)), results["winner"]], -1)
        whole = won.all(axis=1)
        self.pairs += len(results)
        self.hands += int(results["hands"].sum())
        self.unfinished += int((~won).sum())
        self.wins += np.bincount((winner[whole] == 0).sum(axis=1), minlength=len(self.wins))
        for who in (0, 1):
            self.doubled[who] += int(((winner == who) & (results["doubled"] != 0)).sum())


@dataclass(frozen=True)
class Matches:
    """How often A wins matches against B. Shares are 0 … 1, errors are over pairs.

    `planned` pairs were to be played, `pairs` were; in `finished` of them every match was won, and `cells[n]` counts
    those in which A won n. `unfinished` are matches. `win` is the win rate over finished pairs, `fair` what equals
    would have, `margin` what counts as a practical difference, in percentage points; `elo` is for two sides; `target`
    is in points.
    """

    planned: int
    pairs: int
    finished: int
    matches: int
    unfinished: int
    cells: tuple[int, ...]
    win: Mean | None
    fair: float
    margin: float
    decision: Decision
    elo: float | None
    hands_per_match: float
    doubled: tuple[int, int]
    target: int
    most_hands: int

    @property
    def verdict(self) -> Verdict:
        """What is said about A."""
        return self.decision.verdict

    @property
    def complete(self) -> bool:
        """Whether all planned pairs were played."""
        return self.pairs == self.planned

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)


def play_pairs_of_matches(
    job: Job,
    owners: Owners,
    plan: Plan,
    *,
    threads: int = 0,
    progress: Callable[[int, int, str], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Matches | None:
    """Play pairs 0, 1, … of a job; None where it was stopped before the first was over."""
    tally = MatchTally(owners)
    for results in play_matches(job, range(plan.pairs), most_hands=plan.most_hands, threads=threads, stop=stop):
        tally.add(results)
        if progress is not None:
            progress(tally.pairs, plan.pairs, "matches")
    return matches(tally, plan, int(job.rules[0].target)) if tally.pairs else None


def matches(tally: MatchTally, plan: Plan, target: int, *, level: float = 0.95) -> Matches:
    """All numbers of a tally with at least one pair."""
    legs = len(tally.owners)
    finished = int(tally.wins.sum())
    cells = tuple(tally.wins.tolist())
    fair = 1 / legs
    win = mean_of(*sums(dict(enumerate(cells))), scale=Fraction(1, legs), level=level) if finished else None
    return Matches(
        planned=plan.pairs,
        pairs=tally.pairs,
        finished=finished,
        matches=legs * tally.pairs,
        unfinished=tally.unfinished,
        cells=cells,
        win=win,
        fair=fair,
        margin=plan.margin,
        decision=_decision(win, fair, plan.margin, changed=finished - cells[1]),
        elo=elo(win.mean) if win is not None and legs == 2 else None,
        hands_per_match=tally.hands / (legs * tally.pairs),
        doubled=(int(tally.doubled[0]), int(tally.doubled[1])),
        target=target,
        most_hands=plan.most_hands,
    )


def _decision(win: Mean | None, fair: float, margin: float, *, changed: int) -> Decision:
    """The verdict on the win rate; a pair has changed when A won more or fewer of its matches than its one."""
    if win is None:
        return Decision(Verdict.UNDECIDED, held_back=True)
    low, high = win.low - fair, win.high - fair
    return decide(low, high, margin / 100, blocks=win.n, changed=changed)
