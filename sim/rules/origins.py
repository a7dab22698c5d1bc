"""Where each value of a resolved rule set comes from: file, line, text and reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sim.rules.source import Entry, KeyPath, Source


class Origin(NamedTuple):
    """An entry and the file that gives it."""

    file: str
    entry: Entry


@dataclass(frozen=True)
class Origins:
    """The files of a rule set, the user's own first, its furthest ancestor last."""

    files: tuple[Source, ...] = field(default=())

    def of(self, path: KeyPath) -> Origin | None:
        """The place that gives a path, or the narrowest one around it; None where no file does."""
        for file in self.files:
            for length in range(len(path), 0, -1):
                entry = file.entries.get(path[:length])
                if entry is not None and (length == len(path) or not _is_table(file, path[:length])):
                    return Origin(file.name, entry)
        return None


def _is_table(file: Source, path: KeyPath) -> bool:
    value: object = file.values
    for key in path:
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return False
    return isinstance(value, dict)
