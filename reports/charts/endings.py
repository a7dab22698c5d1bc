"""How did hands end, and who went out?

One bar a way of ending, in per cent of all hands; the bars together are all hands. Left out: what an ending is worth
(`split`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import look
from reports.charts import Frames, called
from reports.digits import percent
from reports.players import ENDED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "How hands ended"
ORDER = 50
NEEDS = ("endings", "answer")

GAP = 4  # points between a bar and its number
ROOM = 118  # per cent: the axis ends here, so that a number beside a bar of 100 % has room


def draw(frames: Frames, axes: Axes) -> None:
    """Bars from the top in the order of the table; hatched where B went out."""
    frame = frames["endings"]
    for place, (of, share) in enumerate(zip(frame["of"], frame["share"], strict=True)):
        color, hatch = {"A": (look.A, ""), "B": (look.B, look.HATCH)}.get(of, (look.FAINT, ""))
        axes.barh(place, 100 * share, 0.6, color=color, hatch=hatch)
        end = 100 * share, place
        axes.annotate(percent(share), end, xytext=(GAP, 0), textcoords="offset points", va="center", size=look.SMALL)
    axes.set_yticks(range(len(frame)), _names(frames))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(frame) - 0.4, -0.6)
    axes.set_xlim(0, ROOM)
    axes.set_xticks(range(0, 101, 20))
    axes.set_xlabel("hands (%)")
    axes.set_ylabel("how the hand ended")


def told(frames: Frames) -> str:
    """Every way of ending with its share."""
    shares = frames["endings"]["share"]
    return "; ".join(f"{name} {percent(share)}" for name, share in zip(_names(frames), shares, strict=True)) + "."


def _names(frames: Frames) -> list[str]:
    """What each row is called: `plain went out, concealed`."""
    players = dict(zip(("A", "B"), called(frames), strict=True))
    found = []
    for row in frames["endings"].itertuples():
        who = players.get(row.of)
        name = f"{who} went out" if row.ending == "out" and who else ENDED.get(row.ending, row.ending)
        if who and row.ending != "out":
            name += f", {who}"
        found.append(f"{name}, concealed" if row.concealed else name)
    return found
