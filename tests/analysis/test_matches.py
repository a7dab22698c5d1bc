"""The win rate of pairs of matches: what counts, what is left out, what must be exactly one half."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest

from analysis.compare import compare
from analysis.matches import Matches, MatchTally, matches
from analysis.plan import Plan
from analysis.results import load
from analysis.running import Ended
from analysis.seating import legs
from analysis.setup import SetupError
from analysis.stats.verdict import Verdict
from analysis.tally import TallyError
from sim.layout import MATCH
from sim.play import UNFINISHED, WON

SCORES = (0, 0)


def pairs(*winners: tuple[int, int]) -> np.ndarray:
    """MATCH records from the winning sides of both legs; -1 is an unfinished match."""
    found = np.zeros((len(winners), 2), MATCH)
    found["winner"] = winners
    found["over"] = np.where(found["winner"] >= 0, WON, UNFINISHED)
    found["hands"] = 6
    return found


def counted(results: np.ndarray) -> Matches:
    tally = MatchTally(legs(2), SCORES)
    tally.add(0, results)
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


def test_points_are_a_ratio_of_sums() -> None:
    """A made 1000 in 8 + 2 hands: 100 a hand, not the mean of 150 and -100 a hand."""
    results = pairs((0, 1))
    results["hands"] = [[8, 2]]
    results["scores"][..., :2] = [[[5200, 4000], [5300, 5100]]]
    found = counted(results)
    assert found.points.ratio == pytest.approx(100)
    assert found.hands_per_match == 5


def test_scores_before_the_match_are_nobodys_points() -> None:
    results = pairs((0, 1), (1, 1))
    results["scores"][..., :2] = (4000, 3000)
    tally = MatchTally(legs(2), (4000, 3000))
    tally.add(0, results)
    assert tally.points.numbers[:3] == (2, 0, 24)


def test_three_sides_share_a_fair_third() -> None:
    """A plays side r in leg r; its margin is that over the others' mean."""
    results = np.zeros((2, 3), MATCH)
    results["over"], results["winner"], results["hands"] = WON, [[0, 1, 0], [2, 0, 1]], 1
    results["scores"][..., :3] = [[[900, 300, 0]] * 3, [[0, 0, 0]] * 3]
    tally = MatchTally(legs(3), (0, 0, 0))
    tally.add(0, results)
    found = matches(tally, Plan(2), 5000)
    assert found.fair == pytest.approx(1 / 3)
    assert found.cells == (1, 0, 1, 0)
    assert found.elo is None
    margins = [900 - 150, 300 - 450, 0 - 600, 0, 0, 0]
    assert found.points.ratio == pytest.approx(np.mean(margins))


def test_tallies_add_up_in_any_order() -> None:
    results = pairs(*itertools.product((0, 1, -1), repeat=2))
    results["scores"][..., :2] = np.arange(36).reshape(9, 2, 2) * 5
    results["doubled"][:4] = 1
    whole = MatchTally(legs(2), SCORES)
    whole.add(0, results)
    parts = []
    for part in (range(5, 9), range(2), range(2, 5)):
        parts.append(MatchTally(legs(2), SCORES))
        parts[-1].add(part.start, results[part.start : part.stop])
    for merged in (parts[0].merge(parts[1]).merge(parts[2]), parts[2].merge(parts[0].merge(parts[1]))):
        assert merged.done == whole.done == (range(9),)
        assert (merged.unfinished, merged.points) == (whole.unfinished, whole.points)
        assert all(np.array_equal(array, whole.sums[name]) for name, array in merged.sums.items())
        assert matches(merged, Plan(9), 5000) == matches(whole, Plan(9), 5000)


def test_no_pair_is_counted_twice() -> None:
    tally, other = MatchTally(legs(2), SCORES), MatchTally(legs(2), SCORES)
    tally.add(0, pairs((0, 1), (0, 1)))
    other.add(1, pairs((0, 1)))
    with pytest.raises(TallyError, match="blocks 1 … 1 would be counted twice"):
        tally.merge(other)
    with pytest.raises(TallyError, match="different seatings or scores"):
        tally.merge(MatchTally(legs(2), (5, 0)))


def test_a_handful_of_wins_proves_little() -> None:
    """20 pairs all won: Student's interval would be the point 100 %."""
    found = counted(pairs(*[(0, 1)] * 20))
    assert (found.win.mean, found.win.high, found.win.widened) == (1, 1, True)
    assert found.win.low == pytest.approx(0.025 ** (1 / 20))
    assert (found.elo, found.elo_high) == (math.inf, math.inf)
    assert 0 < found.elo_low < 400


def test_an_interrupted_run_has_the_interval_that_allows_it() -> None:
    results = pairs(*[(0, 1), (0, 0), (1, 1), (1, 0)] * 50)
    tally = MatchTally(legs(2), SCORES)
    tally.add(0, results)
    whole, partial = matches(tally, Plan(200), 5000).win, matches(tally, Plan(300), 5000).win
    assert (whole.interval, partial.interval) == ("t", "sequence")
    assert partial.low < whole.low < whole.high < partial.high


def test_every_number_has_a_place_in_the_table() -> None:
    found = compare("plain", "random_legal", deals=1, matches=40)
    frame = found.matches.to_frame("plain", "random_legal")
    assert dict(zip(frame["quantity"], frame["value"], strict=True))["win_rate"] == found.matches.win.mean
    numbers = found.to_frame()
    assert set(frame["quantity"]) <= set(numbers["quantity"])
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))["matches"]
    assert told["win"]["mean"] == found.matches.win.mean
    assert told["points"]["n"] == 40
    assert "tally" not in told
    assert found.sums["matches_wins"].tolist() == list(found.matches.cells)


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


def test_a_result_folder_keeps_the_pairs(tmp_path: Path) -> None:
    """The cells as a table, the exact sums to add up later, the numbers as they were."""
    found = compare("plain", "random_legal", deals=20, matches=30)
    assert found.matches is not None
    found.save(tmp_path / "run")
    kept = load(tmp_path / "run")
    assert kept.frames["matches"]["pairs"].tolist() == list(found.matches.cells)
    assert kept.summary["matches"] == found.to_dict()["matches"]
    with np.load(tmp_path / "run" / "tally.npz") as arrays:
        assert arrays["matches_points"].tolist() == list(found.matches.tally.points.numbers)


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
        ({"max_hands": 10**30}, "a match cannot have 10+ hands; it is a whole number from 1 to 10000"),
        ({"win_margin": 0}, "a margin of 0 percentage points is none"),
    ],
)
def test_wrong_input(wrong: dict[str, float], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        compare("plain", "plain", deals=1, **wrong)  # type: ignore[arg-type]
