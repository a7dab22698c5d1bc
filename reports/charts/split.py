"""Where do the points come from: melds, canastas, red threes, going out, or what is left in hand?

One bar a line of the score sheet, each beginning where the one before it ended, so that they visibly add up to the
difference. Left out: what each side makes of a line, which stands in the table of numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import look
from reports.charts import Frames, called
from reports.digits import adding_up, points
from reports.players import LABELS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

TITLE = "Where the points come from"
ORDER = 40
NEEDS = ("split", "answer")

TOTAL = "all together"
ROOM = 0.16  # of the range of the bars, to the right of it, for the numbers
GAP = 4  # points between a bar and its number


def draw(frames: Frames, axes: Axes) -> None:
    """Bars from line to line, and one for the sum."""
    a, b = called(frames)
    frame, row = _shown(frames["split"]), frames["answer"].iloc[0]
    numbers = _numbers(frames)
    at, low, high = 0.0, 0.0, 0.0
    for place, (part, change) in enumerate(zip(frame["part"], frame["difference"], strict=True)):
        _bar(axes, place, at, change, numbers[part])
        axes.plot([at + change] * 2, [place, place + 1], color=look.FAINT, linewidth=0.8, zorder=0)
        at += change
        low, high = min(low, at), max(high, at)
    _bar(axes, len(frame), 0.0, row["mean"], numbers[TOTAL], total=True)
    if low == high:
        low, high = -row["margin"], row["margin"]
    span = high - low
    axes.set_xlim(low - ROOM / 2 * span, high + ROOM * span)
    axes.set_yticks(range(len(frame) + 1), [*(LABELS.get(part, part) for part in frame["part"]), TOTAL])
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()
    axes.axvline(0, color=look.INK, linewidth=0.8)
    look.few_ticks(axes)
    look.plain_numbers(axes.xaxis)
    axes.set_xlabel(f"{a} minus {b} (points per hand)")
    axes.set_ylabel("line of the score")


def told(frames: Frames) -> str:
    """Every line with its sign, and the sum."""
    numbers = _numbers(frames)
    lines = ", ".join(f"{LABELS.get(part, part)} {numbers[part]}" for part in _shown(frames["split"])["part"])
    return f"{called(frames)[0]} against {called(frames)[1]}, points a hand: {lines}; {TOTAL} {numbers[TOTAL]}."


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """The lines that occur at all."""
    some = frame[(frame["a"] != 0) | (frame["b"] != 0)]
    return some if len(some) else frame


def _numbers(frames: Frames) -> dict[str, str]:
    frame, row = frames["split"], frames["answer"].iloc[0]
    parts = dict(zip(frame["part"], frame["difference"], strict=True))
    return adding_up(parts, row["se"]) | {TOTAL: points(row["mean"], row["se"], sign=True)}


def _bar(axes: Axes, place: int, start: float, change: float, number: str, *, total: bool = False) -> None:
    color = look.INK if total else look.A if change >= 0 else look.B
    hatch = look.HATCH if change < 0 and not total else ""
    axes.barh(place, change, 0.6, left=start, color=color, hatch=hatch)
    axes.annotate(
        number,
        (max(start, start + change), place),
        xytext=(GAP, 0),
        textcoords="offset points",
        va="center",
        size=look.SMALL,
        weight="bold" if total else "normal",
    )
