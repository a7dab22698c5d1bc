"""Every chart of the folder, on every sample: nothing warns, is cut or covered, and every axis has its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.text import Text

from reports import look
from reports.charts import Chart, called, charts, has_data, name_of, with_answer
from reports.figure import figure_of, png, styled, svg
from reports.reading import read
from tests.reports.samples import SAMPLES, Sample, named

CHARTS = {name_of(chart): chart for chart in charts()}
UNIT = re.compile(r"\((points|points per hand|%|number.*|matches)\)$")
SMALLEST = 9  # points


@pytest.fixture(scope="module", params=SAMPLES)
def tables(request: pytest.FixtureRequest) -> Any:
    return tables_of(SAMPLES[request.param]())


def tables_of(sample: Sample) -> Any:
    return with_answer(read(sample.summary), sample.frames)


@pytest.fixture(scope="module")
def real() -> Any:
    return tables_of(SAMPLES["real"]())


def texts(figure: Any) -> Iterator[Any]:
    return (text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip())


def shown(figure: Any) -> list[tuple[str, Any]]:
    """Texts that are drawn, with the box that each fills, in pixels; labels of ticks beyond an axis are not drawn."""
    (axes,) = figure.axes
    beyond = set()
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            if not low <= tick.get_loc() <= high:
                beyond |= {tick.label1, tick.label2}
    return [(text.get_text(), text.get_window_extent()) for text in texts(figure) if text not in beyond]


@pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))
def test_a_chart_can_be_read(chart: Chart, tables: Any) -> None:
    if not has_data(chart, tables):
        assert name_of(chart) == "matches"  # not every sample plays them
        return
    with styled():
        figure = figure_of(chart, tables)
        figure.draw_without_rendering()
        _all_inside(figure)
        _none_covered(figure)
        (axes,) = figure.axes
        for axis in (axes.xaxis, axes.yaxis):
            assert axis.get_label_text()
            if any(label.get_text().strip("-").replace(",", "").isdigit() for label in axis.get_ticklabels()):
                assert UNIT.search(axis.get_label_text()), axis.get_label_text()
        assert min(text.get_fontsize() for text in texts(figure)) >= SMALLEST
        assert not any(text.get_parse_math() for text in texts(figure))  # $ is a letter of a name
    assert chart.told(tables).endswith(".")


def _all_inside(figure: Any) -> None:
    for text, box in shown(figure):
        assert figure.bbox.x0 <= box.x0, text
        assert box.x1 <= figure.bbox.x1, text
        assert figure.bbox.y0 <= box.y0, text
        assert box.y1 <= figure.bbox.y1, text


def _none_covered(figure: Any) -> None:
    for (one, box), (other, second) in combinations(shown(figure), 2):
        assert not box.overlaps(second), (one, other)


@pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))
def test_same_tables_same_bytes_and_nothing_is_left_changed(chart: Chart, real: Any) -> None:
    before = dict(matplotlib.rcParams)
    assert svg(chart, real) == svg(chart, real)
    assert dict(matplotlib.rcParams) == before


def test_a_png_is_the_same_twice_whatever_the_user_has_set(real: Any) -> None:
    chart = CHARTS["split"]
    usual = png(chart, real)
    with matplotlib.rc_context({"font.size": 30, "text.usetex": True, "axes.facecolor": "red"}):
        assert png(chart, real) == usual


def test_a_picture_needs_no_font_and_tells_no_date(real: Any) -> None:
    text = svg(CHARTS["scores"], real).decode()
    assert "<text" not in text
    assert "dc:date" not in text
    assert ElementTree.fromstring(text).tag.endswith("svg")


@pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))
def test_a_chart_says_what_it_is(chart: Chart, real: Any) -> None:
    assert (chart.__doc__ or "").partition("\n")[0].endswith("?")
    assert chart.TITLE
    assert set(chart.NEEDS) <= set(real)
    without = {name: frame.iloc[:0] if name == chart.NEEDS[0] else frame for name, frame in real.items()}
    assert has_data(chart, real)
    assert not has_data(chart, without)


def test_every_chart_is_explained(root: Path) -> None:
    guide = (root / "docs" / "reading-a-report.md").read_text(encoding="utf-8")
    assert [title for title in re.findall(r"^## (.+)$", guide, re.MULTILINE) if title != "How sure"] == [
        chart.TITLE for chart in CHARTS.values()
    ]


def test_pyplot_is_never_imported(root: Path) -> None:
    for file in (root / "reports").rglob("*.py"):
        assert "pyplot" not in re.sub(r'""".*?"""', "", file.read_text(encoding="utf-8"), flags=re.DOTALL), file


# --- what single charts draw -----------------------------------------------------------------------------------------


def drawn(name: str, tables: Any) -> Any:
    with styled():
        return figure_of(CHARTS[name], tables).axes[0]


def heights(axes: Any) -> list[float]:
    return [bar.get_height() for container in axes.containers for bar in container]


def test_the_bars_of_the_difference_and_its_zeros_are_all_deals(tables: Any) -> None:
    frame, axes = tables["difference"], drawn("paired_difference", tables)
    zero = frame.loc[frame["points"] == 0, "deals"].sum() / frame["deals"].sum()
    assert sum(heights(axes)) == pytest.approx(100 * (1 - zero))
    strip = [
        patch
        for patch in axes.patches
        if patch.get_transform().contains_branch(axes.transAxes) and patch not in bars(axes)
    ]
    assert [piece.get_width() for piece in strip][1] == pytest.approx(zero)
    assert sum(piece.get_width() for piece in strip) == pytest.approx(1)


def bars(axes: Any) -> list[Any]:
    return [bar for container in axes.containers for bar in container]


def test_the_bars_of_the_split_add_up(tables: Any) -> None:
    *parts, total = bars(drawn("split", tables))
    assert sum(bar.get_width() for bar in parts) == pytest.approx(total.get_width())
    assert total.get_width() == pytest.approx(tables["answer"]["mean"].iloc[0])
    for before, after in pairwise(parts):
        assert after.get_x() == pytest.approx(before.get_x() + before.get_width())


def test_the_endings_are_all_hands(tables: Any) -> None:
    assert sum(bar.get_width() for bar in bars(drawn("endings", tables))) == pytest.approx(100)


def test_the_running_estimate_ends_at_the_answer(tables: Any) -> None:
    line = drawn("running", tables).lines[0]
    assert line.get_ydata()[-1] == tables["running"]["mean"].iloc[-1]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("plain", "other"), ("plain", "other")),
        (("plain", "plain"), ("A", "B")),
        (("plain", "a_name_of_more_than_16"), ("A", "B")),
        (("plain", "牌"), ("A", "B")),
    ],
)
def test_names_are_written_out_where_they_can_be(names: tuple[str, str], said: tuple[str, str]) -> None:
    assert called(tables_of(named(SAMPLES["five deals"](), *names))) == said


def test_the_two_kinds_of_paper_have_their_own_colours(real: Any) -> None:
    light, dark = (svg(CHARTS["split"], real, dark=dark).decode() for dark in (False, True))
    assert look.palette()[look.PAPER] in light
    assert look.palette(dark=True)[look.PAPER] in dark
    assert look.palette()[look.PAPER] not in dark
