"""The charts of a comparison, one module each; the folder is the registry.

A chart is a module with

- a docstring whose first line says which question it answers;
- `TITLE`, what stands over it, and `ORDER`, its place among the others on a page;
- `NEEDS`, the names of the tables it takes: those of `analysis.tables`, and `answer`, which is made here;
- `draw(frames, axes)`, which draws on axes of matplotlib and changes nothing else;
- `told(frames)`, which says in words what is seen, for those who cannot see it.

Decided here: which charts there are, which of them a result has data for, the one-row table `answer` (the numbers that
a chart marks and no table holds), and what the two players are called in pictures. Left out: files (`reports.figure`).

>>> [chart.__name__.rpartition(".")[2] for chart in charts()]
['paired_difference', 'scores', 'running', 'split', 'endings', 'matches']
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from analysis.frames import frame
from reports.look import drawable, shortened

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from reports.reading import Summary

Frames: TypeAlias = "Mapping[str, pd.DataFrame]"

FOLDER = Path(__file__).parent
ANSWER = ("a", "b", "rules", "deals", "mean", "se", "low", "high", "level", "margin")
WIDEST = 16  # characters of a name that is written out in a chart; longer ones stand in its heading only
WIDEST_IN_HEADING = 64


class Chart(Protocol):
    """What a module of this folder offers."""

    __name__: str
    __doc__: str | None
    TITLE: str
    ORDER: int
    NEEDS: tuple[str, ...]

    def draw(self, frames: Frames, axes: Axes) -> None:
        """Draw the tables named in NEEDS on axes; sets their labels, with units."""

    def told(self, frames: Frames) -> str:
        """What the picture shows, in sentences."""


def charts() -> list[Chart]:
    """Every chart, in the order of a page."""
    names = (path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))
    found = [cast("Chart", import_module(f"{__name__}.{name}")) for name in names]
    return sorted(found, key=lambda chart: (chart.ORDER, chart.__name__))


def name_of(chart: Chart) -> str:
    """What its files are called."""
    return chart.__name__.rpartition(".")[2]


def has_data(chart: Chart, frames: Frames) -> bool:
    """Whether every table that the chart needs is there and has a row."""
    return all(name in frames and len(frames[name]) for name in chart.NEEDS)


def with_answer(summary: Summary, frames: Frames) -> dict[str, pd.DataFrame]:
    """The tables of a comparison and, as `answer`, one row: its names, deals, mean, interval of the verdict, margin."""
    numbers = (summary.mean, summary.se, summary.low, summary.high, summary.level, summary.margin)
    answer = (*summary.strategies, summary.rules, summary.blocks, *numbers)
    return {**frames, "answer": frame(ANSWER, [answer])}


def called(frames: Frames) -> tuple[str, str]:
    """What the two players are called in pictures: their names where these are short, differ, and can be drawn.

    Else A and B; the heading says who they are.
    """
    row = frames["answer"].iloc[0]
    a, b = names = row["a"], row["b"]
    fit = a != b and max(len(a), len(b)) <= WIDEST and names == tuple(map(drawable, names))
    return names if fit else ("A", "B")


def heading(frames: Frames) -> str:
    """Who plays whom, by which rules, in how many deals; says who A and B are where pictures call them so."""
    row = frames["answer"].iloc[0]
    a, b = map(drawable, (row["a"], row["b"]))
    played = f"{int(row['deals']):,} {'deal' if row['deals'] == 1 else 'deals'}, rules {drawable(row['rules'])}"
    if called(frames) == (a, b):
        return f"{a} against {b}; {shortened(played, WIDEST_IN_HEADING)}"
    who = (f"{of}: {shortened(name, WIDEST_IN_HEADING)}" for of, name in (("A", a), ("B", b)))
    return "\n".join((*who, shortened(played, WIDEST_IN_HEADING)))
