"""The judge on trial, one turn at a time: small positions with the events that are legal in them, and that are not."""

from __future__ import annotations

import pytest

from .positions import objects, play, table
from .score import Ending


def given(**fields):
    """What `table` is to be called with."""
    return fields


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
