"""A deal told to a card player, turn by turn, from its transcript and nothing else.

Each turn is a few lines: who plays, the hand with which he begins, pile and stock as he finds them; what he
does; and, where that changed them, the melds of all sides. At the end stand the cards left in hand and the
score sheet. A deal that a fault broke off is told as far as it was played, with all hands as they were then.

Decided here: the words and the layout. Left out: whether a move was right, which the judge in the tests says,
and what a card is worth: the score sheet is that of the transcript.

>>> event = {"e": "meld", "seat": 0, "meld": 0, "cards": ["Kh", "Kc", "2s"], "kind": "set"}
>>> table = Table({"hands": [["Kh", "Kc", "2s", "4d"]], "sides": [[0]], "deck": ["5c"] * 9})
>>> phrase(table, event, symbols=False)
('opens with', 'Kh Kc 2s')
>>> table.see(event)
>>> table.hands[0], str(table.melds[0][0])
(['4d'], 'kings 2 + 1 wild')
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reports import cards as say

WIDTH = 100
INDENT = " " * 6
NOBODY = -1

SHEET = {
    "melded": "cards laid",
    "canastas": "canastas",
    "red3": "red threes",
    "black3": "black threes",
    "out": "going out",
    "special": "other bonuses",
    "hand": "cards in hand",
    "penalty": "penalties",
    "total": "total",
}
ENDINGS = {
    "out": "The deal ends by going out.",
    "stock": "The deal ends with the stock; nobody has gone out.",
    "blocking": "The deal ends with a blocking canasta.",
    "limit": "The deal is stopped: too many turns.",
}
ANOTHERS = ("answer", "out", "partner_lays")  # belong to the turn before them, whatever their seat
CLOSING = ("discard", "pass", "out")
AFTERWARDS = ("red3", "penalty", "end")  # may stand after the last turn

Event = Mapping[str, Any]


@dataclass
class Meld:
    """Cards that lie together."""

    kind: str
    cards: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return say.meld(self.kind, self.cards)


class Table:
    """What an onlooker who sees all hands sees: hands, melds, pile and stock, event by event."""

    def __init__(self, transcript: Mapping[str, Any]) -> None:
        self.hands: list[list[str]] = [list(hand) for hand in transcript["hands"]]
        self.sides: list[list[int]] = transcript["sides"]
        self.melds: list[dict[int, Meld]] = [{} for _ in self.sides]
        self.pile: list[str] = []  # top card last
        self.stock = len(transcript["deck"]) - sum(map(len, self.hands))
        self.stock -= sum(map(len, transcript.get("packets", [])))

    def side_of(self, seat: int) -> int:
        """The side to which a seat belongs."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def frozen(self) -> bool:
        """True while a wild card or a red three lies in the pile."""
        return any(say.is_wild(card) or say.is_red_three(card) for card in self.pile)

    def laid(self) -> list[str]:
        """The melds of each side, as text."""
        return [", ".join(map(str, melds.values())) or "nothing" for melds in self.melds]

    def see(self, event: Event) -> None:
        """Move the cards of one event."""
        kind, seat = event["e"], event.get("seat", NOBODY)
        hand = self.hands[seat] if seat != NOBODY else []
        if kind == "start":
            self.pile = [*event.get("hidden", []), *event["cards"]]
            self.stock -= len(self.pile)
        elif kind == "draw":
            hand += event["cards"]
            self.stock -= len(event["cards"])
        elif kind == "red3":
            hand.remove(event["card"])
            if event["replacement"]:
                hand.append(event["replacement"])
                self.stock -= 1
        elif kind == "take":
            hand += event["cards"]
            del self.pile[len(self.pile) - len(event["cards"]) :]
        elif kind == "aside":
            for card in event["cards"]:
                hand.remove(card)
        elif kind == "bonus":
            hand += event["cards"]
            self.stock -= len(event["cards"]) if event["why"] == "talon" else 0
        elif kind == "meld":
            melds = self.melds[self.side_of(seat)]
            melds.setdefault(event["meld"], Meld(event["kind"])).cards += event["cards"]
            for card in event["cards"]:
                hand.remove(card)
        elif kind == "join":
            melds = self.melds[self.side_of(seat)]
            melds[event["into"]].cards += melds.pop(event["meld"]).cards
        elif kind == "discard":
            hand.remove(event["card"])
            self.pile.append(event["card"])


