"""The frame in compiled code: every field of every record is written and read back, and no card of a deal is lost.

Numba lays out records by itself, so what numpy reads must be what compiled code wrote, element by element. The deals
are followed card by card: hands, packets, stock and pile are disjoint and make up the pack, also when the stock is
drawn to its end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from sim import moves
from sim.batch import State
from sim.bits import lane, special
from sim.deal import deal, next_card
from sim.jit import COMPILED, entry
from sim.layout import HIDDEN, ME, RESULT, RULES, SIDE, TABLE, one
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.rules import load, pack
from sim.words import FIRST_SPECIAL, JOKER_CODE, KIND_OF_CODE, KINDS, LANES, PILE_ORDER

DATA = Path(__file__).parent / "rules" / "data"
DEALS = 10_000 if COMPILED else 20

RECORDS = {"rules": RULES, "side": SIDE, "table": TABLE, "me": ME, "hidden": HIDDEN, "result": RESULT}

Leaf = tuple[str, tuple[int, ...], np.dtype[Any]]


# --- records -----------------------------------------------------------------------------------------------------
def leaves(dtype: np.dtype[Any], path: str = "r", outer: tuple[int, ...] = ()) -> list[Leaf]:
    """Path with `[]` for each index, lengths of the indices, and type of every number in a record."""
    found: list[Leaf] = []
    for name in dtype.names or ():
        base, shape = dtype[name].base, dtype[name].shape
        here, lengths = f"{path}.{name}" + ("[]" if shape else ""), outer + shape
        if base.names:
            assert len(shape) < 2
            found += leaves(base, here, lengths)
        else:
            found.append((here, lengths, base))
    return found


def copier(dtype: np.dtype[Any], statement: str) -> Any:
    """A compiled function (r, v) that runs `statement`, such as "{here} = v[k]", for every number in record r."""
    lines = ["def copy(r, v):", " k = 0"]
    for path, lengths, _ in leaves(dtype):
        names = [f"i{number}" for number in range(len(lengths))]
        nested = path.count("[]")
        groups = [*([name] for name in names[: nested - 1]), names[nested - 1 :]] if nested else []
        here = path
        for group in groups:
            here = here.replace("[]", f"[{', '.join(group)}]", 1)
        for depth, (name, length) in enumerate(zip(names, lengths, strict=True)):
            lines.append(" " * (depth + 1) + f"for {name} in range({length}):")
        inside = " " * (len(lengths) + 1)
        lines += [inside + statement.format(here=here), inside + "k += 1"]
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    return njit(space["copy"]) if COMPILED else space["copy"]


def largest_values(dtype: np.dtype[Any]) -> np.ndarray:
    """A number for every leaf element, near the largest of its type, neighbours different; uint64 as its bits."""
    values: list[int] = []
    for _, lengths, kind in leaves(dtype):
        most = int(np.iinfo(kind).max)
        for _ in range(int(np.prod(lengths))):
            value = most - len(values) % 97
            values.append(value - 2**64 if value >= 2**63 else value)
    return np.array(values, np.int64)


@pytest.mark.parametrize("name", RECORDS)
def test_compiled_code_keeps_every_number_of_a_record(name: str) -> None:
    dtype = RECORDS[name]
    wanted = largest_values(dtype)
    if not COMPILED and any(kind == np.uint64 for _, _, kind in leaves(dtype)):
        pytest.skip("plain Python does not wrap a negative number into a uint64")
    written, read = one(dtype), np.zeros_like(wanted)
    copier(dtype, "{here} = v[k]")(written[0], wanted)
    copier(dtype, "v[k] = {here}")(written[0], read)
    assert (read == wanted).all()
    position = 0
    for path, lengths, kind in leaves(dtype):
        count = int(np.prod(lengths))
        field: Any = written[0]
        for step in path.replace("[]", "").split(".")[1:]:
            field = field[step]
        seen = np.asarray(field).reshape(-1).astype(kind).astype(np.int64)
        assert (seen == wanted[position : position + count]).all(), path
        position += count
    assert position == len(wanted)


# --- deals -------------------------------------------------------------------------------------------------------
@entry
def deals_that_lose_a_card(records, first, count, places):
    """Deals in which a hand is not the cards dealt to it, or hands, packets, pile and stock are not the pack.

    `places` (int64, as long as the deck) is work space: how often each index of the deck was handed out.
    """
    tables, hiddens = records
    table, hidden = tables[0], hiddens[0]
    rules = table.rules
    seats = rules.seats
    wrong = np.int64(0)
    for number in range(first, first + count):
        hidden.keys[0] = key_of(np.int64(7), DEAL_DECK, np.int64(number), np.int64(0))
        hidden.keys[1] = key_of(np.int64(7), DEAL_COIN, np.int64(number), np.int64(0))
        table.seat = number % seats
        deal(table, hidden)
        bad = np.int64(0)
        for index in range(rules.cards):
            places[index] = 0
        for turn in range(seats):
            me = hidden.mes[(table.seat + turn) % seats]
            for kind in range(KINDS):
                dealt = np.int64(0)
                for index in range(turn, seats * rules.hand, seats):
                    dealt += KIND_OF_CODE[hidden.deck[index]] == kind
                held = lane(me.ranks, kind) if kind < LANES else special(me.special, kind)
                bad += held != dealt
            bad += me.ranks >> (5 * LANES) != 0 or me.special >> (8 * (KINDS - FIRST_SPECIAL)) != 0
        dealt_out = seats * (rules.hand + rules.packet)
        for index in range(dealt_out):
            places[index] += 1
        for turned in range(table.pile_count):
            if hidden.scheme == PILE_ORDER:
                index = dealt_out + turned
            else:
                index = rules.cards - 1 - turned
            places[index] += 1
            bad += KIND_OF_CODE[table.pile[turned]] != KIND_OF_CODE[hidden.deck[index]]
        bad += table.stock_left != rules.cards - dealt_out - table.pile_count
        step = np.int64(0)
        while table.stock_left > 0:
            places[next_card(table, hidden, (step * step + number) % seats)] += 1
            step += 1
        for index in range(rules.cards):
            bad += places[index] != 1
        wrong += bad != 0
    return wrong


@pytest.mark.parametrize("draws", ["queues", "pile"])
@pytest.mark.parametrize(("game", "hand", "packet", "in_stock"), [("lt-samba", 15, 0, 105), ("uk-pennies", 13, 11, 72)])
def test_no_card_is_lost(game: str, hand: int, packet: int, in_stock: int, draws: str) -> None:
    rules = pack(load(DATA / f"{game}.toml"))
    state = State.of(rules, (0,) * int(rules[0].sides), draws)
    places = np.zeros(int(rules[0].cards), np.int64)
    assert deals_that_lose_a_card(state.records, np.int64(0), np.int64(DEALS), places) == 0
    table, seats = state.table[0], int(rules[0].seats)
    assert (table.hand_count[:seats] == hand).all()
    assert (table.packet[:seats] == packet).all()
    assert int(rules[0].cards) - seats * (hand + packet) == in_stock


@pytest.mark.parametrize(("game", "packs", "jokers"), [("lt-samba", 3, 9), ("uk-pennies", 4, 8)])
def test_the_pack_has_every_card_as_often_as_the_rules_say(game: str, packs: int, jokers: int) -> None:
    rules = pack(load(DATA / f"{game}.toml"))
    state = State.of(rules, (0,) * int(rules[0].sides), "queues")
    deals_that_lose_a_card(state.records, np.int64(0), np.int64(1), np.zeros(int(rules[0].cards), np.int64))
    seen = np.bincount(state.hidden[0].deck[: int(rules[0].cards)], minlength=64)
    assert seen.tolist() == [packs] * JOKER_CODE + [jokers] + [0] * (63 - JOKER_CODE)


# --- answers -----------------------------------------------------------------------------------------------------
def build(answers: np.ndarray) -> None:
    """Every function of the decision table once, with the largest arguments of the two games."""
    answers[0] = moves.new_set(10, 16, 3, 3)
    answers[1] = moves.add(10, 1, 16, 16, 9)
    answers[2] = moves.join(10)
    answers[3] = moves.run(3, 8, 11, 14)
    answers[4] = moves.extend(57, 10, 10, 15)
    answers[5] = moves.join_runs(57, 56)
    answers[6] = moves.wild(16, 9)
    answers[7] = moves.black(8)
    answers[8] = moves.block(13)
    answers[9] = moves.from_suits(moves.red_twos(moves.add(10, 1, 16, 16, 9), 8), 4, 4, 4, 4)
    for move in range(10):
        answers[10 + move] = moves.take(answers[move])
        answers[20 + move] = moves.take_asking(answers[move])
    answers[30] = moves.stock()
    answers[31] = moves.leave()


compiled_build = entry(build)


def test_compiled_and_plain_build_the_same_distinct_answers() -> None:
    compiled, plain = np.zeros(32, np.int64), np.zeros(32, np.int64)
    compiled_build(compiled)
    build(plain)
    assert (compiled == plain).all()
    assert len(set(compiled.tolist())) == len(compiled)
    assert compiled.min() == 0
    assert compiled.max() < 2**62
    assert [int(moves.taking(answer)) for answer in compiled[10:30]] == [moves.TAKE] * 10 + [moves.TAKE_ASKING] * 10
    move_bits = (1 << moves.TAKE_AT) - 1
    assert (compiled[10:20] & move_bits == compiled[:10]).all()
    assert (compiled[20:30] & move_bits == compiled[:10]).all()
