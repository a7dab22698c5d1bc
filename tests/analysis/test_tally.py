"""The exact state: what it counts, against plain Python, and that no order of adding changes a bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis import summary
from analysis.counting import COUNTS, GROUPS, LINES
from analysis.seating import Owners, legs
from analysis.tally import Tally, TallyError
from sim.layout import RESULT
from sim.words import ENDED_OUT, ENDED_STOCK

BLOCKS, UNIT = 230, 5
EXCHANGED = legs(2)
ROTATED: Owners = ((0, 1, 1), (1, 0, 1), (1, 1, 0))
pytestmark = pytest.mark.fast


def results(owners: Owners, blocks: int = BLOCKS) -> np.ndarray[Any, Any]:
    """Invented results whose score lines add up."""
    random, legs, sides = np.random.default_rng(7), len(owners), len(owners[0])
    found = np.zeros((blocks, legs), RESULT)
    for side in range(sides):
        score = found["score"][:, :, side]
        for line in LINES[:-1]:
            score[line] = UNIT * random.integers(-60, 200, (blocks, legs))
            score["total"] += score[line]
        for name in COUNTS:
            score[name] = random.integers(0, 9, (blocks, legs))
    found["turns"] = random.integers(1, 90, (blocks, legs))
    found["ending"] = random.choice([ENDED_OUT, ENDED_STOCK], (blocks, legs))
    found["out_side"] = np.where(found["ending"] == ENDED_OUT, random.integers(0, sides, (blocks, legs)), -1)
    found["concealed"] = (found["out_side"] == 0) & (random.random((blocks, legs)) < 0.1)
    found["first"] = (np.arange(blocks) % 4)[:, None]
    return found


def counted(owners: Owners, *chunks: tuple[int, int]) -> Tally:
    given, tally = results(owners), Tally(owners, BLOCKS, UNIT)
    for start, stop in chunks or [(0, BLOCKS)]:
        tally.add(start, given[start:stop])
    return tally


@pytest.mark.parametrize("owners", [EXCHANGED, ROTATED])
def test_it_counts_what_plain_python_counts(owners: Owners) -> None:
    given, tally = results(owners), counted(owners)
    legs, sides = len(owners), len(owners[0])
    blocks = []
    scores: list[dict[int, int]] = [{}, {}]
    for block in given:
        u = 0
        for leg, row in enumerate(owners):
            total = [int(block[leg]["score"][side]["total"]) // UNIT for side in range(sides)]
            u += sides * total[row.index(0)] - sum(total)
            for side, owner in enumerate(row):
                scores[owner][total[side]] = scores[owner].get(total[side], 0) + 1
        blocks.append(u)
    assert tally.histogram("difference") == {u: blocks.count(u) for u in sorted(set(blocks))}
    assert [tally.histogram("scores", row) for row in (0, 1)] == [dict(sorted(s.items())) for s in scores]
    points = [u * UNIT / (legs * (sides - 1)) for u in blocks]
    mean = summary.difference(tally)
    assert mean.mean == pytest.approx(np.mean(points))
    assert mean.se == pytest.approx(np.std(points, ddof=1) / len(points) ** 0.5)
    assert sum(summary.split(tally).values()) == pytest.approx(mean.mean, abs=1e-9)
    assert tally.sums["turns"].sum() == given["turns"].sum()
    groups = tally.sums["groups"]
    assert groups.shape[0] == GROUPS
    assert groups[:, 0].tolist() == np.bincount(np.arange(BLOCKS) * GROUPS // BLOCKS).tolist()
    assert groups[:, 1].sum() == sum(blocks)
    assert groups[:, 2].sum() == sum(u * u for u in blocks)


def test_lines_and_counts_belong_to_the_strategy_that_played_them() -> None:
    given, tally = results(EXCHANGED), counted(EXCHANGED)
    a = summary.per_hand(tally, 0, "A")
    own = [given["score"][:, leg, leg] for leg in (0, 1)]
    assert a.takes == sum(int(part["takes"].sum()) for part in own) / (2 * BLOCKS)
    assert a.lines["canastas"] == sum(int(part["canastas"].sum()) for part in own) / (2 * BLOCKS)
    assert sum(a.lines.values()) == pytest.approx(a.score)
    assert a.out == sum(int((given["out_side"][:, leg] == leg).sum()) for leg in (0, 1)) / (2 * BLOCKS)
    assert a.concealed == int(given["concealed"][:, 0].sum()) / (2 * BLOCKS)
    assert sum(summary.endings(tally).values()) == 1


def test_effects_of_side_and_first_turn() -> None:
    given, tally = results(EXCHANGED), counted(EXCHANGED)
    margin = (given["score"][:, :, 0]["total"] - given["score"][:, :, 1]["total"]).astype(int).mean(axis=1)
    sign = 1 - 2 * (given["first"][:, 0] % 2)
    assert summary.side_effect(tally).mean == pytest.approx(margin.mean())
    first = summary.first_effect(tally)
    assert first.mean == pytest.approx((sign * margin).mean())
    assert first.sd == pytest.approx((sign * margin).std(ddof=1))


def test_variance_reduction_compares_with_independent_hands() -> None:
    given, tally = results(EXCHANGED), counted(EXCHANGED)
    total = given["score"]["total"].astype(int)
    legs = np.stack([total[:, 0, 0] - total[:, 0, 1], total[:, 1, 1] - total[:, 1, 0]])
    expected = legs.var(axis=1).mean() / 2 / legs.mean(axis=0).var()
    assert summary.variance_reduction(tally) == pytest.approx(expected)


@pytest.mark.parametrize("owners", [EXCHANGED, ROTATED])
def test_no_order_and_no_size_of_chunks_changes_a_bit(owners: Owners) -> None:
    whole = counted(owners)
    chunks = [(0, 17), (17, 100), (100, 101), (101, BLOCKS)]
    for seed in range(3):
        order = [chunks[at] for at in np.random.default_rng(seed).permutation(len(chunks))]
        assert counted(owners, *order).same_as(whole)
        parts = [counted(owners, chunk) for chunk in order]
        merged = parts[0].merge(parts[1]).merge(parts[2].merge(parts[3]))
        assert merged.same_as(whole)
        assert merged.done == (range(BLOCKS),)


def test_no_block_is_counted_twice() -> None:
    with pytest.raises(TallyError, match="blocks 50 … 59 would be counted twice"):
        counted(EXCHANGED, (50, 60)).merge(counted(EXCHANGED, (0, 100)))
    with pytest.raises(TallyError, match="blocks 40 … 49 would be counted twice"):
        counted(EXCHANGED, (0, 50), (40, 60))


def test_different_plans_are_not_merged() -> None:
    with pytest.raises(TallyError, match="cannot be merged"):
        counted(EXCHANGED).merge(Tally(EXCHANGED, BLOCKS + 1, UNIT))
    with pytest.raises(TallyError, match="not among the 230 planned"):
        counted(EXCHANGED, (0, 10)).add(200, results(EXCHANGED)[:31])


@pytest.mark.parametrize("score", [7, 20_005, -20_005])
def test_an_impossible_score_is_named_and_what_went_before_is_kept(score: int) -> None:
    given, tally = results(EXCHANGED), Tally(EXCHANGED, BLOCKS, UNIT)
    given["score"]["total"][20, 1, 0] = score
    with pytest.raises(TallyError, match="deal 20 has a score"):
        tally.add(0, given)
    assert tally.same_as(counted(EXCHANGED, (0, 20)))


@pytest.mark.parametrize("score", [20_000, -20_000])
def test_the_largest_scores_have_room(score: int) -> None:
    given, tally = results(EXCHANGED, 1), Tally(EXCHANGED, 1, UNIT)
    given["score"]["total"][0, 0, :2] = score, -score
    given["score"]["total"][0, 1, :2] = -score, score
    tally.add(0, given)
    assert tally.histogram("difference") == {4 * score // UNIT: 1}
    assert summary.difference(tally).mean == 2 * score
