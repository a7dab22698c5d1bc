"""The page: well formed, needing nothing else, with every name escaped and no number that is not in the result."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.compare import compare
from analysis.simulate import simulate
from reports import page as module
from reports import text
from reports.charts import charts, has_data, name_of, with_answer
from reports.figure import ChartError, check
from reports.page import page
from reports.reading import ReportError, read
from reports.report import write
from tests.reports.samples import SAMPLES, Sample, named

VOID = {"meta", "img", "source"}
ALONE = b"<svg/>"
HEADINGS = [
    "Question",
    "Answer",
    "How sure",
    "Deal by deal: the difference",
    "Points in a hand",
    "The estimate, deal after deal",
    "Where the points come from",
    "How hands ended",
    "A hand in numbers",
    "How to repeat it",
]


class Tree(HTMLParser):
    """Checks that tags are closed in their order, and keeps texts, headings and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.texts.append((self.open[-1], data))

    def said(self, tag: str) -> list[str]:
        return [data for at, data in self.texts if at == tag]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and files without the time that drawing takes."""
    for name in ("reports.page.svg", "reports.report.svg", "reports.report.png"):
        monkeypatch.setattr(name, lambda *_, **__: ALONE)


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]()


@pytest.mark.usefixtures("undrawn")
def test_every_page_is_well_formed_and_in_order(sample: Sample) -> None:
    html = page(*sample)
    tree = Tree(html)
    assert html.startswith("<!DOCTYPE html>\n")
    assert [line for line in tree.said("h2") if not line.startswith("Matches")] == HEADINGS
    assert tree.seen.count("h1") == tree.seen.count("title") == tree.seen.count("main") == 1
    identifiers = [value for _, name, value in tree.attributes if name == "id"]
    assert len(set(identifiers)) == len(identifiers)
    assert not {"script", "link", "iframe", "a", "object"} & set(tree.seen)
    assert all(value for tag, name, value in tree.attributes if (tag, name) == ("img", "alt"))
    html.encode()


@pytest.mark.usefixtures("undrawn")
def test_all_numbers_of_a_page_are_those_of_the_text_and_the_captions(sample: Sample) -> None:
    summary, frames = sample
    result, tables = read(summary), with_answer(read(summary), frames)
    captions = [chart.told(tables) for chart in charts() if has_data(chart, tables)]
    known = "\n".join([text.comparison(result), *captions, f"Seed {summary['seed']}", summary["rules"]])
    tree = Tree(page(summary, frames))
    numbers = {number for tag, said in tree.texts if tag != "style" for number in re.findall(r"\d[\d,.]*", said)}
    assert {number.rstrip(".,") for number in numbers} <= {
        each.rstrip(".,") for each in re.findall(r"\d[\d,.]*", known)
    }


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report that was drawn and written."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "other.txt").write_text("stays")
    assert write(*SAMPLES["real"](), folder)[0] == folder / "report.html"
    return folder


def test_a_page_needs_nothing_but_itself(report: Path) -> None:
    html = (report / "report.html").read_text(encoding="utf-8")
    sources = [value for _, name, value in Tree(html).attributes if name in ("src", "srcset")]
    assert len(sources) == 2 * len(charts())
    for source in sources:
        kind, _, data = source.partition(",")
        assert kind == "data:image/svg+xml;base64"
        nodes = ElementTree.fromstring(base64.b64decode(data, validate=True)).iter()
        assert all(value.startswith("#") for node in nodes for key, value in node.items() if key.endswith("href"))
    outside = re.sub(r'"data:[^"]*"', "", html)
    assert not re.search(r"https?:|url\(|@import", outside)


@pytest.mark.usefixtures("undrawn")
@given(names=st.tuples(st.text(max_size=40), st.text(max_size=40)))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_name_breaks_a_page(names: tuple[str, str]) -> None:
    tree = Tree(page(*named(SAMPLES["one deal"](), *names)))
    assert Tree(page(*SAMPLES["one deal"]())).seen.count("h2") == tree.seen.count("h2")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "</title>", "&lt;", "\x00\u202e"]
)
def test_what_looks_like_code_is_text(name: str) -> None:
    html = page(*named(SAMPLES["one deal"](), name, "plain"))
    tree = Tree(html)
    assert "script" not in tree.seen
    assert tree.seen.count("img") == tree.seen.count("figure")
    assert tree.said("title") == [f"{module.UNFIT.sub(chr(0xFFFD), name)} against plain"]
    html.encode()


@pytest.mark.usefixtures("undrawn")
def test_a_run_that_stopped_early_says_so() -> None:
    summary, frames = SAMPLES["one deal"]()
    summary |= {"ended": "interrupted", "planned": 1000}
    assert "stopped early, 1 of 1,000 deals" in Tree(page(summary, frames)).said("p")


def test_a_result_of_another_kind_has_no_report() -> None:
    other = simulate("plain", deals=2)
    with pytest.raises(ReportError, match="not the result of a comparison"):
        page(other.to_dict(), other.tables())


def test_what_is_read_back_tells_the_same_as_the_result() -> None:
    result = compare("plain", "random_legal", deals=600, matches=20)
    told = text.comparison(read(result.to_dict())).splitlines()
    assert [line for line in told if "a second" not in line] == [
        line for line in text.comparison(result).splitlines() if "a second" not in line
    ]


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_report_is_these_files_and_no_others(report: Path) -> None:
    assert {file.name for file in report.iterdir()} == {"report.html", "charts", "other.txt"}
    kinds = {".png": b"\x89PNG", ".svg": b"<?xml"}
    names = {f"{name_of(chart)}{suffix}" for chart in charts() for suffix in kinds}
    assert {file.name for file in (report / "charts").iterdir()} == names
    assert all(file.read_bytes().startswith(kinds[file.suffix]) for file in (report / "charts").iterdir())


@pytest.mark.usefixtures("undrawn")
def test_a_report_replaces_its_former_version(tmp_path: Path) -> None:
    write(*SAMPLES["one deal"](), tmp_path)
    written = write(*SAMPLES["five deals"](), tmp_path)
    assert {file for file in tmp_path.rglob("*") if file.is_file()} == set(written)
    assert "5 deals" in written[0].read_text(encoding="utf-8")


@pytest.mark.usefixtures("undrawn")
def test_nothing_is_written_where_something_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.report.png", _fail)
    with pytest.raises(ZeroDivisionError):
        write(*SAMPLES["one deal"](), tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("undrawn")
def test_a_disk_that_takes_nothing_leaves_the_former_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report.html").write_text("before")
    monkeypatch.setattr(Path, "replace", _full)
    with pytest.raises(OSError, match="No space"):
        write(*SAMPLES["one deal"](), tmp_path)
    assert (tmp_path / "report.html").read_text() == "before"
    assert {file.name for file in tmp_path.rglob("*")} == {"report.html", "charts"}


def test_a_broken_matplotlib_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", _fail)
    with pytest.raises(
        ChartError, match=r"^charts cannot be drawn: .*; look at matplotlib's settings, or install it again$"
    ):
        check()


def _fail(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError("broken\nhere")


def _full(*_: Any) -> None:
    raise OSError(28, "No space left on device")
