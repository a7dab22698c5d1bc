"""How widely the points of a hand are spread: quantiles of a `scores` table, for those who draw or print them.

Decided here: which quantiles. They are scores that occur, never interpolated, of all hands of a player; both hands of
a deal are in, so they carry no interval. Left out: the quantile itself (`analysis.stats.quantiles`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.frames import frame
from analysis.stats.quantiles import inverse

if TYPE_CHECKING:
    import pandas as pd

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def spread(scores: pd.DataFrame) -> pd.DataFrame:
    """A row a player and quantile: `of`, `strategy`, `share` (0 … 1), `points` in a hand; players in their order.

    >>> import pandas as pd
    >>> rows = [("A", "plain", -5.0, 1), ("A", "plain", 100.0, 3)]
    >>> found = spread(pd.DataFrame(rows, columns=["of", "strategy", "points", "hands"]))
    >>> found["points"].tolist()
    [-5, -5, 100, 100, 100]
    """
    rows = []
    for (of, strategy), own in scores.groupby(["of", "strategy"], sort=False):
        hands = dict(zip(own["points"].astype(int).tolist(), own["hands"].tolist(), strict=True))
        rows += [(of, strategy, share, inverse(hands, share)) for share in SHARES]
    return frame(("of", "strategy", "share", "points"), rows)
