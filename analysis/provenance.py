"""Where a result comes from: the rules in full, what each side played, the engine and the versions.

Enough to repeat a run without the files it was made from, and to see whether two runs may be put together. Left out:
seed, deals and scores, which are in the result itself.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from analysis.setup import Setup
from sim import cache
from sim.rules import to_toml
from sim.strategy import sources_of
from strategies import Strategy

LIBRARIES = ("canasta-lab", "numba", "numpy", "llvmlite")


@dataclass(frozen=True)
class Member:
    """A strategy as it was played: its name, the value of every weight, and a digest of its sources and weights."""

    name: str
    weights: dict[str, float]
    digest: str


@dataclass(frozen=True)
class Provenance:
    """`rules_text` is the resolved rule set as a TOML file, `strategies` the members of each side in seat order."""

    rules_text: str
    strategies: tuple[tuple[Member, ...], ...]
    engine: str
    versions: dict[str, str]


def provenance(played: Setup, sides: Sequence[Sequence[Strategy]]) -> Provenance:
    """That of a run with these strategies."""
    return Provenance(
        rules_text=to_toml(played.rules),
        strategies=tuple(tuple(map(member, side)) for side in sides),
        engine=cache.engine_digest(),
        versions=versions(),
    )


def member(strategy: Strategy) -> Member:
    """A strategy by name, weights and digest: two with the same digest decide alike with the same engine."""
    weights = {name: weight.default for name, weight in strategy.weights.items()}
    digest = hashlib.sha256()
    for kind in sorted(strategy.hooks):
        hook = strategy.hooks[kind]
        digest.update(f"{kind} {hook.function.__qualname__}\n".encode())
        for file in sources_of(hook.file):
            digest.update(file.name.encode() + b"\n" + file.read_bytes())
    digest.update(repr(sorted(weights.items())).encode())
    return Member(strategy.name, weights, digest.hexdigest()[:16])


def versions() -> dict[str, Any]:
    """Python and the libraries that numbers can depend on."""
    return {"python": platform.python_version()} | {name: _version(name) for name in LIBRARIES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # run from the sources without being installed
        return "unknown"
