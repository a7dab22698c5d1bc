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
from sim.batch import NO_MATCHES, Chunk, Job, OnThread, State
from sim.faults import DealFault, Place
from sim.layout import RESULT
from sim.matches import Pairs, place_of_hand
from sim.meld import TOP_CARD
from sim.play import HAND, WON
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
    alone = replace(job, seatings=(job.seatings[leg],), replay=lambda options, _: job.replay(options, leg))
    chunk = Chunk(alone, alone.hooks, index, 1, logging=True)
    return _told(chunk, {"deal": index, "rotation": leg})


class MatchOverError(ValueError):
    """A match has fewer hands than the one that was asked for; the message says how many."""


def hands_of_match(
    job: Job, match: int, hands: range, leg: int = 0, *, most_hands: int
) -> Iterator[tuple[dict[str, Any], DealFault | None]]:
    """Transcripts of some hands of a match, as `as_far_as_played` gives those of deals; the last one may be broken.

    Raises MatchOverError where the match ends before the first of them; ends with the match where it ends after it.
    """
    alone = replace(job, seatings=(job.seatings[leg],), replay=lambda options, _: job.replay(options, leg))
    for hand in hands:
        played = Pairs(alone, alone.hooks, match, 1, min(hand, most_hands))
        (before,) = next(in_order(iter((played,)), threads=1))[0]
        if hand and (before["over"] == WON or hand >= most_hands):
            if hand > hands.start:
                return
            ended = "is over after" if before["over"] == WON else "is left unfinished after"
            raise MatchOverError(f"match {match} {ended} {before['hands']} hands; they are numbered from 0")
        scores = tuple(int(score) for score in before["scores"][: len(job.scores)]) if hand else job.scores
        task = _Hand(replace(alone, scores=scores), match, hand)
        numbers = {"deal": match + hand, "match": match, "hand": hand, "rotation": leg}
        document, broken = _told(task, numbers)
        yield document, broken
        if broken is not None:
            return


class _Hand(OnThread):
    """One hand of a match at given scores, with its events."""

    def __init__(self, job: Job, match: int, hand: int) -> None:
        super().__init__(job, job.hooks, logging=True)
        self.match, self.hand, self.results = match, hand, np.zeros((1, 1), RESULT)

    def run(self) -> None:
        self.play(self.match, (HAND, self.hand), self.results, NO_MATCHES)

    def finished(self) -> int:
        return 0

    def place(self, done: int) -> Place:
        return place_of_hand(self.job, self.match, self.hand, done)


def _told(task: Chunk | _Hand, numbers: dict[str, int]) -> tuple[dict[str, Any], DealFault | None]:
    """Play a task of one deal, and what it was, as far as it was played."""
    broken = None
    try:
        next(in_order(iter((task,)), threads=1))
    except DealFault as error:
        broken = error
    document = _Writer(task.job, numbers, task.state, task.results.view(np.recarray)[0, 0]).document()
    if broken is not None:
        del document["score"], document["scores_after"]
    return document, broken


class _Writer:
    """Follows the printed cards through the log of one deal."""

    def __init__(self, job: Job, numbers: dict[str, int], state: State, result: Any) -> None:
        self.job, self.numbers, self.result = job, numbers, result
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
            **self.numbers,
            "draws": self.job.draws,
            "shuffle": self._names(self.deck[: self.cards]),
            "players": self.seats,
            "sides": [list(range(side, self.seats, self.sides)) for side in range(self.sides)],
            "dealer": (self.first - 1) % self.seats,
            "first": self.first,
            "scores_before": scores,
            "strategies": list(self.job.seatings[0].names),
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
