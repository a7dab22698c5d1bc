"""The line scanner agrees with tomllib about what is in a file and finds line and reference of each value."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from sim.rules.source import KeyPath, scan

TRICKY = {
    "plain": "a = 1 # one\nb = 2\n",
    "tables": "[x]\na = 1\n[x.y]\nb = 2 # L1\n",
    "dotted keys": 'a.b . "c d" = 1\n[t."q.r"]\n\'s#t\' = 2 # L2\n',
    "hash in a string": "a = \"# no comment\" # comment\nb = '#'\n",
    "escapes": 'a = "quote \\" # still" # L3\nb = \'back \\\' # L4\n',
    "multi-line strings": 'a = """\none # no\n"" two""" # L5\nb = \'\'\'x\n#\'\'\'\n',
    "quotes before the end": 'a = """two quotes"""""\nb = 1\n',
    "lists": "a = [ # first\n  1, # one\n  [2, 3], # two\n] # last\nb = []\n",
    "inline tables": "a = { b = 1, c = { d = [2] }, e.f = 3 } # L6\ng = {}\n",
    "rows": "a = [\n  { b = 1 }, # L7\n  { b = 2 },\n]\n",
    "arrays of tables": "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n[[a.e]]\nf = 4\n[[a.e]]\nf = 5\n",
    "dates and floats": "a = 1979-05-27 07:32:00 # L8\nb = 1e3\nc = [1979-05-27, nan, -inf]\n",
    "no last newline": "a = 1 # L9",
    "nothing": "",
    "comments only": "# a = 1\n\n  # b\n",
}


def paths(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key and list position of parsed TOML."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*path, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from paths(one, (*path, at))


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY)
def test_every_value_is_found(text: str) -> None:
    values = tomllib.loads(text)
    leaves = {path for path in paths(values) if not any(path == other[:-1] for other in paths(values))}
    assert leaves <= set(scan(text)) <= set(paths(values))


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY)
def test_raw_text_reads_as_the_value(text: str) -> None:
    for path, entry in scan(text).items():
        value: Any = tomllib.loads(text)
        for key in path:
            value = value[key]
        if not entry.raw.startswith("["):
            read = tomllib.loads(f"x = {entry.raw}")["x"]
            assert read == value or repr(read) == repr(value), "nan is not equal to itself"


@pytest.mark.parametrize(
    ("name", "path", "line", "reference"),
    [
        ("plain", ("a",), 1, "one"),
        ("plain", ("b",), 2, ""),
        ("tables", ("x", "y", "b"), 4, "L1"),
        ("dotted keys", ("t", "q.r", "s#t"), 3, "L2"),
        ("hash in a string", ("a",), 1, "comment"),
        ("escapes", ("a",), 1, "L3"),
        ("escapes", ("b",), 2, "L4"),
        ("multi-line strings", ("a",), 1, "L5"),
        ("multi-line strings", ("b",), 4, ""),
        ("lists", ("a",), 1, "first, one, two, last"),
        ("lists", ("a", 0), 2, "one"),
        ("lists", ("a", 1, 1), 3, "two"),
        ("inline tables", ("a", "c", "d", 0), 1, "L6"),
        ("rows", ("a", 0, "b"), 2, "L7"),
        ("rows", ("a", 1, "b"), 3, "L7"),
        ("arrays of tables", ("a", 1, "e", 1, "f"), 10, ""),
        ("dates and floats", ("a",), 1, "L8"),
        ("no last newline", ("a",), 1, "L9"),
    ],
)
def test_line_and_reference(name: str, path: KeyPath, line: int, reference: str) -> None:
    entry = scan(TRICKY[name])[path]
    assert (entry.line, entry.reference) == (line, reference)
