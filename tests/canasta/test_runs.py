"""Runs as processes: interrupted, endless, on a full disk, into a closed pipe, without a screen."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from analysis.results import load

CANASTA = (sys.executable, "-m", "canasta")
LONG = ("compare", "plain", "random_legal", "--deals", "100000000")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """What the processes need is in the cache, so that none of them spends its time on compiling."""
    subprocess.run([*CANASTA, "compare", "plain", "random_legal", "--deals", "1"], check=True, capture_output=True)


def begin(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """A command in a process group of its own, as a shell would start it."""
    return subprocess.Popen(
        [*CANASTA, *arguments], cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
    )


def until(condition: object, seconds: float = 60) -> None:
    """Wait until a callable says True."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def _interrupted(folder: Path, number: signal.Signals) -> tuple[float, dict[str, Any]]:
    """Seconds from a signal in the middle of a run to its end, and what it told."""
    process = begin(*LONG, "--json", "--out", "run", "--records", cwd=folder)
    until(lambda: any(file.stat().st_size > 100_000 for file in folder.glob(".run.*/.hands*")))
    sent = time.monotonic()
    process.send_signal(number)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    return time.monotonic() - sent, json.loads(out)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_answers_within_two_seconds(tmp_path: Path, number: signal.Signals) -> None:
    """The best of three, since a machine that does other things as well is not the run's fault."""
    seconds, told = 99.0, {}
    for _ in range(3):
        if seconds > 2:
            shutil.rmtree(tmp_path / "run", ignore_errors=True)
            seconds, told = _interrupted(tmp_path, number)
    assert seconds < 2
    assert (told["ended"], told["interval"]) == ("interrupted", "sequence")
    assert 0 < told["blocks"] < told["planned"] == 100_000_000
    results = load(tmp_path / "run")
    assert results.manifest["complete"] is False
    assert results.manifest["done"] == [[0, told["blocks"]]]
    assert results.summary == told
    assert len(results.hands()) == told["hands"]
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_interrupted_text_says_so_first(tmp_path: Path) -> None:
    process = begin(*LONG, "--out", "run", cwd=tmp_path)
    until(lambda: any(tmp_path.glob(".run.*")))
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    if process.returncode == 130 and not out:  # before the first deal
        assert not any(tmp_path.iterdir())
        assert err.strip() == "Error: interrupted"
        return
    assert out.splitlines()[0].startswith("stopped early, ")
    assert out.splitlines()[0].endswith(" of 100,000,000 deals")


def test_interrupted_before_any_deal_it_leaves_no_folder(tmp_path: Path) -> None:
    process = begin(*LONG, "--out", "run", cwd=tmp_path)
    until(lambda: any(tmp_path.glob(".run.*")))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    if not out:
        assert err.splitlines()[-1] == "Error: interrupted"
        assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("command", [("compare", "plain"), ("replay", "plain", "--rotation", "1")])
def test_a_hook_that_never_returns_is_named(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "mine.py").write_text(
        "from sim.strategy import hook\n"
        "from strategies.plain import plain\n"
        "@hook.draw\n"
        "def draw(table, me, w):\n"
        "    while table.turn > 9:\n"
        "        pass\n"
        "    return 0\n"
        "mine = plain.but('mine', draw=draw)\n"
    )
    quick = "import sys, sim.workers; sim.workers.PATIENCE = 15; from canasta.cli import main; sys.exit(main())"
    arguments = [command[0], "mine.py:mine", *command[1:], *(["--out", "run"] if command[0] == "compare" else [])]
    ran = subprocess.run(
        [sys.executable, "-c", quick, *arguments], cwd=tmp_path, text=True, capture_output=True, timeout=60
    )
    assert ran.returncode == 1, ran.stderr
    said = ran.stderr.splitlines()[-1]
    for part in (
        "strategy mine,",
        "hook draw",
        "has not returned for 1.5 seconds",
        "of deal ",
        "canasta replay",
    ):
        assert part in said
    assert not (tmp_path / "run").exists()
    assert "Traceback" not in ran.stderr


def _small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@pytest.mark.parametrize("records", [(), ("--records",)])
def test_a_full_disk_is_one_sentence_and_nothing_is_half_written(tmp_path: Path, records: tuple[str, ...]) -> None:
    ran = subprocess.run(
        [*CANASTA, "compare", "plain", "random_legal", "--deals", "20000", "--out", "run", *records],
        cwd=tmp_path,
        text=True,
        capture_output=True,
        preexec_fn=_small_files,
        timeout=120,
    )
    assert ran.returncode == 1, ran.stderr
    said = ran.stderr.splitlines()[-1]
    assert "run" in said
    assert "cannot be written: File too large" in said
    assert "Traceback" not in ran.stderr
    assert not any(tmp_path.iterdir())
    if not records:
        assert "plain helps" in ran.stdout, "the answer is told before it is written"


@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_pipe_that_closes_loses_nothing(tmp_path: Path, reader: str) -> None:
    command = f"set -o pipefail; {sys.executable} -m canasta compare plain random_legal --deals 2000 --out run"
    ran = subprocess.run(
        ["bash", "-c", f"{command} | {reader}"], cwd=tmp_path, text=True, capture_output=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert load(tmp_path / "run").summary["blocks"] == 2000


def test_no_screen_is_needed(tmp_path: Path) -> None:
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for arguments in (("compare", "plain", "random_legal", "--deals", "500", "--out", "run"), ("report", "run")):
        ran = subprocess.run(
            [*CANASTA, *arguments], cwd=tmp_path, text=True, capture_output=True, env=bare, timeout=120
        )
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "run" / "report.html").is_file()
