"""What `sim.reach` and `sim.takes` call exact, held against a brute force: the searches of the oracle.

Three thousand positions each time, hand-made ones on the borders, and a hundred thousand among the slow tests.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.jit import COMPILED, entry
from sim.reach import can_go_out, can_go_out_concealed, can_open
from sim.rules import load, pack
from sim.takes import take_methods
from sim.words import ADD, MIX, PAIR
from tests.oracle import reach
from tests.oracle.cards import NATURALS, VALUES, count, kind
from tests.oracle.melds import shape_of
from tests.oracle.pile import pair_only, stops
from tests.oracle.rules import LT_CLASSIC
from tests.oracle.table import Table

from .positions import Position, made, on_records, on_table, smaller

POSITIONS = 3_000 if COMPILED else 30


class Answers(NamedTuple):
    """What one of the two says about a position; None where the question does not arise."""

    takes: int | None
    out: bool
    concealed: bool
    opens: bool | None


# --- the engine ---------------------------------------------------------------------------------------------------
@entry
def four_answers(state):
    """The four kernels on seat 0 of a pair of records."""
    tables, hiddens = state
    table, me = tables[0], hiddens[0].mes[0]
    return take_methods(table, me), can_go_out(table, me), can_go_out_concealed(table, me), can_open(table, me)


@cache
def lt_classic() -> Any:
    """The packed rules."""
    return pack(load("lt-classic"))


def engine(position: Position) -> Answers:
    """The engine's answers."""
    takes, out, concealed, opens = four_answers(on_records(position, lt_classic()).records)
    fresh_start = position.need > 0 and not position.melds
    return Answers(
        int(takes) if position.taking and position.pile else None,
        bool(out),
        bool(concealed),
        bool(opens) if fresh_start else None,
    )


# --- the oracle ---------------------------------------------------------------------------------------------------
def oracle(position: Position) -> Answers:
    """The same from the oracle's searches."""
    table = on_table(position)
    hand, side = table.hands[0], table.sides[0]
    fresh_start = position.need > 0 and not position.melds
    return Answers(
        methods(table, not position.no) if position.taking and position.pile else None,
        reach.can_go_out(table, 0),
        goes_out_concealed(table, position),
        reach.can_open(table.rules, hand, None, side.minimum, hand.total() - 2) if fresh_start else None,
    )


def methods(table: Table, may_go_out: bool) -> int:
    """`reach.can_take` method by method: the smallest taking meld of each, then two cards left or all cards laid."""
    rules, side, hand, top = table.rules, table.sides[0], table.hands[0], table.pile[-1]
    if stops(rules, top):
        return 0
    if not side.opened:
        return PAIR if count(hand, kind(top)) >= 2 and opens_by_take(table, may_go_out) else 0
    rank, melds = kind(top), reach.shapes(side, kind(top))
    new = rules.melds_of_rank > len(melds)
    smallest = {PAIR: (2, 0), MIX: (1, 1), ADD: (0, 0)}
    legal = 0
    for x, y, after, left in reach.justifications(table, 0):
        for method, spent in smallest.items():
            if spent != (x, y) or (method == MIX and not (new and (2, 1) in added(after, melds))):
                continue
            if method != PAIR and pair_only(table, side):
                continue
            if left >= 2 or (may_go_out and goes_out_from(table, rank, x, y, after)):
                legal |= method
    return legal


def opens_by_take(table: Table, may_go_out: bool) -> bool:
    """`reach.can_take` before the opening, but black threes are laid last and count nothing toward the minimum.

    `reach.lays_all` counts them; they go down only in going out (L20), after the pile has been picked up.
    """
    rules, hand, top, minimum = table.rules, table.hands[0], table.pile[-1], table.sides[0].minimum
    under = Counter(reach.rest(table))
    if reach.can_open(rules, hand, top, minimum, hand.total() + under.total() - 2):
        return True
    black = Counter({card: n for card, n in hand.items() if kind(card) == "black3"})
    none = dict.fromkeys(NATURALS, ())
    return may_go_out and reach.lays_all(rules, hand - black, under + black, none, minimum, top)


def added(after: reach.Shapes, before: reach.Shapes) -> list[tuple[int, int]]:
    """The melds of a rank that were not there before."""
    return list((Counter(after) - Counter(before)).elements())


