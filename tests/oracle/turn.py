"""One turn: red threes, a draw or a take or a pass, asking, melds and joins, and the end of the turn.

The order of the functions is the order of the events in a turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from . import melds, pile, reach
from .cards import points
from .cursor import Cursor
from .disagree import agree, require
from .score import Ending
from .table import Side, Table


@dataclass
class Turn:
    """What must be remembered until the turn ends."""

    seat: int
    side: Side
    old_melds: set[int]
    """Meld numbers on the table when the turn began: the partner's, if the seat has laid nothing before."""
    laid: int = 0
    """Points laid in this turn, towards the minimum (L25)."""
    laid_cards: int = 0
    touched_old: bool = False
    """A card was added to, or a meld joined with, a meld of `old_melds` (L38)."""
    own: Counter[str] = field(default_factory=Counter)
    """In an opening by a take: cards held before the pile came; melds of these are still opening melds."""
    acted: bool = False
    """Something was laid after the draw or after the melds that justify a take: too late to ask."""
    asked: bool = False
    answer: bool | None = None
    """The partners' answer while it binds."""
    took: bool = False


def play_turn(table: Table, cursor: Cursor, seat: int) -> Ending | str:
    """Check one turn. Returns an `Ending` if the deal ends with it, else `pass` or `discard`."""
    side = table.side_of(seat)
    turn = Turn(seat, side, set(side.melds))
    show_red_threes(table, cursor, turn)
    if cursor.peek() == "ask":
        require(
            reach.can_ask_before_take(table, seat),
            "settled 24",
            "a take that leaves < 2 and goes out",
            "none",
        )
        ask(table, cursor, turn)
    how = cursor.read("L14", seat, "draw", "take", "pass")
    if how["e"] == "pass":
        return check_pass(table, turn)
    if how["e"] == "take":
        take(table, cursor, turn, how)
    elif draw(table, cursor, turn, how):
        return Ending("stock")
    while (kind := cursor.peek()) in LATER:
        LATER[kind](table, cursor, turn)
    return finish(table, cursor, turn)


def show_red_threes(table: Table, cursor: Cursor, turn: Turn) -> bool:
    """Red threes in hand are shown and replaced (L9, L10). True if one found the stock empty (all?3)."""
    unreplaced = False
    while table.red3_in_hand(turn.seat):
        event = cursor.read("L9, L10", turn.seat, "red3")
        show(table, turn.seat, event)
        replacement = table.stock.draw(turn.seat)
        agree("L10, draw scheme", "replacement", replacement, event["replacement"])
        if replacement is None:
            unreplaced = True
        else:
            table.hands[turn.seat][replacement] += 1
            turn.answer = None if turn.answer else turn.answer  # settled 24: an unseen card lifts the duty
    return unreplaced


def show(table: Table, seat: int, event: dict) -> None:
    """Move a red three from a hand to its side's row."""
    held = table.red3_in_hand(seat)
    require(event["card"] in held, "L9", f"one of {held}", event["card"])
    table.take_from_hand(seat, [event["card"]])
    table.side_of(seat).red3.append(event["card"])


def check_pass(table: Table, turn: Turn) -> str:
    """Passing is for a seat that can neither draw nor take (L40, L41, lt-classic?15)."""
    require(len(table.stock) == 0, "L15", "a draw while there is a stock", "a pass")
    require(turn.answer is not True, "L37", "going out after a yes", "a pass")
    able = reach.can_take(table, turn.seat, may_go_out=turn.answer is None)
    require(not able, "L41", f"a take of {table.pile[-1:]}", "a pass")
    return "pass"


def draw(table: Table, cursor: Cursor, turn: Turn, event: dict) -> bool:
    """One card from the stock (L15). True if the deal ends because the last one was a red three (all?3)."""
    require(len(table.stock) > 0, "L40", "no draw: the stock is gone", event)
    require(turn.answer is not True, "settled 24", "the take that was asked for", event)
    due = min(table.rules.draw, len(table.stock))  # all?4
    cards = [table.stock.draw(turn.seat) for _ in range(due)]
    agree("L15, draw scheme", "cards drawn", cards, list(event["cards"]))
    table.hands[turn.seat].update(cards)
    return show_red_threes(table, cursor, turn)


def take(table: Table, cursor: Cursor, turn: Turn, event: dict) -> None:
    """The top card is melded, in an opening more up to the minimum; then the rest comes (L16, L27-L31)."""
    turn.took = True
    opening = not turn.side.opened
    top = pile.lift(table, turn.seat, event)
    lay(table, cursor, turn, top)
    while opening and turn.laid < turn.side.minimum:
        require(cursor.peek() == "meld", "L24, L29", f"{turn.side.minimum} from hand and top card", turn.laid)
        lay(table, cursor, turn)
    turn.side.opened = True
    if opening:
        turn.own = table.hands[turn.seat].copy()
    pile.pick_up(table, turn.seat)
    show_red_threes(table, cursor, turn)


