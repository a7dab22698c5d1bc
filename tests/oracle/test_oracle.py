"""The judge on trial: it must accept legal deals, object to every spoiled one, and know the hard cases."""

from __future__ import annotations

import ast
import copy
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from . import LT_CLASSIC, Disagreement, judge, plans, reach
from .cards import count, is_wild, kind, pack, points
from .cursor import Cursor
from .melds import Meld
from .mutations import MUTATIONS
from .player import Stuck, transcript
from .rules import minimum_for
from .score import Ending, score
from .shuffle import key, positions, shuffled, words
from .stock import Stock
from .table import Side, Table
from .turn import play_turn

DEALS = 60
SPOILED_PER_MUTATION = 40


@cache
def legal() -> tuple[dict, ...]:
    """Legal transcripts of both draw schemes."""
    return tuple(transcript(11, deal, draws) for deal in range(DEALS // 2) for draws in ("queues", "pile"))


# --- whole deals --------------------------------------------------------------------------------------------


def test_accepts_legal_deals_of_every_kind():
    """Sixty random deals pass, and between them show every kind of event and ending."""
    endings = Counter(judge(deal).ending.why for deal in legal())
    events = Counter(event["e"] for deal in legal() for event in deal["events"])
    assert set(endings) == {"out", "stock"}
    expected = {
        "start",
        "red3",
        "draw",
        "take",
        "meld",
        "join",
        "ask",
        "answer",
        "discard",
        "pass",
        "out",
        "end",
    }
    assert set(events) == expected


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: mutate.__name__)
def test_objects_to_every_spoiled_deal(mutate):
    """Each mutation finds places, and no spoiled transcript passes."""
    rng, spoiled = random.Random(mutate.__name__), 0
    for number in range(4 * DEALS):
        deal = copy.deepcopy(legal()[number % DEALS])
        if mutate(deal, rng):
            spoiled += 1
            with pytest.raises(Disagreement):
                judge(deal)
        if spoiled >= SPOILED_PER_MUTATION:
            break
    assert spoiled >= 3


@pytest.mark.parametrize(
    ("packs", "jokers", "total", "worth"), [(2, 4, 108, 1180), (2, 6, 110, 1280), (3, 6, 162, 1770)]
)
def test_only_the_pack_need_change(packs, jokers, total, worth):
    """Other packs are a change of two numbers."""
    assert len(pack(packs, jokers)) == total
    assert points(pack(packs, jokers)) == worth
    rules = replace(LT_CLASSIC, packs=packs, jokers=jokers)
    for deal in range(4):
        judge(transcript(5, deal, rules=rules), rules)


def test_objection_says_where_and_why():
    """Deal, event, rule, expected and found are all in the message."""
    deal = copy.deepcopy(legal()[0])
    deal["events"][0]["cards"] = ["4c", "4d", "4h"]
    with pytest.raises(Disagreement, match=r"deal 0, event 0 \[L8\]: expected start cards .* found"):
        judge(deal)


def test_shares_no_code_with_the_engine():
    """No file of the oracle imports a package of the product."""
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            roots = {name.split(".")[0] for name in names}
            assert not roots & {"sim", "strategies", "analysis", "reports", "canasta", "numba", "numpy"}, path


# --- one turn at a time -------------------------------------------------------------------------------------


def table(
    hand="",
    pile="",
    frozen=False,
    opened=True,
    minimum=50,
    melds=(),
    stock="4c 4c 4c 4c 4c 4c",
    others="9c 9d",
):
    """A table in the middle of a deal with seat 0 to play; the partner has laid `melds`."""
    hands = [Counter(hand.split())] + [Counter(others.split()) for _ in range(3)]
    side = Side((0, 2), minimum, opened=opened)
    for cards in melds:
        ranks = [kind(card) for card in cards.split() if not is_wild(card)]
        side.melds[side.numbered] = Meld(ranks[0], Counter(cards.split()))
        side.numbered += 1
    slots = Stock(stock.split(), 4, "pile")
    return Table(LT_CLASSIC, hands, [side, Side((1, 3), 50)], slots, pile=pile.split(), frozen=frozen)


def given(**fields):
    """What `table` is to be called with."""
    return fields


def play(state, *events, seat=0):
    """Let a seat play these events, written as short strings; all must be used."""
    cursor = Cursor([event(state, text, seat) for text in events], state)
    result = play_turn(state, cursor, seat)
    cursor.count_cards()
    assert cursor.peek() is None, "events left over"
    return result


def event(state, text, seat):
    """`draw 4c`, `take`, `meld 0: Kc Kd Kh`, `black3 0: …`, `join 1 0`, `ask`, `yes`, `discard 4c` …"""
    word, _, rest = text.partition(" ")
    if word in ("meld", "black3"):
        number, _, cards = rest.partition(":")
        kind_ = "set" if word == "meld" else word
        return {"e": "meld", "seat": seat, "meld": int(number), "cards": cards.split(), "kind": kind_}
    if word in ("yes", "no"):
        return {"e": "answer", "seat": (seat + 2) % 4, "answer": word == "yes"}
    fields = {
        "draw": lambda: {"cards": rest.split()},
        "take": lambda: {"cards": state.pile[::-1]},
        "join": lambda: {"meld": int(rest.split()[0]), "into": int(rest.split()[1])},
        "discard": lambda: {"card": rest},
        "out": lambda: {"concealed": rest == "concealed"},
        "red3": lambda: {"card": rest.split()[0], "replacement": [*rest.split(), None][1]},
    }
    return {"e": word, "seat": seat, **fields.get(word, dict)()}


def objects(rule, state, *events):
    """The judge objects under this rule."""
    with pytest.raises(Disagreement) as caught:
        play(state, *events)
    assert rule in caught.value.rule, str(caught.value)


LEGAL_TURNS = {
    "L15 draw": (given(hand="5c 6c", pile="7c"), "draw 4c", "discard 5c"),
    "L31 MIX": (given(hand="Kd 2c 5c 6c", pile="Kc"), "take", "meld 0: Kc Kd 2c", "discard 5c"),
    "L31 MIX with two wilds": (
        given(hand="Kd 2c JK 5c 6c", pile="Kc"),
        "take",
        "meld 0: Kc Kd 2c JK",
        "discard 5c",
    ),
    "L31 ADD": (given(hand="5c 6c", pile="Kc", melds=["Kc Kd Kh"]), "take", "meld 0: Kc", "discard 5c"),
    "lt-classic?10 ADD to canasta": (
        given(hand="5c 6c", pile="Kc", melds=["Kc Kc Kd Kd Kh Kh Ks"]),
        "take",
        "meld 0: Kc",
        "discard 5c",
    ),
    "L29 PAIR": (
        given(hand="Kd Kh 5c 6c", pile="2c 5d Kc", frozen=True),
        "take",
        "meld 0: Kc Kd Kh",
        "discard 5d",
    ),
    "settled 12 PAIR onto a meld": (
        given(hand="Kd Kh 5c 6c", pile="2c Kc", frozen=True, melds=["Kc Kc Kd"]),
        "take",
        "meld 0: Kc Kd Kh",
        "discard 2c",
    ),
    "L29 opening with help": (
        given(hand="Kd Kh 5c 5d 2c 6c 6d", pile="Ac Kc", opened=False),
        "take",
        "meld 0: Kc Kd Kh",
        "meld 1: 5c 5d 2c",
        "discard Ac",
    ),
    "MN6 wild on the pair": (
        given(hand="Kd Kh JK 6c 6d", pile="Kc", opened=False),
        "take",
        "meld 0: Kc Kd Kh JK",
        "discard 6c",
    ),
    "L10 red three of the pile": (
        given(hand="Kd Kh 6c", pile="3h Kc", frozen=True, stock="9h 4c"),
        "take",
        "meld 0: Kc Kd Kh",
        "red3 3h 9h",
        "discard 6c",
    ),
    "L24 opening with exactly the minimum": (
        given(hand="Kd Kh Kc 2c 7c 6c", opened=False),
        "draw 4c",
        "meld 0: Kd Kh Kc 2c",
        "discard 4c",
    ),
    "L24 minimum reached by an addition": (
        given(hand="Kd Kh Kc Kc Kd 7c", opened=False),
        "draw 4c",
        "meld 0: Kd Kh Kc",
        "meld 0: Kc Kd",
        "discard 4c",
    ),
    "L23 join": (given(hand="5c 6c", melds=["Kc Kd Kh", "Kc Kd 2c"]), "draw 4c", "join 1 0", "discard 4c"),
    "L41 pass": (given(hand="5c 6c", pile="Kc", stock=""), "pass"),
    "all?5 pass: the take could not be finished": (
        given(hand="Kd Kh", pile="Kc", stock="", melds=["5c 5d 5h"]),
        "pass",
    ),
    "L37 no, then a card is kept": (
        given(hand="5c", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "draw 4c",
        "ask",
        "no",
        "discard 4c",
    ),
    "settled 24 no before the take, then a draw": (
        given(hand="Kd Kh", pile="Kc", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "ask",
        "no",
        "draw 4c",
        "discard 4c",
    ),
    "settled 24 no before the take, then a pass": (
        given(hand="Kd Kh", pile="Kc", stock="", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "ask",
        "no",
        "pass",
    ),
}


@pytest.mark.parametrize("name", LEGAL_TURNS)
def test_legal_turn(name):
    """Turns that the rules allow and a careless judge might not."""
    state, *events = LEGAL_TURNS[name]
    assert play(table(**state), *events) == ("pass" if events[-1] == "pass" else "discard")


ILLEGAL_TURNS = {
    "L29 MIX on a frozen pile": (
        given(hand="Kd 2c 5c 6c", pile="2d Kc", frozen=True),
        "take",
        "meld 0: Kc Kd 2c",
    ),
    "L29 ADD on a frozen pile": (
        given(hand="5c 6c", pile="2d Kc", frozen=True, melds=["Kc Kd Kh"]),
        "take",
        "meld 0: Kc",
    ),
    "L29 MIX of a side that has not opened": (
        given(hand="Ad JK 5c 6c", pile="Ac", opened=False),
        "take",
        "meld 0: Ac Ad JK",
    ),
    "L24, L29 take below the minimum": (
        given(hand="Kd Kh 5c 6c", pile="Ac Kc", opened=False),
        "take",
        "meld 0: Kc Kd Kh",
        "discard 5c",
    ),
    "L14 minimum reached with cards of the pile": (
        given(hand="Kd Kh Ad Ah 6c", pile="Ac Kc", opened=False),
        "take",
        "meld 0: Kc Kd Kh",
        "meld 1: Ac Ad Ah",
    ),
    "L24 opening below the minimum": (
        given(hand="Kd Kh Kc 7c", opened=False),
        "draw 4c",
        "meld 0: Kd Kh Kc",
        "discard 4c",
    ),
    "L30 two on top": (given(hand="2d 2h 5c", pile="Kc 2c"), "take", "meld 0: 2c 2d 2h"),
    "L30 joker on top": (given(hand="Kd Kh 5c", pile="Kc JK"), "take", "meld 0: JK Kd Kh"),
    "L30 black three on top": (given(hand="3c 3s 5c", pile="Kc 3s"), "take", "black3 0: 3s 3c 3s"),
    "L16 top card unused": (
        given(hand="Kd Kh Kc 5c", pile="5d Qc"),
        "take",
        "meld 0: Kd Kh Kc",
        "discard 5c",
    ),
    "all?13 empty pile": (given(hand="Kd Kh Kc 5c"), "take", "meld 0: Kd Kh Kc"),
    "L18 fourth wild": (given(hand="Kd Kh 2c 2d 2h JK 5c"), "draw 4c", "meld 0: Kd Kh 2c 2d 2h JK"),
    "L18 fourth wild on an old meld": (
        given(hand="JK 5c", melds=["Kd Kh 2c 2d 2h"]),
        "draw 4c",
        "meld 0: JK",
    ),
    "L19 one natural": (given(hand="Kd 2c 2d 5c"), "draw 4c", "meld 0: Kd 2c 2d"),
    "L17 two cards": (given(hand="Kd Kh 5c"), "draw 4c", "meld 0: Kd Kh"),
    "L17 wilds only": (given(hand="2c 2d JK 5c"), "draw 4c", "meld 0: 2c 2d JK"),
    "L17 two ranks": (given(hand="Kd Kh Qc 5c"), "draw 4c", "meld 0: Kd Kh Qc"),
    "L17 sequence": (given(hand="4d 5d 6d 5c"), "draw 4c", "meld 0: 4d 5d 6d"),
    "settled 11 third meld of a rank": (
        given(hand="Kd Kh Ks 5c 6c", melds=["Kc Kd Kh", "Kc Kd Kh"]),
        "draw 4c",
        "meld 2: Kd Kh Ks",
    ),
    "L18 join with four wilds": (
        given(hand="5c 6c", melds=["Kc Kd 2c 2d", "Kc Kd 2h 2s"]),
        "draw 4c",
        "join 1 0",
    ),
    "L23 join of two ranks": (given(hand="5c 6c", melds=["Kc Kd Kh", "Qc Qd Qh"]), "draw 4c", "join 1 0"),
    "L20 black threes in a turn that goes on": (
        given(hand="3c 3s 3c 5c 6c", melds=["Kc Kc Kd Kd Kh Kh Ks"]),
        "draw 4c",
        "black3 1: 3c 3s 3c",
        "discard 4c",
    ),
    "lt-classic?6 two black threes": (
        given(hand="3c 3s", melds=["4c 4c 4d 4d 4h 4h 4s"]),
        "draw 4c",
        "black3 1: 3c 3s",
        "discard 4c",
        "out",
    ),
    "lt-classic?6 black threes with a wild": (
        given(hand="3c 3s 3c 2c", melds=["4c 4c 4d 4d 4h 4h 4s"]),
        "draw 4c",
        "black3 1: 3c 3s 3c 2c",
    ),
    "L35 out without a canasta": (
        given(hand="Kd Kh", melds=["Kc Kd Kh"]),
        "draw 4c",
        "meld 0: Kd Kh",
        "discard 4c",
        "out",
    ),
    "L15 two draws": (given(hand="5c 6c"), "draw 4c 4c", "discard 4c"),
    "L14 draw and take": (
        given(hand="Kd Kh 5c", pile="Kc"),
        "draw 4c",
        "take",
        "meld 0: Kc Kd Kh",
        "discard 5c",
    ),
    "L40 draw from no stock": (given(hand="5c 6c", pile="Kc", stock=""), "draw 4c"),
    "L15 pass with a stock": (given(hand="5c 6c", pile="Kc"), "pass"),
    "L41 pass although able by ADD": (given(hand="5c 6c", pile="Kc", stock="", melds=["Kc Kd Kh"]), "pass"),
    "L41 pass although able by an opening": (
        given(hand="Kd Kh JK 5c 6c", pile="Kc", stock="", opened=False),
        "pass",
    ),
    "L41 pass although able by going out": (
        given(hand="Kd Kh", pile="Kc", stock="", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "pass",
    ),
    "L9 red three discarded": (given(hand="5c 6c", stock="3h 4c"), "draw 3h", "discard 3h"),
    "L9 red three kept": (given(hand="5c 6c", stock="3h 4c"), "draw 3h", "discard 5c"),
    "L37 yes unused": (
        given(hand="5c", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "draw 4c",
        "ask",
        "yes",
        "discard 4c",
    ),
    "L37 out after a no": (
        given(hand="5c", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "draw 4c",
        "ask",
        "no",
        "meld 0: 5c",
        "discard 4c",
        "out",
    ),
    "L37 question without prospect": (
        given(hand="5c 7c 8c", melds=["5c 5d 5h"]),
        "draw 4c",
        "ask",
        "no",
        "discard 4c",
    ),
    "settled 24 late question": (
        given(hand="5c", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "draw 4c",
        "meld 0: 5c",
        "ask",
        "yes",
        "discard 4c",
        "out",
    ),
    "settled 24 second question": (
        given(hand="5c", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "draw 4c",
        "ask",
        "no",
        "ask",
        "yes",
        "discard 4c",
    ),
    "settled 24 question after such a take": (
        given(hand="Kd Kh 6c", pile="Kc", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "take",
        "meld 1: Kc Kd Kh",
        "ask",
        "yes",
        "discard 6c",
        "out",
    ),
    "settled 24 draw after a yes before the take": (
        given(hand="Kd Kh", pile="Kc", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "ask",
        "yes",
        "draw 4c",
        "discard 4c",
    ),
    "settled 24 question before a take that leaves two": (
        given(hand="Kd Kh 6c 6c", pile="Kc", melds=["5c 5c 5d 5d 5h 5h 5s"]),
        "ask",
        "no",
        "draw 4c",
        "discard 4c",
    ),
}


@pytest.mark.parametrize("name", ILLEGAL_TURNS)
def test_illegal_turn(name):
    """Each breaks the rule that its name begins with."""
    state, *events = ILLEGAL_TURNS[name]
    rule = name.split()[0].rstrip(",")
    objects(" ".join(name.split()[:2]) if rule == "settled" else rule, table(**state), *events)


SEVEN = "5c 5c 5d 5d 5h 5h 5s"


@pytest.mark.parametrize(
    ("state", "events", "concealed"),
    [
        (given(hand=SEVEN + " Kd", opened=False, minimum=15), ["draw 4c"], None),
        (given(hand=SEVEN), ["draw 4c", f"meld 0: {SEVEN}", "discard 4c", "out concealed"], True),
        (given(hand=SEVEN, stock="5c"), ["draw 5c", f"meld 0: {SEVEN} 5c", "out concealed"], True),
        (given(hand="5c", melds=[SEVEN]), ["draw 4c", "meld 0: 5c", "discard 4c", "out"], False),
        (given(hand="6c 6d 6h", melds=[SEVEN]), ["draw 4c", "meld 1: 6c 6d 6h", "discard 4c", "out"], False),
        (
            given(hand=SEVEN + " Kd", melds=["Kc Kd Kh"]),
            ["draw 4c", f"meld 1: {SEVEN}", "meld 0: Kd", "discard 4c", "out"],
            False,
        ),
        (
            given(hand=SEVEN, melds=["5c 5d 5h"]),
            ["draw 4c", f"meld 1: {SEVEN}", "join 1 0", "discard 4c", "out"],
            False,
        ),
        (
            given(hand="3c 3s 3c", melds=[SEVEN]),
            ["draw 4c", "black3 1: 3c 3s 3c", "discard 4c", "out"],
            False,
        ),
    ],
)
def test_going_out(state, events, concealed):
    """L34-L38: with and without a discard, concealed or not."""
    if concealed is None:
        objects("L14", table(**state), *events, "discard 9c")
        return
    ending = play(table(**state), *events)
    assert ending == Ending("out", 0, concealed)


def test_a_seat_that_laid_before_is_not_concealed():
    """L38: all cards in one turn."""
    state = table(hand=SEVEN)
    state.laid.add(0)
    objects("L38", state, "draw 4c", f"meld 0: {SEVEN}", "discard 4c", "out concealed")


def test_last_stock_card_is_a_red_three():
    """all?3: the deal ends at once, also when it came as a replacement (settled 22)."""
    assert play(table(hand="5c 6c", stock="3h"), "draw 3h", "red3 3h") == Ending("stock")
    assert play(table(hand="5c 6c", stock="3h 3d"), "draw 3h", "red3 3h 3d", "red3 3d") == Ending("stock")


def test_replacement_at_the_start_of_a_turn_does_not_end_the_deal():
    """Settled 22: he then takes or passes."""
    state = table(hand="3d 6c", stock="3h", pile="Kc")
    assert play(state, "red3 3d 3h", "red3 3h", "pass") == "pass"


def test_an_unseen_card_lifts_the_duty_of_a_yes():
    """Settled 24: a replacement for a red three of the pile."""
    state = table(hand="Kd Kh", pile="3h Kc", frozen=True, stock="4c 4c", melds=[SEVEN])
    play(state, "ask", "yes", "take", "meld 1: Kc Kd Kh", "red3 3h 4c", "discard 4c", "out")


# --- score, stock, shuffle ----------------------------------------------------------------------------------


def test_score_by_hand():
    """L11, L12, L43-L45, worked out on paper."""
    state = table(hand="", melds=["Kc Kc Kd Kd Kh Kh Ks", "5c 5c 5d 5d 2c 2d JK", "Ac Ad JK"], others="JK Ac 3c 7d")
    state.sides[0].red3, state.sides[1].red3 = ["3h", "3d"], ["3h"]
    ours, theirs = score(state, Ending("out", 0, concealed=True))
    assert (ours["melded"], ours["canastas"], ours["red3"]) == (70 + 110 + 90, 500 + 300, 200)
    assert (ours["out"], ours["hand"], ours["total"]) == (100 + 100, -80, 270 + 800 + 200 + 200 - 80)
    assert (ours["side"], ours["black3"], ours["special"], ours["penalty"]) == (0, 0, 0, 0)
    assert (theirs["red3"], theirs["hand"], theirs["out"], theirs["total"]) == (-100, -160, 0, -260)


@pytest.mark.parametrize(("melds", "ending", "bonus"), [
    ([], Ending("stock"), -800), (["Kc Kd Kh"], Ending("stock"), 800), (["Kc Kd Kh"], Ending("out", 1), 800),
])  # fmt: skip
def test_four_red_threes(melds, ending, bonus):
    """L11 and L12: 800, as a fine for a side without melds."""
    state = table(melds=melds)
    state.sides[0].red3 = ["3h", "3h", "3d", "3d"]
    assert score(state, ending)[0]["red3"] == bonus


def test_minimum_bands():
    """L24."""
    found = [minimum_for(LT_CLASSIC, s) for s in (-5, 0, 1495, 1500, 2995, 3000, 9000)]
    assert found == [15, 50, 50, 90, 90, 120, 120]


def test_queues_and_pile():
    """A seat draws its own slots, then those of the seat with most left; start cards come from the end."""
    cards = [str(i) for i in range(10)]
    queues = Stock(cards, 4, "queues")
    assert queues.turn() == "9"
    assert [queues.draw(1) for _ in range(4)] == ["1", "5", "0", "4"]
    assert [queues.draw(2) for _ in range(6)] == ["2", "6", "3", "8", "7", None]
    pile = Stock(cards, 4, "pile")
    assert [pile.turn(), pile.draw(3), pile.draw(0), pile.lying[0]] == ["0", "1", "2", "3"]


def test_shuffle_is_a_permutation_fixed_by_its_key():
    """Equal keys shuffle alike, others differ, and no position is favoured."""
    fresh = pack(2, 6)
    assert shuffled(fresh, key(1, 1, 0, 0)) == shuffled(fresh, key(1, 1, 0, 0))
    assert shuffled(fresh, key(1, 1, 0, 0)) != shuffled(fresh, key(1, 1, 1, 0))
    assert sorted(shuffled(fresh, 3)) == sorted(fresh)
    tops = Counter(shuffled(["a", "b", "c", "d", "e"], key(2, 1, i, 0))[0] for i in range(5000))
    assert all(abs(n - 1000) < 120 for n in tops.values())


def test_stream_is_splitmix64():
    """The first words of the published generator from state 0."""
    stream = words(0)
    assert [next(stream), next(stream)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


def test_biased_words_are_redrawn():
    """A word that would favour low positions is replaced by the next."""
    assert positions([3], iter([0, 2**63])) == [1]


# --- what a player can do, against another search -----------------------------------------------------------


def random_table(rng):
    """A small late position: few cards, melds of a rank at most once."""
    cards = [card for card in pack(2, 6) if kind(card) in rng.choice(["4K2", "45K2", "4A"]) or is_wild(card)]
    cards += ["3c", "3s", "3c"]
    rng.shuffle(cards)
    size = rng.randrange(1, 10)
    state = table(hand=" ".join(cards[:size]), opened=rng.random() < 0.6, minimum=rng.choice([15, 50, 90, 120]))
    if state.sides[0].opened:
        for rank in rng.sample("4K5", rng.randrange(3)):
            meld = Meld(rank, Counter([rank + "c"] * rng.randrange(2, 8) + ["JK"] * rng.randrange(1, 4)))
            state.sides[0].melds[state.sides[0].numbered] = meld
            state.sides[0].numbered += 1
    return state


def test_going_out_agrees_with_a_plain_search():
    """`reach` and the player's search give one answer on thousands of small positions."""
    rng, seen = random.Random(1), Counter()
    for _ in range(2500):
        state = random_table(rng)
        side = state.sides[0]
        plan = plans.going_out(state.hands[0], side, 0 if side.opened else side.minimum)
        assert reach.can_go_out(state, 0) == (plan is not None), (state.hands[0], side)
        seen[plan is not None] += 1
    assert min(seen.values()) > 100


def test_opening_agrees_with_a_plain_search():
    """The same for openings, with and without a top card."""
    rng, seen = random.Random(2), Counter()
    for _ in range(1500):
        state = random_table(rng)
        hand, top = state.hands[0], rng.choice([None, "4c", "Kd", "Ah"])
        minimum, most = rng.choice([15, 50, 90, 120]), rng.randrange(2, 10)
        plan = plans.opening(hand, top, minimum, most, rng)
        assert reach.can_open(LT_CLASSIC, hand, top, minimum, most) == (plan is not None), (
            hand,
            top,
            minimum,
            most,
        )
        if plan is not None:
            laid = [card for _, cards in plan for card in cards]
            assert points(laid) >= minimum
            assert not Counter(laid) - hand - Counter([top] if top else [])
        seen[plan is not None] += 1
    assert min(seen.values()) > 100


def test_a_join_can_open_the_way_out():
    """Three and four of a rank on the table are a canasta for whoever joins them."""
    state = table(hand="9c", melds=["Kc Kd Kh", "Kc Kd Kh Ks"])
    assert reach.can_go_out(state, 0)
    assert play(state, "draw 4c", "join 1 0", "discard 4c") == "discard"


def test_a_take_may_be_forced_through_a_join():
    """L41, settled 26: he adds the top card, joins two melds to a canasta and discards his last card."""
    state = table(hand="JK", pile="Tc", stock="", melds=["Ts Td JK 2c", "Qs Qh Qd", "Qh Qc Qs JK"])
    objects("L41", state, "pass")


def test_the_player_is_never_stuck():
    """The random player found a way wherever `reach` says that there is one."""
    try:
        assert len(legal()) == DEALS
    except Stuck:
        pytest.fail("reach forces a take that the player does not find")
    assert sum(count(Counter(deal["deck"]), "red3") for deal in legal()) == 4 * DEALS
