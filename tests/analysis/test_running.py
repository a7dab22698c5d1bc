"""Where a run stops, and that what it says then is about a complete prefix of deals, whatever the threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from analysis import running
from analysis.compare import compare
from analysis.running import LOOK, Ended
from analysis.stats.sequence import sequence
from analysis.stats.verdict import LEAST_CHANGED, Verdict, of_interval

CLOSE = ("plain", "plain:reserve=3")  # about 3 points a hand apart


def stop_after(looks: int) -> Callable[[], bool]:
    """A stop that says no so many times, then yes."""
    asked = itertools.count()
    return lambda: next(asked) >= looks


def test_until_decided_stops_at_a_verdict_of_the_sequence() -> None:
    found = compare(*CLOSE, until_decided=True, deals=50_000, margin=8)
    assert found.ended is Ended.DECIDED
    assert found.complete
    assert found.interval == "sequence"
    assert found.verdict is of_interval(found.low, found.high, 8)
    assert found.verdict is not Verdict.UNDECIDED
    assert (found.low, found.high) == (found.sequence.low, found.sequence.high)
    assert found.blocks % LOOK == 0
    assert found.blocks > LOOK
    assert [look.blocks for look in found.looks] == list(range(LOOK, found.blocks + 1, LOOK))
    for look in found.looks[:-1]:
        assert look.low <= -8 or look.high >= 8
        assert look.low <= 0 <= look.high
    assert found.command.endswith("--margin 8 --until-decided")


def test_where_it_stops_does_not_depend_on_threads() -> None:
    one, three = (compare(*CLOSE, until_decided=True, deals=50_000, margin=8, threads=n) for n in (1, 3))
    assert one == three
    assert one.tally.same_as(three.tally)


def test_a_stopped_run_is_the_prefix_of_a_longer_one() -> None:
    stopped = compare(*CLOSE, until_decided=True, deals=50_000, margin=8)
    fixed = compare(*CLOSE, deals=stopped.blocks, margin=8)
    assert fixed.interval == "t"
    assert (fixed.estimate, fixed.sequence, fixed.a, fixed.split) == (
        stopped.estimate,
        stopped.sequence,
        stopped.a,
        stopped.split,
    )


def test_without_a_verdict_it_plays_all_deals() -> None:
    found = compare(*CLOSE, until_decided=True, deals=1500, margin=0.1)
    assert (found.ended, found.blocks, found.verdict) == (Ended.COMPLETE, 1500, Verdict.UNDECIDED)
    assert found.interval == "sequence"


def test_equal_strategies_are_never_decided_early() -> None:
    found = compare("plain", "plain", until_decided=True, deals=3000)
    assert (found.blocks, found.verdict) == (3000, Verdict.SAME)


def test_too_few_changed_deals_decide_nothing() -> None:
    found = compare("plain", "plain:danger=29.9", until_decided=True, deals=2000)
    assert 0 < found.changes.changed < LEAST_CHANGED, "else this tests nothing: take a closer variant"
    assert (found.ended, found.verdict) == (Ended.COMPLETE, Verdict.UNDECIDED)
    assert found.decision.held_back


@pytest.mark.parametrize("threads", [1, 2])
def test_told_to_stop_it_answers_for_the_deals_it_has(threads: int) -> None:
    found = compare("plain", "random_legal", deals=100_000, threads=threads, stop=stop_after(9))
    assert found.ended is Ended.INTERRUPTED
    assert not found.complete
    assert 0 < found.blocks < found.planned == 100_000
    assert found.tally.done == (range(found.blocks),)
    assert found.interval == "sequence", "nobody fixed this number of deals before"
    again = compare("plain", "random_legal", deals=found.blocks)
    assert (again.mean, again.se, again.endings) == (found.mean, found.se, found.endings)


def test_stopped_before_any_deal_there_is_no_answer() -> None:
    with pytest.raises(KeyboardInterrupt):
        compare("plain", "random_legal", deals=1000, stop=lambda: True)


def test_looks_are_thinned_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_LOOKS_KEPT", 4)
    found = compare("plain", "plain:danger=29", until_decided=True, deals=11_000, margin=0.1)
    steps = np.diff([look.blocks for look in found.looks])
    assert len(found.looks) <= 5
    assert (steps == steps[0]).all()
    assert found.looks[0].blocks == steps[0]
    last = found.tables()["running"].iloc[-1]
    assert (last["deals"], last["mean"]) == (11_000, found.mean)


def test_a_look_is_the_sequence_of_its_prefix() -> None:
    found = compare(*CLOSE, until_decided=True, deals=3000, margin=0.1)
    for look in found.looks:
        then = compare(*CLOSE, deals=look.blocks)
        band = sequence(look.blocks, then.mean, then.estimate.sd)
        assert (look.mean, look.low, look.high) == (then.mean, band.low, band.high)
