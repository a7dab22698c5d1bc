"""Known answers: every published vector that the comparison of two strategies stands on."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from analysis.stats import changed, hypergeometric, moments, paired, proportion, quantiles, ratio, sequence
from analysis.stats.superiority import superiority
from analysis.stats.verdict import Decision, Verdict, decide, needed, of_interval
from sim.random import word

VECTORS = {row["id"]: row for row in json.loads((Path(__file__).parent / "vectors.json").read_text())}
Json = dict[str, Any]


def histogram(given: dict[str, int]) -> dict[int, int]:
    return {int(value): count for value, count in given.items()}


def merged_h04() -> dict[int, int]:
    given = VECTORS["H04"]["inputs"]
    return moments.merged(histogram(given["hist_a"]), histogram(given["hist_b"]))


def wilson(i: Json) -> Json:
    found = proportion.wilson(i["successes"], i["n"], level=i["confidence"])
    return {"low": found.low, "high": found.high}


def clopper_pearson(i: Json) -> Json:
    found = proportion.clopper_pearson(i["successes"], i["n"], level=i["confidence"])
    return {"low": found.low, "high": found.high}


def win_rate(i: Json) -> Json:
    found = proportion.win_rate(i["wins"], i["ties"], i["losses"], level=i["confidence"])
    return {
        "score": found.score,
        "variance_per_game": found.variance,
        "se": found.se,
        "score_low": found.low,
        "score_high": found.high,
        "elo": found.elo,
        "elo_low": found.elo_low,
        "elo_high": found.elo_high,
    }


def paired_t(i: Json) -> Json:
    values = i["pair_margins"]
    found = paired.mean_of(len(values), sum(values), sum(v * v for v in values), level=i["confidence"])
    names = ("mean", "sd", "se", "t", "df", "low", "high")
    return {"p_two_sided": found.p} | {name: getattr(found, name) for name in names}


def points_of_matches(i: Json) -> Json:
    margins, hands = i["match_margin"], i["hands"]
    found = ratio.ratio_of_sums(ratio.sums_of(margins, hands), level=i["confidence"])
    biased = sum(margin / count for margin, count in zip(margins, hands, strict=True)) / len(hands)
    return {name: getattr(found, name) for name in ("ratio", "se", "low", "high")} | {"naive_mean_of_ratios": biased}


def zero_inflated(i: Json) -> Json:
    found = changed.changed(histogram(i["hist"]), level=i["confidence"])
    return {
        "n": found.n,
        "share_changed": found.share,
        "share_low": found.low,
        "share_high": found.high,
        "mean_when_changed": found.mean_when_changed,
        "mean": found.mean,
        "se": found.se,
    }


def merged_moments(i: Json) -> Json:
    chunks = {name: moments.merged(*({v: 1} for v in i[f"chunk_{name}"])) for name in ("a", "b")}
    chunks["merged"] = moments.merged(chunks["a"], chunks["b"])
    found = {}
    for name, counts in chunks.items():
        of = moments.moments(counts)
        found[name] = {"n": of.n, "mean": of.mean, "M2": of.m2, "M3": of.m3, "M4": of.m4}
        if name == "merged":
            found[name] |= {"skewness": of.skewness, "excess_kurtosis": of.excess_kurtosis}
    return found


def merged_histograms(_: Json) -> Json:
    whole = merged_h04()
    n, total, squares = paired.sums(whole)
    of = moments.moments(whole)
    found = {"n": n, "sum": total, "sum_squares": squares, "mean": of.mean, "variance": of.variance}
    return found | {f"q{q:02}": quantiles.inverse(whole, q / 100) for q in (5, 25, 50, 75, 95)}


def quantile_ranks(i: Json) -> Json:
    found = quantiles.ranks(i["n"], i["q"], level=i["confidence"])
    return {"r": found.low, "s": found.high, "coverage": found.coverage}


def quantile_intervals(i: Json) -> Json:
    found = {}
    for name, q in (("median", 0.5), ("q90", 0.9)):
        of = quantiles.quantile(merged_h04(), q, level=i["confidence"])
        found[name] = {"r": of.ranks.low, "s": of.ranks.high, "low": of.low, "high": of.high}
    return found


def confidence_sequence(i: Json) -> Json:
    alpha, tightest = i["alpha"], i["n_star"]
    z = proportion.quantile(1 - alpha)
    return {
        "rho2": sequence.ratio(alpha, tightest),
        "half_width": [sequence.half_width(n, i["sigma"], alpha=alpha, tightest=tightest) for n in i["n"]],
        "fixed_n_half_width": [z * i["sigma"] / n**0.5 for n in i["n"]],
    }


def verdicts(i: Json) -> Json:
    return {"verdicts": [of_interval(*ends, i["D"]).name.lower() for ends in i["intervals"]]}


def dealt(i: Json) -> Json:
    wild = hypergeometric.drawn(i["deck"], i["wilds"], i["cards_per_side"])
    red3 = hypergeometric.drawn(i["deck"], i["red_threes"], i["cards_per_side"])
    found = {
        name: {
            "mean": of.mean,
            "var": of.variance,
            "cov": of.covariance,
            "var_diff": of.variance_of_difference,
        }
        for name, of in (("wild", wild), ("red3", red3))
    }
    found["wild"]["sd_diff"] = wild.variance_of_difference**0.5
    return found


@njit
def first_words(seed: np.uint64, count: int) -> Any:
    words = np.empty(count, np.uint64)
    for index in range(count):
        words[index] = word(seed, index)
    return words


CHECKS: dict[str, Callable[[Json], Json]] = {
    "A01": wilson,
    "A02": wilson,
    "A06": clopper_pearson,
    "A08": clopper_pearson,
    "A09": win_rate,
    "B01": paired_t,
    "B05": points_of_matches,
    "B08": lambda i: {"prob_superiority": superiority(histogram(i["hist_x"]), histogram(i["hist_y"]))},
    "B09": zero_inflated,
    "H01": merged_moments,
    "H04": merged_histograms,
    "I01": quantile_ranks,
    "I03": quantile_intervals,
    "J01": confidence_sequence,
    "J07": verdicts,
    "K02": dealt,
    "K05": lambda i: {"p": list(hypergeometric.chances(108, 4, i["hand"]))},
    "L01": lambda i: {"out": [[f"{int(w):016x}" for w in first_words(np.uint64(seed), 4)] for seed in i["seeds"]]},
}


def agree(found: Any, expected: Any, tolerance: float, where: str) -> None:
    """|found - expected| <= tolerance * max(1, |expected|) for fractions; all else equal."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), where
        for key, value in expected.items():
            agree(found[key], value, tolerance, f"{where} {key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for index, value in enumerate(expected):
            agree(found[index], value, tolerance, f"{where} {index}")
    elif isinstance(expected, float):
        assert abs(found - expected) <= tolerance * max(1, abs(expected)), (where, found, expected)
    else:
        assert found == expected, where


@pytest.mark.fast
@pytest.mark.parametrize("name", CHECKS)
def test_vector(name: str) -> None:
    row = VECTORS[name]
    agree(CHECKS[name](row["inputs"]), row["expected"], row["tolerance"], name)


def test_no_vector_of_these_groups_is_left_out() -> None:
    wanted = {name for name in VECTORS if name[0] in "AHI"} | {
        "B01",
        "B05",
        "B09",
        "J01",
        "J07",
        "K02",
        "K05",
        "L01",
    }
    assert wanted <= CHECKS.keys()


def test_turned_sign_is_exact() -> None:
    one = paired.mean_of(7, 123, 4567, scale=Fraction(5, 2))
    other = paired.mean_of(7, -123, 4567, scale=Fraction(5, 2))
    assert (one.mean, one.low, one.high) == (-other.mean, -other.high, -other.low)
    assert (one.se, one.p) == (other.se, other.p)


def test_one_block_bounds_nothing() -> None:
    found = paired.mean_of(1, 3, 9)
    assert (found.mean, found.low, found.high) == (3.0, -float("inf"), float("inf"))
    assert sequence.sequence(1, found.mean, found.sd).p == 1


@pytest.mark.parametrize("n", [2, 500, 10**9])
def test_e_value_is_one_over_alpha_at_the_interval_end(n: int) -> None:
    edge = sequence.half_width(n, 400.0)
    found = sequence.sequence(n, edge, 400.0)
    assert found.low == pytest.approx(0, abs=1e-9)
    assert found.p == pytest.approx(0.05)
    assert found.e_value == pytest.approx(20)


def test_guards() -> None:
    assert decide(25, 60, 20, blocks=499, changed=499) == Decision(Verdict.UNDECIDED, held_back=True)
    assert decide(25, 60, 20, blocks=10**6, changed=29) == Decision(Verdict.UNDECIDED, held_back=True)
    assert decide(25, 60, 20, blocks=500, changed=30) == Decision(Verdict.HELPS)
    assert decide(0, 0, 20, blocks=600, changed=0).most_changed == 0.005


@pytest.mark.parametrize(("low", "high"), [(-8.0, 31.0), (-1.0, 21.0), (-25.0, 25.0)])
def test_blocks_needed_decide(low: float, high: float) -> None:
    more = needed(10_000, low, high, 20)
    assert more is not None
    mean, half = (low + high) / 2, (high - low) / 2 * (10_000 / (more + 1)) ** 0.5
    assert of_interval(mean - half, mean + half, 20) is not Verdict.UNDECIDED
