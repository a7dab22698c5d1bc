"""`canasta simulate` as a user meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plain", "plain", "plain"), "3 strategies cannot be seated"),
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
