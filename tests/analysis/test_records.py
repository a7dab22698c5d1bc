"""Records say what the deals were, hand by hand, and appear whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis import records
from analysis.compare import compare
from analysis.records import NoRecords, Records, RecordsError
from analysis.seating import job_of, legs
from analysis.setup import setup
from analysis.specs import side
from sim.batch import play_chunk
from sim.words import ENDINGS

NAMES = ("plain", "random_legal")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "hands.parquet"
    compare(*NAMES, deals=20_000, records=file)
    return file


def test_every_hand_is_a_row_in_order(written: Path) -> None:
    frame = pd.read_parquet(written)
    assert len(frame) == 40_000
    assert (frame["deal"] == np.arange(40_000) // 2).all()
    assert (frame["rotation"] == np.arange(40_000) % 2).all()


def test_rows_are_the_results(written: Path) -> None:
    job = job_of(setup(), tuple(map(side, NAMES)), NAMES, legs(2))
    results = play_chunk(job, job.hooks, 300, 50).reshape(-1)
    frame = pd.read_parquet(written).iloc[600:700].reset_index(drop=True)
    for column, field in (("first", "first"), ("turns", "turns"), ("out", "out_side"), ("concealed", "concealed")):
        assert (frame[column] == results[field]).all()
    assert [ENDINGS.index(word) for word in frame["ending"]] == results["ending"].tolist()
    for place in (0, 1):
        score = results["score"][:, place]
        assert (frame[f"points_{place}"] == score["total"]).all()
        assert (frame[f"takes_{place}"] == score["takes"]).all()
        assert (frame[f"canastas_{place}"] == score["natural"] + score["mixed"]).all()


def test_a_hand_costs_at_most_sixteen_bytes(written: Path) -> None:
    assert written.stat().st_size / 40_000 <= 16


def test_threads_change_no_byte(written: Path, tmp_path: Path) -> None:
    other = tmp_path / "hands.parquet"
    compare(*NAMES, deals=20_000, records=other, threads=1)
    assert other.read_bytes() == written.read_bytes()


def test_columns_are_those_of_the_module(written: Path) -> None:
    said = [line.split("|")[1] for line in (records.__doc__ or "").splitlines() if line.startswith("| `")]
    named = [name.strip("` ") for cell in said for name in cell.replace("…", "").split(",") if name.strip("` ")]
    assert {name.split("_")[0] for name in named} == {name.split("_")[0] for name in pd.read_parquet(written).columns}


def test_after_an_error_there_is_no_file(tmp_path: Path) -> None:
    def fails() -> None:
        with Records(tmp_path / "hands.parquet", 2):
            raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        fails()
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "hands.parquet"
    file.write_text("mine")
    with pytest.raises(NoRecords, match="exists; records are never written over"):
        compare(*NAMES, deals=1, records=file)
    assert file.read_text() == "mine"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="cannot be written: No such file"):
        compare(*NAMES, deals=1, records=tmp_path / "none" / "hands.parquet")


def test_without_pyarrow_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, canasta: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = canasta("compare", *NAMES, "--deals", "1", "--out", str(tmp_path / "run"), "--records")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "pip install 'canasta-lab[records]'" in ran.err
    assert list(tmp_path.iterdir()) == []
