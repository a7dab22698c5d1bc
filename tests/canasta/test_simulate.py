"""`canasta simulate` as a user meets it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis.simulate import simulate, simulate_matches
from canasta.errors import DONE, WRONG_INPUT

Run = Callable[..., Any]


@pytest.mark.parametrize("sizes", [("--deals", "300"), ("--deals", "1"), ("--matches", "20"), ("--matches", "1")])
@pytest.mark.parametrize("names", [("plain",), ("plain", "random_legal"), ("plain", "plain", "random_legal", "plain")])
def test_text_ends_with_the_line_that_repeats_it(canasta: Run, names: tuple[str, ...], sizes: tuple[str, str]) -> None:
    ran = canasta("simulate", *names, *sizes)
    assert ran.status == DONE
    assert ran.out.splitlines()[-1] == f"canasta simulate {' '.join(names)} {' '.join(sizes)} --seed 1"
    assert "nan" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 110


@pytest.mark.parametrize("sizes", [("--deals", "30"), ("--matches", "3", "--max-hands", "2")])
def test_json_repeats_and_is_alone(canasta: Run, sizes: tuple[str, ...], tmp_path: Path) -> None:
    first = json.loads(
        canasta("simulate", "plain", *sizes, "--scores=1500,-5", "--out", str(tmp_path / "run"), "--json").out
    )
    again = json.loads(canasta(*first["command"].split()[1:], "--threads", "1", "--json").out)
    assert {**first, "hands_per_s": 0} == {**again, "hands_per_s": 0}
    assert json.loads((tmp_path / "run" / "summary.json").read_text()) == first


def test_every_key_and_column_is_explained(root: Path) -> None:
    text = (root / "docs" / "simulation.md").read_text(encoding="utf-8")
    whole, tables = text.split("## The tables")
    deals, matches = whole.split("## Matches")
    found, won = simulate("plain", deals=1), simulate_matches("plain", matches=1)
    assert {*found.to_dict(), *found.to_dict()["together"]} == explained(deals)
    assert set(won.to_dict()) == explained(matches)
    for name, frame in (found.tables() | won.tables()).items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", tables, re.MULTILINE)
        assert all(f"`{column}`" in row for column in frame.columns)


def explained(text: str) -> set[str]:
    """Every name in the first column of the tables of a text."""
    return set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE))))


def test_text_tells_how_sure_each_number_is(canasta: Run) -> None:
    told = canasta("simulate", "plain", "random_legal", "--deals", "2000").out
    assert re.search(r"^points +[\d,]+ ± \d+ +\d+ ± \d+$", told, re.MULTILINE)
    assert re.search(r"^piles taken +\d\.\d\d ± 0\.\d+ +\d\.\d\d ± 0\.\d+$", told, re.MULTILINE)
    share = r"[\d.]+ % \([\d.]+ … [\d.]+\)"
    assert re.search(rf"^went out +{share} +{share}$", told, re.MULTILINE)
    median = r"[\d,]+ \([\d,]+ … [\d,]+\)"
    assert re.search(rf"^median of points +{median} +{median}$", told, re.MULTILINE)
    assert "± is one standard error over deals, (a … b) a 95 % interval." in told
    assert re.search(r"^[\d.]+ ± [\d.]+ turns a hand; half of all hands take \d+ to \d+", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("plain", "plain", "plain"),
            "3 strategies cannot be seated; name one for all seats, 2 for one a side, or 4 for one a seat",
        ),
        (
            ("plain+plain", "plain", "plain", "plain"),
            "plain+plain names partners; with 4 strategies each is one a seat",
        ),
        (("plain+plain+plain", "plain"), "names 3 strategies for a side of 2"),
        (("plane",), "plain"),
        (("plain", "--deals", "0"), "--deals"),
        (("plain", "--deals", "10000000001"), "--deals"),
        (("plain", "--deals", "many"), "--deals"),
        (("plain", "--threads", "0"), "--threads"),
        (("plain", "--threads", "5000"), "--threads"),
        (("plain", "--seed", "-1"), "--seed"),
        (("plain", "--rules", "no-such"), "no-such"),
        (("plain", "--scores", "5"), "1 scores for the 2 sides"),
        (("plain", "--deals", "1", "--matches", "1"), "--deals and --matches cannot both be given"),
        (("plain", "--matches", "1", "--records", "--out", "x"), "--records keeps the hands of --deals"),
        (("plain", "--records"), "--records needs --out DIR"),
        (("plain", "--force"), "--force needs --out DIR"),
        (("plain", "--matches", "0"), "--matches"),
        ((), "Missing argument"),
    ],
)
def test_wrong_input_is_one_sentence(canasta: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = canasta("simulate", *arguments)
    assert (ran.status, ran.out) == (WRONG_INPUT, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
