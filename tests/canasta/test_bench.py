"""`canasta bench` as a user meets it; how fast it is, is no test."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import strategies
from analysis import benchmark
from canasta.commands import bench as command
from canasta.errors import WRONG_INPUT

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of a few milliseconds."""
    monkeypatch.setattr(benchmark, "ROUND_SECONDS", 0.002)


def test_json_has_what_a_regression_check_reads(canasta: Run) -> None:
    ran = canasta("bench", "--json", "--rounds", "2", "--threads", "2")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    measured = [(one["strategy"], one["threads"]) for one in found["results"]]
    assert measured == [(name, threads) for name in strategies.names() for threads in (1, 2)]
    assert 10 < found["calibration_ns"] < 100_000
    assert found["rounds"] == 2
    assert found["versions"]["numba"]
    for one in found["results"]:
        assert one["turns_per_s"] > one["hands_per_s"] > 0
        assert one["turns_per_s"] == pytest.approx(one["hands_per_s"] * one["turns_per_hand"])
        assert one["turns_per_shuffle"] == pytest.approx(one["turns_per_s"] * found["calibration_ns"] / 1e9)


def test_text_has_a_row_for_each(canasta: Run) -> None:
    ran = canasta("bench", "--rounds", "1", "--threads", "1", "--strategy", "plain", "--strategy", "plain:reserve=5")
    assert ran.status == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0].split() == [*["strategy", "threads", "turns/s", "hands/s", "turns/hand", "turns/shuffle", "spread"]]
    assert [line.split()[:2] for line in lines[1:3]] == [["plain", "1"], ["plain:reserve=5", "1"]]
    assert "calibration shuffle of 110 cards" in ran.out
    assert "round 1 of 1" in ran.err
    assert max(map(len, lines)) <= 110


def test_the_default_of_the_command_is_that_of_the_function() -> None:
    assert command.ROUNDS == benchmark.DEFAULT_ROUNDS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--strategy", "plian"), "no strategy is called 'plian'"),
        (("--strategy", "plain:reserv=3"), "did you mean 'reserve'"),
        (("--strategy", "plain+plain+plain"), "names 3 strategies"),
        (("--rounds", "0"), "--rounds"),
        (("--threads", "0"), "--threads"),
        (("--round", "2"), "did you mean --rounds?"),
    ],
)
def test_wrong_input_is_one_sentence(canasta: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = canasta("bench", *arguments)
    assert ran.status == WRONG_INPUT
    assert ran.out == ""
    errors = [line for line in ran.err.splitlines() if not line.startswith("warming up")]
    assert len(errors) == 1
    assert sentence in errors[0]


def test_without_compilation_there_is_nothing_to_measure(canasta: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "COMPILED", False)
    ran = canasta("bench", "--rounds", "1")
    assert ran.status == WRONG_INPUT
    assert "NUMBA_DISABLE_JIT" in ran.err
