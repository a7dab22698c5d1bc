"""What each side makes of deals that are played in one seating, exact: sums, and sums of squares, over deals.

A deal is one observation; its sides are not independent, so all sides together have sums and squares of their own.
Integers only, points in units (`analysis.counting`), and added to in the order of the deals. Left out: scores of a hand
and margins, which `analysis.tally` counts; every estimate (`analysis.simulation`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.counting import COUNTS
from analysis.summary import SPLIT

KINDS = COUNTS[:5]
POINTS = ("score", *SPLIT)
SHARES = ("opened", "out", "concealed")
UNITS = (
    dict.fromkeys(POINTS, "points per hand")
    | {"takes": "piles per hand", "taken": "cards per hand"}
    | {f"canastas_{kind}": "canastas per hand" for kind in KINDS}
    | dict.fromkeys(SHARES, "share of hands")
)
"""Everything that is counted of a side in a hand, and the unit of its mean, in the order of the columns."""


class SideTally:
    """Sums over deals: `totals` and `squares` (sides + 1, quantities of UNITS), the last row all sides together.

    `turns` is how many hands had how many turns.
    """

    def __init__(self, sides: int, unit: int) -> None:
        self.sides, self.unit = sides, unit
        self.totals = np.zeros((sides + 1, len(UNITS)), np.int64)
        self.squares = np.zeros_like(self.totals)
        self.turns = np.zeros(1, np.int64)

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The exact sums by name."""
        return {"side_totals": self.totals, "side_squares": self.squares, "hands_by_turns": self.turns}

    def add(self, results: npt.NDArray[Any]) -> None:
        """Count deals: RESULT records of one seating, shape (deals,)."""
        made = self._made(results)
        every = np.concatenate([made, made.sum(axis=1, keepdims=True)], axis=1)
        self.totals += every.sum(axis=0)
        self.squares += (every * every).sum(axis=0)
        turns = np.bincount(results["turns"], minlength=len(self.turns)).astype(np.int64)
        turns[: len(self.turns)] += self.turns
        self.turns = turns

    def _made(self, results: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """What was counted, shape (deals, sides, quantities)."""
        score = results["score"][:, : self.sides]
        out = results["out_side"][:, None] == np.arange(self.sides)
        found = [score["total"] // self.unit]
        found += [np.sum([score[line] for line in lines], axis=0) // self.unit for lines in SPLIT.values()]
        found += [score[name] for name in ("takes", "taken", *KINDS, "opened")]
        found += [out, out & (results["concealed"] != 0)[:, None]]
        return np.stack(found, axis=-1).astype(np.int64)
