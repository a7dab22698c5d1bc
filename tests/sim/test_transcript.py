"""Transcripts: the format to the letter, and what is left of a deal that a strategy breaks."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

import strategies
from sim.batch import Job
from sim.compiled import Seating
from sim.faults import DealFault
from sim.jit import kernel
from sim.rules import load, pack
from sim.strategy import Strategy, hook
from sim.transcript import as_far_as_played, transcript

pytestmark = pytest.mark.fast

LINES = [
    *("side", "melded", "canastas", "red3", "black3", "out", "special", "hand", "penalty", "total"),
]
FIELDS = [
    *(
        "format",
        "rules",
        "seed",
        "deal",
        "rotation",
        "draws",
        "shuffle",
        "players",
        "sides",
        "dealer",
        "first",
    ),
    *("scores_before", "strategies", "deck", "hands", "events", "score", "scores_after"),
]
EVENT_FIELDS = {
    "start": {"cards"},
    "red3": {"seat", "card", "replacement"},
    "draw": {"seat", "cards"},
    "take": {"seat", "cards"},
    "meld": {"seat", "meld", "cards", "kind"},
    "join": {"seat", "meld", "into"},
    "ask": {"seat"},
    "answer": {"seat", "answer"},
    "discard": {"seat", "card"},
    "pass": {"seat"},
    "out": {"seat", "concealed"},
    "end": {"why"},
}


@hook.discard
def nonsense(table, me, w):
    return 200


@kernel
def scribble_on(seen):
    seen.rules.seats = 6
    seen.rules.cards = 3
    seen.scores[0] = 95
    return 0


@hook.draw
def scribble(table, me, w):
    scribble_on(table)  # in the hook itself it would be found before any deal
    return 0


def job(*seats: Strategy, **changes: object) -> Job:
    return Job(pack(load("lt-classic")), "lt-classic", (Seating(seats * (4 // len(seats))),), 1, (0, 0), "queues")


@pytest.fixture(scope="module")
def random_legal() -> Strategy:
    return strategies.load("random_legal")


def test_fields_are_those_of_the_format_in_its_order(random_legal):
    for index in range(5):
        deal = transcript(job(random_legal), index)
        assert list(deal) == FIELDS
        assert [list(line) for line in deal["score"]] == [LINES] * 2
        for event in deal["events"]:
            assert set(event) == {"e"} | EVENT_FIELDS[event["e"]]
        assert deal["format"] == "canasta-transcript/1"
        assert deal["sides"] == [[0, 2], [1, 3]]
        assert deal["first"] == index % 4
        assert deal["dealer"] == (index + 3) % 4
        assert deal["strategies"] == ["random_legal"] * 4
        for line in deal["score"]:
            assert line["total"] == sum(line[name] for name in LINES[1:-1])
        assert json.loads(json.dumps(deal)) == deal


def test_the_deck_is_the_shuffle_as_its_cards_left(random_legal):
    deal = transcript(job(random_legal), 2)
    first = deal["first"]
    assert Counter(deal["deck"]) == Counter(deal["shuffle"])
    assert deal["deck"][:44] == deal["shuffle"][:44]
    assert deal["hands"] == [deal["deck"][(seat - first) % 4 : 44 : 4] for seat in range(4)]
    start = deal["events"][0]["cards"]
    assert deal["deck"][44 : 44 + len(start)] == start


def test_scores_before_are_carried_on(random_legal):
    played = replace(job(random_legal), scores=(1500, -50))
    deal = transcript(played, 0)
    totals = [line["total"] for line in deal["score"]]
    assert deal["scores_before"] == [1500, -50]
    assert deal["scores_after"] == [1500 + totals[0], totals[1] - 50]


def test_a_broken_deal_is_kept_as_far_as_it_was_played(random_legal):
    """An illegal discard: everything before it is there, and nothing that would pretend an end."""
    broken = random_legal.but("broken", discard=nonsense)
    played = job(random_legal, broken)
    with pytest.raises(DealFault, match="strategy broken, hook discard"):
        transcript(played, 0)
    deal, fault = as_far_as_played(played, 0)
    assert "strategy broken, hook discard" in str(fault)
    assert list(deal) == FIELDS[:-2]
    assert "end" not in [event["e"] for event in deal["events"]]
    whole, none = as_far_as_played(job(random_legal), 0)
    assert none is None
    assert deal["hands"] == whole["hands"]
    assert 1 < len(deal["events"]) < len(whole["events"])
    assert deal["events"] == whole["events"][: len(deal["events"])]


def test_a_hook_that_writes_into_the_table_does_not_change_what_is_told(random_legal):
    """The rules and scores of a broken deal are those of the job."""
    deal, fault = as_far_as_played(job(random_legal.but("scribbler", draw=scribble)), 12)
    while fault is None:
        deal, fault = as_far_as_played(job(random_legal.but("scribbler", draw=scribble)), deal["deal"] + 1)
    assert "wrote into a record" in str(fault)
    assert deal["players"] == 4
    assert len(deal["hands"]) == 4
    assert len(deal["deck"]) == 110
    assert deal["scores_before"] == [0, 0]
