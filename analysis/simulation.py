"""The answer of `canasta simulate`: what happens when strategies sit down, without a comparison.

Decided here: one seating, so a deal is one hand and the unit of every error bar. Every side has numbers of its own;
where one strategy plays all seats there are also those of all sides together. Left out: what is counted
(`analysis.tally`, `analysis.sides`); who is better (`analysis.compare` plays each deal in every seating).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis import frames, numbers
from analysis.numbers import Number
from analysis.plain import plain
from analysis.provenance import Provenance
from analysis.running import Ended
from analysis.sides import POINTS, SHARES, UNITS, SideTally
from analysis.stats.moments import merged, moments
from analysis.stats.paired import Mean, mean_of, sums
from analysis.tally import Tally
from sim.words import ENDINGS

if TYPE_CHECKING:
    import pandas as pd

TOGETHER = "both"
POINTS_IN_A_HAND = "points in a hand"


@dataclass(frozen=True)
class Player:
    """What one side, or all sides of one strategy together, made of the hands.

    `of` says which, "side 0", … or "both"; `numbers` by the names of `analysis.sides.UNITS`; `sd` is the standard
    deviation of a side's points in a hand, `quantiles` of the same; those of sides together have no interval, since
    the sides of a deal are not independent.
    """

    of: str
    strategy: str
    numbers: dict[str, Number]
    sd: float
    quantiles: dict[float, Number]

    def rows(self) -> Iterator[tuple[str, str, str, Number]]:
        """Quantity, of whom, strategy, and the number."""
        for name, number in self.numbers.items():
            yield name, self.of, self.strategy, number
        yield "score_sd", self.of, self.strategy, Number(self.sd, POINTS_IN_A_HAND)
        for q, number in self.quantiles.items():
            yield f"quantile_{q:g}", self.of, self.strategy, number


@dataclass(frozen=True)
class Simulation:
    """What strategies make of deals in one seating; points per hand, errors over deals.

    `strategies` as they were named; `sides` one a side, `together` all of them where one strategy plays all seats.
    `endings` shares of hands, `turns` of all seats in a hand, with quantiles. `margins` of each side over the others
    and `first`, that of the side with the first turn, in points per hand. The tallies hold the exact sums. Speed and
    tallies do not count when two simulations are compared.
    """

    rules: str
    rules_digest: str
    strategies: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    draws: str
    planned: int
    hands: int
    ended: Ended
    together: Player | None
    sides: tuple[Player, ...]
    margins: tuple[Mean, ...]
    first: Mean
    endings: dict[str, Number]
    turns: Number
    turn_quantiles: dict[float, Number]
    command: str
    hands_per_s: float = field(compare=False)
    provenance: Provenance = field(compare=False, repr=False)
    tally: Tally = field(compare=False, repr=False)
    side_tally: SideTally = field(compare=False, repr=False)

    kind = "simulate"

    @property
    def complete(self) -> bool:
        """Whether all planned deals were played."""
        return self.ended is Ended.COMPLETE

    @property
    def players(self) -> tuple[Player, ...]:
        """One where one strategy plays all seats, else one a side."""
        return self.sides if self.together is None else (self.together,)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the tallies, ready for JSON; what is not a number is None."""
        own = ("rules", "rules_digest", "strategies", "seed", "scores", "draws", "planned", "hands", "ended")
        found: dict[str, Any] = {name: getattr(self, name) for name in own}
        found["together"] = None if self.together is None else asdict(self.together)
        found["sides"] = [asdict(side) for side in self.sides]
        found["margins"], found["first"] = [asdict(each) for each in self.margins], asdict(self.first)
        found["endings"] = {how: asdict(share) for how, share in self.endings.items()}
        found["turns"] = asdict(self.turns)
        found["turn_quantiles"] = {q: asdict(number) for q, number in self.turn_quantiles.items()}
        found["command"], found["hands_per_s"] = self.command, round(self.hands_per_s)
        made: dict[str, Any] = plain(found)
        return made

    def to_frame(self) -> pd.DataFrame:
        """One row a number: what it is, of whom (a side, or both), value, error, interval and unit."""
        return numbers.table(self._rows())

    def _rows(self) -> Iterator[tuple[str, str, str, Number]]:
        for player in (*([self.together] if self.together else []), *self.sides):
            yield from player.rows()
        for side, margin in zip(self.sides, self.margins, strict=True):
            yield "margin", side.of, side.strategy, numbers.from_mean(margin, "points per hand")
        yield "first", TOGETHER, "", numbers.from_mean(self.first, "points per hand")
        for how, share in self.endings.items():
            yield f"ended_{how}", TOGETHER, "", share
        yield "turns", TOGETHER, "", self.turns
        for q, number in self.turn_quantiles.items():
            yield f"turns_quantile_{q:g}", TOGETHER, "", number

    def tables(self) -> dict[str, pd.DataFrame]:
        """`numbers`, `scores`, `endings` and `turns`, with the columns that docs/simulation.md explains."""
        scores = (
            (side.of, side.strategy, float(value * self.tally.unit), hands)
            for who, side in enumerate(self.sides)
            for value, hands in self.tally.histogram("scores", who).items()
        )
        names = {who: side.of for who, side in enumerate(self.sides)}
        turns = ((float(turns), hands) for turns, hands in turns_of(self.side_tally).items())
        return {
            "numbers": self.to_frame(),
            "scores": frames.frame(("of", "strategy", "points", "hands"), scores),
            "endings": frames.endings(self.tally, names, self.hands),
            "turns": frames.frame(("turns", "hands"), turns),
        }

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The exact sums by name."""
        return self.tally.sums | self.side_tally.sums

    @property
    def done(self) -> tuple[range, ...]:
        """The deals that are in."""
        return self.tally.done

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))


def side_of(tally: Tally, made: SideTally, side: int, strategy: str) -> Player:
    """The numbers of one side."""
    counts = tally.histogram("scores", side)
    quantiles = numbers.quantiles_of(counts, POINTS_IN_A_HAND, scale=Fraction(tally.unit))
    return Player(f"side {side}", strategy, _numbers(tally, made, side, 1), _sd(counts, tally.unit), quantiles)


def together_of(tally: Tally, made: SideTally, strategy: str) -> Player:
    """The numbers of a side, whichever: the mean over all sides of a deal is one observation."""
    counts = merged(*(tally.histogram("scores", side) for side in range(made.sides)))
    quantiles = numbers.quantiles_of(counts, POINTS_IN_A_HAND, scale=Fraction(tally.unit), independent=False)
    found = _numbers(tally, made, made.sides, made.sides)
    return Player(TOGETHER, strategy, found, _sd(counts, tally.unit), quantiles)


def _numbers(tally: Tally, made: SideTally, row: int, sides: int) -> dict[str, Number]:
    """What a row of the sums, about so many sides of each deal, says of one of them."""
    found = {}
    sums_of = zip(UNITS.items(), made.totals[row].tolist(), made.squares[row].tolist(), strict=True)
    for (name, unit), total, squares in sums_of:
        if name in SHARES:
            found[name] = numbers.from_sides(total, squares, tally.blocks, sides, unit)
        else:
            scale = Fraction(tally.unit if name in POINTS else 1, sides)
            found[name] = numbers.from_mean(mean_of(tally.blocks, total, squares, scale=scale), unit)
    return found


def endings_of(tally: Tally) -> dict[str, Number]:
    """Share of hands (0 … 1) by how they ended, those that occurred."""
    by_kind = tally.sums["endings"].sum(axis=(0, 2, 3)).tolist()
    found = zip(ENDINGS, by_kind, strict=True)
    return {kind: numbers.from_share(hands, tally.blocks, "share of hands") for kind, hands in found if hands}


def turns_of(made: SideTally) -> dict[int, int]:
    """Number of turns -> hands that had so many, those that occurred."""
    return {turns: hands for turns, hands in enumerate(made.turns.tolist()) if hands}


def mean_turns(made: SideTally) -> Number:
    """Turns of all seats in a hand."""
    return numbers.from_mean(mean_of(*sums(turns_of(made))), "turns per hand")


def _sd(counts: dict[int, int], unit: int) -> float:
    variance = moments(counts).variance
    return math.nan if math.isnan(variance) else math.sqrt(variance) * unit
