"""Cold and warm start: the first deal in a fresh process, with an empty cache folder and with a filled one.

Run it as `python benchmarks/start.py`. It prints seconds of wall clock and of processor time, and the lines of kernels
that a cold start compiles. The cache folder is a temporary one, so nothing of yours is touched.
"""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRST_DEAL = [sys.executable, "-m", "canasta", "replay", "plain", "--format", "jsonl"]


def kernel_lines(folder: Path = ROOT / "sim") -> int:
    """Lines of all functions marked @kernel, @rare or @entry below a folder, docstrings left out."""
    lines = 0
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(mark, ast.Name) and mark.id in ("kernel", "rare", "entry") for mark in node.decorator_list
            ):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines += sum((part.end_lineno or part.lineno) - part.lineno + 1 for part in body)
    return lines


def first_deal(cache: str) -> tuple[float, float]:
    """Wall clock and processor seconds of the first deal in a fresh process that keeps compiled code in `cache`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    subprocess.run(
        FIRST_DEAL, check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = first_deal(folder), min(first_deal(folder) for _ in range(3))
    sys.stdout.write(f"{kernel_lines()} kernel lines\n")
    sys.stdout.write(f"cold {cold[0]:.1f} s wall, {cold[1]:.1f} s processor\n")
    sys.stdout.write(f"warm {warm[0]:.2f} s wall, {warm[1]:.2f} s processor\n")
