"""How the engine is compiled: `kernel` for what other compiled code calls, `entry` for what Python calls.

With NUMBA_DISABLE_JIT=1 both return the function as it is, and the same source runs as plain Python.

A plain `njit` makes machine code of every function, with wrappers for Python, and again for every caller in which it
is inlined, and it compiles a function anew for each literal it is called with. The engine has a hundred small functions
and one entrance, so `kernel` departs from it in two ways:

* arguments are widened: literals and narrow integers become int64, so each function is compiled once;
* no machine code is made of the function itself; the entry that calls it, directly or not, optimises and emits the
  whole once (`sim.linking`). Called from Python, a kernel runs as the plain Python that it is.

Kernels allocate nothing, so all are compiled without numba's reference counting: its atomic increments on every array
that is passed on took a third of the time of a deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import config, njit, types
from numba.core.registry import CPUDispatcher

from sim import cache
from sim.linking import RARE, BareCache, BareCompiler, EntryCompiler, KernelCompiler

cache.use(cache.engine_folder())

COMPILED = not config.DISABLE_JIT
"""False where NUMBA_DISABLE_JIT=1 asks for plain Python."""

OPTIONS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""What is compiled for callers in compiled code: without reference counts, without wrappers for Python."""


def _widened(argument: Any) -> Any:
    """int64 for every integer and literal integer; other types as they are."""
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer) and argument != types.uint64 else argument


class _KernelDispatcher(CPUDispatcher):
    """A function that is compiled for widened argument types only."""

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    def enable_caching(self) -> None:
        """Keep its code in the folder that `sim.cache` names now."""
        self._cache = BareCache(self.py_func)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres  # not in the table of what Python can call

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(_widened(argument) for argument in args), kws)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that other compiled code calls; Python that calls it runs its source."""
    if not COMPILED:
        return function
    options = dict(OPTIONS)
    if function.__module__.startswith("sim."):
        options["error_model"] = "numpy"  # the engine never divides by zero; a strategy's helper might, and raises
    if config.BOUNDSCHECK is not None:
        options["boundscheck"] = bool(config.BOUNDSCHECK)
    return _KernelDispatcher(function, targetoptions=options, pipeline_class=KernelCompiler)


def bare(function: Callable[..., Any]) -> Any:
    """A function that the engine calls by address, with every index checked; kept as `entry` says."""
    made = _KernelDispatcher(function, targetoptions=OPTIONS | {"boundscheck": True}, pipeline_class=BareCompiler)
    made.enable_caching()
    return made


def rare(function: Callable[..., Any]) -> Any:
    """A kernel that seldom runs: it stays a call, so that those who call it stay small enough to be put in line."""
    setattr(function, RARE, True)
    return kernel(function)


entry = njit(nogil=True, cache=True, _nrt=False, pipeline_class=EntryCompiler)
"""Compile a function that Python calls, and keep its machine code in the folder that `sim.cache` names."""
