"""Result folders: whole or not at all, read back as written, refused with one sentence where they are not ours."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.compare import compare
from analysis.comparison import Comparison
from analysis.draft import Draft, FolderError, FolderExists, write_file
from analysis.results import LAYOUT, load
from sim.rules import digest
from sim.rules import load as load_rules


@pytest.fixture(scope="module")
def result() -> Comparison:
    return compare("plain", "plain:reserve=5", deals=700, scores=(1500, 0))


@pytest.fixture
def folder(result: Comparison, tmp_path: Path) -> Path:
    result.save(tmp_path / "run")
    return tmp_path / "run"


def test_tables_come_back_bit_for_bit(result: Comparison, folder: Path) -> None:
    back = load(folder)
    assert list(back.frames) == list(result.tables())
    for name, frame in result.tables().items():
        pd.testing.assert_frame_equal(frame, back.frames[name], check_exact=True)
        assert getattr(back, name) is back.frames[name]
    assert back.summary == json.loads(json.dumps(result.to_dict()))


def test_one_deal_comes_back_too(tmp_path: Path) -> None:
    found = compare("plain", "random_legal", deals=1)
    found.save(tmp_path / "one")
    for name, frame in found.tables().items():
        pd.testing.assert_frame_equal(frame, load(tmp_path / "one").frames[name], check_exact=True)


def test_a_strategy_may_be_called_na(tmp_path: Path) -> None:
    file = tmp_path / "NA.py"
    file.write_text('"""Nothing special."""\nfrom strategies.plain import plain\nNA = plain.but("NA")\n')
    found = compare(f"{file}:NA", "plain", deals=2)
    found.save(tmp_path / "run")
    assert set(load(tmp_path / "run").frames["scores"]["strategy"]) == {f"{file}:NA", "plain"}


def test_the_manifest_says_what_repeats_the_run(result: Comparison, folder: Path, tmp_path: Path) -> None:
    manifest = load(folder).manifest
    assert (manifest["layout"], manifest["complete"], manifest["done"]) == (LAYOUT, True, [[0, 700]])
    assert manifest["command"] == result.command
    assert manifest["members"][1][0]["weights"]["reserve"] == 5
    digests = [side[0]["digest"] for side in manifest["members"]]
    assert len(set(digests)) == 2
    own = tmp_path / "own.toml"
    own.write_text(manifest["rules_text"])
    assert digest(load_rules(own)) == manifest["rules_digest"]


def test_exact_sums_are_kept_and_never_pickled(result: Comparison, folder: Path) -> None:
    with np.load(folder / "tally.npz", allow_pickle=False) as kept:
        assert set(kept.files) == set(result.tally.sums)
        for name, array in result.tally.sums.items():
            assert np.array_equal(kept[name], array)


def test_nothing_is_left_beside_it(folder: Path) -> None:
    assert [path.name for path in folder.parent.iterdir()] == ["run"]


def test_a_folder_is_not_replaced_unasked(result: Comparison, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(FolderExists, match="exists; name another folder, or replace it with --force"):
        result.save(folder)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "report.html").write_text("old")
    result.save(folder, force=True)
    assert not (folder / "report.html").exists()


@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_result_is_never_replaced(result: Comparison, tmp_path: Path, force: bool) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(FolderExists, match="never replaced"):
        result.save(mine, force=force)
    assert (mine / "letter.txt").read_text() == "dear"
    with pytest.raises(FolderExists, match="no folder"):
        result.save(mine / "letter.txt", force=force)


def test_an_empty_folder_needs_force(result: Comparison, tmp_path: Path) -> None:
    with pytest.raises(FolderExists):
        result.save(tmp_path)
    (tmp_path / "empty").mkdir()
    result.save(tmp_path / "empty", force=True)
    assert load(tmp_path / "empty").manifest["layout"] == LAYOUT


def test_missing_parents_are_made(result: Comparison, tmp_path: Path) -> None:
    result.save(tmp_path / "a" / "b" / "run")
    assert load(tmp_path / "a" / "b" / "run").summary["blocks"] == 700


def test_where_no_folder_can_be(result: Comparison, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"file/run cannot be written"):
        result.save(tmp_path / "file" / "run")


def test_a_draft_that_is_not_published_leaves_nothing(tmp_path: Path) -> None:
    with Draft(tmp_path / "run") as draft:
        (draft.path / "x").write_text("half")
    assert list(tmp_path.iterdir()) == []


def test_somebody_else_was_faster(tmp_path: Path) -> None:
    with Draft(tmp_path / "run") as draft:
        (tmp_path / "run").mkdir()
        (tmp_path / "run" / "manifest.json").write_text("{}")
        with pytest.raises(FolderError, match="while the run went on, something was put there"):
            draft.publish()
    assert (tmp_path / "run" / "manifest.json").read_text() == "{}"


def _change(manifest: Path, **changes: object) -> None:
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | changes))


def _spoil(folder: Path, how: str) -> None:
    manifest = folder / "manifest.json"
    if how == "no folder":
        shutil.rmtree(folder)
    elif how == "no manifest":
        manifest.unlink()
    elif how == "manifest cut off":
        manifest.write_bytes(manifest.read_bytes()[:-100])
    elif how == "manifest of something else":
        manifest.write_text('{"name": "a web page"}')
    elif how == "newer layout":
        manifest.write_text(manifest.read_text().replace('"layout": 1', '"layout": 2'))
    elif how == "no list of files":
        _change(manifest, files=[])
    elif how == "nothing in the list":
        _change(manifest, files={})
    elif how == "a path out of the folder":
        _change(manifest, files={"../x": "0"})
    elif how == "an absolute path":
        _change(manifest, files={"/etc/hostname": "0"})
    elif how == "no table but in order":
        table = folder / "tables" / "difference.csv"
        table.write_text("points,deals\nmany,few\n")
        told = json.loads(manifest.read_text())
        digest_now = hashlib.sha256(table.read_bytes()).hexdigest()
        _change(manifest, files={**told["files"], "tables/difference.csv": digest_now})
    elif how == "table gone":
        (folder / "tables" / "split.csv").unlink()
    elif how == "one byte changed":
        table = folder / "tables" / "difference.csv"
        table.write_bytes(table.read_bytes().replace(b"1", b"2", 1))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("no folder", "there is no folder"),
        ("no manifest", "is no result folder, it has no manifest.json"),
        ("manifest cut off", "manifest.json is damaged"),
        ("manifest of something else", "manifest.json is damaged"),
        ("newer layout", "has layout 2, this version reads 1"),
        ("no list of files", "manifest.json is damaged"),
        ("nothing in the list", "manifest.json is damaged, it does not name summary.json"),
        ("a path out of the folder", "manifest.json is damaged"),
        ("an absolute path", "manifest.json is damaged"),
        ("no table but in order", "holds tables that are none"),
        ("table gone", "lacks tables/split.csv"),
        ("one byte changed", "difference.csv is damaged, its checksum"),
    ],
)
def test_a_spoilt_folder_is_refused(folder: Path, how: str, said: str) -> None:
    _spoil(folder, how)
    with pytest.raises(FolderError, match=said):
        load(folder)


def test_hands_only_where_they_were_kept(folder: Path) -> None:
    with pytest.raises(FolderError, match="repeat the run with --records"):
        load(folder).hands()
    with pytest.raises(AttributeError, match="there is no table 'splits'; there are: numbers"):
        _ = load(folder).splits


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    write_file(file, b"one")
    write_file(file, b"two")
    assert file.read_bytes() == b"two"
    with pytest.raises(OSError, match="No such file"):
        write_file(tmp_path / "none" / "page.html", b"three")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
