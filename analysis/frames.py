"""Tidy tables from rows and tallies: what those of a comparison and of a simulation share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sim.words import ENDINGS

if TYPE_CHECKING:
    import pandas as pd

    from analysis.tally import Tally


def frame(columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> pd.DataFrame:
    """A table of these columns, also where there is no row."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(columns))


def endings(tally: Tally, names: Mapping[int, str], hands: int) -> pd.DataFrame:
    """How `hands` hands ended and which player, by `names`, went out; those that occurred."""
    rows = (
        (ENDINGS[kind], who, bool(concealed), count, count / hands)
        for (kind, who, concealed), count in ending_counts(tally, names).items()
    )
    return frame(("ending", "of", "concealed", "hands", "share"), rows)


def ending_counts(tally: Tally, names: Mapping[int, str]) -> dict[tuple[int, str, int], int]:
    """Hands by kind of ending, who went out ("" for nobody) and whether concealed."""
    found: dict[tuple[int, str, int], int] = {}
    for leg, owners in enumerate(tally.owners):
        for kind, by_side in enumerate(tally.sums["endings"][leg].tolist()):
            for place, counts in enumerate(by_side):
                who = names[owners[place - 1]] if place else ""
                for concealed, hands in enumerate(counts):
                    if hands:
                        key = kind, who, concealed
                        found[key] = found.get(key, 0) + hands
    return dict(sorted(found.items()))