def ask_after(table: Table, cursor: Cursor, turn: Turn) -> None:
    """After the draw, or the take and its justifying melds; once; only if he can go out (settled 24)."""
    hand = table.hands[turn.seat]
    require(not turn.asked and not turn.acted, "settled 24", "one question, before other melds", "a late one")
    require(not turn.took or hand.total() >= 2, "settled 24", "a question before such a take", "one after it")
    require(reach.can_go_out(table, turn.seat), "settled 18, L37", "a hand that can go out", dict(hand))
    ask(table, cursor, turn)


def ask(table: Table, cursor: Cursor, turn: Turn) -> None:
    """The question and an answer of every partner in order of play; yes is yes of all (L37, settled 24)."""
    cursor.read("L37", turn.seat, "ask")
    seats = table.rules.players
    partners = sorted(set(turn.side.seats) - {turn.seat}, key=lambda seat: (seat - turn.seat) % seats)
    require(bool(partners), "settled 23", "no asking in individual play", "a question")
    answers = [cursor.read("L37, settled 24", seat, "answer")["answer"] for seat in partners]
    require(all(isinstance(answer, bool) for answer in answers), "L37", "yes or no", answers)
    turn.asked, turn.answer = True, all(answers)


def lay_more(table: Table, cursor: Cursor, turn: Turn) -> None:
    """A meld after the draw or take. Of cards held before an opening took the pile it is an opening meld."""
    cards = lay(table, cursor, turn)
    turn.acted = turn.acted or bool(cards - turn.own)
    turn.own -= cards


def join(table: Table, cursor: Cursor, turn: Turn) -> None:
    """Two melds become one (L23); with one of the partner's it counts as adding to his (settled 21)."""
    event = cursor.read("L23", turn.seat, "join")
    melds.join(table.rules, turn.side, event["meld"], event["into"])
    turn.touched_old = turn.touched_old or bool({event["meld"], event["into"]} & turn.old_melds)
    turn.acted = True


LATER = {"ask": ask_after, "meld": lay_more, "join": join}
"""What may happen between the draw or take and the end of the turn."""


def lay(table: Table, cursor: Cursor, turn: Turn, top: str | None = None) -> Counter[str]:
    """One meld event; with `top` it is the one that justifies a take."""
    event = cursor.read("L16" if top else "L21", turn.seat, "meld")
    cards = table.take_from_hand(turn.seat, event["cards"])
    if top:
        pile.check_justification(table, turn.side, top, cards)
    melds.lay(table.rules, turn.side, event, cards)
    turn.laid += points(cards.elements())
    turn.laid_cards += cards.total()
    turn.touched_old = turn.touched_old or event["meld"] in turn.old_melds
    return cards


def finish(table: Table, cursor: Cursor, turn: Turn) -> Ending | str:
    """A discard or going out. Whatever was laid must have been allowed (L20, L24, L35-L37)."""
    enough = turn.side.opened or turn.laid == 0 or turn.laid >= turn.side.minimum
    require(enough, "L24", f"an opening of {turn.side.minimum}", turn.laid)
    hand = table.hands[turn.seat]
    if hand:
        event = cursor.read("L14, L33", turn.seat, "discard")
        pile.discard(table, turn.seat, event["card"])
    turn.side.opened = turn.side.opened or turn.laid > 0
    if hand:
        return keep_playing(table, turn)
    return go_out(table, cursor, turn)


def keep_playing(table: Table, turn: Turn) -> str:
    """The turn ended with cards in hand: no black threes laid (L20), no yes unused (L37)."""
    require(not turn.side.of_rank("black3"), "L20", "going out with black threes", "a turn that goes on")
    require(turn.answer is not True, "L37", "going out after a yes", "cards kept")
    if turn.laid_cards:
        table.laid.add(turn.seat)
    return "discard"


def go_out(table: Table, cursor: Cursor, turn: Turn) -> Ending:
    """The hand is empty: there must be a canasta and no `no` (L35, L37)."""
    require(melds.has_canasta(table.rules, turn.side), "L35, all?5", "a canasta before the last card goes", "none")
    require(turn.answer is not False, "L37", "a card kept after a no", "the last card gone")
    event = cursor.read("L34", turn.seat, "out")
    agree("L38", "concealed", concealed(table, turn), event["concealed"])
    return Ending("out", turn.seat, event["concealed"])


def concealed(table: Table, turn: Turn) -> bool:
    """All laid in this turn, nothing on the partner's melds, a canasta among the player's own (L38)."""
    if turn.seat in table.laid or turn.touched_old:
        return False
    own = [meld for number, meld in turn.side.melds.items() if number not in turn.old_melds]
    return any(melds.is_canasta(table.rules, meld) for meld in own)
