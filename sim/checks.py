"""What a hook may not do, found in its source before it is compiled, and said with the line.

The compiler would refuse most of it too, in its own words and often without a line; a name that has no value on some
path, a random module or a clock it takes without a word. Decided here: which mistakes are looked for, in a hook and in
the `@kernel` functions of one's own that it calls. Left out: types, which the compiler knows (`sim.compiled`), and
whether an answer is legal, which the engine knows.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from sim.layout import ME, TABLE
from sim.strategy import Hook, StrategyError, nearest

SIM = Path(__file__).resolve().parent
WRITABLE = ("memo", "fired")
NUMBERS_ONLY = "hooks know whole numbers and decimals only, no lists, arrays or strings"
UNREPEATABLE = ("random", "time", "datetime", "secrets", "uuid", "os", "math", "cmath")
"""Modules that give other numbers another time, or on another machine."""
CONTAINERS = {
    ast.List: "a list",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.ListComp: "a list",
    ast.DictComp: "a dict",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string",
}
PRINT = (
    "print() is for debugging: NUMBA_DISABLE_JIT=1 canasta replay … plays a deal as plain Python, where it works; "
    "take it out for every other run"
)


def check_hook(hook: Hook) -> None:
    """Raise StrategyError for the first mistake in a hook, or in a function of one's own that it calls."""
    records = dict(zip(inspect.signature(hook.function).parameters, (TABLE, ME, hook.weights.dtype), strict=True))
    _Source(hook.function, f"hook {hook.kind}", records).check(answers=True)
    for function in _own_kernels(hook.function, set()):
        known = {"table": TABLE, "me": ME, "w": hook.weights.dtype}
        records = {name: known[name] for name in inspect.signature(function).parameters if name in known}
        _Source(function, f"function {function.__name__}", records).check(answers=False)


def _own_kernels(function: Any, seen: set[Any]) -> Iterator[Any]:
    """Kernels that a function calls, directly or not, and that are not the engine's."""
    for name in function.__code__.co_names:
        found = getattr(function.__globals__.get(name), "py_func", None)
        if found is not None and found not in seen and SIM not in Path(found.__code__.co_filename).parents:
            seen.add(found)
            yield found
            yield from _own_kernels(found, seen)


