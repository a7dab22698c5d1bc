"""From the exact sums of a tally to numbers per hand: what each strategy scores, how deals end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from analysis.counting import COUNTS, LINES
from analysis.stats.paired import Mean, mean_of
from analysis.tally import Tally
from sim.words import ENDINGS

SPLIT = {
    "melds": ("melded",),
    "canastas": ("canastas",),
    "red_threes": ("red3",),
    "going_out": ("out",),
    "hand": ("hand",),
    "other": ("black3", "special", "penalty"),
}
"""The lines in which a score is reported, and what of a SCORE record each holds; together all of it."""


@dataclass(frozen=True)
class PerHand:
    """What a side that plays a strategy makes of a hand, on average.

    `score` points with its standard error over blocks, `lines` points by the names of SPLIT; `takes` piles,
    `taken` cards in them, `canastas` by kind; `opened`, `out`, `concealed` shares of its hands, 0 … 1.
    """

    strategy: str
    score: float
    score_se: float
    lines: dict[str, float]
    takes: float
    taken: float
    canastas: dict[str, float]
    opened: float
    out: float
    concealed: float

    def rows(self) -> list[tuple[str, float, float, str]]:
        """Quantity, value, standard error (nan where there is none) and unit of each number."""
        rows = [("score", self.score, self.score_se, "points per hand")]
        rows += [(part, points, math.nan, "points per hand") for part, points in self.lines.items()]
        rows += [("takes", self.takes, math.nan, "piles per hand"), ("taken", self.taken, math.nan, "cards per hand")]
        rows += [(f"canastas_{kind}", each, math.nan, "canastas per hand") for kind, each in self.canastas.items()]
        shares = (("opened", self.opened), ("out", self.out), ("concealed", self.concealed))
        return rows + [(name, share, math.nan, "share of hands") for name, share in shares]


def per_hand(tally: Tally, strategy: int, name: str) -> PerHand:
    """The averages of one strategy of a tally with at least one block."""
    places = [
        (leg, side) for leg, row in enumerate(tally.owners) for side, owner in enumerate(row) if owner == strategy
    ]
    hands = tally.blocks * len(places)
    own = tally.sums["own"][strategy]
    score = mean_of(tally.blocks, int(own[0]), int(own[1]), scale=Fraction(tally.unit, len(places)))
    lines = _total((tally.sums["lines"][leg, side].tolist() for leg, side in places), LINES)
    counts = _total((tally.sums["counts"][leg, side].tolist() for leg, side in places), COUNTS)
    out = [tally.sums["endings"][leg, :, side + 1, :].sum(axis=0).tolist() for leg, side in places]
    return PerHand(
        strategy=name,
        score=score.mean,
        score_se=score.se,
        lines={part: sum(lines[line] for line in names) / hands for part, names in SPLIT.items()},
        takes=counts["takes"] / hands,
        taken=counts["taken"] / hands,
        canastas={kind: counts[kind] / hands for kind in COUNTS[:5]},
        opened=counts["opened"] / hands,
        out=sum(map(sum, out)) / hands,
        concealed=sum(each[1] for each in out) / hands,
    )


def _total(rows: Iterable[list[int]], names: tuple[str, ...]) -> dict[str, int]:
    return dict(zip(names, map(sum, zip(*rows, strict=True)), strict=True))


def scale(tally: Tally) -> Fraction:
    """Points per hand of one unit of u: unit / (legs * (sides - 1))."""
    return Fraction(tally.unit, len(tally.owners) * (len(tally.owners[0]) - 1))


@dataclass(frozen=True)
class Totals:
    """Sums over all blocks, exact: how many, sum and sum of squares of u, and how many have u = 0."""

    blocks: int
    difference: int
    square: int
    unchanged: int


def totals(tally: Tally) -> Totals:
    """The groups of a tally together; quicker than its histogram, for a look at a run."""
    return Totals(*tally.sums["groups"].sum(axis=0).tolist())


def difference(tally: Tally, *, level: float = 0.95) -> Mean:
    """A's margin in points per hand, its interval over blocks."""
    found = totals(tally)
    return mean_of(found.blocks, found.difference, found.square, scale=scale(tally), level=level)


def split(tally: Tally) -> dict[str, Fraction]:
    """The difference by the lines of SPLIT, points per hand, exact: they add up to the mean difference."""
    sides = len(tally.owners[0])
    found = dict.fromkeys(SPLIT, Fraction(0))
    for leg, row in enumerate(tally.owners):
        lines = tally.sums["lines"][leg]
        margin = dict(zip(LINES, (sides * lines[row.index(0)] - lines.sum(axis=0)).tolist(), strict=True))
        for part, names in SPLIT.items():
            found[part] += sum(margin[line] for line in names)
    over = tally.blocks * len(tally.owners) * (sides - 1)
    return {part: points / over for part, points in found.items()}


def endings(tally: Tally) -> dict[str, float]:
    """Share of hands (0 … 1) by how they ended, those that occurred."""
    by_kind = tally.sums["endings"].sum(axis=(0, 2, 3)).tolist()
    return {kind: count / sum(by_kind) for kind, count in zip(ENDINGS, by_kind, strict=True) if count}


def turns(tally: Tally) -> float:
    """Turns per hand, of all seats together."""
    return int(tally.sums["turns"].sum()) / (tally.blocks * len(tally.owners))


def side_effect(tally: Tally, side: int = 0) -> Mean:
    """Margin of a side in points per hand, whoever plays it: what the seat is worth."""
    total, squares = int(tally.sums["sides_sum"][side]), int(tally.sums["sides_square"][side])
    return mean_of(tally.blocks, total, squares, scale=scale(tally))


def first_effect(tally: Tally) -> Mean:
    """Margin, in points per hand, of the side that has the first turn."""
    total, squares = map(int, tally.sums["starts"])
    return mean_of(tally.blocks, total, squares, scale=scale(tally))


def variance_reduction(tally: Tally) -> float:
    """How many independent hands one hand of a block is worth.

    legs * variance of a leg's margin / variance of u. Infinite where blocks agree and legs do not, nan where
    nothing varies or there is one block.
    """
    n, legs = tally.blocks, len(tally.owners)
    if n < 2:
        return math.nan
    cross, total = tally.sums["legs_cross"], tally.sums["legs_sum"]
    within = sum(n * int(cross[leg, leg]) - int(total[leg]) ** 2 for leg in range(legs))
    whole = n * sum(map(int, cross.ravel())) - sum(map(int, total)) ** 2
    if whole == 0:
        return math.inf if within else math.nan
    return within / whole
