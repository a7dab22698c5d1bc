"""Streams that are closed or full: nothing is lost, and no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from analysis.results import load

COMPARE = f"{sys.executable} -m canasta compare plain random_legal --deals 50 --out run"


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line as a shell runs it."""
    return subprocess.run(["bash", "-c", line], cwd=folder, text=True, capture_output=True, timeout=120)


@pytest.mark.parametrize("streams", [">&-", "2>&-", "2>/dev/full", ">/dev/null 2>&-"])
def test_a_closed_stream_is_no_failure(tmp_path: Path, streams: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f"{COMPARE} {streams}"], cwd=tmp_path, text=True, capture_output=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert load(tmp_path / "run").summary["blocks"] == 50


def test_an_answer_that_cannot_be_written_is_named_and_kept(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["bash", "-c", f"{COMPARE} >/dev/full"], cwd=tmp_path, text=True, capture_output=True, timeout=120
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "Error: standard output: No space left on device"
    assert load(tmp_path / "run").summary["blocks"] == 50


@pytest.mark.parametrize("command", ["rules list", "strategies show plain"])
def test_closed_output_of_a_short_command(tmp_path: Path, command: str) -> None:
    ran = run(f"{sys.executable} -m canasta {command} >&-", tmp_path)
    assert "Traceback" not in ran.stderr
