"""The judge, who shares no code with the engine, finds every move of many deals legal and every score right.

Strategies, match scores, draw schemes and seatings are crossed. `make test` takes a few hundred deals, `make
slow` 20,000.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

import strategies
from sim.batch import Job
from sim.compiled import Seating
from sim.rules import load, pack
from sim.transcript import transcript
from tests.oracle import judge
from tests.oracle.cursor import Cursor
from tests.oracle.table import Table

PAIRS = [("plain", "plain"), ("random_legal", "random_legal"), ("plain", "random_legal")]
SCORES = [(0, 0), (1500, -50), (3000, 3000)]
DRAWS = ["queues", "pile"]
SETTINGS = list(product(PAIRS, SCORES, DRAWS))

DEALS = 20  # of each setting, in both seatings
SLOW_DEALS, PARTS = 20_000, 10

CARDS, POINTS = 110, 1280


@cache
def job(pair: tuple[str, str], scores: tuple[int, int], draws: str, seed: int = 1) -> Job:
    """Two strategies in both seatings."""
    a, b = (strategies.load(name) for name in pair)
    seatings = (Seating((a, b, a, b)), Seating((b, a, b, a)))
    return Job(pack(load("lt-classic")), "lt-classic", seatings, seed, scores, draws)


def fixed(deal: dict[str, Any]) -> tuple[Any, ...]:
    """What only seed, deal and draw scheme decide."""
    return deal["shuffle"], deal["hands"], deal["dealer"], deal["first"], deal["events"][0]


@pytest.mark.parametrize(("pair", "scores", "draws"), SETTINGS)
def test_the_judge_agrees(pair, scores, draws):
    played = job(pair, scores, draws)
    for deal, rotation in product(range(DEALS), range(2)):
        judge(transcript(played, deal, rotation))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_judge_agrees_on_many(part):
    """Every part goes through all settings and both seatings."""
    for number in range(part * SLOW_DEALS // PARTS, (part + 1) * SLOW_DEALS // PARTS):
        deal, setting = divmod(number, len(SETTINGS))
        judge(transcript(job(*SETTINGS[setting], seed=2), deal, deal % 2))


def test_audited_deals_show_every_kind_of_event_and_ending():
    """What the audit never meets it cannot vouch for."""
    seen: Counter[str] = Counter()
    played = job(("random_legal", "random_legal"), (0, 0), "queues")
    for deal in range(DEALS * 20):
        for event in transcript(played, deal)["events"]:
            seen[f"{event['e']} {event.get('why', event.get('kind', ''))}".strip()] += 1
    assert set(seen) == {
        *("start", "red3", "draw", "take", "meld set", "meld black3", "join", "ask", "answer"),
        *("discard", "pass", "out", "end out", "end stock"),
    }


def test_cards_and_points_are_counted_at_every_event(monkeypatch):
    censuses, counts = [], []
    census, count_cards = Table.census, Cursor.count_cards

    def counted_census(table: Table) -> tuple[int, int]:
        censuses.append(census(table))
        return censuses[-1]

    def counted(cursor: Cursor) -> None:
        counts.append(cursor.index)
        count_cards(cursor)

    monkeypatch.setattr(Table, "census", counted_census)
    monkeypatch.setattr(Cursor, "count_cards", counted)
    deal = transcript(job(("plain", "random_legal"), (0, 0), "queues"), 3)
    judge(deal)
    events = len(deal["events"])
    assert counts == list(range(-1, events))  # before the first event, between all, after the last
    assert len(censuses) == events + 2
    assert set(censuses) == {(CARDS, POINTS)}


@pytest.mark.fast
@pytest.mark.parametrize("draws", DRAWS)
def test_both_seatings_and_all_strategies_get_one_shuffle(draws):
    """No decision changes a card of the shuffle, and the same seed and deal are the same deal."""
    for deal in range(3):
        played = [transcript(job(pair, (0, 0), draws), deal, rotation) for pair in PAIRS for rotation in range(2)]
        assert all(fixed(each) == fixed(played[0]) for each in played)
        again = transcript(job(PAIRS[2], (0, 0), draws), deal)
        assert again == played[4]
        assert played[4]["events"] != played[5]["events"]
        other_seed = transcript(job(PAIRS[2], (0, 0), draws, seed=2), deal)
        assert other_seed["shuffle"] != again["shuffle"]
        assert sorted(other_seed["shuffle"]) == sorted(again["shuffle"])


@pytest.mark.fast
def test_the_draw_scheme_changes_the_stock_but_not_the_shuffle():
    queues, pile = (transcript(job(PAIRS[0], (0, 0), draws), 5) for draws in DRAWS)
    assert queues["shuffle"] == pile["shuffle"] == pile["deck"]
    assert queues["hands"] == pile["hands"]
    assert queues["deck"] != queues["shuffle"]


@pytest.mark.fast
def test_in_queues_a_seat_meets_the_same_cards_whatever_others_do():
    """The cards a seat gets from the stock are the same in the same order, as long as its queue lasts."""
    first = 8
    for deal in range(3):
        drawn = []
        for pair in PAIRS:
            cards: list[list[str]] = [[] for _ in range(4)]
            for event in transcript(job(pair, (0, 0), "queues"), deal)["events"]:
                if event["e"] == "draw":
                    cards[event["seat"]] += event["cards"]
                elif event["e"] == "red3" and event["replacement"]:
                    cards[event["seat"]].append(event["replacement"])
            drawn.append(cards)
        for seat in range(4):
            shortest = min(first, *(len(cards[seat]) for cards in drawn))
            assert len({tuple(cards[seat][:shortest]) for cards in drawn}) == 1
