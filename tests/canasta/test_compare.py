"""`canasta compare` as a user meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from canasta import waiting as command
from canasta.errors import DONE, WRONG_INPUT

Run = Callable[..., Any]


def test_text_ends_with_the_line_that_repeats_it(canasta: Run) -> None:
    ran = canasta("compare", "plain", "random_legal", "--deals", "600", "--threads", "2")
    assert ran.status == DONE
    lines = ran.out.splitlines()
    assert lines[-1] == "canasta compare plain random_legal --deals 600 --seed 1"
    assert "plain helps: it makes" in ran.out
    for word in (
        "standard error",
        "95 % interval",
        "verdict",
        "piles taken",
        "canastas",
        "went out",
        "a second",
    ):
        assert word in ran.out
    assert max(map(len, lines)) <= 110


def test_the_repeated_line_gives_the_same_numbers(canasta: Run) -> None:
    first = json.loads(canasta("compare", "plain", "random_legal", "--deals", "40", "--seed", "9", "--json").out)
    again = json.loads(canasta(*first["command"].split()[1:], "--threads", "1", "--json").out)
    assert {**first, "hands_per_s": 0} == {**again, "hands_per_s": 0}


def test_json_and_nothing_else(canasta: Run) -> None:
    ran = canasta("compare", "plain", "plain", "--deals", "3", "--json")
    assert json.loads(ran.out)["verdict"] == "never differed"


@pytest.mark.parametrize("deals", ["1", "2", "3", "600"])
def test_any_number_of_deals_can_be_told(canasta: Run, deals: str) -> None:
    for strategies in (("plain", "plain"), ("plain", "random_legal"), ("plain", "plain:reserve=5")):
        ran = canasta("compare", *strategies, "--deals", deals)
        assert ran.status == DONE
        assert "nan" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plane", "plain"), "did you mean 'plain'"),
        (("plain", "plain:reserv=3"), "did you mean 'reserve'"),
        (("plain", "plain:reserve=99"), "must be within"),
        (("plain", "plain:reserve"), "cannot read the weight"),
        (("plain", "plain", "--rules", "lt-clasic"), "lt-classic"),
        (("plain", "plain", "--deals", "0"), "--deals"),
        (("plain", "plain", "--seed", "-1"), "--seed"),
        (("plain", "plain", "--scores", "0"), "one a side"),
        (("plain", "plain", "--scores", "3,0"), "multiple of 5"),
        (("plain", "plain", "--margin", "0"), "--margin"),
        (("plain", "plain", "--threads", "0"), "--threads"),
        (("plain", "plain", "--margin", "inf"), "a margin of inf points per hand is none"),
        (("plain", "plain", "--matches", "1", "--win-margin", "50"), "it is below 50"),
        (("plain", "plain", "--win-margin", "3"), "--win-margin needs --matches"),
        (("plain", "plain", "--max-hands", "3"), "--max-hands needs --matches"),
        (("plain+plain+plain", "plain"), "names 3 strategies"),
        (("plain",), "Missing argument"),
    ],
)
def test_wrong_input_is_one_sentence(canasta: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = canasta("compare", *arguments)
    assert ran.status == WRONG_INPUT
    assert ran.out == ""
    assert said in ran.err
    assert len([line for line in ran.err.splitlines() if not line.startswith("compiling")]) == 1


def test_a_rule_set_that_is_not_played_yet(canasta: Run, tmp_path: Any) -> None:
    own = tmp_path / "two.toml"
    own.write_text('parent = "lt-classic"\n[turn]\ndraw = 2  # own\n', encoding="utf-8")
    ran = canasta("compare", "plain", "plain", "--rules", str(own))
    assert ran.status == WRONG_INPUT
    assert "cannot be played yet: turn.draw" in ran.err


def test_first_run_says_that_it_compiles(canasta: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr("sim.cache.engine_folder", lambda: tmp_path)
    ran = canasta("compare", "plain", "plain", "--deals", "1", "--json")
    assert ran.err.splitlines() == [command.COMPILING]
    json.loads(ran.out)


def test_a_margin_is_repeated_to_the_last_digit(canasta: Run) -> None:
    third = 1 / 3
    told = json.loads(canasta("compare", "plain", "plain", "--deals", "1", "--margin", repr(third), "--json").out)
    again = json.loads(canasta(*told["command"].split()[1:], "--json").out)
    assert told["margin"] == again["margin"] == third