class _Source:
    """One function: its syntax, and what its names stand for."""

    def __init__(self, function: Any, title: str, records: dict[str, np.dtype[Any]]) -> None:
        self.function, self.title = function, title
        self.records: dict[str, np.dtype[Any]] = dict(records)
        self.file = Path(function.__code__.co_filename)
        self.locals = set(function.__code__.co_varnames + function.__code__.co_cellvars)
        self.given = set(inspect.signature(function).parameters)

    def check(self, *, answers: bool) -> None:
        """Raise StrategyError for the first mistake; `answers`: it is a hook, which must return an integer."""
        node = self._node()
        if node is None:  # made on the fly: there is no source to look at
            return
        for part in ast.walk(node):
            self._forbidden(part)
            if isinstance(part, ast.Return) and answers:
                self._answer(part)
        falls_through = self._block(node.body, set(self.given)) is not None
        if falls_through and answers:
            raise self.error(node.body[-1], "can end without an answer: every way through it needs a return")

    def error(self, node: ast.AST, text: str) -> StrategyError:
        """A mistake at a place of the function."""
        return at_line(self.file, getattr(node, "lineno", 0), self.title, text)

    def _node(self) -> ast.FunctionDef | None:
        try:
            tree = ast.parse(self.file.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError):
            return None
        first = self.function.__code__.co_firstlineno
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and first in (node.lineno, *(d.lineno for d in node.decorator_list)):
                return node
        return None

    # --- single expressions ---------------------------------------------------------------------------------------
    def _forbidden(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._use(node.func, self._value(node.func))
        kind = CONTAINERS.get(type(node))
        if kind is not None:
            raise self.error(node, f"makes {kind}; {NUMBERS_ONLY}")
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            name = node.names[0]
            raise self.error(node, f"changes the global {name!r}; what is to be kept goes into me.memo[0] … me.memo[7]")
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            raise self.error(node, "imports; imports stand at the top of the file")

    def _answer(self, node: ast.Return) -> None:
        value = node.value
        text = isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, (str, float)))
        if value is None or text or isinstance(value, ast.Tuple):
            said = "nothing" if value is None else ast.unparse(value)
            raise self.error(node, f"returns {said}; it returns an integer, built with a function of sim.moves")

    def _value(self, node: ast.expr) -> Any:
        """What a global name, or an attribute of a module, stands for; None where that is not known."""
        if isinstance(node, ast.Name) and node.id not in self.locals:
            return self.function.__globals__.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            base = self._value(node.value)
            if isinstance(base, ModuleType):
                if not hasattr(base, node.attr):
                    names = [name for name in dir(base) if not name.startswith("_")]
                    near = nearest(node.attr, names)
                    tail = near if near.startswith("did") else f"`python -m pydoc {base.__name__}` shows what it has"
                    raise self.error(node, f"module {base.__name__} has no {node.attr!r}; {tail}")
                return getattr(base, node.attr)
        return None

    def _record(self, node: ast.expr) -> np.dtype[Any] | None:
        """Type of the record, or array of a record, that an expression reads; None where it is something else."""
        if isinstance(node, ast.Name):
            return self.records.get(node.id)
        if not isinstance(node, (ast.Subscript, ast.Attribute)):
            return None
        base = self._record(node.value)
        if base is None:
            return None
        if base.fields is None:
            return base.subdtype[0] if isinstance(node, ast.Subscript) and base.subdtype is not None else None
        field = node.attr if isinstance(node, ast.Attribute) else getattr(node.slice, "value", None)
        if not isinstance(field, str) or field not in base.fields:
            raise self.error(node, self._unknown(ast.unparse(node.value), str(field), base))
        return base.fields[field][0]

    def _unknown(self, said: str, field: str, record: np.dtype[Any]) -> str:
        names = list(record.names or ())
        if names == ["unused"]:
            return f"{said} has no weight {field!r}, the file has none: WEIGHTS = weights(name=(4, 2, 9, 'source'))"
        for name, other in {"table": TABLE, "me": ME}.items():
            if field in (other.names or ()):
                return f"{said} has no {field!r}; {name}.{field} is there"
        near = nearest(field, names)
        if near.startswith("did"):
            return f"{said} has no {field!r}; {near}"
        return f"{said} has no {field!r}; it has {', '.join(sorted(names))}"

    def _expression(self, node: ast.AST | None, known: set[str]) -> None:
        """Names and calls of an expression; `known` are the local names that have a value."""
        if node is None:
            return
        inner = {arg.arg for part in ast.walk(node) if isinstance(part, ast.Lambda) for arg in part.args.args}
        for part in ast.walk(node):
            if isinstance(part, ast.Subscript):
                self._record(part)
            if isinstance(part, ast.Attribute):
                self._record(part)
                self._use(part, self._value(part))
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id not in inner:
                self._name(part, known)
            elif isinstance(part, ast.NamedExpr):
                known.add(part.target.id)
            elif isinstance(part, ast.Call):
                self._call(part)

    def _name(self, node: ast.Name, known: set[str]) -> None:
        if node.id in self.locals:
            if node.id not in known:
                raise self.error(node, f"{node.id!r} may have no value here; give it one before the if or the while")
            return
        space = self.function.__globals__
        if node.id not in space and not hasattr(builtins, node.id):
            names = [name for name in (*space, *self.locals) if not name.startswith("_")]
            near = nearest(node.id, names)
            tail = near if near.startswith("did") else "nothing of that name is imported or defined in the file"
            raise self.error(node, f"does not know {node.id!r}; {tail}")
        self._use(node, self._value(node))

    def _use(self, node: ast.AST, value: Any) -> None:
        """Things that are there and must not be used."""
        said = ast.unparse(node)
        owner = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
        bound = type(getattr(value, "__self__", None)).__module__
        chance = owner.split(".")[0] in UNREPEATABLE or bound in UNREPEATABLE
        if chance or any(name.startswith("numpy.random") for name in (owner, bound)):
            raise self.error(node, f"uses {said}; the same deal must always come out the same: chance is me.coin")
        if value is print:
            raise self.error(node, PRINT)
        if isinstance(value, Hook):
            raise self.error(node, f"calls the hook {said}; what hooks share goes into a function marked @kernel")
        if isinstance(value, (list, dict, set, str)):
            raise self.error(node, f"uses {said}, a {type(value).__name__}; {NUMBERS_ONLY}")
        if isinstance(value, FunctionType) and not owner.startswith(("sim.", "numpy", "numba")):
            raise self.error(
                node, f"calls {said}, which is not compiled; mark it with @kernel (from sim.jit import kernel)"
            )

    def _call(self, node: ast.Call) -> None:
        function = getattr(self._value(node.func), "py_func", None)
        if function is None or any(isinstance(argument, ast.Starred) for argument in node.args):
            return
        signature = inspect.signature(function)
        try:
            signature.bind(*node.args, **{word.arg: word.value for word in node.keywords if word.arg})
        except TypeError:
            said = f"{ast.unparse(node.func)}{signature}"
            raise self.error(node, f"{said} is called with {len(node.args) + len(node.keywords)} values") from None

    # --- the order in which things happen -------------------------------------------------------------------------
    def _block(self, statements: list[ast.stmt], known: set[str]) -> set[str] | None:
        """Names that have a value after the statements; None where nothing comes after them."""
        after: set[str] | None = known
        for statement in statements:
            if after is None:
                return None
            after = self._statement(statement, after)
        return after

    def _statement(self, node: ast.stmt, known: set[str]) -> set[str] | None:
        if isinstance(node, ast.If):
            return self._branches(node, known)
        if isinstance(node, (ast.While, ast.For)):
            return self._loop(node, known)
        if isinstance(node, (ast.Return, ast.Raise)):
            self._expression(node, known)
            return None
        if isinstance(node, (ast.Break, ast.Continue)):
            return None
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self._assign(node, known)
        elif isinstance(node, ast.Try):
            body = self._block(node.body, set(known))
            handled = [self._block(handler.body, set(known)) for handler in node.handlers]
            return _both(body, *handled)
        elif isinstance(node, ast.FunctionDef):
            known.add(node.name)
        elif isinstance(node, (ast.Expr, ast.Assert)):
            self._expression(node, known)
        return known

    def _branches(self, node: ast.If, known: set[str]) -> set[str] | None:
        self._expression(node.test, known)
        return _both(self._block(node.body, set(known)), self._block(node.orelse, set(known)))

    def _loop(self, node: ast.While | ast.For, known: set[str]) -> set[str] | None:
        """A `for` is taken to run at least once, a `while` not."""
        if isinstance(node, ast.For):
            self._expression(node.iter, known)
            self._bind(node.target, None, known)
            element = self._record(node.iter)
            if isinstance(node.target, ast.Name) and element is not None and element.subdtype is not None:
                self.records[node.target.id] = element.subdtype[0]
            return self._block(node.body, set(known)) or known
        self._expression(node.test, known)
        self._block(node.body, set(known))
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        return None if endless and not any(isinstance(part, ast.Break) for part in ast.walk(node)) else known

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, known: set[str]) -> None:
        self._expression(node.value, known)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._expression(ast.copy_location(ast.Name(node.target.id, ast.Load()), node), known)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self._bind(target, node.value, known)

    def _bind(self, target: ast.expr, value: ast.expr | None, known: set[str]) -> None:
        if isinstance(target, ast.Name):
            known.add(target.id)
            record = None if value is None else self._record(value)
            if record is not None:
                self.records[target.id] = record
            elif target.id not in self.given:
                self.records.pop(target.id, None)
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else [None] * len(target.elts)
            for one, part in zip(target.elts, values, strict=False):
                self._bind(one, part, known)
        else:
            self._written(target, known)

    def _written(self, target: ast.expr, known: set[str]) -> None:
        self._expression(target, known)
        inner = target
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        if isinstance(inner, ast.Attribute):
            record = self._record(inner.value)
            if record is not None and not (record is ME and inner.attr in WRITABLE):
                said = ast.unparse(target)
                raise self.error(target, f"changes {said}; a hook writes into me.memo and me.fired only")


def _both(*ways: set[str] | None) -> set[str] | None:
    """What has a value whichever way was taken."""
    through = [way for way in ways if way is not None]
    return set.intersection(*through) if through else None


def at_line(file: Path, line: int, title: str, text: str) -> StrategyError:
    """The error of a strategy file that is wrong in a line: the strategy failed, the command was not wrong."""
    error = StrategyError(f"{file.name}, line {line}, {title}: {text}")
    error.exit_status = 1  # type: ignore[attr-defined]
    return error
