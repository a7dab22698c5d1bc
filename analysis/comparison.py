"""The answer of `compare A B`: a frozen record of numbers, as a table and as one JSON object."""

from __future__ import annotations

import math
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.matches import Matches
from analysis.plain import plain
from analysis.provenance import Provenance
from analysis.running import Ended, Look
from analysis.stats.changed import Changed
from analysis.stats.paired import Mean
from analysis.stats.sequence import Sequence
from analysis.stats.verdict import Decision, Verdict
from analysis.summary import PerHand
from analysis.tally import Tally

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Comparison:
    """How A does against B. Points are points per hand, A's side minus B's; errors are over deal blocks.

    A block is one deal, played once in each leg: hands = blocks * legs; `planned` blocks were to be played, `ended`
    says why it was no more; `matches` are the pairs of matches played after them. `interval` names the interval that
    `low`, `high` and the verdict come from: "t", that of `estimate`, for a number of deals fixed before, else
    "sequence"; the other one is shown and never used. `changes` is about the blocks whose difference is not 0. `seat`
    is the margin of side 0, `first` that of the side with the first turn, whoever plays it. `tally` holds the exact
    histograms. Speed and tally do not count when two comparisons are compared.
    """

    rules: str
    rules_digest: str
    strategies: tuple[str, str]
    seed: int
    scores: tuple[int, ...]
    draws: str
    planned: int
    blocks: int
    hands: int
    ended: Ended
    until_decided: bool
    estimate: Mean
    sequence: Sequence
    changes: Changed
    interval: str
    margin: float
    decision: Decision
    a: PerHand
    b: PerHand
    split: dict[str, float]
    endings: dict[str, float]
    turns: float
    variance_reduction: float
    seat: Mean
    first: Mean
    matches: Matches | None
    command: str
    hands_per_s: float = field(compare=False)
    looks: tuple[Look, ...] = field(repr=False)
    provenance: Provenance = field(compare=False, repr=False)
    tally: Tally = field(compare=False, repr=False)

    kind = "compare"

    @property
    def mean(self) -> float:
        """Mean difference, points per hand."""
        return self.estimate.mean

    @property
    def se(self) -> float:
        """Its standard error, points per hand."""
        return self.estimate.se

    @property
    def low(self) -> float:
        """Lower end of the interval, points per hand."""
        return self.estimate.low if self.interval == "t" else self.sequence.low

    @property
    def high(self) -> float:
        """Upper end of the interval, points per hand."""
        return self.estimate.high if self.interval == "t" else self.sequence.high

    @property
    def level(self) -> float:
        """Level of the interval, 0 … 1."""
        return self.estimate.level

    @property
    def changed(self) -> float:
        """Share of deals whose difference is not 0, 0 … 1."""
        return self.changes.share

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The exact sums by name; those of matches begin with `matches_`."""
        won = {} if self.matches is None else self.matches.tally.sums
        return self.tally.sums | {f"matches_{name}": array for name, array in won.items()}

    @property
    def done(self) -> tuple[range, ...]:
        """The deals that are in."""
        return self.tally.done

    @property
    def complete(self) -> bool:
        """Whether the run went as far as it was meant to: to its last deal or to a verdict."""
        return self.ended is not Ended.INTERRUPTED

    @property
    def verdict(self) -> Verdict:
        """What is said about A."""
        return self.decision.verdict

    def to_dict(self) -> dict[str, Any]:
        """Everything but the tally, ready for JSON; what is not a number or unbounded is None."""
        own = ("rules", "rules_digest", "strategies", "seed", "scores", "draws")
        found = {name: getattr(self, name) for name in own}
        found |= {name: getattr(self, name) for name in ("planned", "blocks", "hands", "ended", "until_decided")}
        found |= {name: getattr(self, name) for name in ("mean", "se", "low", "high", "interval", "level")}
        found |= {name: getattr(self, name) for name in ("margin", "changed", "verdict")}
        found |= {
            name: asdict(getattr(self, name)) for name in ("decision", "changes", "estimate", "sequence", "a", "b")
        }
        found |= {name: getattr(self, name) for name in ("split", "endings", "turns", "variance_reduction")}
        found |= {name: asdict(getattr(self, name)) for name in ("seat", "first")}
        found["matches"] = None if self.matches is None else self.matches.to_dict()
        found |= {"hands_per_s": round(self.hands_per_s), "command": self.command}
        made: dict[str, Any] = plain(found)
        return made

    def to_frame(self) -> pd.DataFrame:
        """One row a number: what it is, of whom (A, B, difference, both), value, standard error and unit."""
        import pandas as pd

        rows = [("score", "difference", "", self.mean, self.se, "points per hand")]
        ends = (("low", self.low), ("high", self.high), ("margin", self.margin))
        rows += [(name, "difference", "", value, math.nan, "points per hand") for name, value in ends]
        rows += [(part, "difference", "", points, math.nan, "points per hand") for part, points in self.split.items()]
        for of, who in (("A", self.a), ("B", self.b)):
            rows += [(quantity, of, who.strategy, value, se, unit) for quantity, value, se, unit in who.rows()]
        rows += [(f"ended_{how}", "both", "", share, math.nan, "share of hands") for how, share in self.endings.items()]
        rows.append(("turns", "both", "", self.turns, math.nan, "turns per hand"))
        rows += [
            ("seat", "both", "", self.seat.mean, self.seat.se, "points per hand"),
            ("first", "both", "", self.first.mean, self.first.se, "points per hand"),
            ("changed", "both", "", self.changed, math.nan, "share of deals"),
            ("variance_reduction", "both", "", self.variance_reduction, math.nan, "ratio"),
        ]
        if self.matches is not None:
            rows += self.matches.rows(*self.strategies)
        return pd.DataFrame(rows, columns=["quantity", "of", "strategy", "value", "se", "unit"])

    def tables(self) -> dict[str, pd.DataFrame]:
        """Every table of the result by name: `analysis.tables` says which, and their columns."""
        from analysis.tables import tables

        return tables(self)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write a result folder, which `canasta.load` reads; FolderExists unless `force` where there is one."""
        from analysis.draft import Draft
        from analysis.results import save

        with Draft(Path(path), force=force) as draft:
            save(self, draft)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))
