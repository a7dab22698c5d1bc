"""How `sound` plays, shown on small positions: what it takes, keeps, lays, throws, and when it goes out.

A position is written as in `tests.sim.positions`; seat 0 plays, seat 1 is the next opponent, seat 2 the partner. The
hooks run as the plain Python that they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim import cache
from sim.moves import describe
from sim.rules import load, pack
from sim.strategy import Strategy, sources_of
from sim.words import ADD, DRAW, LAY, MAY_ASK, MAY_GO_OUT, MIX, PAIR, RANK_LETTERS, STOCK
from strategies import load as load_strategy
from tests.sim.positions import Position, on_records, set_side, words_of

RULES = pack(load("lt-classic"))
SOUND = load_strategy("sound")


def decide(
    kind: str, position: Position, *, strategy: Strategy = SOUND, may: int = 0, others: Any = None, **table: Any
) -> str:
    """What a hook answers, in words. `others` are the opponents' melds; further fields of the table by name."""
    state = on_records(position, RULES)
    record, me = state.table[0], state.hidden[0].mes[0]
    record["phase"] = DRAW if kind == "draw" else LAY
    record["turn"] = 20
    for seat in range(1, 4):
        record["hand_count"][seat] = 6
    me["may"] = may
    if others is not None:
        set_side(record["sides"][1], Position("", tuple(others)))
    for name, value in table.items():
        if isinstance(value, dict):
            for index, entry in value.items():
                record[name][index] = entry
        else:
            record[name] = value
    weights = strategy.hooks[kind].weights.record(strategy.changes)[0]
    return describe(kind, int(strategy.hooks[kind].function(record, me, weights)))


def thrown(hand: str, melds: tuple[str, ...] = ("TTT",), **more: Any) -> str:
    """The rank (or `3`, `2`, `*`) of the card that is thrown from a hand."""
    position = Position(hand, melds, pile=more.pop("pile", "9"), frozen=more.pop("frozen", False))
    card = decide("discard", position, others=more.pop("others", ("KKK",)), **more).removeprefix("card(")
    return "*" if card.startswith("JK") else card[0]


# --- discard ------------------------------------------------------------------------------------------------------
def test_a_black_three_goes_first() -> None:
    assert thrown("4567783") == "3"


def test_never_what_the_next_opponent_has_melded_while_the_pile_is_open_to_him() -> None:
    assert thrown("K55", pile="4567QQ") == "5"


def test_but_that_rank_is_as_good_as_another_while_the_pile_is_frozen() -> None:
    assert thrown("K55", pile="2567QQ", frozen=True) == "K"


def test_a_single_card_rather_than_one_of_a_pair() -> None:
    assert thrown("5588Q") == "Q"


def test_what_he_threw_himself_rather_than_what_nobody_has_seen() -> None:
    seen = 1 << 5 * RANK_LETTERS.index("8")
    assert thrown("58", pile="4567QQ", discarded={1: seen}) == "8"
    assert thrown("58", pile="4567QQ", left_lying={1: seen}) == "8"


def test_not_what_he_is_known_to_hold() -> None:
    known, _ = words_of("55")
    assert thrown("58", pile="4567QQ", known={1: known}) == "8"


def test_with_pairs_in_hand_and_nothing_safe_it_freezes_a_large_pile() -> None:
    others = ("444", "555", "666", "777")
    assert thrown("4455667722", others=others, pile="89TJQKA89TJQKA") == "2"
    assert thrown("4567722", others=others, pile="89TJQKA89TJQKA") != "2", "without pairs it would not take it itself"


def test_an_unopened_side_keeps_the_high_pair_that_opens() -> None:
    assert thrown("AA44", (), others=()) == "4"


# --- draw ---------------------------------------------------------------------------------------------------------
def test_a_pair_takes_even_a_small_pile() -> None:
    assert decide("draw", Position("QQ478", ("TTT",), "59Q"), may=STOCK | PAIR).startswith("take of new_set(Q")


def test_adding_leaves_a_single_card_lying_unless_it_makes_a_canasta() -> None:
    assert decide("draw", Position("QJ478", ("TTT",), "T"), may=STOCK | ADD) == "stock()"
    assert decide("draw", Position("QJ478", ("TTTTTT",), "9T"), may=STOCK | ADD).startswith("take of add(T")
    assert decide("draw", Position("QJ478", ("TTT",), "5689T"), may=STOCK | ADD).startswith("take of add(T")


def test_a_wild_is_not_spent_on_a_small_pile() -> None:
    assert decide("draw", Position("Q2478", ("TTT",), "9Q"), may=STOCK | MIX) == "stock()"
    assert decide("draw", Position("Q2478", ("TTT",), "45678Q"), may=STOCK | MIX).startswith("take of new_set(Q")


def test_with_the_stock_gone_it_takes_what_it_must() -> None:
    assert decide("draw", Position("Q2478", ("TTT",), "9Q"), may=MIX).startswith("take of new_set(Q")


# --- lay ----------------------------------------------------------------------------------------------------------
def test_what_fits_goes_to_the_melds() -> None:
    assert decide("lay", Position("TT4578", ("TTT",))) == "add(T, slot 0: 2 naturals, 0 twos, 0 jokers)"


def test_a_pair_stays_while_the_pile_is_frozen() -> None:
    assert decide("lay", Position("TT4578", ("TTT",), frozen=True)) == "done()"
    assert decide("lay", Position("TT4578", ("TTTTT",), frozen=True)).startswith("add(T"), "a canasta goes first"


