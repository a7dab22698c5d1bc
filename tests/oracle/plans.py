"""Searches of the random player: they name the cards to lay, where `reach` only says whether it can be done.

Written another way than `reach` on purpose, so that the tests can hold one against the other.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product

from .cards import is_natural, is_wild, kind, points
from .table import Side

Plan = list[tuple[int | None, list[str]]]
"""Melds to lay, in order: the number of an old meld or None for a new one, and the cards."""


def by_rank(hand: Counter[str]) -> tuple[dict[str, list[str]], list[str]]:
    """The naturals of a hand by rank (black threes as a rank) and its wilds."""
    ranks: dict[str, list[str]] = defaultdict(list)
    for card in hand.elements():
        if is_natural(card) or kind(card) == "black3":
            ranks[kind(card)].append(card)
    return ranks, sorted(card for card in hand.elements() if is_wild(card))


def opening(hand: Counter[str], top: str | None, minimum: int, most: int, rng: random.Random) -> Plan | None:
    """At least `minimum` points with at most `most` cards of the hand, the taking meld first."""
    ranks, wilds = by_rank(hand)
    order = [rank for rank in ranks if rank != "black3" and len(ranks[rank]) >= 2]
    rng.shuffle(order)
    if top is not None:
        order = [kind(top), *(rank for rank in order if rank != kind(top))]
    failed = set()

    def search(i: int, jokers: int, twos: int, cards: int, worth: int) -> Plan | None:
        if cards > most or (i, jokers, twos, cards, worth) in failed:
            return None
        if worth >= minimum and not (top and i == 0):
            return []
        if i < len(order):
            needs = [top] if top and i == 0 else []
            for melds in rank_melds(ranks.get(order[i], []), jokers, twos, needs, rng):
                laid = [card for meld in melds for card in meld]
                spent = Counter(laid)
                j, t = spent["JK"], sum(n for card, n in spent.items() if card[0] == "2")
                rest = search(i + 1, jokers - j, twos - t, cards + len(laid) - len(needs), worth + points(laid))
                if rest is not None:
                    return [(None, meld) for meld in melds] + rest
        failed.add((i, jokers, twos, cards, worth))
        return None

    found = search(0, wilds.count("JK"), len(wilds) - wilds.count("JK"), 0, 0)
    return with_suits(found, wilds) if found is not None else None


def rank_melds(held: list[str], jokers: int, twos: int, needs: list[str], rng: random.Random) -> list[list[list[str]]]:
    """Ways to lay a rank in 0, 1 or 2 new melds. `needs`: the top card; it wants a pair. `2c`: any two."""
    found: list[list[list[str]]] = [] if needs else [[]]
    for x in range(2, len(held) + 1):
        for j, t in product(range(min(3, jokers) + 1), range(min(3, twos) + 1)):
            meld = needs + held[:x] + ["JK"] * j + ["2c"] * t
            if j + t > 3 or len(meld) < 3:
                continue
            found.append([meld])
            if len(held) - x >= 2:
                more = rank_melds(held[x:], jokers - j, twos - t, [], rng)
                found += [[meld, *other] for other in more if len(other) == 1]
    rng.shuffle(found)
    return found


def with_suits(plan: Plan, wilds: list[str]) -> Plan:
    """Put the twos really held for those of the plan."""
    twos = [card for card in wilds if card != "JK"]
    return [(number, [twos.pop() if kind(card) == "2" else card for card in cards]) for number, cards in plan]


def going_out(hand: Counter[str], side: Side, minimum: int) -> Plan | None:
    """Melds that leave at most one card, with a canasta at the end; the points reach `minimum`. No joins."""
    ranks, wilds = by_rank(hand)
    melds = {number: (meld.rank, meld.size - meld.wilds, meld.wilds) for number, meld in side.melds.items()}
    names = sorted(set(ranks) | {rank for rank, *_ in melds.values()})
    failed = set()

    def search(i: int, spare: int, left: int, canasta: bool, worth: int) -> Plan | None:
        if i == len(names):
            done = canasta and spare + left <= 1
            return [] if done and worth + points(sorted(wilds)[spare:]) >= minimum else None
        if (i, spare, left, canasta, worth) in failed:
            return None
        held = ranks.get(names[i], [])
        old = {number: meld[1:] for number, meld in melds.items() if meld[0] == names[i]}
        for laid, used, also in layings(names[i], held, old, spare, 1 - left):
            missing = len(held) - sum(n for _, n, _ in laid)
            gained = points(held[missing:])
            rest = search(i + 1, spare - used, left + missing, canasta or also, worth + gained)
            if rest is not None:
                cards, out = iter(held[missing:]), []
                for number, n, w in laid:
                    out.append((number, [next(cards) for _ in range(n)] + ["?"] * w))
                return out + rest
        failed.add((i, spare, left, canasta, worth))
        return None

    found = search(0, len(wilds), 0, False, 0)
    if found is None:
        return None
    pool = sorted(wilds)  # twos sort before jokers, so jokers are popped first
    return [(number, [pool.pop() if card == "?" else card for card in cards]) for number, cards in found]


def layings(
    rank: str, held: list[str], old: dict[int, tuple[int, int]], spare: int, may_leave: int
) -> Iterator[tuple[list[tuple[int | None, int, int]], int, bool]]:
    """Ways to lay all naturals of a rank but `may_leave`: melds, wilds used, and whether a canasta lies."""
    if rank == "black3":
        for missing in range(min(may_leave, len(held)) + 1):
            n = len(held) - missing
            if n == 0 or n >= 3:
                yield ([(None, n, 0)] if n else []), 0, False
        return
    targets = [*old.items(), *[(None, (0, 0))] * (2 - len(old))]
    for missing in range(min(may_leave, len(held)) + 1):
        total = len(held) - missing
        for first in range(total + 1):
            for w1, w2 in product(range(min(3, spare) + 1), repeat=2):
                new = list(zip(targets, (first, total - first), (w1, w2), strict=True))
                after = [(n + x, w + y) for (_, (n, w)), x, y in new]
                lying = [shape for shape in after if shape != (0, 0)]
                if w1 + w2 <= spare and all(n >= 2 and w <= 3 and n + w >= 3 for n, w in lying):
                    laid = [(number, x, y) for (number, _), x, y in new if x + y]
                    yield laid, w1 + w2, any(n + w >= 7 for n, w in lying)
