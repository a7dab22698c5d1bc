"""Pictures of charts as bytes, PNG and SVG: without a display, without pyplot, the same bytes from the same tables.

Decided here: the size, what stands over a chart, and that nothing of the process is changed: the settings of
matplotlib are ours while a picture is made, and what they were before it afterwards. Left out: what is drawn
(`reports.charts`), colours (`reports.look`), files (`reports.report`).
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports import look

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts import Chart, Frames

EDGE, TITLE, LINE = 0.08, 0.27, 0.19  # inches: left and above, the title, a line under it
LETTERS = look.SMALL / 72  # height of a line that is set without space, in inches

_ONE_AT_A_TIME = threading.RLock()  # settings of matplotlib belong to the process
_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
}  # what would differ from day to day or between versions


class ChartError(RuntimeError):
    """Charts cannot be drawn on this machine."""


def check() -> None:
    """Draw a tiny picture in both formats, to be called before a long run; ChartError where that does not work.

    >>> check()
    """
    try:
        with styled():
            from matplotlib.figure import Figure

            figure = Figure(figsize=(1, 1), layout="constrained")
            figure.add_subplot().set_xlabel("points")
            for kind in _METADATA:
                _bytes(figure, kind)
    except Exception as error:  # whatever a broken installation raises
        why = " ".join(str(error).split()) or type(error).__name__
        raise ChartError(
            f"charts cannot be drawn: {why}; look at matplotlib's settings, or install it again"
        ) from error


@contextmanager
def styled(*, dark: bool = False) -> Iterator[None]:
    """The style of `reports.look` while the block runs."""
    import matplotlib

    with _ONE_AT_A_TIME, matplotlib.rc_context(look.settings(dark=dark)):
        yield


def figure_of(chart: Chart, frames: Frames) -> Figure:
    """A chart with its title and heading; call it inside `styled`. The tables must be those that the chart needs."""
    from matplotlib.figure import Figure

    from reports.charts import heading

    figure, said = Figure(), heading(frames)
    left, height = EDGE / figure.get_figwidth(), figure.get_figheight()
    figure.text(left, 1 - EDGE / height, chart.TITLE, va="top", size=look.LARGE, weight="bold")
    under = figure.text(left, 1 - (EDGE + TITLE) / height, said, va="top", size=look.SMALL, color=look.FAINT)
    under.set_linespacing(LINE / LETTERS)
    top = EDGE + TITLE + LINE * (1 + said.count("\n"))
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - top / height))
    chart.draw(frames, figure.add_subplot())
    return figure


def png(chart: Chart, frames: Frames) -> bytes:
    """A chart for documents and mails."""
    with styled():
        return _bytes(figure_of(chart, frames), "png")


def svg(chart: Chart, frames: Frames, *, dark: bool = False) -> bytes:
    """A chart for pages, sharp at every size; letters are shapes, so no font is needed where it is seen."""
    with styled(dark=dark):
        return _bytes(figure_of(chart, frames), "svg")


def _bytes(figure: Figure, kind: str) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format=kind, metadata=_METADATA[kind])
    return file.getvalue()
