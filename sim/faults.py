"""From a status to a sentence: what went wrong in a deal, where, whose hook it was, and how to see it again.

Kernels never raise; they return a status and leave the place in `hidden`. Here it becomes a `DealFault` that names rule
set, seed, deal, turn, seat, strategy, hook, what was answered and why it is illegal, and the `canasta replay` line.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim import moves, words
from sim.compiled import Seating

REASONS = {
    words.NO_REASON: "the engine gave no reason",
    words.NOT_OFFERED: "that is not offered now",
    words.NOT_HELD: "the hand does not hold those cards",
    words.NO_SUCH_MELD: "the side has no such meld",
    words.MELD_TOO_SMALL: "a set needs three cards or more (L17, L20)",
    words.TOO_FEW_NATURALS: "a set needs two naturals or more (L19)",
    words.TOO_MANY_WILDS: "a set of that size may not hold so many wilds (L18)",
    words.NO_FREE_MELD: "the side may have no further meld of that rank (L23)",
    words.MELD_TOO_LARGE: "a set may not be that large",
    words.NOT_THE_TOP_CARD: "a take must lay the top card of the pile (L16)",
    words.PILE_NOT_TAKEABLE: "the pile may not be taken in that way (L27-L31)",
    words.OPENING_SHORT: "the side's opening minimum is not reached (L24)",
    words.NO_CANASTA: "without the canastas for going out he must keep a card after his discard (L35)",
    words.PARTNER_SAID_NO: "the partner said no, so he may not go out in this turn (L37)",
    words.MUST_GO_OUT: "he announced that he goes out in this turn and must do it (L37)",
    words.BLACK3_NOT_GOING_OUT: "black threes may be laid only in going out (L20)",
    words.NOT_IN_THIS_GAME: "there is no such meld in this rule set",
    words.NO_SUCH_ANSWER: "no legal answer has that value; build answers with the functions of sim.moves",
    words.LAST_CARD: "the last card may not be discarded here",
    words.NOT_A_TAKING_MOVE: "the pile is taken by a pair, a natural and a wild, or an addition (L31)",
}


class DealFault(RuntimeError):  # noqa: N818 - a fault in a deal is the term of the messages
    """A strategy (or the engine) broke a deal; the message is complete, `detail` holds a traceback if there is one.

    `status` is what the engine returned, None where a hook never returned.
    """

    def __init__(self, message: str, detail: str = "", *, status: int | None = None) -> None:
        super().__init__(message)
        self.detail = detail
        self.status = status


@dataclass(frozen=True)
class Place:
    """Which deal of which run: `deal` names it ("deal 7", "hand 3 of match 2"), `replay` is the line that shows it."""

    rules: str
    seed: int
    deal: str
    replay: str


def fault(status: int, place: Place, seating: Seating, state: Any) -> DealFault:
    """The exception for a status other than OK; `state` is the `sim.batch.State` as the engine left it."""
    hidden = state.hidden[0]
    seat, which = int(hidden.fault_seat), int(hidden.fault_hook)
    where, again = _where(place, seating, state), f"see it with: {place.replay}"
    if status == words.RAISED_STATUS:
        function = seating.strategies[seat].hooks[words.HOOKS[which]].function
        error, detail = _raise_again(function, seating, state, seat, which)
        return DealFault(f"{where} raised {error}; {again}", detail, status=status)
    if status == words.WROTE:
        return DealFault(
            f"{where} wrote into a record; only me.memo and me.fired may be changed; {again}", status=status
        )
    if status == words.EVENTS_FULL:
        return DealFault(f"the event log of {place.deal} is full, a defect of the engine; {again}", status=status)
    said = moves.describe(words.HOOKS[which], int(hidden.fault_answer))
    return DealFault(f"{where} answered {said}: {REASONS[int(hidden.reason)]}; {again}", status=status)


def never_returned(seconds: float, place: Place, seating: Seating, state: Any) -> DealFault:
    """The exception for a hook that was asked and has not answered for so long."""
    where = _where(place, seating, state)
    return DealFault(f"{where} has not returned for {seconds:g} seconds; see it with: {place.replay}")


def _where(place: Place, seating: Seating, state: Any) -> str:
    seat, which = int(state.hidden[0].fault_seat), int(state.hidden[0].fault_hook)
    return (
        f"strategy {seating.strategies[seat].name}, hook {words.HOOKS[which]}, seat {seat}, "
        f"turn {int(state.table[0].turn)} of {place.deal} (rules {place.rules}, seed {place.seed})"
    )


def _raise_again(function: Any, seating: Seating, state: Any, seat: int, which: int) -> tuple[str, str]:
    """The exception of a hook, by calling its plain Python function on the records as they stand."""
    try:
        with np.errstate(divide="raise", invalid="raise"):
            function(state.table[0], state.mes[seat], seating.records[seat][which][0])
    except Exception as error:  # noqa: BLE001 - whatever a user's strategy raises
        file = function.__code__.co_filename
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)[1:] if frame.filename == file]
        line = f" at line {frames[-1].lineno} of {Path(file).name}" if frames else ""
        if isinstance(error, FloatingPointError):  # numpy's word for it
            error = ZeroDivisionError("division by zero").with_traceback(error.__traceback__)
        return f"{type(error).__name__}: {error}{line}", "".join(traceback.format_exception(error))
    return "an error that does not come back when it runs uncompiled", ""
