"""A resolved rule set as text: the full TOML with references, and the digest of what it says.

The digest covers the rules alone. Name, description, version and references may differ between two files that
play the same game; those have the same digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from sim.rules.model import Rules
from sim.rules.resolve import Setting, settings

COMMENT_COLUMN = 40


def full_text(rules: Rules) -> str:
    """TOML text that gives every key, without parent, each value followed by its reference."""
    header = {"name": rules.name, "description": rules.description, "version": rules.version}
    lines = [f"{key} = {_toml(value)}" for key, value in header.items()]
    return "\n".join([*lines, *_tables(settings(rules), references=True)]) + "\n"


def rules_digest(rules: Rules) -> str:
    """sha256, in hexadecimal, of the rules without header and references."""
    return sha256("\n".join(_tables(settings(rules), references=False)).encode()).hexdigest()


def _tables(given: dict[str, Setting], references: bool) -> Iterator[str]:
    before = ""
    for path, (value, reference, _) in given.items():
        table, key = path.rsplit(".", 1)
        if table != before:
            yield ""
            yield f"[{table}]"
            before = table
        comment = reference if references else ""
        if not references and isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = sorted(value)  # kinds are a set: their order is no rule
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _rows(key, value, comment)
        else:
            yield _with(f"{key} = {_toml(value)}", comment)


def _rows(key: str, rows: list[Any], comment: str) -> Iterator[str]:
    yield _with(f"{key} = [", comment)
    for row in rows:
        yield f"  {_toml(row)},"
    yield "]"


def _with(line: str, comment: str) -> str:
    return f"{line.ljust(COMMENT_COLUMN)}  # {comment}" if comment else line


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return str(value)
