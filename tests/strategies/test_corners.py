"""Deals in which a strategy once broke a rule, kept as the corners they are; the judge looks at each again."""

from __future__ import annotations

import pytest

import strategies
from sim.batch import Job
from sim.compiled import Seating
from sim.rules import load, pack
from sim.transcript import transcript
from tests.oracle import judge

CORNERS = [
    ("plain plain", 8, (3000, 1500), 13941, "an opening that ends only by going out with the card under the top"),
    ("plain random_legal", 2, (3000, -50), 599, "an opening take that uses every card of the hand"),
    ("random_legal random_legal", 3, (1500, 3000), 28125, "an addition that completes the canasta of the second meld"),
    ("plain plain", 2, (0, 0), 1200, "the last cards laid, then two melds joined to the canasta"),
    ("plain plain", 1, (0, 0), 20852, "the same with a joker over"),
    ("random_legal random_legal", 1, (3000, -50), 783, "joining is no part of an opening take"),
]


@pytest.mark.parametrize(("names", "seed", "scores", "deal", "corner"), CORNERS, ids=[row[-1] for row in CORNERS])
def test_corner(names: str, seed: int, scores: tuple[int, int], deal: int, corner: str) -> None:
    a, b = (strategies.load(name) for name in names.split())
    for seats in ([a, b, a, b], [b, a, b, a]):
        judge(transcript(Job(pack(load("lt-classic")), "lt-classic", (Seating(seats),), seed, scores, "queues"), deal))
