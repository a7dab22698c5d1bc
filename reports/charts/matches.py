"""How often does the one win both matches of a pair, how often one, how often none?

A pair is two matches on the same cards with the sides exchanged (with more sides, one match for each side). Where the
players are equal, both and none come equally often. Left out: points per hand, which say more about less play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import look
from reports.charts import Frames, called
from reports.digits import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Matches won"
ORDER = 60
NEEDS = ("matches", "answer")

GAP = 3  # points between a bar and its number
ROOM = 1.15  # heights of the highest bar


def draw(frames: Frames, axes: Axes) -> None:
    """A bar for each number of matches that can be won in a pair."""
    frame = frames["matches"]
    pairs = int(frame["pairs"].sum())
    shares = [count / pairs if pairs else 0.0 for count in frame["pairs"]]
    axes.bar(frame["won"], [100 * share for share in shares], 0.6, color=look.A)
    for won, share in zip(frame["won"], shares, strict=True):
        place = won, 100 * share
        axes.annotate(percent(share), place, xytext=(0, GAP), textcoords="offset points", ha="center", size=look.SMALL)
    axes.set_xticks(frame["won"].tolist())
    axes.set_ylim(0, ROOM * max(100 * max(shares), 1))
    axes.set_xlabel(f"matches of a pair won by {called(frames)[0]} (matches)")
    axes.set_ylabel(f"share of {pairs:,} pairs (%)")


def told(frames: Frames) -> str:
    """How many pairs there were with each number of wins."""
    frame = frames["matches"]
    counts = ", ".join(f"{won} in {pairs:,}" for won, pairs in zip(frame["won"], frame["pairs"], strict=True))
    return f"Of the matches of a pair {called(frames)[0]} wins {counts} pairs."
