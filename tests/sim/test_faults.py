"""What goes wrong in a strategy file ends in one sentence: what, where and what is allowed; never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.jit import COMPILED

HEAD = '''"""A strategy that is broken on purpose."""
import numpy as np
from sim.bits import lane
from sim.moves import add, card, card_of, done, held, join, new_set, stock
from sim.jit import kernel
from sim.strategy import Strategy, hook, weights
from strategies.plain import plain

'''

DISCARD, THROWS = "@hook.discard\ndef discard(table, me, w):\n", "x = plain.but(discard=discard)"
LAY, LAYS = "@hook.lay\ndef lay(table, me, w):\n", "x = plain.but(lay=lay)"

IN_A_DEAL = {
    "raises": (
        DISCARD + "    if me.count > 0:\n        raise ValueError('too late')\n    return card(0)\n" + THROWS,
        [
            "hook discard",
            "seat",
            "turn",
            "of deal 0",
            "ValueError: too late",
            "at line 12 of mine.py",
            "canasta replay",
        ],
    ),
    "lays cards it has not": (
        LAY + "    return new_set(3, 3, 0, 0)\n" + LAYS,
        ["hook lay", "new_set(7: 3 naturals", "does not hold", "canasta replay"],
    ),
    "answers a negative number": (
        DISCARD + "    return -7\n" + THROWS,
        ["answered -7", "sim.moves", "canasta replay"],
    ),
    "throws a card it has not": (
        DISCARD + "    return card(0)\n" + THROWS,
        ["card(4c)", "does not hold", "canasta replay"],
    ),
    "lays nothing for ever": (
        LAY + "    return add(3, 0, 0, 0, 0)\n" + LAYS,
        ["hook lay", "add(7, slot 0", "canasta replay"],
    ),
    "joins for ever": (
        LAY + "    return join(3)\n" + LAYS,
        ["hook lay", "join(7)", "no such meld", "canasta replay"],
    ),
    "writes into the table through a helper": (
        "@kernel\ndef spoil(seen):\n    seen.frozen = 1 - seen.frozen\n    return 0\n\n\n"
        + DISCARD
        + "    return card(spoil(table))\n"
        + THROWS,
        ["wrote into a record", "me.memo and me.fired", "canasta replay"],
    ),
    "divides by zero": (
        DISCARD + "    return card(me.count // (me.count - me.count))\n" + THROWS,
        ["ZeroDivisionError: division by zero at line 11 of mine.py", "canasta replay"],
    ),
    "reads behind the record": (
        DISCARD + "    return table.sides[table.turn + 9].opened\n" + THROWS,
        ["IndexError", "canasta replay"],
    ),
}

BEFORE_A_DEAL = {
    "returns a float": (
        DISCARD + "    return 3.7\n" + THROWS,
        ["mine.py, line 11, hook discard", "returns 3.7", "integer"],
    ),
    "returns a decimal": (
        DISCARD + "    return me.count * 0.5\n" + THROWS,
        ["mine.py, line 9, hook discard", "returns a decimal number", "integer"],
    ),
    "takes a weight for a number of cards": (
        "WEIGHTS = weights(n=(1, 0, 2, 'me'))\n" + DISCARD + "    return card(table.takes[w.n])\n" + THROWS,
        ["mine.py, line 12", "`return card(table.takes[w.n])`", "int("],
    ),
    "lacks hooks": (
        DISCARD + "    return 0\nx = Strategy.of('x', discard=discard)",
        ["mine.py, line 12,", "lacks draw, ask, lay, answer", "plain.but("],
    ),
    "reads an unknown field": (
        DISCARD + "    return me.rank\n" + THROWS,
        ["'rank'", "did you mean 'ranks'?"],
    ),
    "makes an array": (
        DISCARD + "    return int(np.zeros(5)[0])\n" + THROWS,
        ["line 11", "does not compile", "`return int(np.zeros(5)[0])`", "no lists, arrays or strings"],
    ),
    "takes two arguments": (
        "@hook.discard\ndef discard(table, me):\n    return 0\n" + THROWS,
        ["must take (table, me, w)", "(table, me)"],
    ),
    "is no hook": ("@hook.diskard\ndef d(table, me, w):\n    return 0\n", ["'diskard'", "did you mean 'discard'?"]),
    "swaps hooks": (
        "@hook.lay\ndef d(table, me, w):\n    return 0\nx = plain.but(discard=d)",
        ["marked as a lay hook", "discard="],
    ),
    "changes a weight that is not there": (
        "x = plain.but(weights={'reserv': 3})",
        ["no weight 'reserv'", "did you mean 'reserve'?"],
    ),
    "sets a weight out of range": ("x = plain.but(weights={'reserve': 300})", ["'reserve'", "2 … 11", "300"]),
    "does not import": ("import nosuchmodule\n", ["nosuchmodule"]),
    "is no Python": ("x = (\n", ["never closed"]),
    "does not define it": ("y = plain\n", ["no strategy called 'x'", "it defines"]),
}


@pytest.fixture
def one_sentence(canasta: Callable[..., Any], tmp_path: Path) -> Callable[[str], tuple[int, str]]:
    """Compare `x` of a file with this text to `plain`: the status, and what stderr says, which is one sentence."""

    def run(text: str) -> tuple[int, str]:
        file = tmp_path / "mine.py"
        file.write_text(HEAD + text)
        ran = canasta("compare", f"{file}:x", "plain", "--deals", "40")
        assert ran.out == ""
        lines = [line for line in ran.err.splitlines() if "compiling" not in line and " of 40 deals" not in line]
        assert len(lines) == 1, ran.err
        assert "Traceback" not in ran.err
        return ran.status, lines[0]

    return run


@pytest.mark.parametrize("fault", IN_A_DEAL)
def test_a_fault_in_a_deal(fault: str, one_sentence: Callable[[str], tuple[int, str]]) -> None:
    text, wanted = IN_A_DEAL[fault]
    status, said = one_sentence(text)
    assert status == 1
    for part in wanted:
        assert part in said
    assert "mine.py:x" in said


@pytest.mark.parametrize("fault", BEFORE_A_DEAL)
def test_a_fault_before_any_deal(fault: str, one_sentence: Callable[[str], tuple[int, str]]) -> None:
    assert COMPILED, "these are the compiler's; without it a hook is plain Python"
    text, wanted = BEFORE_A_DEAL[fault]
    status, said = one_sentence(text)
    assert status == (2 if fault == "does not define it" else 1)
    for part in wanted:
        assert part in said


def test_a_deal_with_a_fault_is_told_up_to_it(canasta: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + IN_A_DEAL["throws a card it has not"][0])
    ran = canasta("replay", f"{file}:x", "plain")
    assert ran.status == 1
    assert "seat" in ran.out
    assert "does not hold" in ran.err
