"""Who wins matches: pairs of matches on the same cards, sides exchanged, played to the target of the rule set.

Hands are for finding out, matches for confirming: a match says less per hand, but it is what players want to win.
Decided here: what counts. A pair's score is the share of its matches that A wins, so its fair value is 1 / sides. A
match that reached the cap of hands is nobody's, and its pair is left out of the win rate and counted. A doubled win
(L46) is one win, counted beside. The verdict comes from the t interval of a number of pairs fixed before, and from the
confidence sequence where the run was interrupted. Points per hand are given too, for all pairs, as a ratio of sums;
deals say them better (`analysis.compare`). Left out: the play (`sim.matches`), the formulas (`analysis.stats`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.frames import frame
from analysis.plan import Plan
from analysis.seating import Owners
from analysis.stats.pairs import PairRate, pair_rate
from analysis.stats.proportion import elo
from analysis.stats.ratio import Ratio, Sums, ratio_of_sums, sums_of
from analysis.stats.verdict import Decision, Verdict, decide
from analysis.tally import TallyError, joined
from sim.batch import Job
from sim.matches import play_matches
from sim.play import WON

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class MatchTally:
    """Exact counts of pairs, which add up in any order.

    `owners[leg][side]` is the strategy (0 = A, 1 = B) that plays a side in a leg, `scores` the points of each side
    before the first hand, `done` the ranges of pairs that are in. `wins[n]` counts pairs in which A won n of its
    matches, `doubled` the doubled wins of A and of B, `unfinished` matches. `points` sums over pairs: y is (sides - 1)
    times A's points less those of all others, x the hands.
    """

    owners: Owners
    scores: tuple[int, ...]
    done: tuple[range, ...] = ()
    unfinished: int = 0
    points: Sums = field(default_factory=Sums)
    wins: npt.NDArray[np.int64] = field(init=False)
    doubled: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.wins = np.zeros(len(self.owners) + 1, np.int64)
        self.doubled = np.zeros(2, np.int64)

    @property
    def pairs(self) -> int:
        """Pairs counted."""
        return sum(map(len, self.done))

    @property
    def hands(self) -> int:
        """Hands of all their matches."""
        return self.points.x

    def add(self, first: int, results: npt.NDArray[Any]) -> None:
        """Count pairs first, first + 1, …: MATCH records of shape (pairs, legs); TallyError where one is in already."""
        self.done = joined(self.done, (range(first, first + len(results)),))
        owners, legs = np.array(self.owners), np.arange(len(self.owners))
        won = results["over"] == WON
        winner = np.where(won, owners[legs, results["winner"]], -1)
        self.unfinished += int((~won).sum())
        self.wins += np.bincount((winner[won.all(axis=1)] == 0).sum(axis=1), minlength=len(self.wins))
        for who in (0, 1):
            self.doubled[who] += int(((winner == who) & (results["doubled"] != 0)).sum())
        sides = len(self.scores)
        made = results["scores"][..., :sides].astype(np.int64) - np.array(self.scores, np.int64)
        margin = sides * made[:, legs, (owners == 0).argmax(axis=1)] - made.sum(axis=2)
        self.points += sums_of(margin.sum(axis=1).tolist(), results["hands"].sum(axis=1).tolist())

    def merge(self, other: MatchTally) -> MatchTally:
        """Both together, a new tally; TallyError for other seatings or scores, and for pairs that are in both."""
        if (self.owners, self.scores) != (other.owners, other.scores):
            raise TallyError("matches of different seatings or scores cannot be merged")
        done = joined(self.done, other.done)
        whole = MatchTally(
            self.owners, self.scores, done, self.unfinished + other.unfinished, self.points + other.points
        )
        whole.wins, whole.doubled = self.wins + other.wins, self.doubled + other.doubled
        return whole

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The counts by name; `points` is (pairs, y, x, y^2, xy, x^2)."""
        return {"wins": self.wins, "doubled": self.doubled, "points": np.array(self.points.numbers, np.int64)}


