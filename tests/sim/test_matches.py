"""Matches, hand by hand: every hand judged, the scores carried on, the end where the rules put it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.seating import job_of, legs
from analysis.setup import setup
from analysis.specs import label, side
from sim.batch import Job
from sim.faults import DealFault
from sim.jit import kernel
from sim.matches import place_of_hand, play_matches
from sim.moves import no
from sim.play import UNFINISHED, WON
from sim.strategy import Strategy, hook
from sim.transcript import MatchOverError, hands_of_match
from strategies.random_legal import random_legal

from ..oracle import LT_CLASSIC, judge
from ..oracle.rules import minimum_for

NAMES = ("plain", "random_legal")
PAIRS = (("plain", "plain"), ("random_legal", "random_legal"), NAMES)
MOST = 100
AUDITED = 4  # matches of each setting, in both seatings: some 400 hands
AHEAD = 1500


@hook.ask
def nonsense(table, me, w):
    return 77 if table.scores[0] > AHEAD else no()


@kernel
def forget_scores(seen):
    seen.scores[0] = 0
    return no()


@hook.ask
def writing(table, me, w):
    return forget_scores(table) if table.scores[0] > AHEAD else no()


@hook.ask
def harmless(table, me, w):
    return no()


def job(rules: str | Path = "lt-classic", *, pair: Sequence[str | Strategy] = NAMES, **more: Any) -> Job:
    return job_of(setup(rules, **more), tuple(map(side, pair)), tuple(map(label, pair)), legs(2))


def target_of(tmp_path: Path, points: int) -> Path:
    file = tmp_path / f"to{points}.toml"
    file.write_text(f'parent = "lt-classic"\n[match]\ntarget = {points}  # own\n')
    return file


def results(played: Job, matches: range, most: int = MOST, threads: int = 1) -> np.ndarray:
    return np.concatenate(list(play_matches(played, matches, most_hands=most, threads=threads)))


def told(played: Job, match: int, leg: int, most: int = MOST) -> list[dict[str, Any]]:
    return [each for each, _ in hands_of_match(played, match, range(most), leg, most_hands=most)]


def follow(hands: list[dict[str, Any]], target: int) -> tuple[int, list[int], bool]:
    """Winner (-1 while nobody has won), final scores and whether it is doubled, by L46 and settled 31, from totals."""
    scores, at_once = list(hands[0]["scores_before"]), [False] * 2
    for number, hand in enumerate(hands):
        assert hand["scores_before"] == scores
        totals = [line["total"] for line in hand["score"]]
        scores = [before + total for before, total in zip(scores, totals, strict=True)]
        at_once = [before or total >= target for before, total in zip(at_once, totals, strict=True)]
        over = max(scores) >= target and scores[0] != scores[1]
        assert over == (number == len(hands) - 1), "the match ends in the first hand that decides it"
    winner = scores.index(max(scores))
    return winner, scores, at_once[winner]


@pytest.mark.parametrize(("pair", "draws"), list(itertools.product(PAIRS, ("queues", "pile"))))
def test_every_hand_of_a_match_is_judged(pair: tuple[str, str], draws: str) -> None:
    """Cards, first player, minimum, moves and score of every hand; then the winner, by `follow`."""
    played, minimums = job(pair=pair, draws=draws), set()
    found = results(played, range(AUDITED))
    for match, leg in itertools.product(range(AUDITED), (0, 1)):
        hands = told(played, match, leg)
        for number, hand in enumerate(hands):
            judge(hand)
            assert (hand["match"], hand["hand"], hand["rotation"]) == (match, number, leg)
            assert hand["first"] == (match + number) % 4
            minimums |= {minimum_for(LT_CLASSIC, score) for score in hand["scores_before"]}
        one = found[match, leg]
        winner, scores, doubled = follow(hands, 5000)
        assert (one["over"], one["winner"], one["doubled"], one["hands"]) == (WON, winner, doubled, len(hands))
        assert one["scores"][:2].tolist() == scores
    assert {50, 90, 120} <= minimums


def test_how_often_a_strategy_is_asked_changes_no_card() -> None:
    """Random numbers are keyed by decision, decks by match and hand: a hook that is asked more often moves no card."""
    quiet = random_legal.but("quiet", ask=harmless)
    one, other = (told(job(pair=("plain", each)), 1, 0) for each in ("random_legal", quiet))
    assert any(mine["events"] != theirs["events"] for mine, theirs in zip(one, other, strict=False))
    for mine, theirs in zip(one, other, strict=False):
        assert (mine["shuffle"], mine["hands"]) == (theirs["shuffle"], theirs["hands"])


def test_cards_are_those_of_the_match_in_every_seating_and_no_deals() -> None:
    played = job()
    one, other = (told(played, 2, leg) for leg in (0, 1))
    for hand, exchanged in zip(one, other, strict=False):
        assert hand["shuffle"] == exchanged["shuffle"]
    packs = {tuple(hand["shuffle"]) for match in range(3) for hand in told(played, match, 0)}
    assert len(packs) == sum(len(told(played, match, 0)) for match in range(3))


def test_a_small_target_follows_the_same_rule(tmp_path: Path) -> None:
    """Targets of one or two hands: both past it, doubled wins, hands below zero."""
    for target in (300, 1500):
        played = job(target_of(tmp_path, target))
        found = results(played, range(25))
        for match in range(25):
            winner, scores, doubled = follow(told(played, match, 0), target)
            one = found[match, 0]
            assert (one["winner"], one["doubled"]) == (winner, doubled)
            assert one["scores"][:2].tolist() == scores
        assert found["doubled"].any()
        assert not found["doubled"].all() or target == 300


def test_exact_ties_are_played_on(tmp_path: Path) -> None:
    """Settled 31. Looked for among matches to 300 that took more than one hand."""
    played = job(target_of(tmp_path, 300))
    found = results(played, range(3000))
    ties = 0
    for match in np.flatnonzero(found["hands"][:, 0] > 1)[:150].tolist():
        hands = told(played, match, 0)
        follow(hands, 300)
        after = [hand["scores_after"] for hand in hands[:-1]]
        ties += any(one == other >= 300 for one, other in after)
    assert ties, "no tie among these matches: look at more of them"


def test_at_the_cap_a_match_is_nobodys() -> None:
    found = results(job(), range(30), most=2)
    assert set(found["over"].ravel()) <= {WON, UNFINISHED}
    assert (found["hands"] <= 2).all()
    open_ended = found[found["over"] == UNFINISHED]
    assert len(open_ended) > 20
    assert (open_ended["winner"] == -1).all()
    assert (open_ended["doubled"] == 0).all()


def test_scores_before_the_match_stay_with_the_side() -> None:
    played = job(scores=(4900, 0))
    assert told(played, 0, 1)[0]["scores_before"] == [4900, 0]
    assert results(played, range(50))["hands"].mean() < results(job(), range(50))["hands"].mean()


def test_threads_and_chunks_change_no_bit() -> None:
    played = job()
    whole = results(played, range(90), threads=2)
    assert (results(played, range(90)) == whole).all()
    assert (results(played, range(37, 41)) == whole[37:41]).all()


def test_a_hand_after_the_end_is_no_hand() -> None:
    played = job()
    count = len(told(played, 0, 0))
    with pytest.raises(MatchOverError, match=f"match 0 is over after {count} hands"):
        next(hands_of_match(played, 0, range(count, count + 1), 0, most_hands=MOST))
    with pytest.raises(MatchOverError, match="left unfinished after 2 hands"):
        next(hands_of_match(played, 0, range(2, 3), 0, most_hands=2))


def test_a_fault_names_match_and_hand() -> None:
    """A hook that answers nonsense once side 0 has more than AHEAD points, which is in no first hand."""
    broken = job(pair=("random_legal", random_legal.but("broken", ask=nonsense)))
    with pytest.raises(DealFault, match=r"strategy broken, hook ask, seat [13], turn .* answered 77") as raised:
        results(broken, range(20), threads=2)
    said = re.search(r"of hand (\d+) of match 0 \(rules lt-classic, seed 1\)", str(raised.value))
    assert said is not None
    at = int(said[1])
    assert str(raised.value).endswith(f"canasta replay random_legal broken --match 0 --hand {at} --seed 1")
    whole = told(job(pair=("random_legal", random_legal.but("sound", ask=harmless))), 0, 0)
    ((document, fault),) = hands_of_match(broken, 0, range(at, at + 3), 0, most_hands=MOST)
    assert document["scores_before"] == whole[at]["scores_before"]
    assert document["scores_before"][0] > AHEAD
    assert document["events"] == whole[at]["events"][: len(document["events"])]
    assert "score" not in document
    assert str(fault) == str(raised.value)


def test_a_hook_that_writes_into_the_score_is_caught() -> None:
    with pytest.raises(DealFault, match=r"of match 0 .* wrote into a record; only me.memo and me.fired may be changed"):
        results(job(pair=("random_legal", random_legal.but("writes", ask=writing))), range(1))


@pytest.mark.parametrize(("hand", "options"), [(99, ""), (100, " --max-hands 101"), (250, " --max-hands 251")])
def test_the_line_that_shows_a_late_hand_allows_so_many(hand: int, options: str) -> None:
    shown = place_of_hand(job(), 3, hand, 1).replay
    assert shown == f"canasta replay plain random_legal --match 3 --hand {hand} --seed 1 --rotation 1{options}"
