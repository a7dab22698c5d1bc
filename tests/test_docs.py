"""What the documents say is so: every field of the records is explained, every file they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analysis.compare import compare
from sim.layout import ME, SIDE, TABLE


@pytest.mark.fast
def test_every_field_of_the_records_is_explained(root: Path) -> None:
    text = (root / "docs" / "hooks.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    for dtype in (TABLE, SIDE, ME):
        assert set(dtype.names or ()) <= explained


@pytest.mark.fast
@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/README.md",
        "docs/hooks.md",
        "docs/results.md",
        "docs/reading-a-report.md",
        "docs/write-a-strategy.md",
        "sim/rules/README.md",
    ],
)
def test_files_that_a_page_names_exist(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    for name in re.findall(r"`((?:sim|strategies|analysis|reports|canasta|docs|tests|benchmarks)/[\w/.-]+)`", text):
        assert (root / name).exists(), f"{page} names {name}"


def test_every_key_of_the_json_object_is_explained(root: Path) -> None:
    text = (root / "docs" / "results.md").read_text(encoding="utf-8")
    whole, matches = text.split("## The folder")[0].split("## Matches")
    found = compare("plain", "plain", deals=1, matches=1).to_dict()
    assert set(found) == _explained(whole)
    assert set(found["matches"]) == _explained(matches)


def _explained(text: str) -> set[str]:
    """Every name in the first column of the tables of a text."""
    return set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE))))


def test_every_table_and_column_is_explained(root: Path) -> None:
    text = (root / "docs" / "results.md").read_text(encoding="utf-8").split("## The tables")[1]
    for name, frame in compare("plain", "plain", deals=1, matches=1).tables().items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", text, re.MULTILINE)
        for column in frame.columns:
            assert f"`{column}`" in row
