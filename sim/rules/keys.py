"""The keys that a rule set has, read from the model: what each allows in words, and the nearest valid key."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen, MultipleOf
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sim.rules.model import Rules
from sim.rules.source import KeyPath

HEADER = ("parent", "name", "description", "version")  # keys above the first table; they are no rules


def dotted(path: KeyPath) -> str:
    """A key path as messages write it: `opening.bands[1].minimum`."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            bare = key.replace("_", "").replace("-", "")
            text += "." * bool(text) + (key if bare.isascii() and bare.isalnum() else ascii(key))
    return text


def nearest(word: str, valid: list[str]) -> str:
    """The most similar of the valid words."""
    return get_close_matches(word, valid, 1, 0)[0]


def nearest_key(path: KeyPath) -> str:
    """The valid key path most like a misspelt one: of its own table where one is similar, else of any
    table.
    """
    table, word = path[:-1], str(path[-1])
    own = [*_children(table), *(HEADER if not table else ())]
    best = nearest(word, own)
    if SequenceMatcher(None, word, best).ratio() >= 0.6:
        return dotted((*table, best))
    everywhere: dict[str, KeyPath] = {}
    for leaf in leaves():
        everywhere.setdefault(str(leaf[-1]), leaf)
    other = nearest(word, list(everywhere))
    if SequenceMatcher(None, word, other).ratio() < 0.6:
        return dotted((*table, best))
    return dotted(everywhere[other])


@cache
def leaves() -> tuple[KeyPath, ...]:
    """KeyPath of every key that holds a rule, in the order of the model; lists count as one key."""
    return tuple(_leaves(Rules, ()))


def _leaves(model: type[BaseModel], path: KeyPath) -> Iterator[KeyPath]:
    for key, info in _fields(model).items():
        if not path and key in HEADER:
            continue
        inner = _model_of(info.annotation)
        if inner is None:
            yield (*path, key)
        else:
            yield from _leaves(inner, (*path, key))


def real_path(location: tuple[str | int, ...]) -> KeyPath:
    """The part of a validation error's location that is a key path; pydantic appends members of unions."""
    path: KeyPath = ()
    for key in location:
        unknown_key = isinstance(key, str) and bool(_children(path))
        if _info((*path, key)) is None and not unknown_key:
            break
        path = (*path, key)
    return path


def allowed(path: KeyPath) -> str:
    """What a key may hold, in words."""
    info = _info(path)
    return "nothing" if info is None else _words(info.annotation, info.metadata)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _children(path: KeyPath) -> dict[str, FieldInfo]:
    """Keys of the table at a path, none where it is no table."""
    if not path:
        return _fields(Rules)
    info = _info(path)
    inner = None if info is None else _model_of(info.annotation)
    return {} if inner is None else _fields(inner)


def _info(path: KeyPath) -> FieldInfo | None:
    """Type and range of the value at a path, None where the model knows no such path."""
    model: type[BaseModel] | None = Rules
    info: FieldInfo | None = None
    for key in path:
        if isinstance(key, int):
            entry = None if info is None else _entry_of(info.annotation)
            info = None if entry is None else FieldInfo.from_annotation(entry)
        else:
            info = None if model is None else _fields(model).get(key)
        if info is None:
            return None
        model = _model_of(info.annotation)
    return info


def _model_of(annotation: Any) -> type[BaseModel] | None:
    for one in _members(annotation):
        if isinstance(one, type) and issubclass(one, BaseModel):
            return one
    return None


def _entry_of(annotation: Any) -> Any:
    for one in _members(annotation):
        if get_origin(one) is tuple:
            return get_args(one)[0]
    return None


def _members(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return tuple(one for one in get_args(annotation) if one is not NoneType)
    return (annotation,)


def _words(annotation: Any, metadata: list[Any]) -> str:
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return _words(inner, [*metadata, *more])
    members = _members(annotation)
    if len(members) > 1:
        return " or ".join(_words(one, metadata) for one in members)
    if members != (annotation,):
        return _words(members[0], metadata)
    return _simple(annotation, _limits(metadata))


def _simple(kind: Any, limits: dict[str, Any]) -> str:
    if kind is bool:
        return "true or false"
    if kind is int:
        step = limits.get("multiple_of")
        number = f"a multiple of {step}" if step else "a whole number"
        return f"{number} from {limits['ge']} to {limits['le']}"
    if kind is str:
        return "one line of text"
    if get_origin(kind) is Literal:
        words = [f'"{word}"' for word in get_args(kind)]
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    if get_origin(kind) is tuple:
        many = f" of {limits['min']} to {limits['max']} entries" if "max" in limits else ""
        return f"a list{many}, each {_words(get_args(kind)[0], [])}"
    return f"a table with the keys {', '.join(_fields(kind))}"


def _limits(metadata: list[Any]) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    for one in metadata:
        if isinstance(one, FieldInfo):
            limits |= _limits(one.metadata)
        elif isinstance(one, Ge | Le | MultipleOf):
            name = {Ge: "ge", Le: "le", MultipleOf: "multiple_of"}[type(one)]
            limits[name] = getattr(one, name)
        elif isinstance(one, MinLen):
            limits["min"] = one.min_length
        elif isinstance(one, MaxLen):
            limits["max"] = one.max_length
    return limits
