"""Strategies, one module each; the folder is the registry.

Decided here: which strategies there are (the modules of this folder, except those that start with "_" and the
folder `judge`) and how one is found: `NAME`, the attribute NAME of the module NAME, or `FILE.py:NAME`, the
same of a file of your own. Names and summaries are read from the files as text; a module is imported, and
later compiled, only when it is asked for. Left out: weights in a spec, sides, playing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from importlib import import_module, invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from sim.strategy import Strategy, StrategyError, nearest

__all__ = ["Strategy", "StrategyError", "defined", "docstring", "load", "names", "source", "summary"]

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Names of all strategies of this folder, in alphabetical order; none is imported."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))


def defined(file: str) -> list[str]:
    """Names of the strategies that a file of one's own defines, in its order; raises StrategyError if there are none.

    What it imports from elsewhere, and names that start with "_", do not count.
    """
    path = Path(file)
    module = _import_file(path)
    assigned = [
        target.id
        for node in ast.parse(_read(path)).body
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
        if isinstance(target, ast.Name) and not target.id.startswith("_")
    ]
    found = [name for name in dict.fromkeys(assigned) if isinstance(getattr(module, name, None), Strategy)]
    if not found:
        raise StrategyError(f'{path} defines no strategy; one is made with NAME = Strategy.of("NAME", draw=draw, …)')
    return found


def source(spec: str) -> Path:
    """File of a strategy, `NAME` of this folder or `FILE.py:NAME`; an unknown name offers the nearest one."""
    file, own, _ = _split(spec)
    if own:
        return file
    valid = names()
    if spec not in valid:
        offer = nearest(spec, valid)
        raise StrategyError(f"no strategy is called {spec!r}; {offer} (one of your own is written FILE.py:NAME)")
    return FOLDER / f"{spec}.py"


def docstring(spec: str) -> str:
    """A strategy file's docstring, read without importing it; empty where there is none."""
    path = source(spec)
    try:
        return ast.get_docstring(ast.parse(_read(path), str(path))) or ""
    except (SyntaxError, ValueError) as error:
        raise _unreadable(path, error) from error


def summary(spec: str) -> str:
    """First line of a strategy file's docstring."""
    return docstring(spec).partition("\n")[0]


def load(spec: str) -> Strategy:
    """The strategy `NAME` of this folder, or `NAME` of a file of your own, written `FILE.py:NAME`."""
    path, own, name = _split(spec)
    if own:
        found = _strategy_of(_import_file(path), name, path)
        return found if found.name == name else replace(found, name=f"{path.name}:{name}")  # a variation of another
    path = source(spec)
    return _strategy_of(_importing(path, lambda: import_module(f"{__name__}.{spec}")), spec, path)


def _split(spec: str) -> tuple[Path, bool, str]:
    """File, whether it is one of the user's own, and name; the file part of a spec ends at ".py:"."""
    file, own, name = spec.rpartition(".py:")
    return Path(f"{file}.py"), bool(own), name


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except IsADirectoryError:
        raise StrategyError(f"{path} is a folder; a strategy of your own is written FILE.py:NAME") from None
    except FileNotFoundError:
        folder = path.parent
        others = [str(folder / other.name) for other in sorted(folder.glob("*.py"))] if folder.is_dir() else []
        tail = nearest(str(path), others) if others else f"there is no Python file in {folder}"
        raise StrategyError(f"there is no file {path}; {tail}") from None
    except OSError as error:
        raise StrategyError(f"cannot read the strategy file {path}: {error.strerror}") from error


def _importing(path: Path, do: Callable[[], ModuleType]) -> ModuleType:
    """Import by `do()`; what goes wrong inside the strategy's own file is said with its file and line."""
    try:
        return do()
    except SyntaxError as error:
        raise _unreadable(path, error) from error
    except Exception as error:  # a stranger's file may raise anything
        if isinstance(error, ValueError) and "null bytes" in str(error):  # a SyntaxError from Python 3.11.4 on
            raise _unreadable(path, error) from error
        what = str(error) if isinstance(error, StrategyError) else f"{type(error).__name__}: {error}"
        raise _broken(f"{_place_in(path, error)} failed when it was imported: {what}") from error


def _unreadable(path: Path, error: SyntaxError | ValueError) -> StrategyError:
    """The error of a file that is no Python; a ValueError is that of a null byte in its text."""
    file, line = Path(getattr(error, "filename", None) or path).name, getattr(error, "lineno", None)
    said = error.msg if isinstance(error, SyntaxError) else error
    return _broken(f"{file}, line {line}: {said}" if line else f"{file} is no Python file: {said}")


def _broken(sentence: str) -> StrategyError:
    """The error of a file that exists and fails: no wrong input (2), but a strategy that failed (1)."""
    error = StrategyError(sentence)
    error.exit_status = 1  # type: ignore[attr-defined]
    return error


def _place_in(path: Path, error: BaseException) -> str:
    """File and line of the last frame of an error that is in the file's folder; the file where there is none."""
    here = path.resolve().parent
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).resolve().parent == here]
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}," if frames else str(path)


def _import_file(path: Path) -> ModuleType:
    """A file outside this folder as a module named by its path and content: edited, it is another module."""
    digest = sha256(str(path.resolve()).encode() + b"\0" + _read(path)).hexdigest()[:12]
    name = f"_strategy_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise StrategyError(f"{path} is no Python file")
    module, loader = module_from_spec(spec), spec.loader

    def execute() -> ModuleType:
        with _beside(path.resolve().parent):
            loader.exec_module(module)
        return module

    sys.modules[name] = module  # as pickling and numba expect
    try:
        return _importing(path, execute)
    except StrategyError:
        del sys.modules[name]
        raise


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """A file's own folder as the last place to look, for the modules beside it.

    They are forgotten afterwards, so that a file of another folder finds its own, and leave no compiled files there,
    which could be older than their text.
    """
    before, written = set(sys.modules), sys.dont_write_bytecode
    sys.path.append(str(folder))
    sys.dont_write_bytecode = True
    invalidate_caches()
    try:
        yield
    finally:
        sys.path.pop()
        sys.dont_write_bytecode = written
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and folder in Path(file).resolve().parents:
                del sys.modules[name]


def _strategy_of(module: ModuleType, name: str, path: Path) -> Strategy:
    found = getattr(module, name, None)
    if isinstance(found, Strategy):
        return found
    known = [key for key, value in vars(module).items() if isinstance(value, Strategy)]
    offer = f"it defines {', '.join(known)}" if known else "it defines none"
    raise StrategyError(f"{path} defines no strategy called {name!r}; {offer}")
