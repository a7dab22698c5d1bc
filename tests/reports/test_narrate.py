"""A transcript told as text: every kind of event of the format, turn by turn."""

from __future__ import annotations

import pytest

from reports.narrate import SHEET, Table, narrate
from tests.oracle.player import transcript

pytestmark = pytest.mark.fast

ZERO = dict.fromkeys(SHEET, 0)


def deal(*events: dict, hands: list[list[str]], sides: list[list[int]], **more: object) -> dict:
    """A transcript as small as it can be; the deck is only counted."""
    seats = sum(map(len, sides))
    return {
        "rules": "some-rules",
        "seed": 7,
        "deal": 3,
        "rotation": 0,
        "draws": "pile",
        "players": seats,
        "sides": sides,
        "dealer": seats - 1,
        "first": 0,
        "scores_before": [0] * len(sides),
        "strategies": ["a"] * seats,
        "deck": ["4c"] * 40,
        "hands": hands,
        "events": list(events),
        **more,
    }


def told(*events: dict, hands: list[list[str]], sides: list[list[int]] | None = None, **more: object) -> str:
    """The text, without the lines that head it."""
    sides = sides or [[0], [1]]
    lines = list(narrate(deal(*events, hands=hands, sides=sides, **more)))
    return "\n".join(lines[1 + len(sides) :])


def start(*cards: str, **more: object) -> dict:
    return {"e": "start", "cards": list(cards), **more}


def draw(seat: int, *cards: str) -> dict:
    return {"e": "draw", "seat": seat, "cards": list(cards)}


def discard(seat: int, card: str) -> dict:
    return {"e": "discard", "seat": seat, "card": card}


def meld(seat: int, number: int, *cards: str, kind: str = "set") -> dict:
    return {"e": "meld", "seat": seat, "meld": number, "cards": list(cards), "kind": kind}


def test_a_turn_shows_hand_pile_stock_and_what_is_done():
    text = told(start("5h"), draw(0, "9c"), discard(0, "4c"), draw(1, "8s"), hands=[["4c", "JK", "Td"], ["2h"]])
    assert text.splitlines()[0] == "Seat 1 deals, seat 0 begins. The pile begins with 5h."
    assert "  1  seat 0  JK 10d 4c   [pile 1, top 5h; stock 35]\n      draws 9c; discards 4c\n" in text
    assert "  2  seat 1  2h   [pile 2, top 4c; stock 34]\n      draws 8s\n" in text


def test_a_covered_start_card_freezes_the_pile():
    text = told(start("3h", "2c", "6d"), draw(0, "9c"), hands=[["4c"], []])
    assert "The pile begins with 3h 2c 6d and is frozen." in text
    assert "[pile 3, top 6d, frozen;" in text


def test_cards_face_down_under_the_start_card():
    text = told(start("6d", hidden=["4c", "5c"]), draw(0, "9c"), hands=[["4c"], []])
    assert "The pile begins with 6d on 2 cards face down." in text
    assert "[pile 3, top 6d; stock 36]" in text


def test_taking_opening_adding_and_joining():
    text = told(
        start("9c"),
        {"e": "take", "seat": 0, "cards": ["9c"]},
        meld(0, 0, "9c", "9d", "9h"),
        meld(0, 1, "9s", "9s", "JK"),
        meld(0, 0, "9d"),
        {"e": "join", "seat": 0, "meld": 1, "into": 0},
        {"e": "out", "seat": 0, "concealed": True},
        {"e": "end", "why": "out"},
        hands=[["9d", "9h", "9s", "9s", "JK", "9d"], ["4c"]],
    )
    assert (
        "      takes 9c; opens with 9c 9d 9h, 9s 9s JK; adds 9d to the nines; joins the two melds of nines;\n"
        "      goes out concealed\n"
    ) in text
    assert "      = side 0: nines 6 + 1 wild (mixed canasta); side 1: nothing\n" in text
    assert "The deal ends by going out.\n     seat 1  holds 4c" in text


