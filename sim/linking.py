"""How numba is led to compile a hundred small functions as one program: linked as LLVM code, optimised once.

Left to itself numba makes machine code of every function, with wrappers for Python, and puts the code of each into all
its callers on every level. Here a **kernel** is kept as LLVM code as it comes from lowering; an **entry** (what Python
calls, and what the engine calls by address) gathers all kernels that it reaches, makes them private to itself, and has
the whole optimised and emitted once. Being private, a kernel that is called from one place is put in line, and the
status that numba's functions return beside their value is gone where nothing can go wrong.

What else is left out because kernels have no use for it: passes over closures, comprehensions, literals and array
expressions, and the test for a negative index. Each stands below with its reason; the gains were measured on the engine
as it was then, in seconds of processor time of 22 for a cold start.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba.core import typed_passes, types, untyped_passes
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

RARE = "rarely"
"""Attribute of a function whose kernel stays a call."""

UNUSED_PASSES = (
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.DumpParforDiagnostics,
)
"""Passes that change nothing in a kernel: it has no closures, literals, raises or array expressions. 1.5 s."""


class _KernelLibrary(JITCodeLibrary):
    """LLVM code that is only linked into entries: neither linked to what it calls, nor optimised, nor emitted."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def reached(self) -> list[JITCodeLibrary]:
        """This library and all that it calls, directly or not: what a caller must link."""
        return list(dict.fromkeys([self, *self._linking_libraries]))


class _EntryLibrary(JITCodeLibrary):
    """Machine code of one entrance and all kernels that it reaches, optimised as a whole."""

    def _optimize_final_module(self) -> None:
        """One run of the optimiser; numba's first, cheaper one is for reference counts, of which there are none."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


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


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(NativeLowering):
    """Lower to LLVM code and register it for callers, without asking for an executable."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        with _indices_from_zero():
            done = super().run_pass(state)
        lowered = state["cr"]
        if getattr(state.func_id.func, RARE, False):
            state.library.get_function(lowered.fndesc.llvm_func_name).add_function_attribute("noinline")

        token = object()  # numba keys its table of callables by the executable; there is none
        state.library.finalize()
        state.targetctx.insert_user_function(token, lowered.fndesc, state.library.reached)
        state["cr"] = lowered._replace(cfunc=token)
        return bool(done)


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(NativeLowering):
    """numba's own lowering, into an `_EntryLibrary`."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _BareLowering(_EntryLowering):
    """Lower to machine code that is called by address alone: no wrapper makes it a function of Python."""

    _name = "bare_lowering"

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        done = super().run_pass(state)
        lowered = state["cr"]
        _place(state.targetctx, state.library, lowered.fndesc, lowered.env)
        state["cr"] = lowered._replace(cfunc=object())
        return bool(done)


def _place(context: Any, library: Any, described: Any, environment: Any) -> None:
    """Emit the machine code, and give it the environment that it looks for when it raises."""
    library.get_pointer_to_function(described.llvm_func_name)
    library.codegen.set_env(context.get_env_name(described), environment)


class _Bare(CompileResultCacheImpl):
    """What is kept of a function without wrappers; numba's own form wants an executable."""

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        described = cres.fndesc
        described.typemap = described.calltypes = None
        return cres.library.serialize_using_object_code(), described, cres.environment, cres.signature

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        state, described, environment, signature = payload
        library = target_context.codegen().unserialize_library(state)
        _place(target_context, library, described, environment)
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=object(),
            fndesc=described,
            signature=signature,
            objectmode=False,
        )


class BareCache(FunctionCache):
    """numba's cache for what `BareCompiler` makes."""

    _impl_class = _Bare


def _passes(state: Any, lowering: type[NativeLowering], left_out: tuple[Any, ...] = ()) -> list[Any]:
    """numba's own passes with another lowering, less some."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    manager._finalized = False
    manager.passes = [
        (lowering if found is NativeLowering else found, text)
        for found, text in manager.passes
        if found not in left_out
    ]
    manager.finalize()
    return [manager]


class KernelCompiler(CompilerBase):
    """Compiles a kernel."""

    def define_pipelines(self) -> list[Any]:
        return _passes(self.state, _KernelLowering, UNUSED_PASSES)


class EntryCompiler(CompilerBase):
    """Compiles what Python calls, or the engine by address, with all kernels that it reaches."""

    def define_pipelines(self) -> list[Any]:
        return _passes(self.state, _EntryLowering)

    def compile_extra(self, func: Any) -> Any:
        with _seldom_collecting():
            return super().compile_extra(func)


class BareCompiler(EntryCompiler):
    """Compiles what is called by address only: a hook. Without wrappers it takes a quarter less."""

    def define_pipelines(self) -> list[Any]:
        return _passes(self.state, _BareLowering)


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Let Python look for garbage seldom: a compiler makes much that lives as long as it does. 1 s, 10 MB."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _remember_operators() -> None:
    """Let numba find out only once what an operator makes of which types; it tries a dozen templates each time. 2 s."""
    resolve, known = types.BaseFunction.get_call_type, {}

    def remembered(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        if keywords:
            return resolve(function, context, arguments, keywords)
        key = function, context, tuple(arguments)
        if key not in known:
            known[key] = resolve(function, context, arguments, keywords)
        return known[key]

    setattr(types.BaseFunction, "get_call_type", remembered)  # noqa: B010 - numba has no other place for it


_remember_operators()
