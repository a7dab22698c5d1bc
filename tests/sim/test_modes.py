"""Compiled, not compiled, bounds-checked: the same deals, a cache for each mode, and a planted overrun is caught."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DIGEST = """
import hashlib, numpy as np
from sim.batch import Job, play_chunk
from sim.compiled import Seating
from sim.rules import load, pack
import strategies
names = ("plain", "random_legal")
a, b = (strategies.load(name) for name in names)
seatings = Seating([a, b, a, b]), Seating([b, a, b, b])
job = Job(pack(load("lt-classic")), "lt-classic", seatings, 5, (1500, -5), "queues")
print(hashlib.sha256(play_chunk(job, job.hooks, 0, 30).tobytes()).hexdigest())
"""

PLANTED = """
import numpy as np
from sim.jit import entry, kernel

@kernel
def read(values, index):
    return values[index]

@entry
def overrun(values, index):
    return read(values, index)

print(overrun(np.zeros(3, np.int64), np.int64(1000)))
"""

MODES = {"compiled": {}, "not compiled": {"NUMBA_DISABLE_JIT": "1"}, "checked": {"NUMBA_BOUNDSCHECK": "1"}}


def run(root: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own, in the given mode and in no other."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    keep = {name: os.environ[name] for name in ("NUMBA_CACHE_DIR",) if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        env=inherited | keep | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_modes_play_the_same_deals(root: Path) -> None:
    told = {mode: run(root, DIGEST, **environment) for mode, environment in MODES.items()}
    assert all(one.returncode == 0 for one in told.values()), {mode: one.stderr[-500:] for mode, one in told.items()}
    assert len({one.stdout for one in told.values()}) == 1


def test_a_planted_overrun_is_caught_when_checked(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "planted.py"
    file.write_text(PLANTED)
    code = f"import runpy; runpy.run_path({str(file)!r})"
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(root, code, **cache).returncode == 0, "unchecked code reads past the end without a word"
    for _ in range(2):  # also when the code comes from the cache
        checked = run(root, code, NUMBA_BOUNDSCHECK="1", **cache)
        assert checked.returncode != 0
        assert "out of bounds" in checked.stderr


@pytest.mark.fast
def test_each_mode_has_its_own_cache(root: Path) -> None:
    code = "from sim import cache; print(cache.engine_folder())"
    folders = {
        mode: run(root, code, **environment).stdout for mode, environment in MODES.items() if mode != "not compiled"
    }
    assert len(set(folders.values())) == len(folders)


def test_without_a_home_folder_it_still_plays(root: Path, tmp_path: Path) -> None:
    environment = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/proc/nowhere", "NUMBA_DISABLE_JIT": "1"}
    told = run(root, DIGEST.replace("0, 30", "0, 1"), **environment)
    assert told.returncode == 0, told.stderr[-500:]
