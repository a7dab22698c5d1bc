"""Tables in the middle of a deal, and turns played on them: what the trials of the judge are written with."""

from __future__ import annotations

from collections import Counter

import pytest

from . import LT_CLASSIC, Disagreement
from .cards import is_wild, kind
from .cursor import Cursor
from .melds import Meld
from .stock import Stock
from .table import Side, Table
from .turn import play_turn


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
