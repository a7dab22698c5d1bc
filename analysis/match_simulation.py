"""The answer of `canasta simulate --matches`: who wins, and how many hands it takes, in one seating.

Decided here: shares are of finished matches; one that reached the cap of hands is nobody's and counted apart. Left out:
a fair comparison, for which the sides are exchanged (`analysis.matches`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis import frames, numbers
from analysis.plain import plain
from analysis.provenance import Provenance
from analysis.running import Ended
from analysis.stats.paired import Mean, mean_of, sums
from analysis.stats.proportion import Share, wilson
from sim.play import WON

if TYPE_CHECKING:
    import pandas as pd


class LengthTally:
    """Exact counts: `won[side, doubled]` matches, and `lengths[over - 1, hands]` those won and those unfinished."""

    def __init__(self, sides: int, most_hands: int) -> None:
        self.won = np.zeros((sides, 2), np.int64)
        self.lengths = np.zeros((2, most_hands + 1), np.int64)

    @property
    def matches(self) -> int:
        """Matches counted."""
        return int(self.lengths.sum())

    def add(self, results: npt.NDArray[Any]) -> None:
        """Count MATCH records, shape (matches,)."""
        won = results[results["over"] == WON]
        np.add.at(self.won, (won["winner"], won["doubled"]), 1)
        np.add.at(self.lengths, (results["over"] - 1, results["hands"]), 1)


@dataclass(frozen=True)
class MatchSimulation:
    """Who wins matches to `target` points in one seating; `sides` is what each side is called."""

    rules: str
    rules_digest: str
    strategies: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    draws: str
    planned: int
    most_hands: int
    target: int
    sides: tuple[str, ...]
    command: str
    tally: LengthTally = field(compare=False, repr=False)
    provenance: Provenance = field(compare=False, repr=False)

    kind = "simulate matches"

    @property
    def matches(self) -> int:
        """Matches played."""
        return self.tally.matches

    @property
    def finished(self) -> int:
        """Matches that somebody won."""
        return int(self.tally.won.sum())

    @property
    def unfinished(self) -> int:
        """Matches that reached the cap of hands."""
        return self.matches - self.finished

    @property
    def complete(self) -> bool:
        """Whether all planned matches were played."""
        return self.matches == self.planned

    @property
    def ended(self) -> Ended:
        """Why no more were played."""
        return Ended.COMPLETE if self.complete else Ended.INTERRUPTED

    @property
    def wins(self) -> tuple[Share, ...]:
        """Share of finished matches that each side won, with Wilson's interval."""
        return tuple(wilson(int(won), self.finished) for won in self.tally.won.sum(axis=1))

    @property
    def doubled(self) -> tuple[int, ...]:
        """Doubled wins of each side, counted as one win each above."""
        return tuple(self.tally.won[:, 1].tolist())

    @property
    def hands_per_match(self) -> Mean:
        """Hands of a match, unfinished ones too."""
        return mean_of(*sums(dict(enumerate(self.tally.lengths.sum(axis=0).tolist()))))

    @property
    def sums(self) -> dict[str, npt.NDArray[np.int64]]:
        """The exact counts by name."""
        return {"won": self.tally.won, "lengths": self.tally.lengths}

    @property
    def done(self) -> tuple[range, ...]:
        """The matches that are in."""
        return (range(self.matches),)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON; what is not a number is None."""
        own = ("rules", "rules_digest", "strategies", "seed", "scores", "draws", "planned", "matches", "finished")
        found: dict[str, Any] = {name: getattr(self, name) for name in own}
        found |= {name: getattr(self, name) for name in ("unfinished", "ended", "target", "most_hands", "sides")}
        found |= {"wins": [asdict(share) for share in self.wins], "doubled": self.doubled}
        found |= {"hands_per_match": asdict(self.hands_per_match), "command": self.command}
        made: dict[str, Any] = plain(found)
        return made

    def to_frame(self) -> pd.DataFrame:
        """One row a number: what it is, of whom, value, error, interval and unit."""
        matches = "share of matches", "share of finished matches"
        rows = [
            ("hands_per_match", "both", "", numbers.from_mean(self.hands_per_match, "hands")),
            ("unfinished", "both", "", numbers.from_share(self.unfinished, self.matches, matches[0])),
        ]
        for side, (name, share) in enumerate(zip(self.sides, self.wins, strict=True)):
            of, won = f"side {side}", self.finished
            if won:
                rows.append(("win_rate", of, name, numbers.from_share(share.successes, won, matches[1])))
                rows.append(("doubled_rate", of, name, numbers.from_share(self.doubled[side], won, matches[1])))
        return numbers.table(rows)

    def tables(self) -> dict[str, pd.DataFrame]:
        """`numbers`, and `lengths`: how many matches took how many hands."""
        hands = self.tally.lengths.sum(axis=0).tolist()
        lengths = ((count, matches) for count, matches in enumerate(hands) if matches)
        return {"numbers": self.to_frame(), "lengths": frames.frame(("hands", "matches"), lengths)}

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))
