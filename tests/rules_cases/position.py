"""A case on the engine: sets the records, lets scripted players speak, reads back what is on the table."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numba as nb
import numpy as np
from numba import njit, types

from sim import cache as compile_cache
from sim.batch import State
from sim.call import PLAIN
from sim.compiled import address_of
from sim.deal import CODE_OF_KIND, RANK_ADD, SPECIAL_ADD, deal, set_minimums
from sim.jit import COMPILED, entry
from sim.layout import ME, RESULT, TABLE, one
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.rules import load, pack
from sim.score import score
from sim.turn import finish, play_on, play_turn
from sim.words import (
    ANSWER_HOOK,
    ASK_HOOK,
    BLACK_THREE,
    CANASTA,
    DISCARD_HOOK,
    DRAW_HOOK,
    ENDED_OUT,
    ENDED_STOCK,
    FIRST_SPECIAL,
    HOOKS,
    JOKER,
    KIND_OF_CODE,
    KINDS,
    LANES,
    LAY_HOOK,
    NONE,
    OK,
    PILE_ORDER,
    RED_THREE,
)

from .notation import Case, cards, melds, rank_among

HERE = Path(__file__).parent
LONGEST = 64
SCRIPT = np.dtype([("length", "i8"), ("hook", "i8", LONGEST), ("answer", "i8", LONGEST)], align=True)

# Notes of the scripted players in `me.memo`; ASKED is 1 + the hook that found no answer.
AT, ASKED, MAY_DRAW, MAY_ASKED, LAY_CALLS = range(5)


# --- scripted players -------------------------------------------------------------------------------------
# What the engine did not ask for, since there was nothing to choose, is passed over; a silent player asks
# nothing and lays nothing more. A script is a list of (hook, answer); the hooks are 0 … 4 as in `sim.words`.
# They call nothing of this file: kept machine code must not know under what name the file was imported.
def draw_as_told(table, me, w):
    while me.memo[0] < w.length and (
        w.hook[me.memo[0]] == 3 or (w.hook[me.memo[0]] == 2 and w.answer[me.memo[0]] == 0)
    ):
        me.memo[0] += 1
    me.memo[2] = me.may
    if me.memo[0] < w.length and w.hook[me.memo[0]] == 0:
        me.memo[0] += 1
        return w.answer[me.memo[0] - 1]
    me.memo[1] = 1
    return -2


def ask_as_told(table, me, w):
    while me.memo[0] < w.length and w.hook[me.memo[0]] == 0:
        me.memo[0] += 1
    me.memo[3] = me.may
    if me.memo[0] < w.length and w.hook[me.memo[0]] == 1:
        me.memo[0] += 1
        return w.answer[me.memo[0] - 1]
    return 0


def lay_as_told(table, me, w):
    while me.memo[0] < w.length and w.hook[me.memo[0]] == 0:
        me.memo[0] += 1
    me.memo[4] += 1
    if me.memo[0] < w.length and w.hook[me.memo[0]] == 2:
        me.memo[0] += 1
        return w.answer[me.memo[0] - 1]
    return 0


def discard_as_told(table, me, w):
    while me.memo[0] < w.length and (
        w.hook[me.memo[0]] == 0 or (w.hook[me.memo[0]] == 2 and w.answer[me.memo[0]] == 0)
    ):
        me.memo[0] += 1
    if me.memo[0] < w.length and w.hook[me.memo[0]] == 3:
        me.memo[0] += 1
        return w.answer[me.memo[0] - 1]
    me.memo[1] = 4
    return -2


def answer_as_told(table, me, w):
    if me.memo[0] < w.length and w.hook[me.memo[0]] == 4:
        me.memo[0] += 1
        return w.answer[me.memo[0] - 1]
    me.memo[1] = 5
    return -2


TOLD = {
    DRAW_HOOK: draw_as_told,
    ASK_HOOK: ask_as_told,
    LAY_HOOK: lay_as_told,
    DISCARD_HOOK: discard_as_told,
    ANSWER_HOOK: answer_as_told,
}


@cache
def dispatchers() -> dict[int, Any]:
    """The scripted hooks, compiled; the functions themselves without compilation."""
    if not COMPILED:
        return dict(TOLD)
    compile_cache.use(compile_cache.strategy_folder([Path(__file__).resolve()]))
    try:
        signature = types.int64(nb.from_dtype(TABLE), nb.from_dtype(ME), nb.from_dtype(SCRIPT))
        compiled = njit(signature, nogil=True, boundscheck=True, cache=True, _nrt=False)
        made = {hook: compiled(told) for hook, told in TOLD.items()}
    finally:
        compile_cache.use(compile_cache.engine_folder())
    return made


def addresses(scripts: np.recarray) -> np.ndarray:
    """The array that the engine reads: hook and script of each seat."""
    made = np.zeros((len(scripts), len(HOOKS), 2), np.int64)
    for seat in range(len(scripts)):
        for hook, told in dispatchers().items():
            if COMPILED:
                made[seat, hook] = address_of(told), scripts[seat : seat + 1].ctypes.data
            else:
                made[seat, hook] = len(PLAIN), len(PLAIN) + 1
                PLAIN.extend((told, scripts[seat]))
    return made


# --- on the engine -----------------------------------------------------------------------------------------
@entry
def play_some(state, hooks, turns, result):
    """Play so many turns (-1: to the end of the deal, -2: none, it has ended); then score an ended deal."""
    tables, hiddens = state
    table, hidden = tables[0], hiddens[0]
    for seat in range(hooks.shape[0]):
        for which in range(hooks.shape[1]):
            hidden.hooks[seat, which, 0] = hooks[seat, which, 0]
            hidden.hooks[seat, which, 1] = hooks[seat, which, 1]
    status = np.int64(OK)
    if turns == -1:
        set_minimums(table)
        status = play_on(table, hidden)
    elif turns == -2:
        finish(table, hidden)
    else:
        set_minimums(table)
        for _ in range(turns):
            status = play_turn(table, hidden)
            if status != OK or hidden.ending != 0:
                break
            table.turn += 1
            table.seat = (table.seat + 1) % table.rules.seats
    if hidden.ending != 0:
        score(table, hidden, result)
    return status


@entry
def deal_only(state, seed, index):
    """Deal number `index` of `seed`, dealt and not played."""
    tables, hiddens = state
    table, hidden = tables[0], hiddens[0]
    table.seat = index % table.rules.seats
    hidden.keys[0] = key_of(seed, DEAL_DECK, index, np.int64(0))
    hidden.keys[1] = key_of(seed, DEAL_COIN, index, np.int64(0))
    deal(table, hidden)


class Board:
    """A case set up on fresh records; seats are moved on by `shift`, which no rule may notice."""

    def __init__(self, case: Case, shift: int = 0) -> None:
        self.case, self.shift = case, shift
        name = case.lines.get("rules", "lt-classic")
        self.rules = pack(load(HERE / name if name.endswith(".toml") else name))
        self.seats, self.sides = int(self.rules[0].seats), int(self.rules[0].sides)
        scores = [int(points) for points in case.lines.get("score", "0 0").split()]
        self.state = State.of(self.rules, np.roll(scores, shift), "pile", logging=True)
        self.table, self.mes, self.hidden = self.state.table[0], self.state.mes, self.state.hidden[0]
        self.scripts = np.zeros(self.seats, SCRIPT).view(np.recarray)
        self.result = one(RESULT)[0]
        self.status = OK

    @property
    def records(self) -> tuple[Any, ...]:
        """What kernels receive."""
        return self.state.records

    def seat(self, said: int) -> int:
        return (said + self.shift) % self.seats

    def side(self, said: int) -> Any:
        return self.table.sides[(said + self.shift) % self.sides]

    # --- setting up
    def set_up(self) -> Board:
        """All records as the case describes them."""
        lines, table = self.case.lines, self.table
        first = self.case.plays[0][0] if self.case.plays else int(lines.get("turn", "0"))
        table.seat, table.dealer, table.asker = self.seat(first), self.seat(first - 1), -1
        for number in range(self.sides):
            self._set_side(number)
        for number in range(self.seats):
            self._set_hand(number)
        pile = cards(lines.get("pile", "none"))
        table.pile[: len(pile)] = CODE_OF_KIND[pile]
        table.pile_count = len(pile)
        table.pile_top = CODE_OF_KIND[pile[-1]] if pile else NONE
        table.pile_ranks, table.pile_special = words_of(pile)
        table.frozen = int(lines.get("frozen", "no") == "yes")
        stock = cards(lines.get("stock", "none"))
        self.hidden.deck[: len(stock)] = CODE_OF_KIND[stock]
        self.hidden.slots = table.stock_left = len(stock)
        self.hidden.out_seat = -1
        ended = lines.get("ended", "").split()
        if ended:
            self.hidden.ending = ENDED_OUT if ended[0] == "out" else ENDED_STOCK
            self.hidden.out_seat = self.seat(int(ended[1])) if len(ended) > 1 else -1
            self.hidden.concealed = int(ended[-1] == "concealed")
        for seat, script in enumerate(self._scripts()):
            self.scripts[seat].length = len(script)
            for at, (hook, answer) in enumerate(script):
                self.scripts[seat].hook[at], self.scripts[seat].answer[at] = hook, answer
        return self

    def _set_side(self, number: int) -> None:
        side, lines = self.side(number), self.case.lines
        laid = melds(lines.get(f"melds {number}", "none"))
        for meld in laid:
            rank = rank_among(meld)
            side.points += sum(int(self.rules[0].value[kind]) for kind in meld)
            if rank < 0:
                side.black3[0] = len(meld)
                continue
            slot = int(int(side.naturals[0]) >> 5 * rank & 31 > 0)
            naturals = meld.count(rank)
            side.naturals[slot] += naturals << 5 * rank
            side.wilds[slot] += len(meld) - naturals << 5 * rank
            if len(meld) >= CANASTA:
                side.canastas[int(naturals < len(meld))] += 1
        side.red3 = len(cards(lines.get(f"red threes {number}", "none")))
        side.opened = int(bool(laid))

    def _set_hand(self, number: int) -> None:
        me, lines = self.mes[self.seat(number)], self.case.lines
        hand = cards(lines.get(f"hand {number}", "none"))
        me.seat, me.side = self.seat(number), self.table.side_of[self.seat(number)]
        me.ranks, me.special = words_of(hand)
        me.count = self.table.hand_count[me.seat] = len(hand)
        fresh = str(number) in lines.get("not laid", "").split()
        self.hidden.laid_before[me.seat] = int(bool(self.table.sides[me.side].opened) and not fresh)

    def _scripts(self) -> list[list[tuple[int, int]]]:
        scripts: list[list[tuple[int, int]]] = [[] for _ in range(self.seats)]
        for turn, (seat, things) in enumerate(self.case.plays):
            expected = (self.case.plays[0][0] + turn) % self.seats
            assert seat == expected, f"turn {turn} is that of seat {expected}, the case says {seat}"
            assert f"hand {seat}" in self.case.lines, f"seat {seat} plays and has no hand"
            for speaker, hook, answer in things:
                scripts[self.seat(speaker)].append((hook, answer))
        return scripts

    # --- playing
    def play(self) -> None:
        """As many turns as the case has; to the end where it says how the deal ends."""
        turns = len(self.case.plays)
        if "ended" in self.case.lines:
            turns = -2
        elif self.case.then.get("ends", "no") != "no":
            turns = -1
        self.status = int(play_some(self.records, addresses(self.scripts), np.int64(turns), self.result))

    def left_unsaid(self) -> list[tuple[int, int, int]]:
        """What the players were told to say and never could, other than what needs no asking."""
        left = []
        for seat, script in enumerate(self.scripts):
            for at in range(int(self.mes[seat].memo[AT]), int(script.length)):
                hook, answer = int(script.hook[at]), int(script.answer[at])
                understood = hook == DISCARD_HOOK or (hook in (DRAW_HOOK, LAY_HOOK) and answer == 0)
                if not understood:
                    left.append((seat, hook, answer))
        return left

    # --- reading
    def hand(self, said: int) -> list[int]:
        return sorted(kinds_of(self.mes[self.seat(said)].ranks, self.mes[self.seat(said)].special))

    def melds(self, said: int) -> list[tuple[int, int, int]]:
        """(rank, naturals, wilds) of each meld, black threes as (BLACK_THREE, n, 0)."""
        return melds_on(self.side(said))

    def pile(self) -> list[int]:
        return [int(KIND_OF_CODE[code]) for code in self.table.pile[: int(self.table.pile_count)]]

    def stock(self) -> list[int]:
        """The cards of the stock, in any order of drawing."""
        following = [int(slot) for slot in self.hidden.next_slot[: self.seats]]
        end = int(self.hidden.slots)
        if self.hidden.scheme == PILE_ORDER:
            slots = list(range(following[0], end))
        else:
            slots = [at for first in following for at in range(first, end, self.seats)]
        return [int(KIND_OF_CODE[self.hidden.deck[at]]) for at in slots]

    def everything(self) -> tuple[Counter[int], int]:
        """How many cards of each kind there are (wilds under JOKER), and what all of them are worth."""
        value = [int(points) for points in self.rules[0].value]
        loose = self.pile() + self.stock() + [kind for seat in range(self.seats) for kind in self.hand(seat)]
        points = sum(value[kind] for kind in loose)
        for number in range(self.sides):
            points += int(self.side(number).points)
            loose += [RED_THREE] * int(self.side(number).red3)
            for kind, naturals, wilds in self.melds(number):
                loose += [kind] * naturals + [JOKER] * wilds
        return Counter(JOKER if JOKER <= kind < BLACK_THREE else kind for kind in loose), points

    def check(self) -> None:
        """Numbers that are kept twice agree."""
        table = self.table
        for seat in range(self.seats):
            me = self.mes[seat]
            assert me.count == table.hand_count[seat] == len(kinds_of(me.ranks, me.special))
        assert (int(table.pile_ranks), int(table.pile_special)) == words_of(self.pile())
        assert table.pile_top == (table.pile[table.pile_count - 1] if table.pile_count else NONE)
        assert table.stock_left == len(self.stock())
        for number in range(self.sides):
            full = [wilds > 0 for _, naturals, wilds in self.melds(number) if naturals + wilds >= CANASTA]
            counted = [int(count) for count in self.side(number).canastas]
            assert counted == [full.count(False), full.count(True), 0, 0, 0]


def words_of(kinds: list[int]) -> tuple[int, int]:
    """Rank word and special word of some cards."""
    codes = [int(CODE_OF_KIND[kind]) for kind in kinds]
    return sum(int(RANK_ADD[code]) for code in codes), sum(int(SPECIAL_ADD[code]) for code in codes)


def kinds_of(ranks: Any, special: Any) -> list[int]:
    """The cards of a rank word and a special word."""
    found = [rank for rank in range(LANES) for _ in range(int(ranks) >> 5 * rank & 31)]
    for kind in range(FIRST_SPECIAL, KINDS):
        found += [kind] * (int(special) >> 8 * (kind - FIRST_SPECIAL) & 255)
    return found


def melds_on(side: Any) -> list[tuple[int, int, int]]:
    """(rank, naturals, wilds) of each meld of a side."""
    found = []
    for slot in range(2):
        for rank in range(LANES):
            naturals = int(side.naturals[slot]) >> 5 * rank & 31
            wilds = int(side.wilds[slot]) >> 5 * rank & 31
            if naturals or wilds:
                found.append((rank, naturals, wilds))
        if side.black3[slot]:
            found.append((BLACK_THREE, int(side.black3[slot]), 0))
    return sorted(found)
