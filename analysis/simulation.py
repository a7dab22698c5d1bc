"""The answer of `canasta simulate`: what happens when strategies sit down, without a comparison.

Decided here: one seating, so a deal is one hand and the unit of every error bar. Where one strategy plays all seats,
its numbers are those of a side, whichever; the margin by side then shows what the seat is worth. Left out: who is
better (`analysis.compare` plays each deal in every seating).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis import frames, summary
from analysis.plain import plain
from analysis.provenance import Provenance
from analysis.running import Ended
from analysis.stats.paired import Mean
from analysis.stats.quantiles import inverse
from analysis.summary import PerHand
from analysis.tally import Tally

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Simulation:
    """What strategies make of deals in one seating; points per hand, errors over deals.

    `strategies` as they were named; `players` one for all sides, or one a side. `quantiles` of a side's points in a
    hand, by player; `margins` of each side over the others, `first` that of the side with the first turn. `tally` holds
    the exact sums. Speed and tally do not count when two simulations are compared.
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
    players: tuple[PerHand, ...]
    quantiles: tuple[dict[float, int], ...]
    margins: tuple[Mean, ...]
    first: Mean
    endings: dict[str, float]
    turns: float
    command: str
    hands_per_s: float = field(compare=False)
    provenance: Provenance = field(compare=False, repr=False)
    tally: Tally = field(compare=False, repr=False)

    kind = "simulate"

    @property
    def complete(self) -> bool:
        """Whether all planned deals were played."""
        return self.ended is Ended.COMPLETE

    def to_dict(self) -> dict[str, Any]:
        """Everything but the tally, ready for JSON; what is not a number is None."""
        own = ("rules", "rules_digest", "strategies", "seed", "scores", "draws", "planned", "hands", "ended")
        found: dict[str, Any] = {name: getattr(self, name) for name in own}
        found["players"] = [asdict(player) for player in self.players]
        found |= {name: getattr(self, name) for name in ("quantiles", "endings", "turns", "command")}
        found["margins"], found["first"] = [asdict(each) for each in self.margins], asdict(self.first)
        found["hands_per_s"] = round(self.hands_per_s)
        made: dict[str, Any] = plain(found)
        return made

    def to_frame(self) -> pd.DataFrame:
        """One row a number: what it is, of whom (a side, or both), value, standard error and unit."""
        rows: list[tuple[str, str, str, float, float, str]] = []
        for of, player, quantiles in zip(self.named(), self.players, self.quantiles, strict=True):
            rows += [(quantity, of, player.strategy, value, se, unit) for quantity, value, se, unit in player.rows()]
            points = "points in a hand"
            rows += [(f"quantile_{q:g}", of, player.strategy, at, math.nan, points) for q, at in quantiles.items()]
        for side, margin in enumerate(self.margins):
            rows.append(("margin", f"side {side}", "", margin.mean, margin.se, "points per hand"))
        rows.append(("first", "both", "", self.first.mean, self.first.se, "points per hand"))
        rows += [(f"ended_{how}", "both", "", share, math.nan, "share of hands") for how, share in self.endings.items()]
        rows.append(("turns", "both", "", self.turns, math.nan, "turns per hand"))
        return frames.frame(("quantity", "of", "strategy", "value", "se", "unit"), rows)

    def tables(self) -> dict[str, pd.DataFrame]:
        """`numbers`, `scores` and `endings`, with the columns of `analysis.tables`."""
        names = dict(enumerate(self.named()))
        scores = (
            (names[who], player.strategy, float(value * self.tally.unit), hands)
            for who, player in enumerate(self.players)
            for value, hands in self.tally.histogram("scores", who).items()
        )
        return {
            "numbers": self.to_frame(),
            "scores": frames.frame(("of", "strategy", "points", "hands"), scores),
            "endings": frames.endings(self.tally, names, self.hands),
        }

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The exact sums by name."""
        return self.tally.sums

    @property
    def done(self) -> tuple[range, ...]:
        """The deals that are in."""
        return self.tally.done

    def named(self) -> list[str]:
        """What each player is called in tables: "both" for one that plays all sides, else "side 0", …."""
        return ["both"] if len(self.players) == 1 else [f"side {side}" for side in range(len(self.players))]

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))


def quantiles_of(tally: Tally, who: int) -> dict[float, int]:
    """Points in a hand below which so large a share of a player's sides stays, values that occurred."""
    histogram = tally.histogram("scores", who)
    return {q: inverse(histogram, q) * tally.unit for q in QUANTILES}


def players_of(tally: Tally, labels: Sequence[str]) -> tuple[PerHand, ...]:
    """The averages of each player."""
    return tuple(summary.per_hand(tally, who, label) for who, label in enumerate(labels))