def goes_out_from(table: Table, rank: str, x: int, y: int, after: reach.Shapes) -> bool:
    """He can go out once so many naturals and wilds of his hand lie with the top card (as `can_take_and_go_out`)."""
    hand = table.hands[0]
    wilds = [card for card in hand.elements() if kind(card) in ("JK", "2")]
    spent = [card for card in hand.elements() if kind(card) == rank][:x] + wilds[:y]
    melds = {other: reach.shapes(table.sides[0], other) for other in NATURALS} | {rank: after}
    return reach.lays_all(table.rules, hand - Counter(spent) + Counter(reach.rest(table)), Counter(), melds, 0)


def goes_out_concealed(table: Table, position: Position) -> bool:
    """`lays_all` with the melds begun in this turn only; the older ones take up room and nothing else (L38)."""
    side, hand = table.sides[0], table.hands[0]
    fresh = [meld.startswith("+") for meld in position.melds]
    wilds = reach.wild_values(hand)
    outcomes = {(0, 0, 0, any(meld.size >= 7 and new for meld, new in zip(side.melds.values(), fresh, strict=True))): 0}
    for rank in NATURALS:
        laid = [(meld, new) for meld, new in zip(side.melds.values(), fresh, strict=True) if meld.rank == rank]
        own = tuple(sorted(shape_of(meld) for meld, new in laid if new))
        rules = replace(table.rules, melds_of_rank=table.rules.melds_of_rank - len(laid) + len(own))
        options = reach.rank_options(rules, count(hand, rank), 0, own, False, len(wilds), len(wilds))
        outcomes = reach.combine(outcomes, options, VALUES[rank])
    black = reach.black3_options(table.rules, count(hand, "black3"), 0)
    outcomes = reach.combine(outcomes, black, VALUES["black3"])
    return any(
        canasta and used <= len(wilds) and left + len(wilds) - used <= 1 and points + sum(wilds[:used]) >= position.need
        for (used, late, left, canasta), points in outcomes.items()
        if late == 0
    )


# --- the comparison -----------------------------------------------------------------------------------------------
def differs(position: Position) -> bool:
    """The two disagree."""
    return engine(position) != oracle(position)


def compare(position: Position) -> Answers:
    """Both say the same; if not, the smallest such position is named."""
    if differs(position):
        found: Position | None = position
        while found:
            position, found = found, next((less for less in smaller(found) if differs(less)), None)
        pytest.fail(f"{position}\nengine {engine(position)}\noracle {oracle(position)}")
    return engine(position)


