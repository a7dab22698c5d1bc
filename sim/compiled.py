"""A strategy's hooks as machine code: compiled once, kept in a folder of its own, called by address.

Hooks are compiled with bounds checks (no measurable cost), so that reading past a record is a fault and not a peek at
what lies behind it. Without compilation an "address" is an index into `sim.call.PLAIN`.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Sequence
from typing import Any

import numba as nb
import numpy as np
from numba import types

from sim import apart, cache
from sim.call import PLAIN
from sim.checks import NUMBERS_ONLY, at_line, check_hook
from sim.jit import COMPILED, bare
from sim.layout import ME, TABLE
from sim.strategy import Hook, Strategy, StrategyError, sources_of
from sim.words import HOOKS

_compiled: dict[tuple[Any, ...], Any] = {}


def compile_hook(hook: Hook) -> Any:
    """The compiled dispatcher of a hook; raises StrategyError if it does not compile or does not return an integer."""
    key = (hook.function, hook.kind)
    if key not in _compiled:
        check_hook(hook)
        _compiled[key] = _compile(hook)
    return _compiled[key]


def _compile(hook: Hook) -> Any:
    """Compile for the three records; numba finds out what the hook returns, and only an integer will do.

    A signature with a result type would cut a float to an integer without a word.
    """
    arguments = (nb.from_dtype(TABLE), nb.from_dtype(ME), nb.from_dtype(hook.weights.dtype))
    apart.ready()
    cache.use(cache.strategy_folder(sources_of(hook.file)))
    try:
        compiled = _njit(arguments, hook)
        result = compiled.overloads[arguments].signature.return_type
        if isinstance(result, (types.Integer, types.Boolean)) and result != types.int64:
            return _njit(types.int64(*arguments), hook)
    except Exception as error:  # noqa: BLE001 - the compiler raises many kinds
        raise explain(hook, error) from None
    finally:
        cache.use(cache.engine_folder())
    if result != types.int64:
        text = f"returns {_said(result)}; it returns an integer, built with a function of sim.moves"
        raise at_line(hook.file, hook.function.__code__.co_firstlineno, f"hook {hook.kind}", text)
    return compiled


def _njit(signature: Any, hook: Hook) -> Any:
    made = bare(hook.function)
    made.compile(signature)
    return made


def _said(result: Any) -> str:
    """A type in the words of Python."""
    if isinstance(result, types.Optional):
        return "nothing in some cases"
    if isinstance(result, types.Float):
        return f"a decimal number ({result})"
    return "nothing" if result == types.none else str(result)


def explain(hook: Hook, error: BaseException) -> StrategyError:
    """One sentence of a compiler's many: what does not compile, and where."""
    text = str(error)
    lines = [int(found) for found in re.findall(rf'File "[^"]*{re.escape(hook.file.name)}", line (\d+)', text)]
    line = lines[-1] if lines else hook.function.__code__.co_firstlineno
    source = linecache.getline(str(hook.file), line).strip()
    return at_line(hook.file, line, f"hook {hook.kind}", f"does not compile: `{source}`: {_reason(text, error)}")


def _reason(text: str, error: BaseException) -> str:
    """Why something does not compile, in words; the compiler's own where there are none."""
    called = re.search(r"No implementation of function Function\(<[\w -]*?'?([\w.]+)'?(?: at \w+)?>\)", text)
    if called is None:
        said = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
        return said[0] if said else repr(error)
    if "float64" in text:
        return "a weight or another decimal stands where a whole number is needed; write int(…) round it"
    return f"{called[1]} does not work there; {NUMBERS_ONLY}"


def address_of(dispatcher: Any) -> int:
    """Where the compiled hook begins; the dispatcher must be kept alive as long as the address is used."""
    (compiled,) = dispatcher.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


class Seating:
    """Which strategy plays which seat, ready to be called: the array that the engine reads.

    `addresses` is int64 of shape (seats, 5, 2): hook and weights.
    """

    def __init__(self, seats: Sequence[Strategy]) -> None:
        self.strategies = tuple(seats)
        self.addresses = np.zeros((len(seats), len(HOOKS), 2), np.int64)
        self.records: list[list[np.ndarray]] = []
        self._alive: list[Any] = []
        for seat, strategy in enumerate(seats):
            self.records.append([])
            for which, kind in enumerate(HOOKS):
                hook = strategy.hooks[kind]
                record = hook.weights.record(strategy.changes)
                self.records[seat].append(record)
                if COMPILED:
                    dispatcher = compile_hook(hook)
                    self._alive.append(dispatcher)
                    self.addresses[seat, which] = address_of(dispatcher), record.ctypes.data
                else:
                    self.addresses[seat, which] = len(PLAIN), len(PLAIN) + 1
                    PLAIN.extend((hook.function, record[0]))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies in seat order."""
        return tuple(strategy.name for strategy in self.strategies)
