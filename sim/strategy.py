"""The contract between a strategy and the engine: five hooks, named weights, and how they are compiled.

A hook is a function `hook(table, me, w) -> int` marked with `@hook.draw`, `@hook.ask`, `@hook.lay`, `@hook.discard` or
`@hook.answer`. `table` is what everybody sees, `me` what this seat alone knows, `w` the hook's own weights: three
records passed by address (`sim.layout`). Weights are named numbers with default, range and source; a hook's weights
are the `WEIGHTS` of the module it is written in, also when another strategy borrows it.

>>> from sim.moves import card_of, done, no, stock
>>> @hook.lay
... def lay_nothing(table, me, w):
...     return done()
>>> lay_nothing.kind
'lay'
"""

from __future__ import annotations

import ast
import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sim.words import HOOKS


class StrategyError(ValueError):
    """A strategy is not what the contract asks for; the message is one sentence for the person who wrote it."""


def nearest(name: str, known: list[str]) -> str:
    """A tail for an error message: the nearest known name, or all of them."""
    close = difflib.get_close_matches(name, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(sorted(known)) or 'none'}"


@dataclass(frozen=True)
class Weight:
    """One named number of a strategy: default, lowest and highest value, and where the idea comes from."""

    default: float
    lowest: float
    highest: float
    source: str


@dataclass(frozen=True)
class Weights:
    """The named numbers of a module, packed into one record of float64 fields for its hooks."""

    entries: Mapping[str, Weight]

    @property
    def dtype(self) -> np.dtype[Any]:
        """Record type that hooks receive as `w`; one unused field where there are no weights."""
        return np.dtype([(name, "f8") for name in self.entries] or [("unused", "f8")], align=True)

    def record(self, changes: Mapping[str, float]) -> np.ndarray:
        """Array of one record: the defaults with `changes`; names that are not here are not looked at."""
        values = np.zeros(1, self.dtype)
        for name, weight in self.entries.items():
            values[name] = changes.get(name, weight.default)
        return values.view(np.recarray)


def weights(**entries: tuple[float, float, float, str]) -> Weights:
    """Declare weights: `weights(reserve=(4, 2, 9, "lt MN13a: a varied hand controls the pile"))`.

    Each is (default, lowest, highest, source). Raises StrategyError where the default is out of its range or the
    source is empty.
    """
    made = {}
    for name, entry in entries.items():
        if len(entry) != 4:
            raise StrategyError(f"weight {name!r} needs (default, lowest, highest, source), got {entry!r}")
        weight = Weight(*entry)
        if not weight.lowest <= weight.default <= weight.highest:
            raise StrategyError(f"weight {name!r}: {weight.default} is not within {weight.lowest} … {weight.highest}")
        if not weight.source:
            raise StrategyError(f"weight {name!r} needs a source: where does the idea come from?")
        made[name] = weight
    return Weights(made)


NO_WEIGHTS = Weights({})


@dataclass(frozen=True)
class Hook:
    """A decision function of one kind, not yet compiled."""

    kind: str
    function: Callable[..., int]

    @property
    def weights(self) -> Weights:
        """The WEIGHTS of the module in which the hook is written."""
        found = self.function.__globals__.get("WEIGHTS", NO_WEIGHTS)
        if not isinstance(found, Weights):
            raise StrategyError(
                f"{self.where}: WEIGHTS must be made with weights(name=(default, lowest, highest, source))"
            )
        return found

    @property
    def file(self) -> Path:
        """The source file of the hook."""
        return Path(self.function.__code__.co_filename).resolve()

    @property
    def where(self) -> str:
        """File and function, for messages."""
        return f"{self.file.name}, hook {self.kind} ({self.function.__name__})"


class _HookDecorators:
    """`hook.draw` … `hook.answer`: mark a function as a hook of that kind."""

    def __getattr__(self, kind: str) -> Callable[[Callable[..., int]], Hook]:
        if kind not in HOOKS:
            raise StrategyError(f"there is no hook {kind!r}: {nearest(kind, list(HOOKS))}")

        def mark(function: Callable[..., int]) -> Hook:
            names = list(inspect.signature(function).parameters)
            if len(names) != 3:
                said = ", ".join(names) or "nothing"
                raise StrategyError(f"hook {kind} ({function.__name__}) must take (table, me, w), it takes ({said})")
            return Hook(kind, function)

        return mark


