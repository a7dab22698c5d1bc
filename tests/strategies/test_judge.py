"""The judgements that strategies share, each against the same thing counted slowly."""

from __future__ import annotations

import random

import pytest

from sim.bits import lane, unit
from sim.rules import load, pack
from sim.words import LANES
from strategies.judge.cards import points_of, some, unseen
from strategies.judge.ending import end_is_near, score_now
from strategies.judge.opening import wilds_to_open
from strategies.judge.pile import worth_of_pile
from strategies.judge.ten_bits import cheapest, constant, evens, odds
from tests.sim.positions import VALUE, Position, on_records, set_side, words_of

pytestmark = pytest.mark.fast
RULES = pack(load("lt-classic"))


def test_ten_bit_lanes_find_the_cheapest_rank() -> None:
    choose = random.Random(5)
    for _ in range(500):
        numbers = [choose.randrange(0, 60) for _ in range(LANES)]
        held_ranks = [rank for rank in range(LANES) if choose.random() < 0.5] or [3]
        even, odd = constant(100), constant(100)
        for bit in range(6):  # numbers are built from reasons, one weight each
            word = sum(unit(rank) for rank, number in enumerate(numbers) if number >> bit & 1)
            even, odd = even + (1 << bit) * evens(word), odd + (1 << bit) * odds(word)
        found = int(cheapest(sum(unit(rank) for rank in held_ranks), even, odd))
        assert found == min((100 + numbers[rank]) << 4 | rank for rank in held_ranks)


def test_some_sees_full_lanes() -> None:
    assert some(31 * unit(3) + 16 * unit(4) + unit(10)) == unit(3) + unit(4) + unit(10)


@pytest.mark.parametrize("hand", ["4567", "89TJQK", "AA2**", "4AK2"])
def test_points_of_a_hand(hand: str) -> None:
    assert points_of(*words_of(hand)) == sum(VALUE[letter] for letter in hand)


def test_unseen_cards_are_those_of_the_pack_less_hand_table_and_pile() -> None:
    state = on_records(Position("TTQ", ("TTT",), "T9"), RULES)
    set_side(state.table[0]["sides"][1], Position("", ("QQ*",)))
    word = unseen(state.table[0], state.hidden[0].mes[0])
    assert [int(lane(word, rank)) for rank in range(LANES)] == [8, 8, 8, 8, 8, 7, 2, 8, 5, 8, 8]


def test_worth_of_a_pile() -> None:
    state = on_records(Position("QQK", ("TTT",), "2TQK4T"), RULES)  # under the top: a wild, T, Q, K, 4
    worth = worth_of_pile(state.table[0], state.hidden[0].mes[0], 10, 100, 2000, 30_000, 400_000)
    assert worth == 5 * 10 + 100 + 2 * 2000 + 30_000 + 400_000


def test_the_end_is_near_with_few_cards_and_a_canasta() -> None:
    state = on_records(Position("4567"), RULES)
    table, me = state.table[0], state.hidden[0].mes[0]
    table["hand_count"][:4] = 4, 1, 5, 9
    assert not end_is_near(table, me, 1, 4, 5), "one card, but nothing to go out with"
    set_side(table["sides"][1], Position("", ("KKKKK",)))
    assert end_is_near(table, me, 1, 4, 5)
    assert not end_is_near(table, me, 0, 4, 5)
    assert not end_is_near(table, me, 1, 4, 6)


def test_score_if_the_deal_ended_now() -> None:
    state = on_records(Position("4567"), RULES)
    table = state.table[0]
    table["scores"][0], table["hand_count"][:4] = 1000, [4, 3, 2, 3]
    side = table["sides"][0]
    side["points"], side["red3"], side["canastas"][0], side["opened"] = 155, 2, 1, 1
    assert score_now(table, 0, 10) == 1000 + 155 + 200 + 500 - 60
    side["opened"] = 0
    assert score_now(table, 0, 10) == 1000 + 155 - 200 + 500 - 60


@pytest.mark.parametrize(("hand", "need", "used"), [("QQQKKK4", 50, 0), ("QQK2*46", 50, 1), ("KKQQ2245", 50, 2)])
def test_wilds_that_an_opening_takes(hand: str, need: int, used: int) -> None:
    state = on_records(Position(hand, need=need), RULES)
    me = state.hidden[0].mes[0]
    assert wilds_to_open(state.table[0], me) == used
