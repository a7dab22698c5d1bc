"""From an id or a file to a complete rule set: finds it, follows its parents, merges key by key, validates.

Decided here: tables merge, everything else (lists too) replaces what the parent says; `name`, `description`
and `version` are not inherited. A parent is an id, looked up first beside the file that names it, then among
the shipped rule sets.
"""

from __future__ import annotations

import os
import pathlib
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from pydantic import ValidationError

from sim.rules.errors import RulesError
from sim.rules.keys import HEADER, leaves, nearest
from sim.rules.messages import rules_error
from sim.rules.model import Rules
from sim.rules.origins import Origins
from sim.rules.shipped import SUFFIX, shipped
from sim.rules.source import Source, read


class Setting(NamedTuple):
    """A value of a resolved rule set, its reference, and the file that gives it."""

    value: Any
    reference: str
    defined_in: str


class _Place(NamedTuple):
    file: Traversable
    name: str  # as messages show it
    folder: pathlib.Path | None  # None for a shipped file


def load_rules(id_or_path: str | os.PathLike[str]) -> Rules:
    """The validated rule set of an id or a file, with its origins."""
    files = _family(_find(os.fspath(id_or_path)))
    origins = Origins(tuple(files))
    values = _merged(files)
    try:
        rules = Rules.model_validate(_frozen(values))
    except ValidationError as error:
        raise rules_error(error, origins) from None
    rules._origins = origins
    return rules


def settings(rules: Rules) -> dict[str, Setting]:
    """Value, reference and defining file of every key of a rule set, by dotted key path."""
    given: dict[str, Setting] = {}
    plain = rules.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for path in leaves():
        value: Any = plain
        for key in path:
            value = None if value is None else value.get(key)
        if value is None:
            continue
        origin = rules._origins.of(path)
        reference, file = ("", "") if origin is None else (origin.entry.reference, origin.file)
        given[".".join(map(str, path))] = Setting(value, reference, file)
    return given


def _find(wanted: str) -> _Place:
    known = shipped()
    if wanted in known:
        return _Place(known[wanted], wanted + SUFFIX, None)
    path = pathlib.Path(wanted)
    if wanted.endswith(SUFFIX) or os.sep in wanted or (wanted and _exists(path)):
        return _Place(path, wanted if wanted.isprintable() else ascii(wanted), path.parent)
    raise RulesError(f"there is no rule set {wanted!a}; {_nearest_ids(wanted, list(known))}")


def _exists(path: pathlib.Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, a null byte
        return False


def _nearest_ids(wanted: str, known: list[str]) -> str:
    if not wanted:
        return f"known are {', '.join(known)}"
    return f'the nearest is "{nearest(wanted, known)}" (a file of your own ends in {SUFFIX})'


def _family(place: _Place) -> list[Source]:
    """The file and its ancestors, itself first."""
    files: list[Source] = []
    seen: list[str] = []
    while True:
        source = read(place.file, place.name)
        identity = place.name if place.folder is None else os.path.realpath(str(place.file))
        if identity in seen:
            circle = " -> ".join([*(file.name for file in files[seen.index(identity) :]), place.name])
            raise RulesError(f"{_parent_line(files[-1])}: parents are circular: {circle}")
        files.append(source)
        seen.append(identity)
        if "parent" not in source.values:
            return files
        place = _parent(source, place)


def _parent(source: Source, child: _Place) -> _Place:
    parent = source.values["parent"]
    known = shipped()
    if not isinstance(parent, str) or not parent or "/" in parent or not parent.isprintable():
        raise RulesError(f"{_parent_line(source)}: parent is {parent!r:.60}; allowed is the id of a rule set in quotes")
    beside: dict[str, pathlib.Path] = {}
    if child.folder is not None:
        beside = {
            one.stem: one
            for one in sorted(child.folder.glob("*" + SUFFIX))
            if one.stem not in known or one.name != child.file.name
        }
    if parent in beside:
        return _Place(beside[parent], str(beside[parent]), child.folder)
    if parent in known:
        return _Place(known[parent], parent + SUFFIX, None)
    raise RulesError(
        f'{_parent_line(source)}: parent is "{parent}", which is neither a file beside it nor a shipped'
        f' rule set; the nearest is "{nearest(parent, [*beside, *known])}"'
    )


def _parent_line(source: Source) -> str:
    entry = source.entries.get(("parent",))
    return source.name if entry is None else f"{source.name}, line {entry.line}"


def _merged(files: list[Source]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for file in reversed(files):
        values = _merge(values, {key: value for key, value in file.values.items() if key not in HEADER})
    own = files[0].values
    stem = pathlib.PurePath(files[0].name).name.removesuffix(SUFFIX)
    like = f"{own['parent']} with changes" if "parent" in own else "a rule set of its own"
    header = {"name": stem, "description": like, "version": 1}
    return header | {key: own[key] for key in header if key in own} | values


def _merge(parent: Any, child: Any) -> Any:
    if not (isinstance(parent, dict) and isinstance(child, dict)):
        return child
    return parent | {key: _merge(parent[key], value) if key in parent else value for key, value in child.items()}


def _frozen(value: Any) -> Any:
    """Lists as tuples, since the model is strict and frozen."""
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