# --- positions ----------------------------------------------------------------------------------------------------
CASES = {
    "a canasta by adding four to three": Position("KKKK4", ("KKK",)),
    "a canasta by joining four and three": Position("4", ("KKKK", "KKK")),
    "no joining where it makes four wilds": Position("4", ("KK22", "KK*2")),
    "joining leaves room for one wild": Position("22", ("KKK2", "KKK2")),
    "joining leaves no room for two wilds": Position("222", ("KKK2", "KKK2")),
    "a wild and a joining": Position("24", ("KKK2", "KK2")),
    "the last card goes on a meld": Position("K", ("KKKKKKK",)),
    "the last two, one on a meld": Position("K5", ("KKKKKKK",)),
    "the last two, none on a meld": Position("56", ("KKKKKKK",)),
    "a wild finds no room": Position("22", ("KKKK222",)),
    "a wild finds room": Position("22", ("KKKKK22",)),
    "black threes and a discard": Position("3335", ("KKKKKKK",)),
    "four black threes": Position("3333", ("KKKKKKK",)),
    "two black threes are stuck": Position("335", ("KKKKKKK",)),
    "an old meld is no help to a concealed end": Position("KKKK5552", ("KKK",)),
    "two own melds join in a concealed end": Position("777", ("+55222", "+55555")),
    "two own melds that cannot join are no canasta": Position("4", ("+4422", "+44422", "KKKKKKK")),
    "own and old do not": Position("777", ("+5552", "5555")),
    "a canasta of one's own": Position("KKKKKKK555", ("KKK", "44422")),
    "no third meld of a rank": Position("KKKKKKK", ("KKK", "KKKK2")),
    "exactly fifty": Position("QQQ*568", need=80),
    "five short of the minimum": Position("QQQ*568", need=85),
    "fifty and two cards left": Position("KKKKK45", need=50),
    "fifty and one card left": Position("KKKKK4", need=50),
    "black threes help him out, not to open": Position("333KKKKKKK", need=85),
    "opens by the top card": Position("KK24567", pile="4K", need=50),
    "the card under the top does not help to open": Position("KKAA67", pile="AK", need=50),
    "the taking meld leaves too few": Position("44AAA", pile="4", need=50),
    "the taking meld leaves too few, eleven cards": Position("77QQQKKKJJJ", pile="7", need=90),
    "the taking meld leaves two": Position("77QQQKKKJJJ8", pile="77", need=90),
    "black threes do not help a take": Position("KKKKKK333", pile="K", need=75),
    "black threes after an opening take": Position("KKKKKK333", pile="K", need=70),
    "opens and goes out with the card under the top": Position("KKKKKK55", pile="5K", need=70),
    "out by the card under the top": Position("KK", ("QQQQQQQ",), pile="QK"),
    "the card under the top is discarded": Position("KK", ("QQQQQQQ",), pile="5K"),
    "the card under the top is not known": Position("KK", ("QQQQQQQ",), pile="rK"),
    "after a no": Position("KK", ("QQQQQQQ",), pile="5K", no=True),
    "after a no, two left": Position("KK6", ("QQQQQQQ",), pile="5K", no=True),
    "mix, join, out": Position("K2", ("KKKK",), pile="K"),
    "mix, no joining": Position("K2", ("KK222",), pile="K"),
    "no mix beside two melds": Position("K2789", ("KKK", "KKKK"), pile="K"),
    "frozen": Position("K2789", ("KKK",), pile="K", frozen=True),
    "add the last": Position("5", ("KKKKKK",), pile="K"),
    "add and keep two": Position("56", ("KKKK",), pile="K"),
    "add and keep one": Position("5", ("KKKK",), pile="K"),
    "a stop card": Position("3337", ("KKK",), pile="K3"),
}


@pytest.mark.fast
@pytest.mark.parametrize("position", CASES.values(), ids=CASES.keys())
def test_borders(position):
    for need in {position.need, max(5, position.need - 5), position.need + 5} if position.need else {0}:
        for no in (False, True):
            compare(position._replace(need=need, no=no))


@pytest.mark.parametrize(
    ("case", "said"),
    {
        "the taking meld leaves too few, eleven cards": "takes 0",
        "two own melds join in a concealed end": "concealed True",
        "own and old do not": "concealed False",
        "black threes do not help a take": "takes 0",
        "black threes after an opening take": f"takes {PAIR}",
        "mix, join, out": f"takes {MIX | ADD}",
        "a canasta by joining four and three": "out True",
        "joining leaves room for one wild": "out True",
        "joining leaves no room for two wilds": "out False",
        "fifty and one card left": "opens False",
        "fifty and two cards left": "opens True",
    }.items(),
)
def test_borders_by_the_rules(case, said):
    """What the rule book says of some of them, for both."""
    name, value = said.split()
    position = CASES[case]
    assert str(getattr(engine(position), name)) == str(getattr(oracle(position), name)) == value


def test_made_positions():
    rng, seen = random.Random(20), Counter()
    for _ in range(POSITIONS):
        seen.update(enumerate(compare(made(rng.choice))))
    rarest = min(seen[which, answer] for which in (1, 2, 3) for answer in (False, True))
    assert not COMPILED or rarest > POSITIONS // 20, seen  # the positions are worth asking about


@settings(max_examples=POSITIONS // 10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_drawn_positions(data):
    compare(made(lambda several: data.draw(st.sampled_from(several))))


def test_methods_are_those_of_the_oracle():
    """Taken together, the methods found one by one say what `reach.can_take` says."""
    rng = random.Random(21)
    for _ in range(POSITIONS // 10):
        position = made(rng.choice)
        if position.pile and position.taking and position.hand.count("3") < LT_CLASSIC.black3_least:
            may_go_out = not position.no
            table = on_table(position)
            assert bool(methods(table, may_go_out)) == reach.can_take(table, 0, may_go_out), position


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_made_positions(part):
    rng = random.Random(f"many {part}")
    for _ in range(10_000):
        compare(made(rng.choice))
