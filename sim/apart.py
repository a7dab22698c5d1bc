"""A part of the engine that strategies call by address, so that an edited hook does not compile it again.

What a hook calls is normally compiled into it. For the exact steps of `sim.ways`, which pull in the dynamic programme
of `sim.plan`, that took seconds for every edit of a strategy. A function marked `@apart` is compiled once, with the
engine, and kept in its folder; a hook only knows its name. Left out: what such a function does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba as nb
from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from sim.jit import COMPILED, entry
from sim.layout import ME, TABLE

ARGUMENTS = (nb.from_dtype(TABLE), nb.from_dtype(ME), types.int64)

_parts: dict[str, Any] = {}
_ready: set[str] = set()


def apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark `function(table, me, number) -> int64`: compiled code calls it by address, Python runs its source."""
    if COMPILED:
        name = f"canasta.{function.__module__}.{function.__name__}"
        _parts[name] = entry(function)
        type_callable(function)(lambda _context: lambda _table, _me, _number: types.int64)
        lower_builtin(function, types.Record, types.Record, types.Integer)(_caller(name))
    return function


def _caller(name: str) -> Callable[..., Any]:
    """What makes the call, as numba makes its own: a status other than OK is passed on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, me, number = arguments
        values = [table, me, context.cast(builder, number, signature.args[2], types.int64)]
        kind = context.call_conv.get_function_type(types.int64, ARGUMENTS)
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        status, answer = context.call_conv.call_function(builder, function, types.int64, ARGUMENTS, values)
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return generate


def ready() -> None:
    """Compile or load every part and tell the linker where it is; needed before a hook is compiled or loaded."""
    for name, part in _parts.items():
        if name not in _ready:
            part.compile(ARGUMENTS)
            compiled = part.overloads[ARGUMENTS]
            llvm.add_symbol(name, int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)))
            _ready.add(name)
