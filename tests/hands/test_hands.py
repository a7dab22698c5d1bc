"""The golden deals are told as they were; see `tests/hands/regenerate.py`."""

from __future__ import annotations

import pytest

from sim.transcript import transcript
from tests.hands.regenerate import GOLDENS, HERE, SCREEN, played, told
from tests.oracle import judge


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_golden_deal(golden):
    deal = transcript(played(), golden.deal)
    judge(deal)
    assert golden.shows(deal), "run python -m tests.hands.regenerate"
    text = told(golden, deal)
    assert text == (HERE / f"{golden.name}.txt").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= SCREEN


def test_every_golden_file_is_a_golden_deal():
    assert {path.stem for path in HERE.glob("*.txt")} == {golden.name for golden in GOLDENS}
