"""The frame fits the largest games: lt-samba and uk-pennies fill every record, deal out, and every answer can be built.

Their play comes later; what must hold from the first day is that nothing overflows: 216 cards, six seats, sixteen of a
rank in a 5-bit lane, 24 wilds, packets, sequences.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim import moves
from sim.batch import State
from sim.bits import lane, special, special_unit, unit
from sim.deal import deal
from sim.jit import entry
from sim.layout import HIDDEN, ME, RESULT, RULES, SIDE, TABLE, one
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.rules import load, pack
from sim.words import CODES, FIRST_SPECIAL, KIND_OF_CODE, KINDS, LANES, MOST_SEATS, NONE

DATA = Path(__file__).parent / "rules" / "data"
GAMES = ("lt-samba", "uk-pennies")
DEALS = 10_000


def packed(game: str) -> np.recarray:
    return pack(load(DATA / f"{game}.toml"))


# --- records ---------------------------------------------------------------------------------------------------------
def largest(game: str) -> dict[str, int]:
    """The largest value of each kind of field in a game, by what the field counts."""
    rules = packed(game)[0]
    cards, packs = int(rules.cards), int(rules.packs)
    rank = sum(4 * packs << 5 * number for number in range(LANES))
    counts = (int(rules.jokers), 2 * packs, 2 * packs, 2 * packs, 2 * packs)
    word = sum(count << 8 * number for number, count in enumerate(counts))
    return {"rank word": rank, "special word": word, "cards": cards, "seats": int(rules.seats), "score": 40_000}


RANK_WORDS = {
    "naturals",
    "wilds",
    "fresh",
    "at_once",
    "closed",
    "pile_ranks",
    "discarded",
    "left_lying",
    "known",
    "ranks",
}
RANK_WORDS |= {"known_suits", "suits"}
SPECIAL_WORDS = {"pile_special", "discarded_special", "known_special", "special"}
SCORES = {"scores", "points", "laid", "need", "minimum"}


def value_for(name: str, dtype: np.dtype, most: dict[str, int]) -> int:
    """The largest value that field `name` takes, and no smaller than any count in the game."""
    if name in RANK_WORDS:
        return most["rank word"]
    if name in SPECIAL_WORDS and dtype.itemsize == 8:  # a score sheet has a line of that name
        return most["special word"]
    if name in SCORES:
        return most["score"]
    if name == "runs":
        return 2**16 - 1
    if name == "log":
        return (MOST_SEATS - 1) << 8 | 128 | NONE
    if name == "coin":
        return 2**32 - 1
    if name in ("coin_key", "keys"):
        return 2**64 - 1
    if name in ("pile", "deck"):
        return NONE
    if dtype.itemsize == 8:
        return 2 * most["cards"]
    return min(2 * most["cards"], np.iinfo(dtype).max) if np.iinfo(dtype).max < most["score"] else most["score"]


def fill(record: np.ndarray, most: dict[str, int]) -> int:
    """Write the largest value into every field of a record array, nested ones too; fields written."""
    written = 0
    for name in record.dtype.names or ():
        field = record[name]
        if field.dtype.names:
            written += fill(field, most)
            continue
        value = value_for(name, field.dtype, most)
        field[...] = value
        assert (field == value).all(), f"{name} does not hold {value}"
        written += 1
    return written


@pytest.mark.fast
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dtype", [RULES, SIDE, TABLE, ME, HIDDEN, RESULT])
def test_every_field_holds_its_largest_value(game: str, dtype: np.dtype) -> None:
    assert fill(np.zeros(1, dtype), largest(game)) > 0


@pytest.mark.fast
@pytest.mark.parametrize("game", GAMES)
def test_packed_words_hold_every_card_of_the_pack(game: str) -> None:
    rules = packed(game)[0]
    ranks, word = np.int64(0), np.int64(0)
    for rank in range(LANES):
        ranks += 4 * int(rules.packs) * unit(np.int64(rank))
    for kind, count in zip(range(FIRST_SPECIAL, KINDS), (int(rules.jokers), *[2 * int(rules.packs)] * 4), strict=True):
        word += count * special_unit(np.int64(kind))
    assert ranks >= 0
    assert all(lane(ranks, np.int64(rank)) == 4 * int(rules.packs) for rank in range(LANES))
    assert special(word, np.int64(FIRST_SPECIAL)) == int(rules.jokers)
    total = 44 * int(rules.packs) + int(rules.jokers) + 8 * int(rules.packs)
    assert total == int(rules.cards)


# --- deals -----------------------------------------------------------------------------------------------------------
@entry
def deal_and_count(records, first, count, seen):
    """Deal so many deals and count each one's cards where they lie; the number of deals that do not add up.

    `seen` is int64 of shape (64,), work space: how often each card code lies in the deck.
    """
    tables, hiddens = records
    table, hidden = tables[0], hiddens[0]
    wrong = np.int64(0)
    for index in range(first, first + count):
        table.seat = index % table.rules.seats
        hidden.keys[0] = key_of(np.int64(1), DEAL_DECK, np.int64(index), np.int64(0))
        hidden.keys[1] = key_of(np.int64(1), DEAL_COIN, np.int64(index), np.int64(0))
        deal(table, hidden)
        held, rules = np.int64(0), table.rules
        bad = table.stock_left < 0 or table.pile_count < 1
        for seat in range(rules.seats):
            me = hidden.mes[seat]
            cards = np.int64(0)
            for rank in range(LANES):
                cards += lane(me.ranks, rank)
            for kind in range(FIRST_SPECIAL, KINDS):
                cards += special(me.special, kind)
            bad = bad or cards != rules.hand or me.count != rules.hand or table.packet[seat] != rules.packet
            held += cards + table.packet[seat]
        bad = bad or held + table.stock_left + table.pile_count != rules.cards
        for code in range(64):
            seen[code] = 0
        for card in range(rules.cards):
            seen[hidden.deck[card]] += 1
        for code in range(CODES):
            bad = bad or seen[code] != (rules.jokers if code == CODES - 1 else rules.packs)
        wrong += bad
    return wrong


@pytest.mark.parametrize("draws", ["queues", "pile"])
@pytest.mark.parametrize("game", GAMES)
def test_deals_of_the_largest_games_add_up(game: str, draws: str) -> None:
    rules = packed(game)
    state = State.of(rules, (0,) * int(rules[0].sides), draws)
    assert deal_and_count(state.records, np.int64(0), np.int64(DEALS), np.zeros(64, np.int64)) == 0


# --- answers ---------------------------------------------------------------------------------------------------------
@entry
def every_answer(answers):
    """Write every answer of the decision table, with the largest arguments of the two games, into `answers` (int64)."""
    answers[0] = moves.take(moves.new_set(10, 15, 0, 0))
    answers[1] = moves.take_asking(moves.add(10, 1, 15, 0, 0))
    answers[2] = moves.leave()
    answers[3] = moves.new_set(10, 16, 16, 8)
    answers[4] = moves.add(10, 1, 16, 16, 8)
    answers[5] = moves.join(10)
    answers[6] = moves.run(3, 10, 7, 14)
    answers[7] = moves.extend(57, 6, 6, moves.NO_WILD)
    answers[8] = moves.join_runs(57, 56)
    answers[9] = moves.wild(16, 8)
    answers[10] = moves.black(8)
    answers[11] = moves.block(13)
    answers[12] = moves.from_suits(moves.new_set(10, 16, 0, 0), 4, 4, 4, 4)
    answers[13] = moves.red_twos(moves.wild(16, 8), 8)
    answers[14] = moves.out()
    answers[15] = moves.ask()
    answers[16] = moves.concealed(moves.out())
    answers[17] = moves.concealed(moves.ask())
    answers[18] = moves.card(52)
    answers[19] = moves.card_of(14)
    answers[20] = moves.none()
    answers[21] = moves.take(moves.from_suits(moves.red_twos(moves.add(10, 1, 16, 16, 8), 8), 4, 4, 4, 4))
    answers[22] = moves.stock() + moves.no() + moves.done()


@pytest.mark.fast
def test_every_answer_of_the_decision_table_can_be_built_and_read() -> None:
    answers = np.zeros(23, np.int64)
    every_answer(answers)
    assert (answers >= 0).all()
    assert (answers < 2**62).all()
    assert answers[22] == 0
    lays = answers[[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]]
    assert len(set(lays.tolist())) == len(lays)
    assert moves.is_take(answers[0])
    assert moves.is_take(answers[1])
    assert moves.taking(answers[2]) == moves.LEAVE
    for answer in (answers[3], answers[4], answers[21]):
        assert moves.rank_of(answer) == 10
        assert moves.naturals_of(answer) == 16
        assert moves.twos_of(answer) == 16
        assert moves.jokers_of(answer) == 8
    assert moves.slot_of(answers[21]) == 1
    assert moves.red_twos_of(answers[13], np.int64(16)) == 8
    assert moves.red_twos_of(answers[9], np.int64(10)) == 6, "black twos go first"
    assert moves.rank_of(answers[7]) == 57
    assert moves.rank_of(answers[8]) == 57
    assert moves.slot_of(answers[8]) + 32 * moves.naturals_of(answers[8]) == 56
    by_suit = [int(answers[12]) >> moves.SUITS_AT + 5 * suit & 31 for suit in range(4)]
    assert by_suit == [4, 4, 4, 4]
    assert int(KIND_OF_CODE[answers[19]]) == 14
    assert one(TABLE)[0].turn == 0
