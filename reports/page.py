"""The report: one page about a comparison that needs nothing but itself and works from the disk.

Question, answer, how sure, the charts with what is seen in them, the numbers, how to repeat it. Pictures and styles are
in it, there is no script and no reference to anywhere. Decided here: the order, and that every text which comes from
names, files and commands is escaped. Left out: every number and its words (`reports.text`, `reports.won`, the charts).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from reports import text
from reports.charts import Chart, Frames, called, charts, has_data, name_of, with_answer
from reports.figure import svg
from reports.reading import Summary, read
from reports.sheet import DARK, sheet
from reports.won import won_rows

if TYPE_CHECKING:
    import pandas as pd

UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no page may hold: control characters, halves of characters, and those that turn the direction of writing."""


def page(
    summary: Mapping[str, Any], frames: Mapping[str, pd.DataFrame], drawn: Mapping[str, bytes] | None = None
) -> str:
    """The page as HTML, from the object that `--json` prints and the tables of `analysis.tables`.

    `drawn` are the charts as SVG by name, where they have been drawn already. Raises ReportError where the object is
    that of another command.

    >>> from analysis.compare import compare
    >>> result = compare("plain", "plain", deals=1)
    >>> page(result.to_dict(), result.tables()).splitlines()[0]
    '<!DOCTYPE html>'
    """
    result = read(summary)
    tables = with_answer(result, frames)
    title = f"{result.strategies[0]} against {result.strategies[1]}"
    body = "\n".join(
        [_tag("h1", title), *_answer(result, tables), *_figures(tables, drawn or {}), *_numbers(result, tables)]
    )
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n{_tag("title", title)}\n'
        f"<style>\n{sheet()}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _answer(result: Summary, tables: Frames) -> Iterator[str]:
    a, b = result.strategies
    yield _tag("h2", "Question")
    yield _tag("p", "Which of the two makes more points a hand on the same deals, by how many, and how sure is that?")
    yield _list(text.asked(result))
    if called(tables) != (a, b):
        yield _rows([("A", a), ("B", b)])
    yield _tag("h2", "Answer")
    yield from (_tag("p", line, "early") for line in text.early(result))
    yield _tag("p", text.answer(result), "answer")
    yield _tag("h2", "How sure")
    yield _rows((name or "other interval", said) for name, said in text.sure(result))
    yield _tag(
        "p", "One deal, played in every seating, is one observation; an interval is about the mean of all deals."
    )


def _figures(tables: Frames, drawn: Mapping[str, bytes]) -> Iterator[str]:
    for chart in charts():
        if has_data(chart, tables):
            yield _tag("h2", chart.TITLE)
            light = drawn.get(name_of(chart)) or svg(chart, tables)
            yield _figure(chart, tables, light)


def _figure(chart: Chart, tables: Frames, light: bytes) -> str:
    question = (chart.__doc__ or chart.TITLE).partition("\n")[0]
    picture = (
        f'<picture><source media="{DARK}" srcset="{_data(svg(chart, tables, dark=True))}">'
        f'<img src="{_data(light)}" alt="{_fit(f"Chart: {question} Said in words below it.")}"></picture>'
    )
    return (
        f'{_tag("p", question, "asks")}\n<figure id="{name_of(chart)}">\n<div class="wide">{picture}</div>\n'
        f"{_tag('figcaption', chart.told(tables))}\n</figure>"
    )


def _numbers(result: Summary, tables: Frames) -> Iterator[str]:
    if result.matches is not None:
        yield _tag("h2", "Matches in numbers")
        yield _rows(won_rows(result.matches, called(tables)[0], result.level))
    yield _tag("h2", "A hand in numbers")
    (first, *_, last), *lines = text.table(result)
    yield _table((first, *called(tables), last), lines)
    yield _list(text.played(result))
    yield _tag("h2", "How to repeat it")
    yield _tag("pre", result.command)
    yield _tag(
        "p", f"The same command gives the same numbers on any machine. Seed {result.seed}, rules {result.rules}."
    )


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{_fit(cell)}</th>' for cell in head)
    body = "\n".join(
        f"<tr>{_row_head(first)}{''.join(_tag('td', cell) for cell in cells)}</tr>" for first, *cells in lines
    )
    return (
        f'<div class="wide">\n<table class="numbers">\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n'
        "</table>\n</div>"
    )


def _row_head(name: str) -> str:
    part = ' class="part"' if name.startswith(" ") else ""
    return f'<th scope="row"{part}>{_fit(name.strip())}</th>'


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    body = "\n".join(f"<tr>{_row_head(name)}{_tag('td', said)}</tr>" for name, said in rows)
    return f"<table>\n<tbody>\n{body}\n</tbody>\n</table>"


def _list(lines: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(_tag("li", line) for line in lines) + "\n</ul>"


def _tag(tag: str, content: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f"<{tag}{named}>{_fit(content)}</{tag}>"


def _fit(content: str) -> str:
    """A text as it may stand in a page or in an attribute of it."""
    return escape(UNFIT.sub("\ufffd", content))


def _data(picture: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(picture).decode('ascii')}"
