"""How long the first deal takes: with nothing compiled (cold) and with everything compiled (warm).

Each measurement is a fresh process: the engine plays one deal of plain against plain, or the command `canasta compare`
does, which compiles its tally too. A cold and a warm start share a cache folder that is thrown away afterwards, so that
the first compiles everything and the second loads it. Wall-clock seconds are printed beside those the processor was
busy, which other work on the machine changes less. Beside them stands what is compiled: the lines of all functions of
`sim` that are marked as kernels or entries.

    python benchmarks/start.py [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
MARKS = ("kernel", "entry")
ENGINE = """
from sim.batch import Job, play_chunk
from sim.compiled import Seating
from sim.rules import load, pack
from strategies import load as strategy

job = Job(pack(load("lt-classic")), "lt-classic", (Seating([strategy("plain")] * 4),), 1, (0, 0), "queues")
play_chunk(job, job.hooks, 0, 1)
"""
COMMAND = """
from canasta.cli import main

raise SystemExit(main(["compare", "plain", "plain", "--deals", "1", "--json"]))
"""
PROGRAMS = {"engine": ENGINE, "compare": COMMAND}


class Seconds(NamedTuple):
    """Wall-clock seconds of a process, and those in which a processor worked for it."""

    wall: float
    processor: float


def first_deal(cache: Path, program: str = ENGINE) -> Seconds:
    """Run `program` in a fresh process that keeps its machine code in `cache`; raises RuntimeError if it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=cache, env=environment, capture_output=True, text=True, check=False
    )
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode != 0:
        raise RuntimeError(f"the first deal ended with status {ran.returncode}: {ran.stderr.strip()}")
    return Seconds(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def cold_and_warm(program: str = ENGINE) -> tuple[Seconds, Seconds]:
    """The first deal with an empty cache folder, and again with the filled one."""
    with tempfile.TemporaryDirectory(prefix="canasta-start-") as folder:
        return first_deal(Path(folder), program), first_deal(Path(folder), program)


def kernel_lines(folder: Path = ROOT / "sim") -> dict[str, int]:
    """Lines of the compiled functions of each module: signature, body and docstring, without decorators."""
    return {file.name: lines for file in sorted(folder.glob("*.py")) if (lines := _lines_of(file)) > 0}


def _lines_of(file: Path) -> int:
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and any(_mark(decorator) in MARKS for decorator in node.decorator_list)
    )


def _mark(decorator: ast.expr) -> str:
    """Name of a decorator, with or without a call."""
    while isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.id if isinstance(decorator, ast.Name) else getattr(decorator, "attr", "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="pairs of a cold and a warm start; medians are printed")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    if wanted.rounds < 1:
        parser.error("--rounds is a number from 1 on")
    measured = {name: [cold_and_warm(text) for _ in range(wanted.rounds)] for name, text in PROGRAMS.items()}
    found = {
        (program, start): Seconds(*(round(median(values), 2) for values in zip(*(pair[at] for pair in pairs), strict=True)))
        for program, pairs in measured.items()
        for at, start in enumerate(("cold", "warm"))
    }
    lines = kernel_lines()
    if wanted.json:
        starts = [{"program": key[0], "start": key[1], **seconds._asdict()} for key, seconds in found.items()]
        print(json.dumps({"starts": starts, "rounds": wanted.rounds, "kernel_lines": lines}, indent=2))
        return
    for (program, start), seconds in found.items():
        print(f"{program:8} {start}: {seconds.wall:6.2f} s, of them {seconds.processor:6.2f} s of a processor")
    print(f"kernel lines: {sum(lines.values())} ({', '.join(f'{name} {count}' for name, count in lines.items())})")


if __name__ == "__main__":
    main()
