"""The floors: sim <- strategies <- analysis <- reports <- canasta.

Each checker is shown to catch what it is for.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FLOORS = ["canasta", "reports", "analysis", "strategies", "sim"]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def ruff(root: Path, file: str, text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--stdin-filename", file, "-"]
    return subprocess.run(command, cwd=root, input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """The packages alone, to plant a mistake in."""
    for floor in FLOORS:
        shutil.copytree(root / floor, tmp_path / floor, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_floors_hold(copy):
    ran = lint_imports(copy)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 broken" in ran.stdout


@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("sim/words.py", "import strategies", "A floor imports only the floors below it"),
        ("strategies/__init__.py", "import analysis.stats", "A floor imports only the floors below it"),
        (
            "reports/__init__.py",
            "def late():\n    import canasta.cli",
            "A floor imports only the floors below it",
        ),
        ("analysis/stats/__init__.py", "import sim.words", "Statistics take numbers and give numbers"),
    ],
)
def test_a_planted_violation_is_caught(copy, file, line, broken):
    with (copy / file).open("a") as module:
        module.write(f"\n{line}\n")
    ran = lint_imports(copy)
    assert ran.returncode == 1
    plain = re.sub(r"\x1b\[[0-9;]*m", "", ran.stdout)
    assert f"{broken} BROKEN" in " ".join(plain.split())


def test_only_the_upper_floors_print(root):
    text = '"""Says it."""\n\nprint("here")\n'
    for floor in FLOORS:
        assert ("T201" in ruff(root, f"{floor}/planted.py", text).stdout) is (floor not in {"canasta", "reports"})
