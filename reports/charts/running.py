"""How did the estimate become what it is, and would more deals change it?

The mean difference after more and more deals, with a band that holds at every look at once (a confidence sequence):
wider than the interval of a run of fixed length, so that one may look whenever one likes. Left out: single deals
(`paired_difference`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports import look
from reports.charts import Frames, called
from reports.digits import interval_of, points

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

TITLE = "The estimate, deal after deal"
ORDER = 30
NEEDS = ("running", "answer")

DECADE = 10  # the axis is logarithmic where the last look comes after so many times the deals of the first
ROOM = 0.06  # of the range of the numbers, above and below it


def draw(frames: Frames, axes: Axes) -> None:
    """A line with its band, 0, and the range that counts as no practical difference."""
    frame, row = frames["running"], frames["answer"].iloc[0]
    a, b = called(frames)
    name = "after all deals" if len(frame) == 1 else "mean so far"
    if len(frame) == 1:
        axes.plot(frame["deals"], frame["mean"], marker="o", color=look.A, linestyle="none", label=name)
    else:
        axes.plot(frame["deals"], frame["mean"], color=look.A, linewidth=1.6, label=name)
    _band(frame, row["level"], axes)
    margin = f"within the margin of ±{row['margin']:g} points"
    axes.axhspan(-row["margin"], row["margin"], color=look.SHADE, linewidth=0, zorder=0, label=margin)
    axes.axhline(0, color=look.INK, linewidth=0.8)
    _limits(frame, row["margin"], axes)
    axes.set_ylabel(f"{a} minus {b}\n(points per hand)")
    look.legend_below(axes, 2)


def told(frames: Frames) -> str:
    """Where mean and band began and where they ended."""
    frame, row = frames["running"], frames["answer"].iloc[0]
    last = frame.iloc[-1]
    deals = f"{int(last['deals']):,} {'deal' if last['deals'] == 1 else 'deals'}"
    said = f"After {deals} the mean is {points(last['mean'], row['se'], sign=True)} points a hand"
    if not math.isfinite(last["low"]):
        return f"{said}; one deal says nothing about how far off that is."
    said += f" and the band {interval_of(last['low'], last['high'], row['se'], row['margin'])}"
    first = frame.iloc[0]
    if len(frame) == 1:
        return f"{said}; there were too few deals for a look before."
    began = interval_of(first["low"], first["high"], row["se"], row["margin"])
    return f"{said}; after {int(first['deals']):,} deals the band was {began}."


def _band(frame: pd.DataFrame, level: float, axes: Axes) -> None:
    known = frame[frame["low"].map(math.isfinite)]
    name = f"{100 * level:g} % band, valid at every look"
    if len(known) == 1:
        (row,) = known.itertuples()
        axes.vlines(row.deals, row.low, row.high, color=look.A, linewidth=1.6, label=name)
    elif len(known):
        axes.fill_between(known["deals"], known["low"], known["high"], color=look.A, alpha=0.3, linewidth=0, label=name)


def _limits(frame: pd.DataFrame, margin: float, axes: Axes) -> None:
    from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

    ends = [value for name in ("mean", "low", "high") for value in frame[name] if math.isfinite(value)]
    low, high = min(*ends, -margin), max(*ends, margin)
    axes.set_ylim(low - ROOM * (high - low), high + ROOM * (high - low))
    first, last = int(frame["deals"].iloc[0]), int(frame["deals"].iloc[-1])
    if last >= DECADE * first:
        axes.set_xscale("log")
        axes.set_xlim(first, last)
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("deals played (number, logarithmic scale)")
    else:
        axes.set_xlim(0, last * (1 + ROOM))
        axes.xaxis.set_major_locator(MaxNLocator(look.MOST_TICKS, integer=True))
        axes.set_xlabel("deals played (number)")
    look.plain_numbers(axes.xaxis, axes.yaxis)
