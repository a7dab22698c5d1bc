"""What is printed never contradicts itself: ends of intervals, the word of the verdict, the first line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.compare import compare
from analysis.comparison import Comparison
from analysis.running import LOOK, Ended
from reports.text import comparison


@pytest.fixture(scope="module")
def result() -> Comparison:
    return compare("plain", "plain:reserve=5", deals=600)


def _line(result: Comparison, start: str) -> str:
    (found,) = (line for line in comparison(result).splitlines() if line.startswith(start))
    return found.removeprefix(start).strip()


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-11.2, -0.04, "-11.20 … -0.04"),
        (-19.96, 20.3, "-19.96 … +20.30"),
        (3.0, 41.0, "+3 … +41"),
        (-0.3, 30.0, "-0.3 … +30.0"),
        (0.0, 0.0, "+0 … +0"),
    ],
)
def test_an_end_is_never_rounded_onto_what_decides(result: Comparison, low: float, high: float, shown: str) -> None:
    estimate = replace(result.estimate, se=6.0, low=low, high=high)
    assert _line(replace(result, estimate=estimate), "95 % interval").startswith(shown)


def test_one_deal_has_no_interval() -> None:
    one = compare("plain", "plain", deals=1)
    assert "never differed in 1 deal." in comparison(one)
    assert _line(one, "95 % interval").startswith("unbounded (t,")


def test_the_interval_of_the_verdict_comes_first(result: Comparison) -> None:
    assert "(t, for a number of deals fixed before)" in _line(result, "95 % interval")
    open_ended = replace(result, interval="sequence", until_decided=True)
    assert "(valid at every look)" in _line(open_ended, "95 % interval")
    assert f"looked at every {LOOK:,}" in comparison(open_ended)


def test_a_partial_answer_says_so_first(result: Comparison) -> None:
    partial = replace(result, ended=Ended.INTERRUPTED, planned=1000)
    assert comparison(partial).splitlines()[0] == "stopped early, 600 of 1,000 deals"
    assert not comparison(result).startswith("stopped")


def test_the_last_line_repeats_the_run(result: Comparison) -> None:
    assert comparison(result).splitlines()[-1] == result.command