def phrase(table: Table, event: Event, *, symbols: bool) -> tuple[str, str]:
    """Verb and object of one event, before the table has seen it."""

    def row(*cards: str) -> str:
        return say.row(cards, symbols=symbols)

    match event["e"]:
        case "cut":
            return "keeps from the cut", row(*event["cards"])
        case "red3":
            shown = row(event["card"])
            got = row(event["replacement"]) if event["replacement"] else ""
            return "shows", f"{shown} and gets {got}" if got else shown
        case "draw":
            return "draws", row(*event["cards"])
        case "take":
            number = len(event["cards"])
            return "takes", f"the pile of {number}: {row(*event['cards'])}" if number > 1 else row(*event["cards"])
        case "aside":
            return "sets aside", row(*event["cards"])
        case "meld":
            melds = table.melds[table.side_of(event["seat"])]
            if event["meld"] in melds:
                there = melds[event["meld"]]
                return "adds", f"{row(*event['cards'])} to the {say.called(there.kind, there.cards)}"
            return "lays" if melds else "opens with", row(*event["cards"])
        case "join":
            there = table.melds[table.side_of(event["seat"])][event["into"]]
            return "joins", f"the two melds of {say.called(there.kind, there.cards)}"
        case "bonus":
            return "gets", f"the {event['why']}: {row(*event['cards'])}"
        case "ask":
            return "asks", "to go out"
        case "answer":
            return f"seat {event['seat']} says", "yes" if event["answer"] else "no"
        case "discard":
            return "discards", row(event["card"])
        case "pass":
            return "passes", ""
        case "out":
            return "goes out", "concealed" if event["concealed"] else ""
        case "partner_lays":
            return "his partner lays down", "his hand"
        case "penalty":
            return "pays", f"{event['points']} points ({event['why']})"
    return str(event["e"]), ""


def sentence(phrases: Sequence[tuple[str, str]]) -> str:
    """Phrases as one line; what is done twice running is said once: `lays Kh Kc 2s, 9d 9h 9s`."""
    said: list[str] = []
    before = ""
    for verb, what in phrases:
        if verb == before and what:
            said[-1] += f", {what}"
        else:
            said.append(f"{verb} {what}".rstrip())
        before = "lays" if verb == "opens with" else verb
    return "; ".join(said)