@dataclass(frozen=True)
class Matches:
    """How often A wins matches against B. Shares are 0 … 1, errors are over pairs.

    `planned` pairs were to be played, `pairs` were; in `finished` of them every match was won, and `cells[n]` counts
    those in which A won n. `unfinished` are matches. `win` is the win rate over finished pairs, None where there is
    none; `fair` is what equals would have, `margin` what counts as a practical difference, in percentage points. `elo`
    is the win rate on that scale, and its ends, for two sides. `points` is the difference in points per hand over all
    pairs, A's side minus the others' mean. `doubled` wins are A's and B's; `target` is in points.
    """

    planned: int
    pairs: int
    finished: int
    matches: int
    unfinished: int
    cells: tuple[int, ...]
    win: PairRate | None
    fair: float
    margin: float
    decision: Decision
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    points: Ratio
    hands_per_match: float
    doubled: tuple[int, int]
    target: int
    most_hands: int
    tally: MatchTally = field(compare=False, repr=False)

    @property
    def verdict(self) -> Verdict:
        """What is said about A."""
        return self.decision.verdict

    @property
    def complete(self) -> bool:
        """Whether all planned pairs were played."""
        return self.pairs == self.planned

    def to_dict(self) -> dict[str, Any]:
        """All of it but the tally."""
        own = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "tally"}
        nested = {name: asdict(own[name]) for name in ("win", "decision", "points") if own[name] is not None}
        return own | nested

    def rows(self, a: str, b: str) -> list[tuple[str, str, str, float, float, str]]:
        """The numbers as rows of `to_frame`; `a` and `b` are what the strategies are called."""
        rows = []
        if self.win is not None:
            rows.append(("win_rate", "A", a, self.win.mean, self.win.se, "share of matches"))
            ends = (("win_rate_low", self.win.low), ("win_rate_high", self.win.high), ("win_rate_fair", self.fair))
            rows += [(name, "A", a, value, math.nan, "share of matches") for name, value in ends]
        points = self.points
        rows += [
            ("score_in_matches", "difference", "", points.ratio, points.se, "points per hand"),
            ("hands_per_match", "both", "", self.hands_per_match, math.nan, "hands"),
            ("unfinished", "both", "", self.unfinished / self.matches, math.nan, "share of matches"),
        ]
        for of, who, won in zip("AB", (a, b), self.doubled, strict=True):
            rows.append(("doubled", of, who, won / self.matches, math.nan, "share of matches"))
        return rows

    def to_frame(self, a: str = "", b: str = "") -> pd.DataFrame:
        """One row a number: what it is, of whom (A, B, difference, both), value, standard error and unit."""
        return frame(("quantity", "of", "strategy", "value", "se", "unit"), self.rows(a, b))

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))


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
    tally = MatchTally(owners, job.scores)
    for results in play_matches(job, range(plan.pairs), most_hands=plan.most_hands, threads=threads, stop=stop):
        tally.add(tally.pairs, results)
        if progress is not None:
            progress(tally.pairs, plan.pairs, "matches")
    return matches(tally, plan, int(job.rules[0].target)) if tally.pairs else None


def matches(tally: MatchTally, plan: Plan, target: int, *, level: float = 0.95) -> Matches:
    """All numbers of a tally with at least one pair."""
    legs, sides = len(tally.owners), len(tally.scores)
    finished = int(tally.wins.sum())
    cells = tuple(tally.wins.tolist())
    fair = 1 / legs
    win = pair_rate(cells, level=level, fixed=tally.pairs == plan.pairs) if finished else None
    ratings = tuple(map(elo, (win.mean, win.low, win.high))) if win is not None and legs == 2 else (None,) * 3
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
        elo=ratings[0],
        elo_low=ratings[1],
        elo_high=ratings[2],
        points=ratio_of_sums(tally.points, scale=Fraction(1, sides - 1), level=level),
        hands_per_match=tally.hands / (legs * tally.pairs),
        doubled=(int(tally.doubled[0]), int(tally.doubled[1])),
        target=target,
        most_hands=plan.most_hands,
        tally=tally,
    )


def _decision(win: PairRate | None, fair: float, margin: float, *, changed: int) -> Decision:
    """The verdict on the win rate; a pair has changed when A won more or fewer of its matches than its one."""
    if win is None:
        return Decision(Verdict.UNDECIDED, held_back=True)
    low, high = win.low - fair, win.high - fair
    return decide(low, high, margin / 100, blocks=win.n, changed=changed)
