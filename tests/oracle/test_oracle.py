"""The judge on trial: it must accept legal deals, object to every spoiled one, and know the hard cases."""

from __future__ import annotations

import ast
import copy
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from . import LT_CLASSIC, Disagreement, judge, plans, reach
from .cards import count, is_wild, kind, pack, points
from .melds import Meld
from .mutations import MUTATIONS
from .player import Stuck, transcript
from .positions import objects, play, table
from .rules import minimum_for
from .score import Ending, score
from .shuffle import key, positions, shuffled, words
from .stock import Stock

DEALS = 60
SPOILED_PER_MUTATION = 40


@cache
def legal() -> tuple[dict, ...]:
    """Legal transcripts of both draw schemes."""
    return tuple(transcript(11, deal, draws) for deal in range(DEALS // 2) for draws in ("queues", "pile"))


# --- whole deals --------------------------------------------------------------------------------------------


def test_accepts_legal_deals_of_every_kind():
    """Sixty random deals pass, and between them show every kind of event and ending."""
    endings = Counter(judge(deal).ending.why for deal in legal())
    events = Counter(event["e"] for deal in legal() for event in deal["events"])
    assert set(endings) == {"out", "stock"}
    expected = {
        "start",
        "red3",
        "draw",
        "take",
        "meld",
        "join",
        "ask",
        "answer",
        "discard",
        "pass",
        "out",
        "end",
    }
    assert set(events) == expected


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: mutate.__name__)
def test_objects_to_every_spoiled_deal(mutate):
    """Each mutation finds places, and no spoiled transcript passes."""
    rng, spoiled = random.Random(mutate.__name__), 0
    for number in range(4 * DEALS):
        deal = copy.deepcopy(legal()[number % DEALS])
        if mutate(deal, rng):
            spoiled += 1
            with pytest.raises(Disagreement):
                judge(deal)
        if spoiled >= SPOILED_PER_MUTATION:
            break
    assert spoiled >= 3


@pytest.mark.parametrize(
    ("packs", "jokers", "total", "worth"), [(2, 4, 108, 1180), (2, 6, 110, 1280), (3, 6, 162, 1770)]
)
def test_only_the_pack_need_change(packs, jokers, total, worth):
    """Other packs are a change of two numbers."""
    assert len(pack(packs, jokers)) == total
    assert points(pack(packs, jokers)) == worth
    rules = replace(LT_CLASSIC, packs=packs, jokers=jokers)
    for deal in range(4):
        judge(transcript(5, deal, rules=rules), rules)


def test_objection_says_where_and_why():
    """Deal, event, rule, expected and found are all in the message."""
    deal = copy.deepcopy(legal()[0])
    deal["events"][0]["cards"] = ["4c", "4d", "4h"]
    with pytest.raises(Disagreement, match=r"deal 0, event 0 \[L8\]: expected start cards .* found"):
        judge(deal)


def test_shares_no_code_with_the_engine():
    """No file of the oracle imports a package of the product."""
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            roots = {name.split(".")[0] for name in names}
            assert not roots & {"sim", "strategies", "analysis", "reports", "canasta", "numba", "numpy"}, path


# --- score, stock, shuffle ----------------------------------------------------------------------------------


def test_score_by_hand():
    """L11, L12, L43-L45, worked out on paper."""
    state = table(hand="", melds=["Kc Kc Kd Kd Kh Kh Ks", "5c 5c 5d 5d 2c 2d JK", "Ac Ad JK"], others="JK Ac 3c 7d")
    state.sides[0].red3, state.sides[1].red3 = ["3h", "3d"], ["3h"]
    ours, theirs = score(state, Ending("out", 0, concealed=True))
    assert (ours["melded"], ours["canastas"], ours["red3"]) == (70 + 110 + 90, 500 + 300, 200)
    assert (ours["out"], ours["hand"], ours["total"]) == (100 + 100, -80, 270 + 800 + 200 + 200 - 80)
    assert (ours["side"], ours["black3"], ours["special"], ours["penalty"]) == (0, 0, 0, 0)
    assert (theirs["red3"], theirs["hand"], theirs["out"], theirs["total"]) == (-100, -160, 0, -260)


@pytest.mark.parametrize(("melds", "ending", "bonus"), [
    ([], Ending("stock"), -800), (["Kc Kd Kh"], Ending("stock"), 800), (["Kc Kd Kh"], Ending("out", 1), 800),
])  # fmt: skip
def test_four_red_threes(melds, ending, bonus):
    """L11 and L12: 800, as a fine for a side without melds."""
    state = table(melds=melds)
    state.sides[0].red3 = ["3h", "3h", "3d", "3d"]
    assert score(state, ending)[0]["red3"] == bonus


def test_minimum_bands():
    """L24."""
    found = [minimum_for(LT_CLASSIC, s) for s in (-5, 0, 1495, 1500, 2995, 3000, 9000)]
    assert found == [15, 50, 50, 90, 90, 120, 120]


def test_queues_and_pile():
    """A seat draws its own slots, then those of the seat with most left; start cards come from the end."""
    cards = [str(i) for i in range(10)]
    queues = Stock(cards, 4, "queues")
    assert queues.turn() == "9"
    assert [queues.draw(1) for _ in range(4)] == ["1", "5", "0", "4"]
    assert [queues.draw(2) for _ in range(6)] == ["2", "6", "3", "8", "7", None]
    pile = Stock(cards, 4, "pile")
    assert [pile.turn(), pile.draw(3), pile.draw(0), pile.lying[0]] == ["0", "1", "2", "3"]


def test_shuffle_is_a_permutation_fixed_by_its_key():
    """Equal keys shuffle alike, others differ, and no position is favoured."""
    fresh = pack(2, 6)
    assert shuffled(fresh, key(1, 1, 0, 0)) == shuffled(fresh, key(1, 1, 0, 0))
    assert shuffled(fresh, key(1, 1, 0, 0)) != shuffled(fresh, key(1, 1, 1, 0))
    assert sorted(shuffled(fresh, 3)) == sorted(fresh)
    tops = Counter(shuffled(["a", "b", "c", "d", "e"], key(2, 1, i, 0))[0] for i in range(5000))
    assert all(abs(n - 1000) < 120 for n in tops.values())


def test_stream_is_splitmix64():
    """The first words of the published generator from state 0."""
    stream = words(0)
    assert [next(stream), next(stream)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


def test_biased_words_are_redrawn():
    """A word that would favour low positions is replaced by the next."""
    assert positions([3], iter([0, 2**63])) == [1]


# --- what a player can do, against another search -----------------------------------------------------------


def random_table(rng):
    """A small late position: few cards, melds of a rank at most once."""
    cards = [card for card in pack(2, 6) if kind(card) in rng.choice(["4K2", "45K2", "4A"]) or is_wild(card)]
    cards += ["3c", "3s", "3c"]
    rng.shuffle(cards)
    size = rng.randrange(1, 10)
    state = table(hand=" ".join(cards[:size]), opened=rng.random() < 0.6, minimum=rng.choice([15, 50, 90, 120]))
    if state.sides[0].opened:
        for rank in rng.sample("4K5", rng.randrange(3)):
            meld = Meld(rank, Counter([rank + "c"] * rng.randrange(2, 8) + ["JK"] * rng.randrange(1, 4)))
            state.sides[0].melds[state.sides[0].numbered] = meld
            state.sides[0].numbered += 1
    return state


def test_going_out_agrees_with_a_plain_search():
    """`reach` and the player's search give one answer on thousands of small positions."""
    rng, seen = random.Random(1), Counter()
    for _ in range(2500):
        state = random_table(rng)
        side = state.sides[0]
        plan = plans.going_out(state.hands[0], side, 0 if side.opened else side.minimum)
        assert reach.can_go_out(state, 0) == (plan is not None), (state.hands[0], side)
        seen[plan is not None] += 1
    assert min(seen.values()) > 100


def test_opening_agrees_with_a_plain_search():
    """The same for openings, with and without a top card."""
    rng, seen = random.Random(2), Counter()
    for _ in range(1500):
        state = random_table(rng)
        hand, top = state.hands[0], rng.choice([None, "4c", "Kd", "Ah"])
        minimum, most = rng.choice([15, 50, 90, 120]), rng.randrange(2, 10)
        plan = plans.opening(hand, top, minimum, most, rng)
        assert reach.can_open(LT_CLASSIC, hand, top, minimum, most) == (plan is not None), (
            hand,
            top,
            minimum,
            most,
        )
        if plan is not None:
            laid = [card for _, cards in plan for card in cards]
            assert points(laid) >= minimum
            assert not Counter(laid) - hand - Counter([top] if top else [])
        seen[plan is not None] += 1
    assert min(seen.values()) > 100


def test_a_join_can_open_the_way_out():
    """Three and four of a rank on the table are a canasta for whoever joins them."""
    state = table(hand="9c", melds=["Kc Kd Kh", "Kc Kd Kh Ks"])
    assert reach.can_go_out(state, 0)
    assert play(state, "draw 4c", "join 1 0", "discard 4c") == "discard"


def test_a_take_may_be_forced_through_a_join():
    """L41, settled 26: he adds the top card, joins two melds to a canasta and discards his last card."""
    state = table(hand="JK", pile="Tc", stock="", melds=["Ts Td JK 2c", "Qs Qh Qd", "Qh Qc Qs JK"])
    objects("L41", state, "pass")


def test_the_player_is_never_stuck():
    """The random player found a way wherever `reach` says that there is one."""
    try:
        assert len(legal()) == DEALS
    except Stuck:
        pytest.fail("reach forces a take that the player does not find")
    assert sum(count(Counter(deal["deck"]), "red3") for deal in legal()) == 4 * DEALS