def wrapped(text: str, first: str = INDENT, rest: str = INDENT) -> list[str]:
    """A text as lines of at most WIDTH characters."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def narrate(transcript: Mapping[str, Any], *, symbols: bool = False, from_turn: int = 1) -> Iterator[str]:
    """The lines of a deal; turns before `from_turn` are played and left out."""
    table, events = Table(transcript), list(transcript["events"])
    yield from _heading(transcript)
    begun = next((at + 1 for at, event in enumerate(events) if event["e"] == "start"), 0)
    yield from wrapped(_beginning(transcript, table, events[:begun], symbols=symbols), "", INDENT)
    yield ""
    turns, rest = _turns(events[begun:])
    for number, turn in enumerate(turns, 1):
        lines = list(_told(table, number, turn, symbols=symbols))
        if number >= from_turn:
            yield from lines
        elif number == from_turn - 1:
            yield f"{INDENT}(turns 1 to {number} are left out)"
            yield from _melds(table)
    yield ""
    yield from _ending(transcript, table, rest, symbols=symbols)


def _heading(transcript: Mapping[str, Any]) -> Iterator[str]:
    which = f"seed {transcript['seed']}, deal {transcript['deal']}"
    if "match" in transcript:
        which = f"seed {transcript['seed']}, match {transcript['match']}, hand {transcript['hand']}"
    yield f"{transcript['rules']}: {which}, rotation {transcript['rotation']}, draws {transcript['draws']}"
    for side, seats in enumerate(transcript["sides"]):
        names = list(dict.fromkeys(transcript["strategies"][seat] for seat in seats))
        who = f"seat {seats[0]} plays" if len(seats) == 1 else f"seats {_listed(seats)} play"
        before = transcript["scores_before"][side]
        yield f"side {side}: {who} {' and '.join(names)}; {before} points before the deal"


def _listed(seats: Sequence[int]) -> str:
    *most, last = map(str, seats)
    return f"{', '.join(most)} and {last}"


def _beginning(transcript: Mapping[str, Any], table: Table, events: Sequence[Event], *, symbols: bool) -> str:
    said = [f"Seat {transcript['dealer']} deals, seat {transcript['first']} begins."]
    for event in events:
        if event["e"] == "start":
            cards = say.row(event["cards"], symbols=symbols)
            under = f" on {len(event['hidden'])} cards face down" if event.get("hidden") else ""
            table.see(event)
            said.append(f"The pile begins with {cards}{under}{' and is frozen' if table.frozen() else ''}.")
        else:
            said.append(f"Seat {event['seat']} {sentence([phrase(table, event, symbols=symbols)])}.")
            table.see(event)
    return " ".join(said)


def _turns(events: Sequence[Event]) -> tuple[list[list[Event]], Sequence[Event]]:
    """The events turn by turn, and those after the last turn: red threes that nobody had a turn to show."""
    turns: list[list[Event]] = []
    last = len(events)  # behind the last event that can only stand in a turn
    while last and events[last - 1]["e"] in AFTERWARDS:
        last -= 1
    seats: set[int] = set()  # whose events belong to the turn as it stands
    for at, event in enumerate(events):
        kind, seat = event["e"], event.get("seat", NOBODY)
        within = bool(turns) and (seat in seats or kind in ANOTHERS)
        if kind == "end" or (at >= last and not within):
            return turns, events[at:]
        if not within:
            turns.append([])
            seats = {seat}
        turns[-1].append(event)
        if kind in CLOSING:
            seats = set()
        elif kind == "partner_lays":
            seats = {seat}
    return turns, []


def _told(table: Table, number: int, turn: Sequence[Event], *, symbols: bool) -> Iterator[str]:
    seat, before = turn[0]["seat"], table.laid()
    hand = say.hand(table.hands[seat], symbols=symbols)
    yield from wrapped(f"{hand}   {_pile(table, symbols=symbols)}", f"{number:>3}  seat {seat}  ", INDENT)
    phrases = []
    for event in turn:
        phrases.append(phrase(table, event, symbols=symbols))
        table.see(event)
    yield from wrapped(sentence(phrases))
    if table.laid() != before:
        yield from _melds(table)


def _pile(table: Table, *, symbols: bool) -> str:
    stock = f"stock {table.stock}" if table.stock else "no stock"
    if not table.pile:
        return f"[no pile; {stock}]"
    top = say.name(table.pile[-1], symbols=symbols)
    return f"[pile {len(table.pile)}, top {top}{', frozen' if table.frozen() else ''}; {stock}]"


def _melds(table: Table) -> Iterator[str]:
    laid = "; ".join(f"side {side}: {melds}" for side, melds in enumerate(table.laid()))
    yield from wrapped(laid, f"{INDENT}= ", f"{INDENT}  ")


def _ending(transcript: Mapping[str, Any], table: Table, rest: Sequence[Event], *, symbols: bool) -> Iterator[str]:
    """How the deal ended or where it broke off, what is left in the hands, and the score."""
    for event in rest:
        if event["e"] == "end":
            yield ENDINGS.get(event["why"], f"The deal ends: {event['why']}.")
        else:
            yield f"     seat {event['seat']}  {sentence([phrase(table, event, symbols=symbols)])}"
            table.see(event)
    if not rest:
        yield f"Here the deal breaks off.  {_pile(table, symbols=symbols)}"
    for seat, cards in enumerate(table.hands):
        if cards:
            yield from wrapped(say.hand(cards, symbols=symbols), f"     seat {seat}  holds ")
    if "score" in transcript:
        yield ""
        yield from _sheet(transcript)


def _sheet(transcript: Mapping[str, Any]) -> Iterator[str]:
    """One column a side; lines that are zero for all are left out, the totals never."""
    score = transcript["score"]

    def line(name: str, numbers: Sequence[int]) -> str:
        return f"{name:16}" + "".join(f"{number:>9}" for number in numbers)

    yield f"{'points':16}" + "".join(f"{f'side {side}':>9}" for side in range(len(score)))
    for key, name in SHEET.items():
        numbers = [side[key] for side in score]
        if any(numbers) or key == "total":
            yield line(name, numbers)
    yield line("match before", transcript["scores_before"])
    yield line("match after", transcript["scores_after"])
