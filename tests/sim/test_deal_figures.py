"""The deal against exact figures: up-card, hands, red threes, for the 110-card and the 108-card pack.

A million deals by the engine's own dealing code, in both draw schemes; each share and each mean lies within 4
sigma of its exact value, which is a formula over the pack. The figures printed beside the formulas were
computed elsewhere and are compared with them, so that neither is wrong alone.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

from sim.batch import State
from sim.bits import at_least, cards, lane, special
from sim.deal import deal
from sim.draw import show_red_threes
from sim.jit import COMPILED, entry
from sim.layout import one
from sim.random import DEAL_COIN, DEAL_DECK, key_of
from sim.rules import load, pack
from sim.score import hand_points
from sim.words import (
    BLACK_THREE,
    BLACK_TWO,
    CODES,
    FIRST_SPECIAL,
    JOKER,
    KIND_OF_CODE,
    KINDS,
    LANES,
    PILE_ORDER,
    RED_THREE,
    RED_TWO,
    card_code,
)

DEALS = 1_000_000 if COMPILED else 300
DECKS = 100_000 if COMPILED else 300
SEED = 20
SIGMAS = 4
BEYOND = 2 * stats.norm.sf(SIGMAS)

HAND, SEATS, COPIES = 11, 4, 8  # cards dealt, seats, cards of a natural rank
BLACK = RED = 4  # black threes, red threes
POINTS = 5
RULES = {110: "lt-classic", 108: Path(__file__).parent / "rules" / "data" / "classic-108.toml"}

FIGURES = np.dtype(
    [
        ("first_kind", "i8", KINDS),  # kind of the first card turned
        ("turned", "i8", 32),  # cards turned
        ("buried", "i8", 32),  # wilds under the top card
        ("raw_red", "i8", HAND + 1),  # of seat 0 as dealt
        ("raw_wild", "i8", HAND + 1),
        ("raw_different", "i8"),  # no two cards of one printed rank
        ("points", "i8", 128),  # of seat 0 after replacement, in steps of five
        ("wild", "i8", HAND + 1),
        ("no_joker", "i8"),
        ("no_black3", "i8"),
        ("no_pair", "i8"),
        ("no_triple", "i8"),
        ("no_meld", "i8"),
        ("canasta", "i8"),
        ("held", "i8", LANES + 1),  # natural ranks held, held twice, held three times or more
        ("twice", "i8", LANES + 1),
        ("thrice", "i8", LANES + 1),
        ("natural_up", "i8"),  # the first card turned is a natural
        ("pair_for_it", "i8"),  # … and seat 0 holds two of its rank
        ("side_red", "i8", RED + 1),  # red threes of side 0 after replacement
        ("card_of_seat", "i8", (SEATS, CODES)),  # cards dealt
        ("first_card", "i8", CODES),  # the first card turned
    ],
    align=True,
)


@entry
def deal_and_count(state, seed, first, count, figures):
    """Deal, look, replace the red threes of all seats, look again."""
    tables, hiddens = state
    table, hidden = tables[0], hiddens[0]
    me = hidden.mes[0]
    rules = table.rules
    for index in range(first, first + count):
        hidden.keys[0] = key_of(seed, DEAL_DECK, index, np.int64(0))
        hidden.keys[1] = key_of(seed, DEAL_COIN, index, np.int64(0))
        table.seat = index % rules.seats
        deal(table, hidden)

        for card in range(rules.hand * rules.seats):
            seat = (table.seat + card) % rules.seats
            figures.card_of_seat[seat, hidden.deck[card]] += 1
        first_slot = rules.hand * rules.seats if hidden.scheme == PILE_ORDER else rules.cards - 1
        figures.first_card[hidden.deck[first_slot]] += 1

        turned, wild = table.pile_count, 0
        for card in range(turned - 1):
            kind = KIND_OF_CODE[table.pile[card]]
            wild += kind in (JOKER, RED_TWO, BLACK_TWO)
        up = KIND_OF_CODE[table.pile[0]]
        figures.first_kind[up] += 1
        figures.turned[turned] += 1
        figures.buried[wild] += 1

        jokers = special(me.special, JOKER)
        twos = special(me.special, RED_TWO) + special(me.special, BLACK_TWO)
        red, black = special(me.special, RED_THREE), special(me.special, BLACK_THREE)
        figures.raw_red[red] += 1
        figures.raw_wild[jokers + twos] += 1
        if at_least(me.ranks, 2) == 0 and jokers <= 1 and twos <= 1 and red + black <= 1:
            figures.raw_different += 1

        for seat in range(rules.seats):
            show_red_threes(table, hidden.mes[seat], hidden)
        figures.side_red[table.sides[0].red3] += 1
        jokers = special(me.special, JOKER)
        wild = jokers + special(me.special, RED_TWO) + special(me.special, BLACK_TWO)
        pairs, triples = cards(at_least(me.ranks, 2)), cards(at_least(me.ranks, 3))
        figures.points[hand_points(rules, me) // POINTS] += 1
        figures.wild[wild] += 1
        figures.no_joker += jokers == 0
        figures.no_black3 += special(me.special, BLACK_THREE) == 0
        figures.no_pair += pairs == 0
        figures.no_triple += triples == 0
        figures.no_meld += triples == 0 and (pairs == 0 or wild == 0)
        figures.canasta += at_least(me.ranks, 7) != 0
        figures.held[cards(at_least(me.ranks, 1))] += 1
        figures.twice[pairs - triples] += 1
        figures.thrice[triples] += 1
        if up < FIRST_SPECIAL:
            figures.natural_up += 1
            figures.pair_for_it += lane(me.ranks, up) >= 2


@cache
def counted(size: int, draws: str, seed: int = SEED, deals: int = DEALS) -> np.record:
    """The counts of many deals with a pack of `size` cards."""
    state = State.of(pack(load(RULES[size])), (0, 0), draws)
    figures = one(FIGURES)
    deal_and_count(state.records, np.int64(seed), np.int64(0), np.int64(deals), figures[0])
    return figures[0]


# --- exact values -------------------------------------------------------------------------------------------


class Pack(NamedTuple):
    """N cards, W of them wild; M without the red threes."""

    n: int

    @property
    def jokers(self) -> int:
        return self.n - 104

    @property
    def w(self) -> int:
        return 8 + self.jokers

    @property
    def m(self) -> int:
        return self.n - RED


def hyp(n: int, k: int, drawn: int, hits: int) -> float:
    """Chance of so many hits in a hand drawn from n cards of which k are hits."""
    return comb(k, hits) * comb(n - k, drawn - hits) / comb(n, drawn)


def waits(n: int, bad: int, k: int) -> float:
    """Chance that exactly k bad cards come before the first good one."""
    return prod((bad - i) / (n - i) for i in range(k)) * (n - bad) / (n - k)


def coefficient(*factors: tuple[list[int], int]) -> int:
    """Coefficient of x^HAND in a product of powers of polynomials."""
    product = [1]
    for polynomial, power in factors:
        for _ in range(power):
            longer = [0] * (len(product) + len(polynomial) - 1)
            for i, a in enumerate(product):
                for j, b in enumerate(polynomial):
                    longer[i + j] += a * b
            product = longer
    return product[HAND]


def no_pair(p: Pack) -> float:
    ways = sum(comb(11, k) * COPIES**k * comb(p.w + BLACK, HAND - k) for k in range(HAND + 1))
    return ways / comb(p.m, HAND)


def no_triple(p: Pack) -> float:
    two_at_most = [1, COPIES, comb(COPIES, 2)]
    return coefficient((two_at_most, 11), ([1, 1], p.w + BLACK)) / comb(p.m, HAND)


def no_meld(p: Pack) -> float:
    two_at_most, one_at_most, other = [1, COPIES, comb(COPIES, 2)], [1, COPIES], ([1, 1], BLACK)
    with_pairs = coefficient((two_at_most, 11), other)
    without = coefficient((one_at_most, 11), ([1, 1], p.w), other) - coefficient((one_at_most, 11), other)
    return (with_pairs + without) / comb(p.m, HAND)


def all_different(p: Pack) -> float:
    """Raw hand: eleven natural ranks, threes and twos of eight cards each, and the jokers."""
    return coefficient(([1, COPIES], 13), ([1, p.jokers], 1)) / comb(p.n, HAND)


def pair_for_up_card(p: Pack) -> float:
    others = p.m - 1 - (COPIES - 1)
    fewer = comb(others, HAND) + (COPIES - 1) * comb(others, HAND - 1)
    return 1 - fewer / comb(p.m - 1, HAND)


def side_red(p: Pack, k: int) -> float:
    s = SEATS // 2 * HAND
    return comb(s + k - 1, k) * comb(p.m - s + RED - k, RED - k) / comb(p.m + RED, RED)


def held_times(p: Pack, low: int, high: int = COPIES) -> float:
    """Mean number of natural ranks held low … high times."""
    return LANES * sum(hyp(p.m, COPIES, HAND, k) for k in range(low, high + 1))


def card_points(p: Pack) -> tuple[float, float]:
    """Mean and standard deviation of the points of a hand after replacement."""
    values = [20] * 8 + [10] * 48 + [5] * 32 + [20] * 8 + [50] * p.jokers + [5] * BLACK
    mean = sum(values) / p.m
    variance = sum((value - mean) ** 2 for value in values) / p.m
    return HAND * mean, sqrt(HAND * variance * (p.m - HAND) / (p.m - 1))


PUBLISHED = {
    "first up-card is wild": (lambda p: p.w / p.n, 0.127273, 0.111111),
    "first up-card is a red three": (lambda p: RED / p.n, 0.036364, 0.037037),
    "pile starts frozen": (lambda p: (p.w + RED) / p.n, 0.163636, 0.148148),
    "cards turned, mean": (lambda p: (p.n + 1) / (p.n - p.w - RED + 1), 1.193548, 1.172043),
    "exactly 1 cover": (lambda p: waits(p.n, p.w + RED, 1), 0.138115, 0.127380),
    "exactly 4 covers": (lambda p: waits(p.n, p.w + RED, 4), 0.000460, 0.000300),
    "no wild buried": (lambda p: waits(p.m, p.w, 0), 0.867925, 0.884615),
    "3 wilds buried": (lambda p: waits(p.m, p.w, 3), 0.001685, 0.001100),
    "mean wilds buried": (lambda p: p.w / (p.m - p.w + 1), 0.150538, 0.129032),
    "mean points": (lambda p: card_points(p)[0], 132.830189, 124.807692),
    "sd points": (lambda p: card_points(p)[1], 33.063620, 28.843633),
    "mean wilds": (lambda p: HAND * p.w / p.m, 1.452830, 1.269231),
    "no wild": (lambda p: hyp(p.m, p.w, HAND, 0), 0.193357, 0.240993),
    "6 wilds": (lambda p: hyp(p.m, p.w, HAND, 6), 0.000531, 0.000204),
    "no wild as dealt": (lambda p: hyp(p.n, p.w, HAND, 0), 0.206849, 0.255630),
    "no red three as dealt": (lambda p: hyp(p.n, RED, HAND, 0), 0.652045, 0.646535),
    "3 red threes as dealt": (lambda p: hyp(p.n, RED, HAND, 3), 0.002829, 0.002987),
    "no joker": (lambda p: hyp(p.m, p.jokers, HAND, 0), 0.509470, 0.634984),
    "no black three": (lambda p: hyp(p.m, BLACK, HAND, 0), 0.640850, 0.634984),
    "no natural pair": (no_pair, 0.025514, 0.020444),
    "no natural triple": (no_triple, 0.641689, 0.624657),
    "no meld": (no_meld, 0.121736, 0.140372),
    "canasta in hand": (lambda p: held_times(p, 7), 1.149498e-06, 1.317691e-06),
    "ranks held": (lambda p: held_times(p, 1), 6.566476, 6.650767),
    "ranks held twice": (lambda p: held_times(p, 2, 2), 1.743521, 1.790382),
    "ranks held 3+ times": (lambda p: held_times(p, 3), 0.389432, 0.410008),
    "all different as dealt": (all_different, 0.005893, 0.005503),
    "pair for the up-card": (pair_for_up_card, 0.156782, 0.161970),
    "side without red three": (lambda p: side_red(p, 0), 0.403917, 0.396253),
    "side with 4 red threes": (lambda p: side_red(p, 4), 0.002191, 0.002360),
    "red threes of a side, mean": (lambda p: sum(k * side_red(p, k) for k in range(5)), 0.822430, 0.838095),
}


@pytest.mark.fast
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_formulas_give_the_published_figures(name):
    formula, of_110, of_108 = PUBLISHED[name]
    assert formula(Pack(110)) == pytest.approx(of_110, abs=6e-7 if of_110 > 1e-3 else 6e-7 * of_110 + 5e-7)
    assert formula(Pack(108)) == pytest.approx(of_108, abs=6e-7 if of_108 > 1e-3 else 6e-7 * of_108 + 5e-7)


# --- a million deals ----------------------------------------------------------------------------------------

every_pack_and_scheme = pytest.mark.parametrize(
    ("size", "draws"), [(size, draws) for size in (110, 108) for draws in ("queues", "pile")]
)


def share(name: str, hits: int, chance: float, of: int = DEALS) -> None:
    """A share within 4 sigma of its chance."""
    assert abs(hits / of - chance) <= SIGMAS * sqrt(chance * (1 - chance) / of), (name, hits, of, chance)


def mean(name: str, histogram: np.ndarray, expected: float, unit: int = 1) -> None:
    """The mean of a histogram within 4 standard errors."""
    values = unit * np.arange(len(histogram))
    found = histogram @ values / histogram.sum()
    sd = sqrt(histogram @ (values - found) ** 2 / histogram.sum())
    assert abs(found - expected) <= SIGMAS * sd / sqrt(histogram.sum()), (name, found, expected)


@every_pack_and_scheme
def test_up_card(size, draws):
    p, seen = Pack(size), counted(size, draws)
    wild = seen.first_kind[[JOKER, RED_TWO, BLACK_TWO]].sum()
    share("wild", wild, p.w / p.n)
    share("red three", seen.first_kind[RED_THREE], RED / p.n)
    share("black three", seen.first_kind[BLACK_THREE], BLACK / p.n)
    share("frozen", wild + seen.first_kind[RED_THREE], (p.w + RED) / p.n)
    for covers in range(5):
        share(f"{covers} covers", seen.turned[covers + 1], waits(p.n, p.w + RED, covers))
    for buried in range(4):
        share(f"{buried} wilds buried", seen.buried[buried], waits(p.m, p.w, buried))
    mean("cards turned", seen.turned, (p.n + 1) / (p.n - p.w - RED + 1))
    mean("wilds buried", seen.buried, p.w / (p.m - p.w + 1))


@every_pack_and_scheme
def test_points_and_wilds_of_a_hand(size, draws):
    p, seen = Pack(size), counted(size, draws)
    for wilds in range(7):
        share(f"{wilds} wilds", seen.wild[wilds], hyp(p.m, p.w, HAND, wilds))
        share(f"{wilds} wilds as dealt", seen.raw_wild[wilds], hyp(p.n, p.w, HAND, wilds))
    mean("wilds", seen.wild, HAND * p.w / p.m)
    expected, sd = card_points(p)
    mean("points", seen.points, expected, POINTS)
    squares = (POINTS * np.arange(len(seen.points)) - expected) ** 2
    error = sqrt(seen.points @ (squares - sd**2) ** 2) / DEALS
    assert abs(seen.points @ squares / DEALS - sd**2) <= SIGMAS * error
    share("no joker", seen.no_joker, hyp(p.m, p.jokers, HAND, 0))
    share("no black three", seen.no_black3, hyp(p.m, BLACK, HAND, 0))


@every_pack_and_scheme
def test_pairs_and_melds_of_a_hand(size, draws):
    p, seen = Pack(size), counted(size, draws)
    share("no pair", seen.no_pair, no_pair(p))
    share("no triple", seen.no_triple, no_triple(p))
    share("no meld", seen.no_meld, no_meld(p))
    share("canasta", seen.canasta, held_times(p, 7))
    share("all different", seen.raw_different, all_different(p))
    mean("ranks held", seen.held, held_times(p, 1))
    mean("ranks held twice", seen.twice, held_times(p, 2, 2))
    mean("ranks held 3+ times", seen.thrice, held_times(p, 3))
    share("natural up-card", seen.natural_up, LANES * COPIES / p.n)
    share("pair for the up-card", seen.pair_for_it, pair_for_up_card(p), int(seen.natural_up))


@every_pack_and_scheme
def test_red_threes(size, draws):
    p, seen = Pack(size), counted(size, draws)
    for red in range(RED + 1):
        share(f"{red} in a hand as dealt", seen.raw_red[red], hyp(p.n, RED, HAND, red))
        share(f"{red} of a side", seen.side_red[red], side_red(p, red))


# --- every card as likely everywhere ------------------------------------------------------------------------


def copies(size: int) -> np.ndarray:
    """Cards of each code in the pack."""
    counts = np.full(CODES, 2)
    counts[card_code("JK")] = size - 104
    return counts


def likely(observed: np.ndarray, size: int, drawn: int) -> None:
    """Chi-square of how often each card was among `drawn` of `size`, neither too large nor too small.

    Cards of one hand are drawn without replacement, which shrinks their covariances by one factor.
    """
    expected = DECKS * drawn * copies(size) / size
    statistic = ((observed - expected) ** 2 / expected).sum() * (size - 1) / (size - drawn)
    assert BEYOND / 2 < stats.chi2.sf(statistic, CODES - 1) < 1 - BEYOND / 2, statistic


@every_pack_and_scheme
def test_every_card_goes_to_every_seat_and_to_the_pile(size, draws):
    seen = counted(size, draws, SEED + 1, DECKS)
    for seat in range(SEATS):
        likely(seen.card_of_seat[seat], size, HAND)
    likely(seen.first_card, size, 1)


@pytest.mark.parametrize("size", [110, 108])
def test_both_draw_schemes_have_one_law(size):
    """The same hands as dealt, card by card; start piles and hands after replacement of one distribution."""
    queues, pile = (counted(size, draws) for draws in ("queues", "pile"))
    assert (queues.card_of_seat == pile.card_of_seat).all()
    assert (queues.first_kind != pile.first_kind).any()
    for name in ("first_kind", "turned", "buried", "points", "wild", "held", "twice", "thrice", "side_red"):
        both = np.array([queues[name], pile[name]])
        both = both[:, both.sum(0) >= 10]
        assert stats.chi2_contingency(both).pvalue > BEYOND / 2, name
