"""The battery: every shipped strategy passes it, and each check fails on a strategy made to fail it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import strategies
from analysis.battery import Check, battery, complete_rule_sets
from strategies.template import FIRST

HEAD = '''"""Planted."""
import sys
import numpy as np
from sim.bits import at_least, highest, lowest
from sim.jit import COMPILED, kernel
from sim.moves import card, card_of, held
from sim.strategy import hook
from strategies.plain import plain


@kernel
def spoil(seen):
    seen.frozen = 1
    return 0


@hook.discard
def discard(table, me, w):
'''
TAIL = "\nx = plain.but('x', discard=discard)\n"
ANY = """    kind = 11
    while me.ranks == 0 and held(me, kind) == 0:
        kind += 1
    if me.ranks == 0:
        return card_of(kind)
"""
SPOILS = "    return card(spoil(table))\n"
ILLEGAL = "    return card(0)\n"
CHANCE = (
    ANY
    + "    ranks = at_least(me.ranks, 1)\n"
    + "    return card_of(lowest(ranks) if np.random.randint(2) else highest(ranks))\n"
)
MODE = ANY + "    ranks = at_least(me.ranks, 1)\n    return card_of(lowest(ranks) if COMPILED else highest(ranks))\n"
PEEKS = (
    ANY
    + """    hidden = sys._getframe(3).f_locals["hidden"]
    ranks = at_least(me.ranks, 1)
    return card_of(lowest(ranks) if hidden.mes[(me.seat + 1) % 4].ranks & 1 else highest(ranks))
"""
)


def planted(body: str, folder: Path) -> str:
    """Spec of a strategy that plays like plain but for this discard hook."""
    file = folder / "planted.py"
    file.write_text(HEAD + body + TAIL)
    return f"{file}:x"


def found(spec: str) -> dict[str, Check]:
    """The checks by name, at their smallest."""
    return {check.name: check for check in battery(spec, seeds=1, deals=3)}


@pytest.mark.parametrize("spec", [*strategies.names(), f"{FIRST}:first"], ids=lambda spec: Path(spec).name)
def test_every_strategy_passes(spec: str) -> None:
    for check in battery(spec, seeds=2, deals=4):
        assert check.passed, check.said
        for name in complete_rule_sets() if check.name == "legal" else []:
            assert name in check.said


def test_an_illegal_answer_is_told_with_its_replay_line(tmp_path: Path) -> None:
    checks = found(planted(ILLEGAL, tmp_path))
    assert next(name for name, check in checks.items() if not check.passed) == "legal"
    assert "the hand does not hold" in checks["legal"].said
    assert "canasta replay" in checks["legal"].said


def test_a_written_record(tmp_path: Path) -> None:
    checks = found(planted(SPOILS, tmp_path))
    assert checks["legal"].passed
    assert not checks["records"].passed
    assert "wrote into a record" in checks["records"].said


def test_chance_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.compiled.check_hook", lambda hook: None)  # it would refuse it before any deal
    checks = found(planted(CHANCE, tmp_path))
    assert checks["legal"].passed, checks["legal"].said
    assert not checks["repeats"].passed
    assert "me.coin" in checks["repeats"].said


def test_another_decision_as_plain_python(tmp_path: Path) -> None:
    checks = found(planted(MODE, tmp_path))
    assert checks["repeats"].passed
    assert not checks["uncompiled"].passed
    assert "canasta replay" in checks["uncompiled"].said


def test_a_look_at_hidden_cards(tmp_path: Path, root: Path) -> None:
    """Compiled code cannot do it; plain Python can, through the frames below."""
    arguments = planted(PEEKS, tmp_path), "plain", "lt-classic", "1", "3"
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "analysis.uncompiled", *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads(ran.stdout)
    assert "hook discard" in told["difference"], told
    assert "canasta replay" in told["difference"]
