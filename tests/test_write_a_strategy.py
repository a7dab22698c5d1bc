"""The page that takes a newcomer to a strategy of his own: every step of it, in its order, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    """The text of the page."""
    return (root / "docs" / "write-a-strategy.md").read_text(encoding="utf-8")


def commands(page: str, step: int) -> list[list[str]]:
    """The commands of one numbered section, without the word canasta and variables before it."""
    section = page.split("\n## ")[step]
    lines = "\n".join(re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)).splitlines()
    return [shlex.split(line) for line in lines]


def blocks(page: str) -> list[str]:
    """The pieces of Python on the page."""
    return re.findall(r"^```(?:python|text)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def done(canasta: Callable[..., Any], command: list[str]) -> Any:
    """A command of the page, which must succeed."""
    assert command[0] == "canasta"
    ran = canasta(*command[1:])
    assert ran.status == 0, ran.err
    return ran


def test_every_step(page: str, canasta: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    condition, weight, stubborn = blocks(page)
    first = [done(canasta, command) for command in commands(page, 1)]
    assert "holds the strategy mine" in first[0].out

    mine = Path("mine.py")
    text = mine.read_text(encoding="utf-8")
    old = "    if me.may & PAIR:\n"
    assert text.count(old) == 1
    mine.write_text(text.replace(old, condition).replace("WEIGHTS = weights(\n", f"WEIGHTS = weights(\n{weight}"))
    other = [done(canasta, command) for command in commands(page, 2)]
    assert "never differed" not in other[0].out

    Path("stubborn.py").write_text(stubborn, encoding="utf-8")
    assert done(canasta, ["canasta", "compare", "stubborn.py:stubborn", "plain", "--deals", "5"])

    (check,) = commands(page, 3)
    checked = done(canasta, check)
    assert "FAIL" not in checked.out
    (gain,) = re.findall(r"vs random_legal .*? ([+-]\d+) points", checked.out)
    assert int(gain) > 300, "a first file that plays clearly better than chance"

    (debug,) = commands(page, 4)
    (said,) = re.findall(r"`(print\(.*?\))`", page)
    lines = mine.read_text(encoding="utf-8").splitlines()
    at = lines.index("def discard(table, me, w):") + 2  # behind the docstring
    mine.write_text("\n".join([*lines[:at], f"    {said}", *lines[at:]]) + "\n")
    refused = canasta(*debug[2:])
    assert refused.status == 1
    assert f"mine.py, line {at + 1}, hook discard: print() is for debugging" in refused.err
    told = uncompiled(debug)
    assert re.search(r"^hand \d+$", told, re.MULTILINE)


def uncompiled(command: list[str]) -> str:
    """What a command prints in a process of its own, with the variable that stands before it."""
    name, _, value = command[0].partition("=")
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        [sys.executable, "-P", "-m", *command[1:]],
        env=os.environ | {name: value, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
