"""`canasta strategies new` and `check`, and strategies of one's own in every place a name can stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import strategies
from sim.compiled import Seating
from sim.strategy import StrategyError
from strategies.template import name_of, write

HELPER = "from sim.jit import kernel\n\n\n@kernel\ndef kept(me):\n    return {}\n"
USES = '''"""Uses a helper."""
from common import kept
from sim.moves import card_of, done, new_set
from sim.bits import at_least, lane, lowest
from sim.strategy import hook
from strategies.plain import plain


@hook.lay
def lay(table, me, w):
    """What plain lays, after as many as the helper says."""
    if me.count < kept(me):
        return done()
    return done()


x = plain.but("x", lay=lay)
'''


@pytest.mark.parametrize("file", ["mine.py", "my strategy.py", "2nd.py", "random.py", "class.py", "draw.py", "sim.py"])
def test_any_file_name_works(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    name = write(path)
    assert strategies.load(f"{path}:{name}").name == name
    assert strategies.defined(str(path)) == [name]
    assert 60 <= len(path.read_text(encoding="utf-8").splitlines()) <= 110


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("mine.txt", "ends in .py"),
        ("no/such.py", "no folder"),
        ("there.py", "not overwritten"),
        ("a+b.py", "joins two"),
    ],
)
def test_what_cannot_be_written(file: str, wanted: str, canasta: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "there.py").write_text("keep me")
    ran = canasta("strategies", "new", str(tmp_path / file))
    assert ran.status == 2
    assert wanted in ran.err
    assert ran.err.count("\n") == 1
    assert (tmp_path / "there.py").read_text() == "keep me"


def test_names_are_names() -> None:
    for stem in ("a b", "3", "lambda", "hook", "ä-ö", "out"):
        assert name_of(stem).isidentifier()


def test_a_helper_is_that_of_the_files_own_folder_and_of_now(tmp_path: Path) -> None:
    addresses = []
    for folder, number in (("a", 1), ("b", 2), ("a", 3)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "common.py").write_text(HELPER.format(number))
        (tmp_path / folder / "mine.py").write_text(USES + f"# {number}\n")
        loaded = strategies.load(f"{tmp_path / folder / 'mine.py'}:x")
        assert loaded.hooks["lay"].function.__globals__["kept"].py_func(None) == number
        addresses.append(Seating([loaded] * 4).addresses[0, 2, 0])
    assert len(set(map(int, addresses))) == 3
    assert not (tmp_path / "a" / "__pycache__").exists()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("y = 3\n", "defines no strategy"),
        ("x = 1 / 0\n", "mine.py, line 1, failed when it was imported: ZeroDivisionError"),
        ("import helper\n", "helper.py, line 3: "),
        ("def f(:\n", "mine.py, line 1: "),
        ("x = '\0'\n", "mine.py is no Python file"),
    ],
)
def test_files_that_are_wrong(text: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("y = 3\n\ndef f(:\n")
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(StrategyError) as raised:
        strategies.defined(str(tmp_path / "mine.py"))
    assert wanted in str(raised.value)


def test_a_folder_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(StrategyError, match="is a folder"):
        strategies.load(f"{tmp_path / 'folder.py'}:x")
    (tmp_path / "mine.py").write_text("")
    with pytest.raises(StrategyError, match=r"there is no file .*mien.py; did you mean .*mine.py"):
        strategies.load(f"{tmp_path / 'mien.py'}:x")


def test_check_takes_all_strategies_of_a_file(
    canasta: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analysis.battery.battery", lambda spec, seed: iter(()))
    file = tmp_path / "two.py"
    file.write_text("from strategies.plain import plain\na = plain.but('a')\nb = plain.but('b')\n_c = plain\n")
    ran = canasta("strategies", "check", str(file))
    assert ran.out.splitlines() == [f"{file}:a", f"{file}:b"]


def test_check_fails_with_status_1(canasta: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.battery import Check

    monkeypatch.setattr(
        "analysis.battery.battery", lambda spec, seed: iter([Check("legal", passed=False, said="no", seconds=1.0)])
    )
    ran = canasta("strategies", "check", "plain")
    assert ran.status == 1
    assert ran.out.splitlines()[1] == "  FAIL  legal               1.0 s  no"
