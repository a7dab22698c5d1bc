"""Rules are data: a rule set is one TOML file, read, checked and packed here.

>>> from sim.rules import load, pack, rule_set_names
>>> "lt-classic" in rule_set_names()
True
>>> rules = load("lt-classic")
>>> rules.cards, pack(rules).wilds_at[0, 3:8].tolist()
(110, [1, 2, 3, 3, 3])

Everything is imported inside the functions: pydantic takes a fifth of a second to load, and a command that
only prints its help must not pay for it. `Rules` is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.rules.errors import RulesError

if TYPE_CHECKING:
    import os

    import numpy as np

    from sim.rules.model import Rules
    from sim.rules.resolve import Setting

__all__ = [
    "Rules",
    "RulesError",
    "digest",
    "load",
    "pack",
    "resolved",
    "rule_set_names",
    "to_toml",
    "unplayable",
]


def rule_set_names() -> list[str]:
    """Ids of the shipped rule sets, in alphabetical order."""
    from sim.rules.shipped import shipped

    return list(shipped())


def load(id_or_path: str | os.PathLike[str]) -> Rules:
    """The validated rule set of a shipped id, or of a file of one's own; RulesError says what is wrong
    with it.
    """
    from sim.rules.resolve import load_rules

    return load_rules(id_or_path)


def resolved(id_or_path: str | os.PathLike[str]) -> dict[str, Setting]:
    """Every key path of a rule set with its value, its reference and the file that gives it."""
    from sim.rules.resolve import settings

    return settings(load(id_or_path))


def pack(rules: Rules) -> np.recarray[Any, Any]:
    """An array of one RULES record, as the compiled code reads it."""
    from sim.rules.packing import packed

    return packed(rules)


def digest(rules: Rules) -> str:
    """sha256 of what the rule set says; name, description, version and references do not count."""
    from sim.rules.text import rules_digest

    return rules_digest(rules)


def to_toml(rules: Rules) -> str:
    """The rule set as a complete TOML file without parent, with references."""
    from sim.rules.text import full_text

    return full_text(rules)


def unplayable(rules: Rules) -> list[str]:
    """One sentence for each feature of the rule set that the engine does not play yet; empty where it
    plays all.
    """
    from sim.rules.playable import gaps

    return gaps(rules)


def __getattr__(name: str) -> Any:
    if name == "Rules":
        from sim.rules.model import Rules

        return Rules
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
