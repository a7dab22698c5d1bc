"""How a side is written."""

from __future__ import annotations

import pytest

from analysis.specs import SpecError, parts, side
from sim.strategy import StrategyError

pytestmark = pytest.mark.fast


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("plain", [("plain", {})]),
        ("plain:reserve=3", [("plain", {"reserve": 3.0})]),
        ("plain:reserve=3,patience=-0.5", [("plain", {"reserve": 3.0, "patience": -0.5})]),
        ("plain+random_legal", [("plain", {}), ("random_legal", {})]),
        ("my/own.py:bold", [("my/own.py:bold", {})]),
        ("/tmp/a+b.py:bold:risk=1+plain", [("/tmp/a+b.py:bold", {"risk": 1.0}), ("plain", {})]),
        ("plain:reserve=3+./own.py:x", [("plain", {"reserve": 3.0}), ("./own.py:x", {})]),
    ],
)
def test_reads(spec: str, expected: list[tuple[str, dict[str, float]]]) -> None:
    assert parts(spec) == expected


@pytest.mark.parametrize("spec", ["", "+", "plain+", "+plain", "plain reserve", "plain,own", "a++b"])
def test_unreadable(spec: str) -> None:
    with pytest.raises(SpecError, match="cannot read the strategy"):
        parts(spec)


def test_a_file_without_a_name() -> None:
    with pytest.raises(SpecError, match=r"own\.py is a file; write own\.py:NAME"):
        parts("plain+own.py")


@pytest.mark.parametrize("weights", ["", "reserve", "reserve=", "reserve=1e3", "reserve=3,", "=3", "reserve=x"])
def test_unreadable_weights(weights: str) -> None:
    with pytest.raises(SpecError, match="cannot read the weight"):
        parts(f"plain:{weights}")


def test_a_weight_set_twice() -> None:
    with pytest.raises(SpecError, match="twice"):
        parts("plain:reserve=3,reserve=4")


def test_unknown_names_offer_the_nearest() -> None:
    with pytest.raises(StrategyError, match="did you mean 'plain'"):
        side("plane")
    with pytest.raises(StrategyError, match="did you mean 'reserve'"):
        side("plain:reserv=3")
