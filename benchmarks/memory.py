"""Peak memory and speed of comparisons of several lengths, each a process of its own, compiled before.

Run it as `python benchmarks/memory.py [DEALS …]`; without numbers it plays 10,000 and 500,000 deals, with records too.
A run keeps sums, not deals, so its memory should not grow with their number.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LENGTHS = (10_000, 500_000)


def comparison(deals: int, *more: str) -> tuple[float, float]:
    """Peak memory in MB, and hands a second, of `canasta compare plain random_legal --deals N`."""
    command = ["compare", "plain", "random_legal", "--deals", str(deals), "--json", *more]
    with subprocess.Popen(
        [sys.executable, "-m", "canasta", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.read())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1024 if sys.platform == "darwin" else 1  # ru_maxrss is in bytes there, in KiB on Linux
    return usage.ru_maxrss / unit / 1024, told["hands_per_s"]


if __name__ == "__main__":
    comparison(1)  # compiles
    sys.stdout.write(f"{'hands':>14}  {'records':>7}  {'MB':>6}  {'hands/s':>9}\n")
    for deals in map(int, sys.argv[1:] or LENGTHS):
        for kept in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                more = ("--out", str(Path(folder) / "run"), "--records") if kept else ()
                megabytes, speed = comparison(deals, *more)
            word = "yes" if kept else "no"
            sys.stdout.write(f"{2 * deals:>14,}  {word:>7}  {megabytes:>6.0f}  {speed:>9,}\n")
