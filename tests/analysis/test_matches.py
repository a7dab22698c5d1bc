"""The win rate of pairs of matches: what counts, what is left out, what must be exactly one half."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analysis.compare import compare
from analysis.matches import Matches, MatchTally, matches
from analysis.plan import Plan
from analysis.running import Ended
from analysis.seating import legs
from analysis.setup import SetupError
from analysis.stats.verdict import Verdict
from sim.layout import MATCH
from sim.play import UNFINISHED, WON


def pairs(*winners: tuple[int, int]) -> np.ndarray:
    """MATCH records from the winning sides of both legs; -1 is an unfinished match."""
    found = np.zeros((len(winners), 2), MATCH)
    found["winner"] = winners
    found["over"] = np.where(found["winner"] >= 0, WON, UNFINISHED)
    found["hands"] = 6
    return found


def counted(results: np.ndarray) -> Matches:
    tally = MatchTally(legs(2))
    tally.add(results)
    return matches(tally, Plan(len(results)), 5000)


def test_sides_are_exchanged_in_the_second_leg() -> None:
    """A is side 0 in leg 0 and side 1 in leg 1."""
    found = counted(pairs((0, 1), (0, 0), (1, 1), (1, 0), (0, 1)))
    assert found.cells == (1, 2, 2)
    assert found.win.mean == pytest.approx(0.6)
    scores = [1, 0.5, 0.5, 0, 1]
    assert found.win.se == pytest.approx(np.std(scores, ddof=1) / 5**0.5)


def test_an_unfinished_match_is_not_a_loss() -> None:
    found = counted(pairs((0, 1), (0, -1), (-1, -1)))
    assert (found.pairs, found.finished, found.unfinished) == (3, 1, 3)
    assert found.win.mean == 1


def test_no_finished_pair_claims_nothing() -> None:
    found = counted(pairs((0, -1)))
    assert found.win is None
    assert found.verdict is Verdict.UNDECIDED


def test_a_doubled_win_is_one_win_counted_beside() -> None:
    results = pairs((0, 1), (1, 0))
    results["doubled"] = [[1, 0], [1, 1]]
    found = counted(results)
    assert found.cells == (1, 0, 1)
    assert found.doubled == (1, 2)


def test_tallies_add_up_in_any_order() -> None:
    whole, parts = MatchTally(legs(2)), MatchTally(legs(2))
    results = pairs(*itertools.product((0, 1, -1), repeat=2))
    whole.add(results)
    for part in (results[5:], results[:2], results[2:5]):
        parts.add(part)
    assert (parts.wins == whole.wins).all()
    assert (parts.pairs, parts.hands, parts.unfinished) == (whole.pairs, whole.hands, whole.unfinished)


@pytest.mark.parametrize("spec", ["plain", "random_legal"])
def test_against_itself_every_pair_is_split(spec: str) -> None:
    found = compare(spec, spec, deals=1, matches=60).matches
    assert found is not None
    assert found.cells == (0, 60, 0)
    assert found.verdict is Verdict.SAME


def test_exchanged_names_turn_the_win_rate() -> None:
    close = "plain:reserve=3"
    one = compare("plain", close, deals=1, matches=120).matches
    other = compare(close, "plain", deals=1, matches=120).matches
    assert one is not None
    assert other is not None
    assert one.cells == other.cells[::-1]
    assert one.doubled == other.doubled[::-1]
    assert one.hands_per_match == other.hands_per_match


def test_threads_change_nothing() -> None:
    one, two = (compare("plain", "random_legal", deals=1, matches=90, threads=n).matches for n in (1, 2))
    assert one == two


def test_better_hands_win_matches() -> None:
    found = compare("plain", "random_legal", deals=600, matches=600)
    assert found.matches is not None
    assert found.verdict is found.matches.verdict is Verdict.HELPS
    assert found.matches.fair == 0.5
    assert found.matches.win is not None
    assert found.matches.win.low > 0.9
    assert found.command == "canasta compare plain random_legal --deals 600 --seed 1 --matches 600"


def test_stopped_among_the_matches_it_says_so() -> None:
    asked = itertools.count()
    found = compare("plain", "random_legal", deals=20, matches=100_000, stop=lambda: next(asked) > 12)
    assert found.ended is Ended.INTERRUPTED
    assert found.blocks == found.planned
    assert found.interval == "t", "the deals were all played"
    assert found.matches is None or 0 < found.matches.pairs < 100_000


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"matches": -1}, "-1 pairs of matches cannot be played"),
        ({"max_hands": 0}, "a match cannot have 0 hands"),
        ({"win_margin": 0}, "a margin of 0 percentage points is none"),
    ],
)
def test_wrong_input(wrong: dict[str, float], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        compare("plain", "plain", deals=1, **wrong)  # type: ignore[arg-type]