hook = _HookDecorators()


@dataclass(frozen=True)
class Strategy:
    """A way of playing: a name, five hooks, and changes to their weights."""

    name: str
    hooks: Mapping[str, Hook]
    summary: str = ""
    changes: Mapping[str, float] = field(default_factory=dict)

    @staticmethod
    def of(name: str, *, summary: str = "", **hooks: Hook) -> Strategy:
        """A strategy from all five hooks; `summary` is the first line of the module's docstring if left out.

        Raises StrategyError where a hook is missing, unknown or of another kind.
        """
        for kind, given in hooks.items():
            _check(kind, given)
        missing = [kind for kind in HOOKS if kind not in hooks]
        if missing:
            instead = ", ".join(f"{kind}={kind}" for kind in hooks)
            raise StrategyError(
                f"strategy {name} lacks {', '.join(missing)}; write them, or take all others from a strategy that has "
                f'them: plain.but("{name}", {instead})'
            )
        if not summary:
            summary = (hooks["lay"].function.__globals__.get("__doc__") or name).strip().splitlines()[0]
        return Strategy(name, {kind: hooks[kind] for kind in HOOKS}, summary)

    @property
    def weights(self) -> dict[str, Weight]:
        """All weights of its hooks by name, with the changed values as defaults."""
        found: dict[str, Weight] = {}
        for each in self.hooks.values():
            found.update(each.weights.entries)
        return {
            name: replace(weight, default=float(self.changes.get(name, weight.default)))
            for name, weight in sorted(found.items())
        }

    def but(self, name: str = "", *, weights: Mapping[str, float] | None = None, **hooks: Hook) -> Strategy:
        """A variation with one cause: other values for some weights, or other hooks.

        Raises StrategyError for a weight that no hook has, a value out of its range, or a hook of another kind.
        """
        merged = dict(self.hooks)
        for kind, given in hooks.items():
            _check(kind, given)
            merged[kind] = given
        varied = Strategy(name or self.name, merged, self.summary, dict(self.changes))
        known = varied.weights
        changes = dict(self.changes)
        for weight, value in (weights or {}).items():
            if weight not in known:
                raise StrategyError(f"strategy {self.name} has no weight {weight!r}: {nearest(weight, list(known))}")
            limits = known[weight]
            if not limits.lowest <= value <= limits.highest:
                allowed = f"{limits.lowest:g} … {limits.highest:g}"
                raise StrategyError(f"weight {weight!r} of {self.name} must be within {allowed}, got {value:g}")
            changes[weight] = float(value)
        if not name and changes:
            said = ",".join(f"{key}={changes[key]:g}" for key in sorted(changes))
            name = f"{self.name.split(':')[0]}:{said}"
        return replace(varied, name=name or self.name, changes=changes)


def _check(kind: str, given: object) -> None:
    if kind not in HOOKS:
        raise StrategyError(f"there is no hook {kind!r}: {nearest(kind, list(HOOKS))}")
    if not isinstance(given, Hook):
        raise StrategyError(f"{kind}= must be a function marked with @hook.{kind}, got {given!r}")
    if given.kind != kind:
        raise StrategyError(f"{given.where} is marked as a {given.kind} hook and given as {kind}=")


SHIPPED = Path(__file__).resolve().parent.parent / "strategies"
"""The strategies beside this package: one's own file may import their judgements, which a new version may change."""


def sources_of(file: Path) -> list[Path]:
    """The file and every module that it imports, directly or not, from its own folder (or package) or from the
    strategies shipped with this package, in a fixed order.
    """
    found: list[Path] = []
    waiting = [file.resolve()]
    while waiting:
        here = waiting.pop(0)
        if here in found:
            continue
        found.append(here)
        for name in _imports(here):
            waiting += _within(file.resolve().parent, name)
            if name.partition(".")[0] == SHIPPED.name:
                waiting += _within(SHIPPED, name)
    return [found[0], *sorted(found[1:])]


def _imports(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"), filename=str(file))
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def _within(folder: Path, name: str) -> list[Path]:
    parts = name.split(".")
    bases = [folder / Path(*parts)]
    if parts[0] == folder.name and len(parts) > 1:
        bases.append(folder / Path(*parts[1:]))
    return [path for base in bases for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()]
