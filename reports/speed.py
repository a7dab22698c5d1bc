"""`canasta bench` as text: one row a strategy and number of threads, then what it was measured on.

Draws and never computes: every number comes from `analysis.benchmark`.
"""

from __future__ import annotations

import textwrap

from analysis.benchmark import Benchmark

HEAD = ("strategy", "threads", "turns/s", "hands/s", "turns/hand", "turns/shuffle", "spread")
LINE_WIDTH = 100


def speed(result: Benchmark) -> str:
    """The whole answer of `canasta bench`, without the line break at its end."""
    rows = [
        (
            one.strategy,
            str(one.threads),
            f"{one.turns_per_s:,.0f}",
            f"{one.hands_per_s:,.0f}",
            f"{one.turns_per_hand:.1f}",
            f"{one.turns_per_shuffle:.2f}",
            f"{100 * one.spread:.0f} %",
        )
        for one in result.results
    ]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    lines = ["  ".join(_cell(*cell) for cell in enumerate(zip(row, widths, strict=True))) for row in (HEAD, *rows)]
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    explained = (
        f"Each strategy against itself in {result.rules}; medians of {result.rounds} interleaved rounds, spread ="
        " (highest - lowest) / median. The calibration shuffle of 110 cards took"
        f" {result.calibration_ns:.0f} ns (spread {100 * result.calibration_spread:.0f} %); turns/shuffle, the turns"
        " played in the time of one, is the ratio to compare between machines."
    )
    notes = (explained, f"{result.processor}, {result.cores} cores; {versions}")
    return "\n".join([*lines, "", *(textwrap.fill(note, LINE_WIDTH) for note in notes)])


def _cell(column: int, cell: tuple[str, int]) -> str:
    text, width = cell
    return text.rjust(width) if column else text.ljust(width)