def test_questions_and_passes():
    text = told(
        start("9c"),
        {"e": "ask", "seat": 0},
        {"e": "answer", "seat": 2, "answer": False},
        {"e": "pass", "seat": 0},
        {"e": "pass", "seat": 1},
        {"e": "end", "why": "stock"},
        hands=[["4c"], ["4d"], ["4h"], ["4s"]],
        sides=[[0, 2], [1, 3]],
    )
    assert "  1  seat 0" in text
    assert "      asks to go out; seat 2 says no; passes\n  2  seat 1" in text
    assert "The deal ends with the stock; nobody has gone out." in text


def test_red_threes_shown_at_the_end_are_no_turn():
    text = told(
        start("9c"),
        {"e": "red3", "seat": 0, "card": "3h", "replacement": "3d"},
        {"e": "red3", "seat": 0, "card": "3d", "replacement": "5c"},
        draw(0, "6c"),
        discard(0, "6c"),
        {"e": "red3", "seat": 1, "card": "3d", "replacement": None},
        {"e": "end", "why": "stock"},
        hands=[["3h"], ["3d", "7c"]],
    )
    assert "      shows 3h and gets 3d, 3d and gets 5c; draws 6c; discards 6c\n\n" in text
    assert "\n\n     seat 1  shows 3d\nThe deal ends" in text
    assert "  2  seat 1" not in text
    assert text.endswith("seat 1  holds 7c")


def test_red_threes_that_begin_a_turn_or_end_the_deal_in_it():
    text = told(
        start("9c"),
        draw(0, "6c"),
        discard(0, "6c"),
        {"e": "red3", "seat": 1, "card": "3d", "replacement": None},
        draw(1, "3h"),
        {"e": "red3", "seat": 1, "card": "3h", "replacement": None},
        {"e": "end", "why": "stock"},
        hands=[["4c"], ["3d", "7c"]],
    )
    assert "  2  seat 1" in text
    assert "      shows 3d; draws 3h; shows 3h\n" in text


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "aside", "seat": 0, "cards": ["3s"]}, "sets aside 3s"),
        ({"e": "bonus", "seat": 0, "cards": ["5d", "6d"], "why": "talon"}, "gets the talon: 5d 6d"),
        ({"e": "penalty", "seat": 0, "points": 100, "why": "no canasta"}, "pays 100 points (no canasta)"),
        (meld(0, 0, "4h", "5h", "6h", kind="sequence"), "opens with 4h 5h 6h"),
        (meld(0, 0, "JK", "2c", "2d", kind="wild"), "opens with JK 2c 2d"),
        (meld(0, 0, "3c", "3s", "3s", kind="black3"), "opens with 3c 3s 3s"),
        ({"e": "something new", "seat": 0}, "something new"),
    ],
)
def test_events_of_other_rule_sets(event, words):
    hand = ["3s", "3s", "3c", "4h", "5h", "6h", "JK", "2c", "2d"]
    text = told(start("9c"), draw(0, "6c"), event, discard(0, "6c"), hands=[hand, []])
    assert f"      draws 6c; {words}; discards 6c" in text


def test_melds_by_their_names():
    hand = ["4h", "5h", "6h", *["2c"] * 7, *["3s"] * 3, *["Ad"] * 7]
    text = told(
        start("9c"),
        draw(0, "6c"),
        meld(0, 0, "4h", "5h", "6h", kind="sequence"),
        meld(0, 1, *["2c"] * 7, kind="wild"),
        meld(0, 2, *["3s"] * 3, kind="black3"),
        meld(0, 3, *["Ad"] * 7),
        hands=[hand, []],
    )
    assert (
        "      = side 0: sequence of hearts 4h 5h 6h, wild cards 7 (canasta), black threes 3, aces 7 "
        "(natural\n        canasta); side 1: nothing\n"
    ) in text


def test_what_comes_before_the_start():
    text = told(
        {"e": "discard", "seat": 0, "card": "8c", "setup": True},
        {"e": "draw", "seat": 0, "cards": ["9h"], "setup": True},
        start("9c"),
        draw(0, "6c"),
        hands=[["8c"], []],
    )
    assert "Seat 0 discards 8c. Seat 0 draws 9h. The pile begins with 9c." in text


