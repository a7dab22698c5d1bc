"""How the engine is compiled: `kernel` for what other compiled code calls, `entry` for what Python calls.

With NUMBA_DISABLE_JIT=1 both return the function as it is, and the same source runs as plain Python.

A plain `njit` makes machine code of every function, with wrappers for Python, and again for every caller in which it
is inlined, and it compiles a function anew for each literal it is called with. The engine has a hundred small functions
and one entrance, so `kernel` departs from it in two ways:

* arguments are widened: literals and narrow integers become int64, so each function is compiled once;
* no machine code is made of the function itself; it is kept as LLVM code, and the entry that calls it, directly or
  not, optimises and emits the whole once. Called from Python, a kernel runs as the plain Python that it is.

Kernels allocate nothing, so all are compiled without numba's reference counting: its atomic increments on every array
that is passed on took a third of the time of a deal.

Together the first two brought the cold start from 50 to 16 seconds of processor time when they were made; what it is
now, `benchmarks/start.py` prints. The code that runs is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba import config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from sim import cache

cache.use(cache.engine_folder())

COMPILED = not config.DISABLE_JIT
"""False where NUMBA_DISABLE_JIT=1 asks for plain Python."""


@contextmanager
def _indices_from_zero() -> Iterator[None]:
    """Lower `a[i]` without Python's meaning of a negative `i`, which no kernel uses: a test and a sum less an index.

    A bounds-checked build refuses a negative index. numba has no option for it; compilation holds numba's lock.
    """

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    from_either_end = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = from_either_end


class _LinkedLibrary(JITCodeLibrary):
    """LLVM code that is only linked into others: neither optimised nor emitted by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """Machine code of one entrance and all kernels that it reaches, optimised as a whole."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(NativeLowering):
    """numba's own lowering, into an `_EntryLibrary`."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _LinkedLowering(NativeLowering):
    """Lower to LLVM code and register it for callers, without asking for an executable."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        with _indices_from_zero():
            done = super().run_pass(state)
        lowered = state["cr"]
        if getattr(state.func_id.func, "rarely", False):
            state.library.get_function(lowered.fndesc.llvm_func_name).add_function_attribute("noinline")

        token = object()  # numba keys its table of callables by the executable; there is none
        state.library.finalize()
        state.targetctx.insert_user_function(token, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=token)
        return bool(done)


class _Compiler(CompilerBase):
    """numba's own passes with another lowering."""

    lowering = NativeLowering

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager._finalized = False
        manager.passes = [
            (self.lowering if found is NativeLowering else found, text) for found, text in manager.passes
        ]
        manager.finalize()
        return [manager]


class _LinkedCompiler(_Compiler):
    """Compiles a kernel."""

    lowering = _LinkedLowering


class EntryCompiler(_Compiler):
    """Compiles what Python or the engine calls by address, with all kernels that it calls."""

    lowering = _EntryLowering


def _widened(argument: Any) -> Any:
    """int64 for every integer and literal integer; other types as they are."""
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer) and argument != types.uint64 else argument


class _KernelDispatcher(CPUDispatcher):
    """A function that is compiled for widened argument types only."""

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres  # not in the table of what Python can call

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(_widened(argument) for argument in args), kws)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that other compiled code calls; Python that calls it runs its source."""
    if not COMPILED:
        return function
    options = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if config.BOUNDSCHECK is not None:
        options["boundscheck"] = bool(config.BOUNDSCHECK)
    return _KernelDispatcher(function, targetoptions=options, pipeline_class=_LinkedCompiler)


def rare(function: Callable[..., Any]) -> Any:
    """A kernel that seldom runs: it stays a call, so that those who call it stay small enough to be put in line."""
    function.rarely = True  # type: ignore[attr-defined]
    return kernel(function)


entry = njit(nogil=True, cache=True, _nrt=False, pipeline_class=EntryCompiler)
"""Compile a function that Python calls, and keep its machine code in the folder that `sim.cache` names."""
