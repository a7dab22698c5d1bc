"""From the event log of one deal to a transcript in the format `canasta-transcript/1`.

The engine follows kinds, not printed cards, where suits do not matter. Here each event gets its cards: the
dealt and drawn ones are known from the deck, and a card that leaves a hand is the lowest of its kind in the
order clubs, diamonds, hearts, spades. Nothing is decided about the game: a transcript says what the log says,
and the judge in the tests is its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from sim import moves, words
from sim.batch import Chunk, Job, State, play_chunk
from sim.faults import DealFault
from sim.meld import TOP_CARD
from sim.words import KIND_OF_CODE, RANK_LETTERS, card_name
from sim.workers import in_order

FORMAT = "canasta-transcript/1"
SCORE_LINES = ("melded", "canastas", "red3", "black3", "out", "special", "hand", "penalty", "total")


def transcript(job: Job, index: int, leg: int = 0) -> dict[str, Any]:
    """The transcript of deal `index` of a job in seating `leg`; raises DealFault as the run itself would."""
    document, broken = as_far_as_played(job, index, leg)
    if broken is not None:
        raise broken
    return document


def as_far_as_played(job: Job, index: int, leg: int = 0) -> tuple[dict[str, Any], DealFault | None]:
    """The transcript of a deal, and the fault that broke it off, if one did.

    A broken deal has no `score` and no `scores_after`, and its last event is the last that was played.
    """
    alone = replace(job, seatings=(job.seatings[leg],), replay=lambda deal, _: job.place(deal, leg).replay)
    chunk = Chunk(alone, alone.hooks, index, 1, logging=True)
    play_chunk(alone, alone.hooks, index, 0)  # compiles the engine or loads it, here and not under the watch
    broken = None
    try:
        next(in_order(iter((chunk,)), threads=1))
    except DealFault as error:
        broken = error
    document = _Writer(job, index, leg, chunk.state, chunk.results.view(np.recarray)[0, 0]).document()
    if broken is not None:
        del document["score"], document["scores_after"]
    return document, broken


class _Writer:
    """Follows the printed cards through the log of one deal."""

    def __init__(self, job: Job, index: int, leg: int, state: State, result: Any) -> None:
        self.job, self.index, self.leg, self.result = job, index, leg, result
        self.deck = [int(code) for code in state.hidden[0].deck]
        self.rows = [tuple(int(x) for x in row) for row in state.events[: int(state.hidden[0].event_count)]]
        rules = job.rules[0]  # not those of the table: a hook that broke the deal may have written there
        self.seats, self.sides, self.cards = int(rules.seats), int(rules.sides), int(rules.cards)
        self.first = int(result.first)
        self.left: list[int] = []  # deck indices in the order in which the cards left the pack
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.pile: list[int] = []
        self.taken: list[int] = []
        self.meld_numbers: list[dict[tuple[str, int], int]] = [{} for _ in range(self.sides)]
        self.melds_opened = [0] * self.sides

    def document(self) -> dict[str, Any]:
        """The whole transcript; key order is that of the format's description."""
        hands = self._deal()
        events = list(self._events())
        rest = [index for index in range(self.cards) if index not in set(self.left)]
        scores = list(self.job.scores)
        score = [self._score(side) for side in range(self.sides)]
        return {
            "format": FORMAT,
            "rules": self.job.rules_name,
            "seed": self.job.seed,
            "deal": self.index,
            "rotation": self.leg,
            "draws": self.job.draws,
            "shuffle": self._names(self.deck[: self.cards]),
            "players": self.seats,
            "sides": [list(range(side, self.seats, self.sides)) for side in range(self.sides)],
            "dealer": (self.first - 1) % self.seats,
            "first": self.first,
            "scores_before": scores,
            "strategies": list(self.job.seatings[self.leg].names),
            "deck": self._names([self.deck[index] for index in self.left + rest]),
            "hands": hands,
            "events": events,
            "score": score,
            "scores_after": [before + line["total"] for before, line in zip(scores, score, strict=True)],
        }

    @staticmethod
    def _names(codes: list[int]) -> list[str]:
        return [card_name(code) for code in codes]

    def _score(self, side: int) -> dict[str, int]:
        line = self.result.score[side]
        return {"side": side} | {name: int(line[name]) for name in SCORE_LINES}

    def _deal(self) -> list[list[str]]:
        for card in range(int(self.job.rules[0].hand) * self.seats):
            self.hands[(self.first + card) % self.seats].append(self._leave(card))
        return [self._names(hand) for hand in self.hands]

    def _leave(self, index: int) -> int:
        """The card at a deck index leaves the pack."""
        self.left.append(index)
        return self.deck[index]

    def _give(self, seat: int, kind: int) -> int:
        """The lowest card of a kind leaves a hand."""
        code = min(code for code in self.hands[seat] if KIND_OF_CODE[code] == kind)
        self.hands[seat].remove(code)
        return code

    def _events(self) -> Iterator[dict[str, Any]]:
        rows = iter(range(len(self.rows)))
        for at in rows:
            kind, seat, a, b = self.rows[at]
            if kind in (words.EVENT_START, words.EVENT_DRAW):
                if at > 0 and self.rows[at - 1][:2] == (kind, seat):
                    continue  # told with the first of its group
                indices = []
                while at < len(self.rows) and self.rows[at][:2] == (kind, seat):
                    indices.append(self.rows[at][2])
                    at += 1
                yield self._start(indices) if kind == words.EVENT_START else self._draw(seat, indices)
            elif kind == words.EVENT_PICK_UP:
                self.hands[seat] += self.taken
                self.taken = []
            else:
                yield self._TELLERS[kind](self, seat, a, b)

    def _start(self, indices: list[int]) -> dict[str, Any]:
        self.pile = [self._leave(index) for index in indices]
        return {"e": "start", "cards": self._names(self.pile)}

    def _draw(self, seat: int, indices: list[int]) -> dict[str, Any]:
        drawn = [self._leave(index) for index in indices]
        self.hands[seat] += drawn
        return {"e": "draw", "seat": seat, "cards": self._names(drawn)}

    def _red3(self, seat: int, _: int, replacement: int) -> dict[str, Any]:
        shown = card_name(self._give(seat, words.RED_THREE))
        if replacement < 0:
            return {"e": "red3", "seat": seat, "card": shown, "replacement": None}
        code = self._leave(replacement)
        self.hands[seat].append(code)
        return {"e": "red3", "seat": seat, "card": shown, "replacement": card_name(code)}

    def _take(self, seat: int, *_: int) -> dict[str, Any]:
        taken = self.pile[::-1]
        self.taken = self.pile
        self.pile = []
        return {"e": "take", "seat": seat, "cards": self._names(taken)}

    def _meld(self, seat: int, move: int, place: int) -> dict[str, Any]:
        naturals, twos, jokers = moves.naturals_of(move), moves.twos_of(move), moves.jokers_of(move)
        if moves.what(move) == moves.BLACK_SET:
            cards = [self._give(seat, words.BLACK_THREE) for _ in range(naturals)]
            return self._laid(seat, ("black3", 0), cards, "black3")
        rank, red = moves.rank_of(move), place >> 6
        wanted = [rank] * naturals
        wanted += [words.RED_TWO] * red + [words.BLACK_TWO] * (twos - red) + [words.JOKER] * jokers
        cards = [self._give(seat, kind) for kind in wanted]
        if place & TOP_CARD:
            cards.insert(0, self.taken.pop())
        return self._laid(seat, (RANK_LETTERS[rank], place & 31), cards, "set")

    def _laid(self, seat: int, place: tuple[str, int], cards: list[int], kind: str) -> dict[str, Any]:
        side = seat % self.sides
        numbers = self.meld_numbers[side]
        if place not in numbers:
            numbers[place] = self.melds_opened[side]
            self.melds_opened[side] += 1
        return {"e": "meld", "seat": seat, "meld": numbers[place], "cards": self._names(cards), "kind": kind}

    def _join(self, seat: int, rank: int, _: int) -> dict[str, Any]:
        numbers = self.meld_numbers[seat % self.sides]
        gone = numbers.pop((RANK_LETTERS[rank], 1))
        return {"e": "join", "seat": seat, "meld": gone, "into": numbers[RANK_LETTERS[rank], 0]}

    def _ask(self, seat: int, *_: int) -> dict[str, Any]:
        return {"e": "ask", "seat": seat}

    def _answer(self, seat: int, answer: int, _: int) -> dict[str, Any]:
        return {"e": "answer", "seat": seat, "answer": bool(answer)}

    def _discard(self, seat: int, code: int, _: int) -> dict[str, Any]:
        thrown = self._give(seat, int(KIND_OF_CODE[code]))
        self.pile.append(thrown)
        return {"e": "discard", "seat": seat, "card": card_name(thrown)}

    def _pass(self, seat: int, *_: int) -> dict[str, Any]:
        return {"e": "pass", "seat": seat}

    def _out(self, seat: int, concealed: int, _: int) -> dict[str, Any]:
        return {"e": "out", "seat": seat, "concealed": bool(concealed)}

    def _end(self, _: int, ending: int, __: int) -> dict[str, Any]:
        return {"e": "end", "why": words.ENDINGS[ending]}

    _TELLERS: ClassVar[dict[int, Callable[..., dict[str, Any]]]] = {
        words.EVENT_RED3: _red3,
        words.EVENT_TAKE: _take,
        words.EVENT_MELD: _meld,
        words.EVENT_JOIN: _join,
        words.EVENT_ASK: _ask,
        words.EVENT_ANSWER: _answer,
        words.EVENT_DISCARD: _discard,
        words.EVENT_PASS: _pass,
        words.EVENT_OUT: _out,
        words.EVENT_END: _end,
    }
