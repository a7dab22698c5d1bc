"""What every rule set must satisfy, by discovery: it loads, packs, and each of its values has a reference."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sim.rules
from sim.rules import digest, load, pack, resolved, rule_set_names, to_toml, unplayable
from sim.rules.keys import HEADER, leaves
from sim.rules.source import read

SHIPPED = Path(sim.rules.__file__).parent
FILES = sorted([*SHIPPED.glob("*.toml"), *(Path(__file__).parent / "data").glob("*.toml")])
REFERENCE = re.compile(r"[LUS]\d+$|(lt|uk|sr) \S|(all|(lt|uk|sr)-[a-z0-9-]+)\?\d+|settled \d+|guide MN\d+")

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def test_names_are_the_files_of_the_folder() -> None:
    assert rule_set_names() == sorted(file.stem for file in SHIPPED.glob("*.toml"))
    assert "lt-classic" in rule_set_names()


@every_file
def test_loads_and_packs(file: Path) -> None:
    rules = load(file)
    assert rules.name == file.stem
    assert pack(rules)[0].cards == rules.cards
    assert isinstance(unplayable(rules), list)


@every_file
def test_header_is_given(file: Path) -> None:
    assert {"name", "description", "version"} <= set(read(file, file.name).values)


@every_file
def test_each_value_has_a_reference(file: Path) -> None:
    source = read(file, file.name)
    for path, entry in source.entries.items():
        if path[0] not in HEADER and not entry.raw.startswith("["):
            references = entry.reference.split(", ")
            assert entry.reference, (file.name, entry.line)
            assert any(REFERENCE.match(one) for one in references), (file.name, entry.line, entry.reference)


@every_file
def test_every_key_is_resolved(file: Path) -> None:
    given = resolved(file)
    optional = {path for path in map(".".join, leaves()) if ".special." in path}  # type: ignore[arg-type]
    assert set(map(".".join, leaves())) - set(given) <= optional  # type: ignore[arg-type]
    assert all(setting.reference and setting.defined_in for setting in given.values())


@every_file
def test_full_text_is_the_same_rule_set(file: Path, tmp_path: Path) -> None:
    rules = load(file)
    copy = tmp_path / "copy.toml"
    copy.write_text(to_toml(rules), "utf-8")
    again = load(copy)
    assert "parent" not in to_toml(rules).split("\n\n")[0]
    assert digest(again) == digest(rules)
    assert pack(again).tobytes() == pack(rules).tobytes()
    assert again.description == rules.description
    assert to_toml(again) == to_toml(rules)


def test_lt_classic_is_played() -> None:
    assert unplayable(load("lt-classic")) == []
    assert unplayable(load(Path(__file__).parent / "data" / "classic-108.toml")) == []


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("lt-samba", {"turn.draw", "sequences.most", "wild_melds.most", "red_threes.plus_if"}),
        ("uk-classic", {"pile.before_opening", "going_out.asking", "going_out.partner_may_follow"}),
        ("uk-pennies", {"table.seats", "deal.packet", "turn.barred", "melds.largest_set", "going_out.kinds"}),
    ],
)
def test_what_is_not_played_is_named(name: str, keys: set[str]) -> None:
    sentences = unplayable(load(Path(__file__).parent / "data" / f"{name}.toml"))
    assert keys <= {sentence.split(":")[0] for sentence in sentences}
    assert all("\n" not in sentence for sentence in sentences)


def test_digest_is_of_the_rules_alone(tmp_path: Path) -> None:
    same = tmp_path / "renamed.toml"
    same.write_text(
        'parent = "lt-classic"\nversion = 7\n[deal]\nhand = 11  # mine\n[pile]\nfreezes = ["two", "joker"]\n'
    )
    other = tmp_path / "other.toml"
    other.write_text('parent = "lt-classic"\n[deal]\nhand = 12\n')
    assert digest(load(same)) == digest(load("lt-classic")) != digest(load(other))


def test_importing_the_package_loads_neither_pydantic_nor_numpy() -> None:
    code = "import sys, sim.rules; print(sorted({'pydantic', 'numpy', 'tomllib'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SHIPPED.parents[1]
    )
    # Before sim.rules, Python imports sim itself, which answers for what it loads.
    alone = subprocess.run(
        [sys.executable, "-c", code.replace("sim.rules", "sim")],
        capture_output=True,
        text=True,
        check=True,
        cwd=SHIPPED.parents[1],
    )
    assert done.stdout == alone.stdout
    assert "pydantic" not in done.stdout
