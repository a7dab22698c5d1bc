"""What a side plays, in one word: `plain`, `plain:reserve=5`, `mine.py:bold`, `plain+mine.py:bold:risk=0.5`.

Decided here: the spelling. A spec is one strategy, or several joined by "+", partners in seat order; one is
NAME or FILE.py:NAME, then optionally ":" and weights as key=value, separated by commas, decimals without
exponent.
"""

from __future__ import annotations

import re

import strategies
from strategies import Strategy

NAMED = re.compile(r"(?P<name>[A-Za-z_]\w*)(?::(?P<weights>[^+]*))?(?=\+|$)")
IN_FILE = re.compile(r"(?P<file>.+?\.py):" + NAMED.pattern)
WEIGHT = re.compile(r"([A-Za-z_]\w*)=(-?\d+(?:\.\d+)?)")


class SpecError(ValueError):
    """A spec is not written as specs are; the message shows how."""


def side(spec: str | Strategy) -> tuple[Strategy, ...]:
    """The strategies of a side in seat order: one that all its seats play, or one a seat.

    Raises SpecError for a spec that cannot be read, StrategyError for an unknown name or a wrong weight.
    """
    if isinstance(spec, Strategy):
        return (spec,)
    return tuple(_one(*part) for part in parts(spec))


def parts(spec: str) -> list[tuple[str, dict[str, float]]]:
    """`NAME` or `FILE.py:NAME`, and the weights, of each strategy in a spec.

    >>> parts("plain+my/mine.py:bold:risk=0.5,reserve=3")
    [('plain', {}), ('my/mine.py:bold', {'risk': 0.5, 'reserve': 3.0})]
    """
    found, at = [], 0
    while True:
        match = NAMED.match(spec, at) or IN_FILE.match(spec, at)
        if match is None:
            if spec[at:].endswith(".py"):
                raise SpecError(
                    f"{spec[at:]} is a file; write {spec[at:]}:NAME, the name of a strategy that it defines"
                )
            raise SpecError(f"cannot read the strategy {spec!r}; write NAME or FILE.py:NAME, then :key=value,…")
        whole = match["name"] if match.re is NAMED else f"{match['file']}:{match['name']}"
        found.append((whole, _weights(spec, match["weights"])))
        if match.end() == len(spec):
            return found
        at = match.end() + 1


def label(spec: str | Strategy) -> str:
    """How a side is called in results."""
    return spec.name if isinstance(spec, Strategy) else spec


def _one(name: str, weights: dict[str, float]) -> Strategy:
    strategy = strategies.load(name)
    return strategy.but(weights=weights) if weights else strategy


def _weights(spec: str, text: str | None) -> dict[str, float]:
    values: dict[str, float] = {}
    for pair in [] if text is None else text.split(","):
        match = WEIGHT.fullmatch(pair)
        if match is None:
            raise SpecError(f"cannot read the weight {pair!r} of {spec!r}; write key=value, a decimal without exponent")
        if match[1] in values:
            raise SpecError(f"the weight {match[1]!r} is set twice in {spec!r}")
        values[match[1]] = float(match[2])
    return values