def test_the_partner_lays_his_hand_in_the_same_turn():
    text = told(
        start("9c"),
        draw(0, "6c"),
        discard(0, "6c"),
        {"e": "out", "seat": 0, "concealed": False},
        {"e": "partner_lays", "seat": 2},
        meld(2, 0, "Kc", "Kd", "Kh"),
        {"e": "end", "why": "out"},
        hands=[[], ["4c"], ["Kc", "Kd", "Kh"], ["4d"]],
        sides=[[0, 2], [1, 3]],
    )
    assert "discards 6c; goes out; his partner lays down his hand; opens with Kc Kd Kh\n" in text
    assert "  2  seat" not in text


def test_a_deal_that_breaks_off_shows_where_it_stood():
    text = told(start("9c"), draw(0, "6c"), hands=[["4c", "Kd"], ["5d"]])
    expected = "Here the deal breaks off.  [pile 1, top 9c; stock 35]"
    assert f"{expected}\n     seat 0  holds Kd 6c 4c\n     seat 1  holds 5d" in text
    assert "points" not in text


def test_the_score_sheet_has_a_column_a_side_and_no_empty_lines():
    score = [
        {"side": 0, **ZERO, "melded": 120, "total": 120},
        {"side": 1, **ZERO, "hand": -35, "penalty": -100, "total": -135},
    ]
    text = told(
        start("9c"),
        draw(0, "6c"),
        {"e": "end", "why": "limit"},
        hands=[[], []],
        score=score,
        scores_before=[0, 500],
        scores_after=[120, 365],
    )
    assert text.endswith(
        "points             side 0   side 1\n"
        "cards laid            120        0\n"
        "cards in hand           0      -35\n"
        "penalties               0     -100\n"
        "total                 120     -135\n"
        "match before            0      500\n"
        "match after           120      365"
    )


def test_turns_left_out_are_played():
    events = [start("9c")]
    for seat in (0, 1, 0):
        events += [draw(seat, "6c"), discard(seat, "6c")]
    document = deal(*events, hands=[["Kd"], ["Kc"]], sides=[[0], [1]])
    text = "\n".join(narrate(document, from_turn=3))
    assert "(turns 1 to 2 are left out)\n      = side 0: nothing; side 1: nothing\n  3  seat 0" in text
    assert "[pile 3, top 6c; stock 35]" in text
    assert "  2  seat 1" not in text


def test_the_heading_names_deal_sides_and_players():
    lines = list(
        narrate(
            deal(
                start("9c"),
                hands=[[], [], [], []],
                sides=[[0, 2], [1, 3]],
                strategies=["a", "b", "c", "b"],
                scores_before=[-50, 1500],
                match=4,
                hand=2,
            )
        )
    )
    assert lines[:3] == [
        "some-rules: seed 7, match 4, hand 2, rotation 0, draws pile",
        "side 0: seats 0 and 2 play a and c; -50 points before the deal",
        "side 1: seats 1 and 3 play b; 1500 points before the deal",
    ]


@pytest.mark.parametrize("number", range(20))
def test_whole_deals_are_told_without_losing_a_card(number):
    """Deals of the judge's own random player: no card is lost, no line too long, every turn told."""
    document = transcript(3, number)
    table, shown = Table(document), 0
    for event in document["events"]:
        table.see(event)
        shown += event["e"] == "red3"
        lying = sum(len(meld.cards) for melds in table.melds for meld in melds.values())
        held = sum(map(len, table.hands))
        assert table.stock + held + lying + shown + len(table.pile) == len(document["deck"])
    lines = list(narrate(document, symbols=True))
    assert max(map(len, lines)) <= 100
    ended = sum(event["e"] in ("discard", "pass") for event in document["events"])
    turns = [line for line in lines if line[:3].strip().isdigit()]
    assert len(turns) - ended in (0, 1)  # the last turn may end without
