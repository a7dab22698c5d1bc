"""The report of a comparison as files: `report.html`, and each chart as `charts/NAME.png` and `charts/NAME.svg`.

Decided here: which files there are, and that each of them appears whole or not at all and replaces nothing but its own
former version. Left out: what they show (`reports.page`, `reports.charts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.draft import write_file
from reports.charts import charts, has_data, name_of, with_answer
from reports.figure import png, svg
from reports.page import page
from reports.reading import ReportError, read

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ReportError", "write"]

PAGE, CHARTS = "report.html", "charts"


def write(summary: Mapping[str, Any], frames: Mapping[str, pd.DataFrame], folder: Path) -> list[Path]:
    """Write the report into a folder that exists; its files, the page first.

    `summary` is the object that `--json` prints, `frames` are the tables of `analysis.tables`. Everything is drawn
    before anything is written. Raises ReportError for the result of another command, OSError where a file cannot be
    written.
    """
    tables = with_answer(read(summary), frames)
    shown = {name_of(chart): chart for chart in charts() if has_data(chart, tables)}
    drawn = {name: svg(chart, tables) for name, chart in shown.items()}
    files = {PAGE: page(summary, frames, drawn).encode()}
    for name, chart in shown.items():
        files |= {f"{CHARTS}/{name}.png": png(chart, tables), f"{CHARTS}/{name}.svg": drawn[name]}
    (folder / CHARTS).mkdir(exist_ok=True)
    for name, data in files.items():
        write_file(folder / name, data)
    return [folder / name for name in files]
