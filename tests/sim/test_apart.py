"""What is called by address: an edited strategy compiles its own hooks and nothing of the engine."""

from __future__ import annotations

import shutil
from pathlib import Path

import strategies
from sim import cache
from sim.compiled import Seating


def test_an_edited_file_leaves_the_engine_as_it_is(root: Path, tmp_path: Path) -> None:
    text = (root / "strategies" / "plain.py").read_text(encoding="utf-8").replace('of("plain"', 'of("mine"')
    file = tmp_path / "mine.py"
    file.write_text(text.replace("\nplain = ", "\nmine = "))
    Seating([strategies.load(f"{file}:mine")] * 4)
    before = kept()
    file.write_text(file.read_text().replace("spare = me.count - 2", "spare = me.count - 3"))
    Seating([strategies.load(f"{file}:mine")] * 4)
    assert kept() == before
    assert {name.split(".")[1].split("-")[0] for name in before} >= {"step", "play"}
    for folder in cache.root().glob("strategy-mine-*"):
        shutil.rmtree(folder)


def kept() -> dict[str, int]:
    """Files of the engine's folder and when they were written."""
    return {file.name: file.stat().st_mtime_ns for file in cache.engine_folder().rglob("*.nbc")}