def test_wilds_complete_a_canasta_but_do_not_trickle_onto_small_melds() -> None:
    assert decide("lay", Position("2*4578", ("TTTTT",))) == "add(T, slot 0: 0 naturals, 1 twos, 1 jokers)"
    assert decide("lay", Position("24578", ("TTT",))) == "done()"


def test_an_early_opening_that_takes_many_wilds_waits() -> None:
    hand = Position("88992245JQK", need=50)
    assert decide("lay", hand, turn=2) == "done()"
    assert decide("lay", hand, turn=12) == "new_set(9: 2 naturals, 1 twos, 0 jokers)"


def test_near_the_end_wilds_are_saved_but_no_natural_canasta_is_spoilt() -> None:
    near = {"others": ("KKKKKKK",), "hand_count": {1: 1}}
    assert decide("lay", Position("*4578", ("TTT",)), **near) == "add(T, slot 0: 0 naturals, 0 twos, 1 jokers)"
    assert decide("lay", Position("*4578", ("TTTTTTT",)), **near) == "done()"


# --- ask and answer -----------------------------------------------------------------------------------------------
OUT = Position("44", ("TTTTTTT", "444"))


def test_it_goes_out_and_leaves_the_opponents_with_their_cards() -> None:
    assert decide("ask", OUT, may=MAY_GO_OUT | MAY_ASK) == "1"


def test_it_waits_for_canastas_that_are_nearly_complete() -> None:
    rich = OUT._replace(melds=("TTTTTTT", "444", "555555", "666666", "777777", "888888", "999999"))
    assert decide("ask", rich, may=MAY_GO_OUT | MAY_ASK) == "0"


def test_the_match_decides_before_the_hand() -> None:
    rich = OUT._replace(melds=("TTTTTTT", "444", "555555", "666666", "777777", "888888", "999999"))
    assert decide("ask", rich, may=MAY_GO_OUT | MAY_ASK, scores={0: 4800}) == "1", "going out wins the match"
    assert decide("ask", OUT, may=MAY_GO_OUT | MAY_ASK, scores={1: 5100}) == "0", "going out would lose it"


def test_a_partner_with_many_cards_is_asked() -> None:
    assert decide("ask", OUT, may=MAY_GO_OUT | MAY_ASK, hand_count={2: 12}) == "2"


@pytest.mark.parametrize(("hand", "says"), [("45678", "1"), ("**22AA", "0")])
def test_the_answer_is_yes_unless_the_hand_is_costly(hand: str, says: str) -> None:
    assert decide("answer", Position(hand, ("TTT",))) == says


# --- the voices ---------------------------------------------------------------------------------------------------
def test_pile_hunter_takes_what_sound_leaves_and_pile_shunner_leaves_what_it_takes() -> None:
    small, large = Position("QJ478", ("TTT",), "T"), Position("QJ478", ("TTT",), "5689T")
    assert decide("draw", small, strategy=load_strategy("pile_hunter"), may=STOCK | ADD).startswith("take")
    assert decide("draw", large, strategy=load_strategy("pile_shunner"), may=STOCK | ADD) == "stock()"


def test_careless_throws_what_the_opponents_wait_for() -> None:
    assert thrown("K55", pile="4567QQ", strategy=load_strategy("careless")) == "K"


def test_pair_breaker_and_pair_keeper() -> None:
    # the pair of fives is dead and safe, the queen live and a little dangerous
    more = {"pile": "5559", "others": ("555", "KKK")}
    assert thrown("55Q", **more, frozen=True, strategy=load_strategy("pair_breaker")) == "5"
    assert thrown("55Q", **more, frozen=True, strategy=load_strategy("pair_keeper")) == "Q"


def test_freezer_freezes_without_pairs() -> None:
    assert thrown("478Q2", pile="89TJ", strategy=load_strategy("freezer")) == "2"


def test_hoarder_keeps_its_sets_and_early_out_does_not() -> None:
    hand = Position("QQQ4578", ("TTT",))
    assert decide("lay", hand, strategy=load_strategy("hoarder")) == "done()"
    assert decide("lay", hand, strategy=load_strategy("early_out")).startswith("new_set(Q")


# --- judgements are part of a strategy's cache --------------------------------------------------------------------
def test_an_edited_judgement_is_compiled_again(tmp_path: Path) -> None:
    folder = tmp_path / "strategies"
    (folder / "judge").mkdir(parents=True)
    strategy, judgement = folder / "mine.py", folder / "judge" / "cards.py"
    strategy.write_text("from strategies.judge.danger import x\n")
    (folder / "judge" / "danger.py").write_text("from strategies.judge.cards import y\n")
    judgement.write_text("y = 1\n")
    assert judgement in sources_of(strategy), "what a judgement imports counts too"
    before = cache.strategy_folder(sources_of(strategy))
    judgement.write_text("y = 2\n")
    assert cache.strategy_folder(sources_of(strategy)) != before


def test_all_judgements_of_sound_are_found(root: Path) -> None:
    found = sources_of(root / "strategies" / "sound.py")
    assert {path for path in (root / "strategies" / "judge").glob("*.py") if path.stem != "__init__"} <= set(found)


def test_a_file_elsewhere_counts_the_shipped_judgements_that_it_imports(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from strategies.judge.ending import lead_in_takes\n")
    found = sources_of(file)
    assert root / "strategies" / "judge" / "ending.py" in found
    assert root / "strategies" / "judge" / "cards.py" in found, "what the judgement imports counts too"
