"""Wrong input: one sentence on stderr that says what, where and what is allowed, status 2, nothing on stdout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SAMBA = Path(__file__).parents[1] / "sim" / "rules" / "data" / "lt-samba.toml"

BAD = [
    (["compare", "plain", "randm_legal"], ["randm_legal", "random_legal"]),
    (["compare", "plain"], ["Missing argument"]),
    (["compare", "plain", "random_legal", "--rules", "lt-clasic"], ["lt-clasic", "lt-classic"]),
    (["compare", "plain", "random_legal", "--rules", str(SAMBA)], ["lt-samba"]),
    (["compare", "plain", "random_legal", "--deals", "0"], ["--deals", "1"]),
    (["compare", "plain", "random_legal", "--deals", "-5"], ["--deals"]),
    (["compare", "plain", "random_legal", "--deals", "1e6"], ["--deals", "1e6"]),
    (["compare", "plain", "random_legal", "--deals", "1" * 30], ["--deals"]),
    (["compare", "plain", "random_legal", "--seed", "-1"], ["--seed"]),
    (["compare", "plain", "random_legal", "--seed", str(2**63)], ["--seed"]),
    (["compare", "plain", "random_legal", "--scores", "1,2"], ["5"]),
    (["compare", "plain", "random_legal", "--scores", "0,0,0"], ["2"]),
    (["compare", "plain", "random_legal", "--scores", "a,b"], ["a"]),
    (["compare", "plain", "random_legal", "--threads", "-3"], ["--threads"]),
    (["compare", "plain", "random_legal", "--threads", "1000000"], ["--threads"]),
    (["compare", "plain", "random_legal", "--draws", "queue"], ["queues"]),
    (["compare", "plain", "random_legal", "--deal", "5"], ["--deal", "--deals"]),
    (["compare", "plain:reserv=3", "random_legal"], ["reserv", "reserve"]),
    (["compare", "plain:reserve=300", "random_legal"], ["reserve", "11"]),
    (["compare", "plain:reserve=x", "random_legal"], ["x"]),
    (["replay", "plain", "--deal", "-1"], ["--deal"]),
    (["replay", "plain", "random_legal", "--rotation", "7"], ["rotation"]),
    (["replay", "plain", "plain", "plain"], ["4"]),
    (["rules", "show", "lt-klassic"], ["lt-klassic", "lt-classic"]),
    (["strategies", "show", "plane"], ["plane", "plain"]),
    (["strategy", "list"], ["strategy", "strategies"]),
]


@pytest.mark.parametrize(("arguments", "wanted"), BAD, ids=lambda value: " ".join(value)[:60])
def test_wrong_input(arguments: list[str], wanted: list[str], canasta: Callable[..., Any]) -> None:
    ran = canasta(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    said = [line for line in ran.err.splitlines() if not line.startswith("compiling")]  # a first run says that too
    assert len(said) == 1, ran.err
    for part in wanted:
        assert part in said[0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('parent = "lt-classic"\n[deal]\nhnad = 12\n', ["hnad", "hand", "line 3"]),
        ('parent = "lt-classic"\n[deal]\nhand = 60\n', ["hand"]),
        ('parent = "lt-classic"\n[deal]\nhand = "many"\n', ["hand"]),
        ("[deal]\nhand = 11\n", ["parent"]),
        ('parent = "lt-classic"\n[deal\n', ["line 2"]),
    ],
    ids=["unknown key", "contradiction", "wrong kind", "missing values", "no TOML"],
)
def test_wrong_rule_file(text: str, wanted: list[str], canasta: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    ran = canasta("compare", "plain", "random_legal", "--rules", str(file))
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert "house.toml" in ran.err
    for part in wanted:
        assert part in ran.err
