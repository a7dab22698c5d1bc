"""A strategy played as plain Python, in a process of its own: what the battery cannot ask of compiled code.

Decided here: how hidden cards are permuted. Before a turn, all cards that the player cannot know (other hands but for
what was seen to go there, the other queues of the stock) change places at random; his own queue stays, so that he
draws the same. The turn is played with the cards as they are and as permuted, and what he is shown and what he answers
must be the same, up to the first question to a partner, who answers from his own hand. Left out: what is compared with
compiled code, and the words (`analysis.battery`).

It is run as `NUMBA_DISABLE_JIT=1 python -m analysis.uncompiled STRATEGY OPPONENT RULES SEED DEALS`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from analysis import specs
from analysis.seating import job_of, legs
from analysis.setup import setup
from sim.batch import Job, State, play_chunk
from sim.call import PLAIN
from sim.deal import RANK_ADD, SPECIAL_ADD, deal
from sim.moves import describe
from sim.play import seat_strategies
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.turn import play_turn
from sim.words import CODE_OF_KIND, HOOKS, KINDS, OK

NOT_SHOWN = "scratch"  # work space of the engine
Call = tuple[int, int, bytes, int]
"""Seat, which hook, digest of what it was shown, answer."""


def digests(job: Job, deals: int) -> list[str]:
    """A digest of the results of each deal, in every seating."""
    return [hashlib.sha256(block.tobytes()).hexdigest()[:16] for block in play_chunk(job, job.hooks, 0, deals)]


class Listener:
    """Writes down every call of every hook of a job; works uncompiled only."""

    def __init__(self, job: Job) -> None:
        self.calls: list[Call] = []
        for seating in job.seatings:
            for seat in range(seating.addresses.shape[0]):
                for which in range(len(HOOKS)):
                    index = int(seating.addresses[seat, which, 0])
                    PLAIN[index] = self._heard(PLAIN[index], which)

    def _heard(self, function: Callable[..., Any], which: int) -> Callable[..., Any]:
        def asked(table: Any, me: Any, w: Any) -> Any:
            shown = hashlib.sha256(table.tobytes())
            for name in me.dtype.names:
                if name != NOT_SHOWN:
                    shown.update(np.asarray(me[name]).tobytes())
            answer = function(table, me, w)
            self.calls.append((int(me.seat), which, shown.digest(), int(answer)))
            return answer

        return asked

    def of_turn(self, state: State) -> tuple[int, list[Call]]:
        """Play a turn: status, and the calls up to the first question to a partner."""
        self.calls = []
        status = int(play_turn(state.table[0], state.hidden[0]))
        questions = [at for at, call in enumerate(self.calls) if HOOKS[call[1]] == "answer"]
        return status, self.calls[: questions[0]] if questions else self.calls


def permuted(state: State, choose: np.random.Generator) -> State:
    """A copy in which the cards that the player in turn cannot know have changed places."""
    copy = State(_copied(state.table), _copied(state.hidden))
    table, hidden = copy.table[0], copy.hidden[0]
    seats, seat = int(table.rules.seats), int(table.seat)
    others = [other for other in range(seats) if other != seat]
    slots = [slot for other in others for slot in range(int(hidden.next_slot[other]), int(hidden.slots), seats)]
    hands = [_unknown(table, hidden.mes[other], other) for other in others]
    pool = choose.permutation([*(int(hidden.deck[slot]) for slot in slots), *(c for hand in hands for c in hand)])
    for slot, code in zip(slots, pool[: len(slots)], strict=True):
        hidden.deck[slot] = code
    at = len(slots)
    for other, hand in zip(others, hands, strict=True):
        me, new = hidden.mes[other], pool[at : at + len(hand)]
        at += len(hand)
        me.ranks += sum(int(RANK_ADD[code]) for code in new) - sum(int(RANK_ADD[code]) for code in hand)
        me.special += sum(int(SPECIAL_ADD[code]) for code in new) - sum(int(SPECIAL_ADD[code]) for code in hand)
    return copy


def _copied(records: Any) -> Any:
    """A copy byte for byte; numpy's own leaves what lies between two fields as it finds it."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype).view(np.recarray)


def _unknown(table: Any, me: Any, seat: int) -> list[int]:
    """Codes of the cards of a hand that nobody else has seen."""
    ranks, special = int(me.ranks - table.known[seat]), int(me.special - table.known_special[seat])
    counts = [ranks >> 5 * lane & 31 for lane in range(KINDS - 5)] + [special >> 8 * lane & 255 for lane in range(5)]
    return [int(CODE_OF_KIND[kind]) for kind, count in enumerate(counts) for _ in range(count)]


def peeking(job: Job, deals: int) -> tuple[int, str]:
    """Turns that were played twice, and the first difference in words ("" if there is none)."""
    listener, played = Listener(job), 0
    for index in range(deals):
        state = State.of(job.rules, job.scores, job.draws)
        table, hidden = state.table[0], state.hidden[0]
        seat_strategies(hidden, job.hooks, 0)
        hidden.keys[0] = key_of(job.seed, DEAL_DECK, index, 0)
        hidden.keys[1] = key_of(job.seed, DEAL_COIN, index, 0)
        table.seat = index % int(table.rules.seats)
        deal(table, hidden)
        choose = np.random.default_rng((job.seed, index))
        while not hidden.ending:
            twin = permuted(state, choose) if _draws_of_his_own(table, hidden) else None
            calls = [] if twin is None else listener.of_turn(twin)[1]
            status, wanted = listener.of_turn(state)
            if status != OK:
                break  # a fault; the battery's other checks tell it
            if twin is not None:
                played += 1
                if calls != wanted:
                    return played, _difference(wanted, calls, int(table.turn), job.place(index, 0).replay)
            table.turn += 1
            table.seat = (table.seat + 1) % table.rules.seats
    return played, ""


def _draws_of_his_own(table: Any, hidden: Any) -> bool:
    """True if the player's own queue has cards for this turn whatever he draws, red threes included."""
    most = 5 * int(table.rules.seats)
    return int(hidden.next_slot[int(table.seat)]) + most < int(hidden.slots)


def _difference(wanted: list[Call], got: list[Call], turn: int, replay: str) -> str:
    for one, two in zip(wanted, got, strict=False):
        if one != two:
            kind = HOOKS[one[1]]
            where = f"hook {kind}, seat {one[0]}, turn {turn}"
            if one[2] != two[2]:
                return f"{where}: the engine showed it other records after other seats' cards were permuted; {replay}"
            answers = f"{describe(kind, one[3])}, then {describe(kind, two[3])}"
            return f"{where} answered {answers} after other seats' cards were permuted; see it with: {replay}"
    return f"turn {turn}: other hooks were asked after other seats' cards were permuted; see it with: {replay}"


def main(arguments: list[str]) -> None:
    """Print one JSON object: digests of deals, turns played twice, the first difference, or an error."""
    a, b, rules, seed, deals = arguments
    played = setup(rules, seed=int(seed))
    try:
        job = job_of(played, (specs.side(a), specs.side(b)), (a, b), legs(played.sides))
        found = {"digests": digests(job, int(deals))}
        turns, difference = peeking(job, int(deals))
        print(json.dumps(found | {"turns": turns, "difference": difference}))  # noqa: T201 - read by another process
    except Exception as error:  # noqa: BLE001 - whatever a strategy raises is told by the other process
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
