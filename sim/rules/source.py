"""Reads one TOML file twice: `tomllib` for the values, a line scanner for where each of them stands.

The scanner maps every key path to its line, its raw text and its reference, the comment after `#`. Rule sets
carry their provenance there (`hand = 11 # L6`), and error messages their line numbers. Nothing about rules is
decided here.

The scanner runs only on text that tomllib accepted, so it never has to judge it.

>>> entries = scan('[deal]\\nhand = 11  # L6\\nbands = [\\n  5,  # L24\\n]')
>>> entries["deal", "hand"], entries["deal", "bands", 0].line
(Entry(line=2, raw='11', reference='L6'), 4)
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from sim.rules.errors import RulesError

KeyPath = tuple[str | int, ...]  # keys and list positions, from the top of the file


class Entry(NamedTuple):
    """Where a value stands: line from 1, its text in the file, the comment that gives its reference."""

    line: int
    raw: str
    reference: str


@dataclass(frozen=True)
class Source:
    """One file: the name it is shown by, its values and where they stand."""

    name: str
    values: dict[str, Any]
    entries: dict[KeyPath, Entry]


def read(file: Traversable, name: str) -> Source:
    """The file's values and their places; RulesError in one sentence where it is no readable TOML file."""
    text = _text(file, name)
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{name}: lists or tables are nested too deep; a rule set nests them twice at most") from None
    except ValueError as error:  # TOMLDecodeError, or int() on too many digits
        raise RulesError(_not_toml(name, str(error))) from None
    return Source(name, values, scan(text))


def _text(file: Traversable, name: str) -> str:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise RulesError(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise RulesError(f"{name} is a directory; allowed is a rule set file (.toml)") from None
    except OSError as error:
        raise RulesError(f"{name:.100} cannot be read: {error.strerror or error}") from None
    except ValueError:  # a null byte in the path
        raise RulesError(f"{name} is not the name of a file") from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        sentence = f"{name}: byte {error.start + 1} is not UTF-8; a rule set file is UTF-8 text"
        raise RulesError(sentence) from None


def _not_toml(name: str, problem: str) -> str:
    if problem.startswith("Exceeds the limit"):
        return f"{name}: this is not TOML: a number has thousands of digits"
    problem = problem.replace("Cannot overwrite a value", "this key is given a second time")
    place = re.search(r" \(at line (\d+), column (\d+)\)$", problem)
    if place:
        what = problem[: place.start()]
        return f"{name}, line {place[1]}: this is not TOML at column {place[2]}: {_one_line(what)}"
    return f"{name}: this is not TOML: {_one_line(problem)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


def scan(text: str) -> dict[KeyPath, Entry]:
    """Place and reference of every table, key and list entry of a valid TOML text."""
    scanner = _Scanner(text)
    try:
        scanner.document()
    except (IndexError, RecursionError):  # text that tomllib would have refused
        pass
    return scanner.entries()


@dataclass
class _Scanner:
    text: str
    at: int = 0
    table: KeyPath = ()
    repeated: dict[KeyPath, int] = field(default_factory=dict)  # how often each [[table]] has come
    found: dict[KeyPath, tuple[int, int, int, int]] = field(default_factory=dict)  # start, end; statement start, end
    comments: dict[int, str] = field(default_factory=dict)  # by line

    def entries(self) -> dict[KeyPath, Entry]:
        return {path: self._entry(*places) for path, places in self.found.items()}

    def _entry(self, start: int, end: int, first: int, last: int) -> Entry:
        lines = range(self._line(first), self._line(last) + 1)
        own = self.comments.get(self._line(end), "")
        if not own or (start, end) == (first, last):
            own = ", ".join(dict.fromkeys(self.comments[line] for line in lines if line in self.comments))
        return Entry(self._line(start), self.text[start:end].strip(), own)

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def document(self) -> None:
        self._space(newlines=True)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                self._header()
            else:
                self._statement(self.table)
            self._space(newlines=True)

    def _header(self) -> None:
        start = self.at
        repeats = self.text.startswith("[[", self.at)
        self.at += 2 if repeats else 1
        path: KeyPath = ()
        for part in self._keys():
            path = (*path, part)
            if path in self.repeated:
                path = (*path, self.repeated[path])
        if repeats:
            path = self._next_of(path)
        self.at += 2 if repeats else 1
        self.table = path
        here = (start, self.at, start, self.at)
        self.found.setdefault(path, here)
        if repeats:
            self.found.setdefault(path[:-1], here)

    def _next_of(self, path: KeyPath) -> KeyPath:
        name = path[:-1] if isinstance(path[-1], int) else path
        self.repeated[name] = self.repeated.get(name, -1) + 1
        return (*name, self.repeated[name])

    def _statement(self, table: KeyPath) -> None:
        path = (*table, *self._keys())
        self.at += 1  # the equals sign
        self._space()
        start = self.at
        inside = self._value(path)
        for one, (low, high) in inside.items():
            self.found[one] = (low, high, start, self.at)
        self._space()

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._space()
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                keys.append(_unquoted(self.text[start : self.at]))
            else:
                bare = re.compile(r"[A-Za-z0-9_-]*").match(self.text, self.at)
                assert bare is not None  # the pattern matches the empty text too
                keys.append(bare[0])
                self.at = bare.end()
            self._space()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _value(self, path: KeyPath) -> dict[KeyPath, tuple[int, int]]:
        start = self.at
        inside: dict[KeyPath, tuple[int, int]] = {}
        if self.text[start] == "[":
            inside = self._list(path)
        elif self.text[start] == "{":
            inside = self._inline(path)
        elif self.text[start] in "\"'":
            self._string()
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1
        return {path: (start, self.at), **inside}

    def _list(self, path: KeyPath) -> dict[KeyPath, tuple[int, int]]:
        inside: dict[KeyPath, tuple[int, int]] = {}
        self.at += 1
        self._space(newlines=True)
        count = 0
        while self.text[self.at] != "]":
            inside.update(self._value((*path, count)))
            count += 1
            self._space(newlines=True)
            if self.text[self.at] == ",":
                self.at += 1
                self._space(newlines=True)
        self.at += 1
        return inside

    def _inline(self, path: KeyPath) -> dict[KeyPath, tuple[int, int]]:
        inside: dict[KeyPath, tuple[int, int]] = {}
        self.at += 1
        self._space(newlines=True)
        while self.text[self.at] != "}":
            key = (*path, *self._keys())
            self.at += 1  # the equals sign
            self._space()
            inside.update(self._value(key))
            self._space(newlines=True)
            if self.text[self.at] == ",":
                self.at += 1
                self._space(newlines=True)
        self.at += 1
        return inside

    def _string(self) -> None:
        mark = self.text[self.at]
        if self.text.startswith(mark * 3, self.at):
            mark *= 3
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            self.at += 2 if self.text[self.at] == "\\" and mark[0] == '"' else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(mark[0], self.at):  # up to two quotes may precede the end
            self.at += 1

    def _space(self, newlines: bool = False) -> None:
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                self.comments[self._line(self.at)] = self.text[self.at + 1 : end].strip()
                self.at = end
            elif self.text[self.at] in (" \t\n" if newlines else " \t"):
                self.at += 1
            else:
                return


def _unquoted(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0")))
