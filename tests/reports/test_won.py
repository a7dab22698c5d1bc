"""What is said about matches never claims more than the numbers do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis.matches import Matches, MatchTally, matches
from analysis.plan import Plan
from analysis.seating import legs
from reports.won import won
from sim.layout import MATCH
from sim.play import UNFINISHED, WON


def played(*cells: int, unfinished: int = 0, planned: int | None = None) -> Matches:
    """So many pairs in which A won 0, 1, … matches, then pairs of which one match was not finished."""
    sides = len(cells) - 1
    owners = legs(sides)
    results = np.zeros((sum(cells) + unfinished, sides), MATCH)
    results["hands"], results["over"] = 6, WON
    row = 0
    for wins, pairs in enumerate(cells):
        for leg, owner in enumerate(owners):
            results["winner"][row : row + pairs, leg] = owner.index(0 if leg < wins else 1)
        row += pairs
    results["over"][row:, 0] = UNFINISHED
    tally = MatchTally(owners, (0,) * sides)
    tally.add(0, results)
    return matches(tally, Plan(len(results) if planned is None else planned), 5000)


def lines(found: Matches) -> dict[str, str]:
    told = won(found, "ours", 0.95).splitlines()
    return {line[:22].strip(): line[22:] for line in told}


def test_all_lines() -> None:
    told = lines(played(130, 400, 170))
    whole = "ours wins 53 % of 1,400 (standard error 1.2 over 700 pairs; equals would win 50.0 %)"
    assert told["matches to 5,000"] == whole
    assert told["95 % interval"] == "50.4 … 55.3 % (t, for a number of pairs fixed before)"
    assert told["in Elo"] == "+20 (+3 … +37)"
    assert told["verdict"] == "helps (2 percentage points count)"
    assert told["pairs"] == "170 won both, 400 won one, 130 won none"
    assert told["hands a match"] == "6.00"
    assert told["points a hand"] == "+0.0 in these matches (standard error 0 over 700 pairs)"
    assert not {"doubled wins", "unfinished"} & told.keys()


def test_few_pairs_claim_little() -> None:
    told = lines(played(0, 0, 20))
    assert told["95 % interval"].startswith("83 … 100 % (nearly all pairs ended alike, fewer than 10 did not")
    assert told["in Elo"] == "+277 … no upper end"
    assert told["verdict"].startswith(
        "undecided (2 percentage points count); a verdict needs 500 pairs, and 30 of them"
    )


def test_never_differed_and_how_many_would_decide() -> None:
    assert "; at most 0.5 % of all pairs differ (95 %)" in lines(played(0, 600, 0))["verdict"]
    assert "pairs would decide" in lines(played(140, 400, 160))["verdict"]


def test_an_interrupted_run_has_the_other_interval() -> None:
    assert lines(played(130, 400, 170, planned=1000))["95 % interval"].endswith("% (valid at every look)")


@pytest.mark.parametrize(("low", "high", "shown"), [
    (0.50004, 0.55, "50.004 … 55.000 %"),
    (0.45, 0.49996, "45.000 … 49.996 %"),
    (0.48, 0.51996, "48.000 … 51.996 %"),
])  # fmt: skip
def test_no_end_is_rounded_onto_what_decides(low: float, high: float, shown: str) -> None:
    found = played(130, 400, 170)
    assert found.win is not None
    moved = replace(found, win=replace(found.win, low=low, high=high))
    assert lines(moved)["95 % interval"].startswith(shown)


def test_unfinished_matches_are_said() -> None:
    told = lines(played(0, 3, 4, unfinished=2))
    assert told["pairs"] == "4 won both, 3 won one, 0 won none"
    assert told["unfinished"] == "2 of 18 matches, after 100 hands; the pairs they belong to are not counted"
    nothing = lines(played(0, 0, 0, unfinished=2))
    assert (
        nothing["matches to 5,000"] == "ours wins nothing yet, no pair of matches was finished; equals would win 50.0 %"
    )
    assert "95 % interval" not in nothing


def test_three_sides() -> None:
    told = lines(played(40, 30, 20, 10))
    assert "of 300" in told["matches to 5,000"]
    assert "equals would win 33.3 %" in told["matches to 5,000"]
    assert told["pairs"] == "40 with 0 won, 30 with 1 won, 20 with 2 won, 10 with 3 won"
    assert "in Elo" not in told
