"""A strategy's hooks as machine code: compiled once, kept in a folder of its own, called by address.

Hooks are compiled with bounds checks (no measurable cost), so that reading past a record is a fault and not a peek at
what lies behind it. Without compilation an "address" is an index into `sim.call.PLAIN`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba as nb
import numpy as np
from numba import types
from numba.core.errors import NumbaError

from sim import apart, cache
from sim.call import PLAIN
from sim.jit import COMPILED, bare
from sim.layout import ME, TABLE
from sim.strategy import Hook, Strategy, StrategyError, nearest, sources_of
from sim.words import HOOKS

_compiled: dict[tuple[Any, ...], Any] = {}


def compile_hook(hook: Hook) -> Any:
    """The compiled dispatcher of a hook; raises StrategyError if it does not compile or does not return an integer."""
    key = (hook.function, hook.kind)
    if key not in _compiled:
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
    except (NumbaError, KeyError, TypeError, AttributeError) as error:
        raise StrategyError(explain(hook, error)) from None
    finally:
        cache.use(cache.engine_folder())
    if result != types.int64:
        raise StrategyError(f"{hook.where} returns a {result}; a hook returns an integer, built with sim.moves")
    return compiled


def _njit(signature: Any, hook: Hook) -> Any:
    made = bare(hook.function)
    made.compile(signature)
    return made


def explain(hook: Hook, error: BaseException) -> str:
    """One sentence of a compiler's many: what does not compile, where, and the nearest field where a name is wrong."""
    text = str(error).strip("'\" ")
    fields = [*(TABLE.names or ()), *(ME.names or ()), *hook.weights.entries]
    for name in hook.function.__code__.co_names:
        if name not in fields and (text == name or f"attribute '{name}'" in text or f"key '{name}'" in text):
            return f"{hook.where} uses {name!r}, which neither table, me nor w has: {nearest(name, fields)}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    reason = next((line for line in lines if "Unknown attribute" in line or "No implementation" in line), "")
    if reason.startswith("No implementation"):
        reason += " hooks know integers and floats only, no arrays, lists or strings;"
    place = next((line for line in lines if line.startswith("File ") and hook.file.name in line), "")
    return f"{hook.where} does not compile: {reason or (lines[0] if lines else repr(error))} {place}".rstrip()


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
