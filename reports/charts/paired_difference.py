"""On how many deals does the one make more points than the other, and how many more?

A histogram of the difference of each deal: both played it in every seating, so luck of the deal is out. Deals whose
difference is exactly 0 are no part of the bars; a strip above them shows their share beside those with fewer and with
more points. Left out: how the mean became what it is (`running`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports import bins, look
from reports.charts import Frames, called
from reports.digits import interval_of, percent, points

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

TITLE = "Deal by deal: the difference"
ORDER = 10
NEEDS = ("difference", "answer")

BARS = 0.74  # the highest bar, in heights of the axes; above it the mean, its number, the strip, its numbers
MEAN = 0.78
STRIP, STRIP_HEIGHT = 0.9, 0.05
ABOVE = 0.015


def draw(frames: Frames, axes: Axes) -> None:
    """Bars of equal width, mirrored at 0; the mean with its interval; a strip with the share of exact zeros."""
    a, b = called(frames)
    width = _bars(frames["difference"], axes)
    if width:
        _mean(frames, axes)
    else:
        axes.set_xlim(*(sign * frames["answer"]["margin"].iloc[0] for sign in (-1, 1)))
        axes.text(0.5, 0.4, "no deal differed", transform=axes.transAxes, ha="center")
    _strip(_shares(frames["difference"]), axes)
    look.few_ticks(axes)
    look.plain_numbers(axes.xaxis, axes.yaxis)
    axes.set_xlabel(f"{a} minus {b} in a deal (points per hand)")
    axes.set_ylabel(f"deals in a step of {look.thousands(round(width, 2))} points (%)" if width else "deals (%)")


def told(frames: Frames) -> str:
    """Shares of deals with more, fewer and the same points, and the mean."""
    a, b = called(frames)
    fewer, same, more = _shares(frames["difference"])
    row = frames["answer"].iloc[0]
    mean = points(row["mean"], row["se"], sign=True)
    return (
        f"{a} makes more points than {b} in {percent(more)} of the deals, fewer in {percent(fewer)}, "
        f"exactly as many in {percent(same)}. The mean of all deals is {mean} points a hand."
    )


def _shares(frame: pd.DataFrame) -> tuple[float, float, float]:
    """Shares of deals (0 … 1) in which A made fewer points, as many, more."""
    deals, value = frame["deals"], frame["points"]
    fewer, same, more = (int(deals[chosen].sum()) / int(deals.sum()) for chosen in (value < 0, value == 0, value > 0))
    return fewer, same, more


def _bars(frame: pd.DataFrame, axes: Axes) -> float:
    """Draw the deals that differ; the width of a bar in points, 0 where there is none."""
    values, deals = frame["points"].tolist(), frame["deals"].tolist()
    total, differ = sum(deals), frame.loc[frame["points"] != 0, "deals"].sum()
    if not differ:
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        return 0.0
    width = bins.width_of([0.0, *values], most=bins.enough(int(differ)))
    counted = bins.without_zero(values, deals, width)
    for color, hatch, own in (
        (look.B, look.HATCH, {at: count for at, count in counted.items() if at < 0}),
        (look.A, "", {at: count for at, count in counted.items() if at >= 0}),
    ):
        heights = [100 * count / total for count in own.values()]
        axes.bar(list(own), heights, width, align="edge", color=color, hatch=hatch)
    top = 100 * max(counted.values()) / total
    axes.set_ylim(0, top / BARS)
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= top])
    axes.spines["left"].set_bounds(0, top)
    return width


def _mean(frames: Frames, axes: Axes) -> None:
    """A dot with its interval above the bars, and a line down from it."""
    row = frames["answer"].iloc[0]
    mean, low, high = row["mean"], row["low"], row["high"]
    shown = f"mean {points(mean, row['se'], sign=True)}"
    up = axes.get_xaxis_transform()
    axes.axvline(0, ymax=BARS, color=look.FAINT, linewidth=0.8, zorder=0.5)
    axes.vlines(mean, 0, MEAN, color=look.PAPER, linewidth=1.2, transform=up)  # so that it shows on dark bars too
    axes.vlines(mean, 0, MEAN, color=look.INK, linewidth=1.2, linestyle=(0, (4, 2)), transform=up)
    axes.plot(mean, MEAN, marker="o", markersize=4.5, color=look.INK, transform=up)
    if math.isfinite(low):
        axes.plot([low, high], [MEAN, MEAN], marker="|", color=look.INK, linewidth=1.4, transform=up)
        shown += f", {100 * row['level']:g} % interval {interval_of(low, high, row['se'], row['margin'])}"
    axes.text(0.5, MEAN + 2 * ABOVE, shown, transform=axes.transAxes, ha="center", size=look.SMALL)


def _strip(shares: tuple[float, float, float], axes: Axes) -> None:
    from matplotlib.patches import Rectangle

    at = 0.0
    for share, color, hatch in zip(shares, (look.B, look.SHADE, look.A), (look.HATCH, "", ""), strict=True):
        piece = Rectangle((at, STRIP), share, STRIP_HEIGHT, facecolor=color, hatch=hatch, linewidth=0)
        piece.set_transform(axes.transAxes)
        axes.add_patch(piece)
        at += share
    words = ("fewer points", "exactly 0", "more points")
    for word, share, where, side in zip(words, shares, (0.0, 0.5, 1.0), ("left", "center", "right"), strict=True):
        axes.text(
            where,
            STRIP + STRIP_HEIGHT + ABOVE,
            f"{word}: {percent(share)}",
            transform=axes.transAxes,
            ha=side,
            va="bottom",
            size=look.SMALL,
        )
