"""`canasta report DIR`: charts and a page from a result folder.

Left out: what they show (`reports.report`), how a folder is read (`analysis.results`).
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def report(folder: Path) -> None:
    """Charts and a page from a result folder.

    DIR is a folder that `canasta compare --out DIR` wrote. It gets report.html, one page that needs nothing but
    itself, and the same charts as PNG and SVG in charts/.
    """
    from analysis.draft import FolderError
    from analysis.results import load
    from reports.figure import check
    from reports.report import ReportError, write

    check()
    results = load(folder)
    if results.manifest["kind"] != "compare":
        raise ReportError(f"{folder} holds no comparison; a report is about what canasta compare --out wrote")
    try:
        page, *charts = write(results.summary, results.frames, folder)
    except OSError as error:
        raise FolderError(f"{folder} cannot be written: {error.strerror or error}") from None
    click.echo(f"{page}\n{len(charts)} chart files in {charts[0].parent}")
