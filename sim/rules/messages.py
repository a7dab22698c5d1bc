"""Turns what pydantic finds wrong into sentences for the author of a rule set file.

A sentence says file, line, key, what was found and what is allowed; an unknown key gets its nearest valid
one. Many missing keys become one sentence, since then the file most likely lacks its parent.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from sim.rules.contradictions import Contradiction
from sim.rules.errors import RulesError
from sim.rules.keys import allowed, dotted, nearest, nearest_key, real_path
from sim.rules.origins import Origin, Origins
from sim.rules.source import KeyPath

MOST_MISSING = 3  # more missing keys than this become one sentence
LONGEST = 60  # characters of a value that a message quotes


def rules_error(error: ValidationError, origins: Origins) -> RulesError:
    """One sentence for each mistake that the validation found, each key once, in the order of the model."""
    sentences: dict[KeyPath, str] = {}
    missing: list[KeyPath] = []
    misspelt: set[str] = set()
    for one in error.errors(include_url=False):
        path = real_path(one["loc"])
        if one["type"] == "contradiction":
            found: list[Contradiction] = one["ctx"]["found"]
            sentences |= {(at,): _contradiction(each, origins) for at, each in enumerate(found)}
        elif one["type"] == "missing":
            missing.append(path)
        elif one["type"] == "extra_forbidden":
            misspelt.add(nearest_key(path))
            sentences[path] = _unknown(path, origins)
        elif path not in sentences:
            sentences[path] = _mistake(path, one["type"], one["input"], origins)
    missing = [path for path in missing if dotted(path) not in misspelt]
    return RulesError("\n".join([*sentences.values(), *_missing(missing, origins)]))


def _unknown(path: KeyPath, origins: Origins) -> str:
    place = _place(origins.of(path), origins)
    table = f"[{dotted(path[:-1])}]" if len(path) > 1 else "a rule set"
    return f"{place}: {dotted(path)} is not a key of {table}; the nearest valid key is {nearest_key(path)}"


def _mistake(path: KeyPath, kind: str, value: Any, origins: Origins) -> str:
    origin = origins.of(path)
    may = allowed(path)
    hint = ""
    if isinstance(value, str) and kind == "literal_error":
        hint = f', the nearest is "{nearest(value, may.split(chr(34))[1::2])}"'
    found = _found(value, origin)
    return f"{_place(origin, origins)}: {dotted(path)} is {found}; allowed is {may}{hint}"


def _found(value: Any, origin: Origin | None) -> str:
    if isinstance(value, dict):
        return "a table"
    text = repr(value) if origin is None else " ".join(origin.entry.raw.split())
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _contradiction(one: Contradiction, origins: Origins) -> str:
    for file in origins.files:
        for key in one.keys:
            entry = file.entries.get(tuple(key.split(".")))
            if entry is not None:
                return f"{file.name}, line {entry.line}: {one.sentence}"
    return f"{_file(origins)}: {one.sentence}"


def _missing(paths: list[KeyPath], origins: Origins) -> list[str]:
    if len(paths) <= MOST_MISSING:
        return [
            f"{_table_place(path[:-1], origins)}: {dotted(path)} is missing; allowed is {allowed(path)}"
            for path in paths
        ]
    first = ", ".join(dotted(path) for path in paths[:MOST_MISSING])
    sentence = (
        f"{_file(origins)}: {first} and {len(paths) - MOST_MISSING} more are missing; "
        'give them, or a parent that has them (parent = "lt-classic")'
    )
    return [sentence]


def _table_place(path: KeyPath, origins: Origins) -> str:
    for file in origins.files:
        if path in file.entries:
            return f"{file.name}, line {file.entries[path].line}"
    return _file(origins)


def _place(origin: Origin | None, origins: Origins) -> str:
    return _file(origins) if origin is None else f"{origin.file}, line {origin.entry.line}"


def _file(origins: Origins) -> str:
    return origins.files[0].name if origins.files else "rules"
