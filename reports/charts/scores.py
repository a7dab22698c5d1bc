"""How many points does a hand bring to the one and to the other, and how widely is that spread?

A histogram of the points of a side in a hand for each player, both hands of a deal; bars under it mark where the middle
half and the middle nine tenths of the hands lie. Left out: the difference in the same deal (`paired_difference`), which
says far more precisely who is better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.spread import spread
from reports import bins, look
from reports.charts import Frames, called

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

TITLE = "Points in a hand"
ORDER = 20
NEEDS = ("scores", "answer")

BAR = 0.1  # height of the row of one player's quantiles, in heights of the highest step
MEDIAN: dict[str, Any] = {"marker": "o", "markersize": 5, "linestyle": "none"}
HALF: dict[str, Any] = {"linewidth": 5, "solid_capstyle": "butt"}
NINE_TENTHS: dict[str, Any] = {"linewidth": 1.2}
WORDS = (("median", MEDIAN), ("half of the hands", HALF), ("nine tenths of the hands", NINE_TENTHS))
LOOKS = ((look.A, "-", 0.35), (look.B, (0, (4, 1.5)), 0.0))
"""Of A and B: colour, line, how opaque the area under it is."""


def draw(frames: Frames, axes: Axes) -> None:
    """Two outlines over bins of equal width, and the quantiles of each under them."""
    frame = frames["scores"]
    most = bins.enough(int(frame["hands"].sum()) // 2)
    width = bins.width_of(frame["points"].tolist(), most=most)
    names = called(frames)
    peak = 0.0
    for of, name, (color, line, alpha) in zip(("A", "B"), names, LOOKS, strict=True):
        own = frame[frame["of"] == of]
        peak = max(peak, _outline(own, width, axes, label=name, color=color, linestyle=line, alpha=alpha))
    _quantiles(frame, peak, names, axes)
    axes.set_xlabel("points of a side in a hand (points)")
    axes.set_ylabel(f"hands in a step of {look.thousands(round(width, 2))} points (%)")
    look.few_ticks(axes)
    look.plain_numbers(axes.xaxis, axes.yaxis)
    look.legend_below(axes, 3)


def told(frames: Frames) -> str:
    """The middle half and the extremes of each player's hands."""
    said = []
    for name, own in zip(called(frames), _by_player(spread(frames["scores"])), strict=True):
        least, low, middle, high, most = (f"{int(points):,}" for points in own["points"])
        said.append(f"Half of the hands of {name} bring {low} to {high} points (median {middle}),")
        said.append(f"nine tenths {least} to {most}.")
    return " ".join(said)


def _outline(own: pd.DataFrame, width: float, axes: Axes, *, alpha: float, **style: Any) -> float:
    """Draw one player's histogram in per cent of the hands; its highest step."""
    counted = bins.counted(own["points"].tolist(), own["hands"].tolist(), width)
    total = sum(counted.values())
    heights = [100 * count / total for count in counted.values()]
    edges = [*counted, max(counted) + width]
    axes.stairs(heights, edges, linewidth=1.6, baseline=0, **style)
    if alpha:
        axes.stairs(heights, edges, fill=True, color=style["color"], alpha=alpha, linewidth=0)
    return max(heights)


def _quantiles(frame: pd.DataFrame, peak: float, names: tuple[str, str], axes: Axes) -> None:
    """A thin line from 5 to 95 %, a thick one from 25 to 75 %, a dot at the median, below 0 on the y axis."""
    for place, (own, (color, _, _)) in enumerate(zip(_by_player(spread(frame)), LOOKS, strict=True), 1):
        least, low, middle, high, most = own["points"]
        y = -BAR * place * peak
        axes.plot([middle], [y], color=look.INK, zorder=3, **MEDIAN)
        axes.plot([low, high], [y, y], color=color, **HALF)
        axes.plot([least, most], [y, y], color=color, **NINE_TENTHS)
    for words, style in WORDS:
        axes.plot([], [], color=look.FAINT, label=words, **style)
    axes.set_ylim(-BAR * (len(names) + 1) * peak, peak * 1.06)
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= peak * 1.06])
    axes.axhline(0, color=look.FAINT, linewidth=0.8)


def _by_player(quantiles: pd.DataFrame) -> list[pd.DataFrame]:
    return [quantiles[quantiles["of"] == of] for of in ("A", "B")]
