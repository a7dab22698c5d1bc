"""Every case of the chapters on the engine, and every rule in some case."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest

from sim import words
from sim.batch import NO_MATCHES, State
from sim.layout import RESULT
from sim.play import BLOCKS, play
from sim.rules import load, pack, unplayable

from .notation import NAMES, Case, cards, melds, rank_among, read_all
from .position import ASKED, HERE, LAY_CALLS, MAY_ASKED, MAY_DRAW, SCRIPT, Board, addresses, deal_only

pytestmark = pytest.mark.fast

CASES = list(read_all(HERE))
OFFERS = {
    "STOCK": words.STOCK,
    "PASS": words.PASS,
    "PAIR": words.PAIR,
    "MIX": words.MIX,
    "ADD": words.ADD,
    "ASK": words.MAY_ASK,
    "GO_OUT": words.MAY_GO_OUT,
    "CONCEAL": words.MAY_CONCEAL,
}
MOST_DEALS = 6000  # in search of a start pile

RULES = {f"L{number}" for number in range(1, 47)}
POINTS = {f"lt-classic?{number}" for number in range(1, 23)}
COMMON = {f"all?{number}" for number in range(1, 21)}
SETTLED = {f"settled {number}" for number in (18, 21, 22, 24, 26, 31, 32)}
COLLECTED = {  # cases of other programs and of public rule texts
    f"{group}-{number:02}"
    for group, numbers in {
        "SC": (1, 2, 4, 6, 7, 12, 23, 25),
        "OP": (1, 3, 4, 7, 8, 10, 12, 17),
        "PI": (1, 4, 6, 7, 10, 12, 15, 17, 19),
        "ME": (2, 3, 4, 6, 7),
        "GO": (1, 3, 4, 5, 12),
        "ST": (1, 7, 11),
        "MA": (3, 4, 6),
    }.items()
    for number in numbers
}


@cache
def left_out() -> dict[str, str]:
    """References that no position can show, and why."""
    table = (HERE / "LEFT_OUT.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([A-Za-z?]\S*(?: \d+)?) \| (.+) \|$", table, re.M))


def test_every_rule_has_a_case_or_a_reason():
    """The union of the cases' references is the rule book, but for what LEFT_OUT.md explains."""
    shown = {reference for case in CASES for reference in case.references}
    wanted = RULES | POINTS | COMMON | SETTLED | COLLECTED
    assert shown - wanted == set()
    assert wanted - shown - left_out().keys() == set()
    assert left_out().keys() & shown == set()


def test_house_rules_are_playable():
    for file in HERE.glob("*.toml"):
        assert unplayable(load(file)) == []


def test_no_case_has_more_cards_than_the_pack():
    """A position holds no ninth king."""
    most = Counter(dict.fromkeys(range(words.LANES), 8))
    most += Counter({words.JOKER: 14, words.BLACK_THREE: 4, words.RED_THREE: 4})
    for case in CASES:
        if "deal" not in case.lines:
            assert not Board(case).set_up().everything()[0] - most, case.name


def parameters(*, dealt: bool) -> list:
    chosen = [case for case in CASES if ("deal" in case.lines) == dealt]
    assert len({case.name for case in chosen}) == len(chosen)
    return [pytest.param(case, id=case.name) for case in chosen]


@pytest.mark.parametrize("case", parameters(dealt=False))
@pytest.mark.parametrize("shift", [0, 1], ids=["", "one seat on"])
def test_position(case: Case, shift: int):
    """What the case says comes about, no card is lost, and nothing is left unsaid."""
    board = Board(case, shift).set_up()
    before = board.everything()
    board.play()
    reason = reason_of(board)
    if case.lines.get("refused"):
        assert board.status == words.ILLEGAL, "the engine allows it"
        assert reason == case.lines["refused"] or case.lines["refused"] == "any"
    else:
        assert board.status == words.OK, f"{reason}; {wrongly_asked(board)}"
    assert not wrongly_asked(board)
    assert board.left_unsaid() == []
    if board.table.phase != words.OPENING:  # there the top card lies in the meld and still on the pile
        assert board.everything() == before
        board.check()
    for key, wanted in case.lines.items():
        name, _, number = key.rpartition(" ")
        if name == "may":
            assert offered(board, int(number), MAY_DRAW) == set(wanted.split()) - {"nothing"}, key
        elif name == "may ask":
            assert offered(board, int(number), MAY_ASKED) == set(wanted.split()) - {"nothing"}, key
        elif name == "scores":
            check_sheet(board, int(number), wanted)
    for key, wanted in case.then.items():
        compare(board, key, wanted)


