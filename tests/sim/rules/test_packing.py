"""The packed records say what the rule book says, figure by figure, spelt out from its text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.layout import RULES
from sim.rules import load, pack
from sim.words import (
    ACE,
    ASKING_OBLIGATORY,
    ASKING_OPTIONAL,
    BLACK3_GOING_OUT,
    BLACK_THREE,
    BLACK_TWO,
    JOKER,
    LANES,
    NO_ASKING,
    RED3_BY_CANASTAS,
    RED3_BY_MELD,
    RED3_BY_SEVENS,
    RED_THREE,
    RED_TWO,
    SEVEN,
    SIDE_FROZEN,
    TABLE_FROZEN,
    TAKE_WHOLE,
)

DATA = Path(__file__).parent / "data"
WILDS = 1 << JOKER | 1 << RED_TWO | 1 << BLACK_TWO
STANDARD_VALUES = [
    5,
    5,
    5,
    5,
    10,
    10,
    10,
    10,
    10,
    10,
    20,
    50,
    20,
    20,
    5,
    0,
]  # four … ace, joker, twos, threes

CLASSIC_FIGURES = {
    "packet": 0,
    "start_freezes": WILDS | 1 << RED_THREE,
    "freezes": WILDS,
    "stops": WILDS | 1 << BLACK_THREE,
    "pile_taken": TAKE_WHOLE,
    "always_frozen": 0,
    "add": 1,
    "forced_take": 1,
    "black3": BLACK3_GOING_OUT,
    "black3_least": 3,
    "run_wilds": 0,
    "red3_needed": 0,
    "final_discard": 1,
    "value": STANDARD_VALUES,
    "barred_discards": 0,
    "barred_last": 0,
}
FIGURES: dict[str, dict[str, Any]] = {
    "lt-classic": CLASSIC_FIGURES
    | {
        "seats": 4,
        "sides": 2,
        "packs": 2,
        "jokers": 6,
        "cards": 110,
        "hand": 11,
        "draw": 1,
        "start_covered": WILDS | 1 << RED_THREE,
        "frozen_before_opening": SIDE_FROZEN,
        "mix": 1,
        "add_to_canasta": 1,
        "red3_of_pile_replaced": 1,
        "wilds_at": [-1, -1, -1, 1, 2] + [3] * 28,
        "largest_set": 32,
        "melds_of_rank": 2,
        "complete_counts": 0,
        "black3_most": 4,
        "black3_final_discard": 1,
        "wild_meld_least": 0,
        "wild_meld_most": 0,
        "wild_lock": 0,
        "run_least": 0,
        "run_most": 0,
        "bands": 4,
        "canastas_needed": 1,
        "kinds_needed": 0,
        "asking": ASKING_OPTIONAL,
        "double_out": 0,
        "concealed_waives_minimum": 0,
        "canasta_bonus": [[500, 300, 300, 300]] * LANES,
        "run_bonus": [0, 0],
        "wild_bonus": [0] * 8,
        "going_out": 100,
        "concealed": 100,
        "double": 0,
        "red3_total": [0, 100, 200, 300, 800, 0, 0, 0, 0],
        "red3_sign": RED3_BY_MELD,
        "red3_canastas": 0,
        "red3_shown": 0,
        "target": 5000,
        "double_win": 1,
    },
    "lt-samba": CLASSIC_FIGURES
    | {
        "seats": 4,
        "sides": 2,
        "packs": 3,
        "jokers": 9,
        "cards": 165,
        "hand": 15,
        "draw": 2,
        "start_covered": WILDS | 1 << RED_THREE,
        "frozen_before_opening": SIDE_FROZEN,
        "mix": 0,
        "add_to_canasta": 1,
        "red3_of_pile_replaced": 1,
        "wilds_at": [-1, -1, -1, 0, 1] + [2] * 28,
        "largest_set": 32,
        "melds_of_rank": 2,
        "complete_counts": 1,
        "black3_most": 6,
        "black3_final_discard": 0,
        "wild_meld_least": 3,
        "wild_meld_most": 7,
        "wild_lock": 1,
        "run_least": 3,
        "run_most": 7,
        "bands": 5,
        "canastas_needed": 2,
        "kinds_needed": 0,
        "asking": ASKING_OPTIONAL,
        "double_out": 0,
        "concealed_waives_minimum": 0,
        "canasta_bonus": [[500, 300, 300, 300]] * ACE + [[1000] * 4],
        "run_bonus": [1500, 0],
        "wild_bonus": [4000, 2000, 2000, 2000, 2000, 2000, 2000, 3000],
        "going_out": 300,
        "concealed": 0,
        "double": 0,
        "red3_total": [0, 100, 200, 300, 400, 500, 1000, 0, 0],
        "red3_sign": RED3_BY_CANASTAS,
        "red3_canastas": 2,
        "red3_shown": 0,
        "target": 10_000,
        "double_win": 1,
    },
    "uk-classic": CLASSIC_FIGURES
    | {
        "seats": 4,
        "sides": 2,
        "packs": 2,
        "jokers": 4,
        "cards": 108,
        "hand": 11,
        "draw": 1,
        "start_covered": WILDS | 1 << RED_THREE | 1 << BLACK_THREE,
        "frozen_before_opening": TABLE_FROZEN,
        "mix": 1,
        "add_to_canasta": 1,
        "red3_of_pile_replaced": 0,
        "wilds_at": [-1, -1, -1, 1, 2, 2] + [3] * 27,
        "largest_set": 32,
        "melds_of_rank": 1,
        "complete_counts": 0,
        "black3_most": 4,
        "black3_final_discard": 0,
        "wild_meld_least": 0,
        "wild_meld_most": 0,
        "wild_lock": 0,
        "run_least": 0,
        "run_most": 0,
        "bands": 4,
        "canastas_needed": 1,
        "kinds_needed": 0,
        "asking": ASKING_OBLIGATORY,
        "double_out": 1,
        "concealed_waives_minimum": 1,
        "canasta_bonus": [[500, 300, 300, 300]] * LANES,
        "run_bonus": [0, 0],
        "wild_bonus": [0] * 8,
        "going_out": 100,
        "concealed": 100,
        "double": 100,
        "red3_total": [0, 100, 200, 300, 800, 0, 0, 0, 0],
        "red3_sign": RED3_BY_CANASTAS,
        "red3_canastas": 1,
        "red3_shown": 1,
        "target": 10_000,
        "double_win": 0,
    },
}
FIGURES["classic-108"] = FIGURES["lt-classic"] | {"jokers": 4, "cards": 108}
FIGURES["uk-pennies"] = FIGURES["uk-classic"] | {
    "seats": 6,
    "packs": 4,
    "jokers": 8,
    "cards": 216,
    "hand": 13,
    "packet": 11,
    "draw": 2,
    "add_to_canasta": 0,
    "wilds_at": [-1, -1, -1, 1, 2, 2, 3, 3] + [-1] * 25,
    "largest_set": 7,
    "black3_most": 8,
    "wild_meld_least": 3,
    "wild_meld_most": 7,
    "barred_discards": 1 << SEVEN,
    "barred_last": 1 << SEVEN,
    "bands": 5,
    "canastas_needed": 4,
    "kinds_needed": 1 | 2 | 4 | 8,
    "canasta_bonus": [[500, 300, 300, 300]] * 3 + [[1500] * 4] + [[500, 300, 300, 300]] * 7,
    "wild_bonus": [1000] * 8,
    "red3_total": [0, 100, 200, 300, 400, 500, 600, 700, 1000],
    "red3_sign": RED3_BY_SEVENS,
    "red3_canastas": 0,
    "target": 20_000,
}
MINIMA = {  # score before the deal: minimum
    "lt-classic": {-5: 15, 0: 50, 1495: 50, 1500: 90, 2995: 90, 3000: 120, 20_000: 120},
    "classic-108": {-100_000: 15, 0: 50, 3000: 120},
    "lt-samba": {-5: 15, 0: 50, 1495: 50, 1500: 90, 2995: 90, 3000: 120, 6995: 120, 7000: 150},
    "uk-classic": {-5: 15, 0: 50, 1495: 50, 1500: 90, 2995: 90, 3000: 120},
    "uk-pennies": {-5: 15, 0: 50, 495: 50, 500: 90, 995: 90, 1000: 120, 1495: 120, 1500: 150},
}


def record_of(name: str) -> np.recarray[Any, Any]:
    return pack(load("lt-classic" if name == "lt-classic" else DATA / f"{name}.toml"))


@pytest.mark.fast
@pytest.mark.parametrize(("name", "field"), [(name, field) for name in FIGURES for field in FIGURES[name]])
def test_packed_figure(name: str, field: str) -> None:
    assert record_of(name)[field][0].tolist() == FIGURES[name][field]


def test_every_field_has_a_figure_but_the_bands() -> None:
    assert set(FIGURES["lt-classic"]) | {"band_from", "band_minimum", "band_canasta"} == set(RULES.names or ())


@pytest.mark.fast
@pytest.mark.parametrize(
    ("name", "score", "minimum"), [(name, *pair) for name in MINIMA for pair in MINIMA[name].items()]
)
def test_minimum_of_the_highest_band_not_above_the_score(name: str, score: int, minimum: int) -> None:
    record = record_of(name)[0]
    reached = [band for band in range(record.bands) if record.band_from[band] <= score]
    assert record.band_minimum[reached[-1]] == minimum
    assert not record.band_canasta.any()
    assert (record.band_from[record.bands :] > 10**6).all(), "unused bands lie above every score"


def test_one_seat_a_side_lets_asking_and_double_going_out_lapse(tmp_path: Path) -> None:
    """Settled 23: individual games have neither, whatever the parent says."""
    file = tmp_path / "alone.toml"
    file.write_text('parent = "uk-classic"\n[table]\nseats = 2\nsides = 2\n')
    (tmp_path / "uk-classic.toml").write_text((DATA / "uk-classic.toml").read_text("utf-8"))
    record = pack(load(file))[0]
    assert (record.asking, record.double_out) == (NO_ASKING, 0)


@pytest.mark.parametrize(
    ("ratio", "naturals", "most", "expected"),
    [
        ('"any"', 2, "3", [1, 2, 3, 3, 3, 3, 3]),
        ('"any"', 2, '"no limit"', [1, 2, 3, 4, 3, 4, 5]),
        ('"not more"', 2, "3", [1, 2, 2, 3, 3, 3, 3]),
        ('"fewer"', 1, '"no limit"', [1, 1, 2, 2, 3, 3, 4]),
        ('"any"', 3, "2", [0, 1, 2, 2, 2, 2, 2]),
        ('"any"', 2, "0", [0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_wilds_by_size(tmp_path: Path, ratio: str, naturals: int, most: str, expected: list[int]) -> None:
    """Most wilds in sets of three to nine cards."""
    file = tmp_path / "wilds.toml"
    file.write_text(
        f'parent = "lt-classic"\n[pile]\nmix = false\n[melds]\nwilds_against_naturals = {ratio}\n'
        f"least_naturals = {naturals}\nmost_wilds = {most}\n"
    )
    assert pack(load(file)).wilds_at[0, 3:10].tolist() == expected


def test_special_wild_canasta_of_four_jokers(tmp_path: Path) -> None:
    file = tmp_path / "cuban.toml"
    file.write_text(
        'parent = "lt-classic"\n[wild_melds]\nleast = 3\nmost = 7\nbonus = 2000\n'
        "special = { four_jokers = 3000, seven_twos = 4000 }\n"
    )
    assert pack(load(file)).wild_bonus[0].tolist() == [2000, 2000, 2000, 3000, 2000, 2000, 2000, 4000]
