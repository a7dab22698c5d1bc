"""Parents: where they are found, how their tables merge, and what of them is not inherited."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from sim.rules import Rules, RulesError, load, resolved


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


def test_tables_merge_key_by_key(tmp_path: Path) -> None:
    house = write(tmp_path, "house", 'parent = "lt-classic"\n[scoring]\ngoing_out = 200  # ours\n')
    rules, parent = load(house), load("lt-classic")
    assert rules.scoring.going_out == 200
    assert rules.scoring.model_copy(update={"going_out": 100}) == parent.scoring
    assert rules.values == parent.values


def test_lists_replace_the_whole_list(tmp_path: Path) -> None:
    text = 'parent = "lt-classic"\n[opening]\nbands = [{ from = "negative", minimum = 40 }]\n'
    assert len(load(write(tmp_path, "flat", text)).opening.bands) == 1


def test_nested_tables_merge_too(tmp_path: Path) -> None:
    write(tmp_path, "aces", 'parent = "lt-classic"\n[scoring.special]\naces = { natural = 1000, mixed = 900 }\n')
    special = 'parent = "aces"\n[scoring.special]\naces.natural = 1200\nsevens = { natural = 5, mixed = 5 }\n'
    scoring = load(write(tmp_path, "both", special)).scoring
    assert scoring.special.aces is not None
    assert (scoring.special.aces.natural, scoring.special.aces.mixed) == (1200, 900)
    assert scoring.special.sevens is not None


def test_a_chain_of_parents_and_who_defined_what(tmp_path: Path) -> None:
    write(tmp_path, "grand", 'parent = "lt-classic"\n[deal]\nhand = 13  # grand\n[match]\ntarget = 700\n')
    own = resolved(write(tmp_path, "child", 'parent = "grand"\n[match]\ntarget = 900  # child\n'))
    assert own["match.target"] == (900, "child", str(tmp_path / "child.toml"))
    assert own["deal.hand"] == (13, "grand", str(tmp_path / "grand.toml"))
    assert own["pack.jokers"] == (6, "L4", "lt-classic.toml")


def test_a_parent_beside_the_file_comes_before_a_shipped_one(tmp_path: Path) -> None:
    house = write(tmp_path, "house", 'parent = "lt-classic"\n')
    assert load(house).deal.hand == 11
    write(tmp_path, "lt-classic", 'parent = "lt-classic"\n[deal]\nhand = 13\n')
    assert load(house).deal.hand == 13, "a file of the same name may itself build on the shipped one"


@pytest.mark.parametrize("circle", [["a"], ["a", "b"], ["a", "b", "c"]])
def test_circular_parents(tmp_path: Path, circle: list[str]) -> None:
    for name, parent in zip(circle, [*circle[1:], circle[0]], strict=True):
        write(tmp_path, name, f'parent = "{parent}"\n')
    with pytest.raises(RulesError, match=r"line 1: parents are circular: .*a\.toml -> .*a\.toml$") as caught:
        load(tmp_path / "a.toml")
    assert str(caught.value).count("\n") == 0


def test_header_is_not_inherited(tmp_path: Path) -> None:
    rules = load(write(tmp_path, "house", 'parent = "lt-classic"\n'))
    assert (rules.name, rules.description, rules.version) == ("house", "lt-classic with changes", 1)


def test_an_id_comes_before_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "mine", 'parent = "lt-classic"\n')
    (tmp_path / "lt-classic").write_text("nonsense")
    os.link(tmp_path / "mine.toml", tmp_path / "mine")
    assert load("lt-classic").name == "lt-classic"
    assert load("mine.toml").name == load("mine").name == "mine"


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b'\xef\xbb\xbfparent = "lt-classic"\r\n[deal]\r\nhand = 12  # ours\r\n')
    assert resolved(file)["deal.hand"][:2] == (12, "ours")


def test_rules_are_frozen_and_travel_to_other_processes(tmp_path: Path) -> None:
    rules = load("lt-classic")
    assert isinstance(rules, Rules)
    with pytest.raises(ValueError, match="frozen"):
        rules.deal.hand = 12
    assert pickle.loads(pickle.dumps(rules)) == rules
