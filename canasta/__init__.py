"""The face of canasta-lab: the public names and the command `canasta`.

Decided here: what the public names are, and that `import canasta` is cheap. Each name is looked up on the
floor that defines it when it is first used, so neither numba nor numpy is imported before something is
played. Left out: every computation; the floors below do the work.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE: dict[str, tuple[str, str]] = {
    "RulesError": ("sim.rules", "RulesError"),
    "compare": ("analysis.compare", "compare"),
    "load": ("analysis.results", "load"),
    "load_rules": ("sim.rules", "load"),
    "load_strategy": ("strategies", "load"),
    "simulate": ("analysis.simulate", "simulate"),
    "simulate_matches": ("analysis.simulate", "simulate_matches"),
    "rule_set_names": ("sim.rules", "rule_set_names"),
    "strategy_names": ("strategies", "names"),
}
"""Public name -> module and name there."""

__all__ = ["__version__", *sorted(_WHERE)]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            value: Any = version("canasta-lab")
        except PackageNotFoundError:  # run from the sources without being installed
            value = "0+unknown"
    elif name in _WHERE:
        module, attribute = _WHERE[name]
        value = getattr(import_module(module), attribute)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