@pytest.mark.parametrize("case", parameters(dealt=True))
@pytest.mark.parametrize("draws", ["queues", "pile"])
def test_deal(case: Case, draws: str):
    """The first deal whose start pile is that of the case."""
    board = Board(case)
    board.hidden.scheme = words.DRAW_SCHEMES.index(draws)
    wanted = case.lines["deal"].split()
    for index in range(MOST_DEALS):
        deal_only(board.records, np.int64(5), np.int64(index))
        names = [NAMES[kind] for kind in board.pile()]
        if len(names) == len(wanted) and all(fits(*pair) for pair in zip(names, wanted, strict=True)):
            break
    else:
        pytest.fail(f"no such deal among {MOST_DEALS}")
    rules = board.rules[0]
    pack = Counter(dict.fromkeys(range(words.LANES), 4 * int(rules.packs)))
    pack += Counter(dict.fromkeys((words.BLACK_THREE, words.RED_THREE), 2 * int(rules.packs)))
    pack[words.JOKER] = 4 * int(rules.packs) + int(rules.jokers)
    assert board.everything()[0] == pack
    board.check()
    assert board.table.seat == index % 4
    assert board.table.dealer == (index - 1) % 4
    for key, said in case.then.items():
        compare(board, key, said)


def test_the_lead_moves_on():
    """all?7, L2, settled 32, MA-04: the first player of deal k is seat k, the dealer the seat before him."""
    for index in range(6):
        state = State.of(pack(load("lt-classic")), (0, 0), "queues")
        results = np.zeros((1, 1), RESULT).view(np.recarray)
        silent = addresses(np.zeros(4, SCRIPT).view(np.recarray))  # the first question is refused
        plan = np.array((BLOCKS, 0), np.int64)
        where = np.int64(3), np.int64(index)
        status, done = play(state.records, silent[np.newaxis], *where, plan, results, NO_MATCHES.view(np.recarray))
        assert (status, done) == (words.ILLEGAL, 0)
        assert int(state.table[0].seat) == int(results[0, 0].first) == index % 4
        assert int(state.table[0].dealer) == (index + 3) % 4


def fits(name: str, wanted: str) -> bool:
    """True if a card of the start pile is what the case wants."""
    if wanted == "*":
        return name not in ("Jk", "2", "2r", "3r", "3b")
    return name.removesuffix("r") == wanted if wanted == "2" else name == wanted


def reason_of(board: Board) -> str:
    """The reason of a refusal by its name: those of `sim.words` are its last constants, from NO_REASON on."""
    names = [name for name in vars(words) if name.isupper()]
    reasons = names[names.index("NO_REASON") :]
    return next(name for name in reasons if getattr(words, name) == int(board.hidden.reason))


def wrongly_asked(board: Board) -> str:
    """The question to which the case has no answer."""
    asked = [(seat, int(board.mes[seat].memo[ASKED])) for seat in range(board.seats)]
    return ", ".join(f"seat {seat} was asked to {words.HOOKS[hook - 1]}" for seat, hook in asked if hook)


def offered(board: Board, seat: int, note: int) -> set[str]:
    """What `me.may` offered when that seat was last asked."""
    may = int(board.mes[board.seat(seat)].memo[note])
    return {name for name, bit in OFFERS.items() if may & bit}


def check_sheet(board: Board, side: int, wanted: str) -> None:
    line = board.result.score[(side + board.shift) % board.sides]
    for part in wanted.split(","):
        name, points = part.split()
        assert int(line[name]) == int(points), name
    columns = ("melded", "canastas", "red3", "black3", "out", "special", "hand", "penalty")
    assert sum(int(line[column]) for column in columns) == int(line.total)


def compare(board: Board, key: str, wanted: str) -> None:
    """One part of `then`."""
    name, _, number = key.rpartition(" ")
    table, hidden = board.table, board.hidden
    if name == "hand":
        assert board.hand(int(number)) == sorted(cards(wanted)), key
    elif name == "count":
        assert int(board.mes[board.seat(int(number))].count) == int(wanted), key
    elif name == "melds":
        expected = []
        for meld in melds(wanted):
            rank = rank_among(meld)
            naturals = meld.count(rank) if rank >= 0 else len(meld)
            expected.append((rank if rank >= 0 else words.BLACK_THREE, naturals, len(meld) - naturals))
        assert board.melds(int(number)) == sorted(expected), key
    elif name == "red threes":
        assert int(board.side(int(number)).red3) == int(wanted), key
    elif name == "minimum":
        assert int(table.minimum[(int(number) + board.shift) % board.sides]) == int(wanted), key
    elif name == "opened":
        assert bool(board.side(int(number)).opened) == (wanted == "yes"), key
    elif name == "lay calls":
        assert int(board.mes[board.seat(int(number))].memo[LAY_CALLS]) == int(wanted), key
    elif key == "pile":
        assert board.pile() == cards(wanted)
    elif key == "stock":
        assert int(table.stock_left) == int(wanted)
    elif key == "frozen":
        assert bool(table.frozen) == (wanted == "yes")
    elif key == "next":
        assert int(table.seat) == board.seat(int(wanted))
    elif key == "ends":
        said = {"stock": words.ENDED_STOCK, "no": words.NOT_ENDED}.get(wanted.split()[0], words.ENDED_OUT)
        assert int(hidden.ending) == said
        if said == words.ENDED_OUT:
            assert int(hidden.out_seat) == board.seat(int(wanted.split()[1]))
            assert bool(hidden.concealed) == wanted.endswith("concealed")
        else:
            assert int(hidden.out_seat) == -1
    else:
        raise AssertionError(f"what is {key!r}?")
