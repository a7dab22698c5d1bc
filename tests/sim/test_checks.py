"""Mistakes in a hook that are found in its source: each is one sentence with its line, and good code passes."""

from __future__ import annotations

from pathlib import Path

import pytest

import strategies
from sim.checks import check_hook
from sim.strategy import StrategyError
from strategies.template import FIRST

HEAD = '''"""A hook that is wrong on purpose."""
import random
import time
from random import choice
import numpy as np
from sim import bits, moves
from sim.bits import lane
from sim.jit import kernel
from sim.moves import add, card, card_of, new_set
from sim.strategy import hook, weights
from strategies.plain import plain

COUNT, BEST, NAMES = 0, {1: 2}, [1, 2]
WEIGHTS = weights(reserve=(4, 2, 9, "me"))


def helper(x):
    return x + 1


@kernel
def own(me):
    return me.rank


@hook.discard
def discard(table, me, w):
'''
LINE = HEAD.count("\n") + 1
TAIL = "\nx = plain.but(discard=discard)\n"

WRONG = {
    "return card(table.piletop)": (0, "table has no 'piletop'; did you mean 'pile_top'?"),
    "return card(table['piletop'])": (0, "table has no 'piletop'; did you mean 'pile_top'?"),
    "return card(me.rnaks)": (0, "me has no 'rnaks'; did you mean 'ranks'?"),
    "return card(me.pile_count)": (0, "me has no 'pile_count'; table.pile_count is there"),
    "return card(int(w.reserv))": (0, "w has no 'reserv'; did you mean 'reserve'?"),
    "return card(table.rules.cardz)": (0, "table.rules has no 'cardz'; did you mean 'cards'?"),
    "side = table.sides[0]\nreturn card(side.natural[0])": (1, "side has no 'natural'; did you mean 'naturals'?"),
    "for side in table.sides:\n    if side.open:\n        return 1\nreturn 0": (1, "side has no 'open'; did you mean"),
    "return moves.card_off(3)": (0, "module sim.moves has no 'card_off'; did you mean 'card_of'?"),
    "return bits.lan(me.ranks, 3)": (0, "module sim.bits has no 'lan'; did you mean 'lane'?"),
    "return crad_of(3)": (0, "does not know 'crad_of'; did you mean 'card_of'?"),
    "return lane(me.ranks)": (0, "lane(word, rank) is called with 1 values"),
    "return new_set(3, 3, 0)": (0, "new_set(rank, naturals, twos_laid, jokers) is called with 3 values"),
    "return 'card'": (0, "returns 'card'; it returns an integer"),
    "return": (0, "returns nothing"),
    "if me.count > 3:\n    return card(0)": (0, "can end without an answer"),
    "while me.count > 3:\n    return card(0)": (0, "can end without an answer"),
    "if me.count > 3:\n    best = 1\nreturn card(best)": (2, "'best' may have no value here"),
    "cards = [1, 2]\nreturn card(0)": (0, "makes a list"),
    "seen = {}\nreturn card(0)": (0, "makes a dict"),
    "text = f'{me.count}'\nreturn card(0)": (0, "makes a string"),
    "return BEST[1]": (0, "uses BEST, a dict"),
    "return NAMES[1]": (0, "uses NAMES, a list"),
    "return discard(table, me, w)": (0, "calls the hook discard"),
    "return card(helper(3))": (0, "calls helper, which is not compiled; mark it with @kernel"),
    "global COUNT\nCOUNT += 1\nreturn 0": (0, "changes the global 'COUNT'"),
    "print('hand', me.count)\nreturn 0": (0, "NUMBA_DISABLE_JIT=1 canasta replay"),
    "print(f'hand {me.count}')\nreturn 0": (0, "print() is for debugging"),
    "return random.randrange(9)": (0, "uses random.randrange; the same deal must always come out the same"),
    "return choice((1, 2))": (0, "chance is me.coin"),
    "return np.random.randint(9)": (0, "chance is me.coin"),
    "return int(time.time())": (0, "the same deal must always come out the same"),
    "import math\nreturn 0": (0, "imports stand at the top"),
    "me.count = 3\nreturn 0": (0, "changes me.count; a hook writes into me.memo and me.fired only"),
    "table.sides[0].opened += 1\nreturn 0": (0, "changes table.sides[0].opened"),
    "side = table.sides[1]\nside.naturals[0] = 0\nreturn 0": (1, "changes side.naturals[0]"),
}

RIGHT = [
    "me.memo[0] += 1\nme.fired |= 2\nreturn card(0)",
    "best = -1\nfor rank in range(11):\n    if lane(me.ranks, rank) > 0:\n        best = rank\nreturn card_of(best)",
    "if me.count > 3:\n    kind = 1\nelif me.count > 2:\n    kind = 2\nelse:\n    return card(0)\nreturn card_of(kind)",
    "while True:\n    if me.count > 0:\n        return card(0)",
    "a, side = 1, table.sides[me.side]\nreturn card(a + side.points)",
    "for rank in range(3):\n    last = rank\nreturn card(last)",
    "rank = 0\nwhile rank < 10 and lane(me.ranks, rank) == 0:\n    rank += 1\nreturn card_of(rank)",
    "raise ValueError('never mind')",
    "return card(0) if (many := me.count > 3) else card(1 if many else 2)",
]


def hook_of(body: str, tmp_path: Path):
    """The discard hook with this body, in a file of its own."""
    file = tmp_path / "mine.py"
    file.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()) + TAIL)
    return strategies.load(f"{file}:x").hooks["discard"]


@pytest.mark.parametrize("body", WRONG)
def test_wrong(body: str, tmp_path: Path) -> None:
    below, sentence = WRONG[body]
    with pytest.raises(StrategyError) as raised:
        check_hook(hook_of(body, tmp_path))
    said = str(raised.value)
    assert said.startswith(f"mine.py, line {LINE + below}, hook discard: ")
    assert sentence in said
    assert "\n" not in said


def test_wrong_in_a_function_that_a_hook_calls(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"mine.py, line 23, function own: me has no 'rank'; did you mean 'ranks'"):
        check_hook(hook_of("return own(me)", tmp_path))


@pytest.mark.parametrize("body", RIGHT)
def test_right(body: str, tmp_path: Path) -> None:
    check_hook(hook_of(body, tmp_path))


@pytest.mark.parametrize("spec", [*strategies.names(), f"{FIRST}:first"])
def test_shipped_strategies_pass(spec: str) -> None:
    for hook in strategies.load(spec).hooks.values():
        check_hook(hook)
