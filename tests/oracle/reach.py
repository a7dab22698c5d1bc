"""What a player could do: exact answers to "can he take?" and "can he go out?" (L41, settled 24 and 26).

Both walk rank by rank over every arrangement of the cards, remembering for each outcome (wilds used, cards
left, a canasta or not) only the most points: that is brute force with a memory. Wild cards are counted, and
the dearest are taken to be laid first, since only points tell a joker from a two.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate

from .cards import NATURALS, VALUES, count, is_red3, is_wild, kind, value
from .melds import shape_of
from .pile import pair_only, stops
from .rules import Rules
from .shapes import Shapes, canasta_within, grow
from .table import Side, Table


def can_take(table: Table, seat: int, may_go_out: bool = True) -> bool:
    """Some legal take exists, and the turn can be finished after it (L41, all?5)."""
    side, hand = table.side_of(seat), table.hands[seat]
    if not table.pile or stops(table.rules, table.pile[-1]):
        return False
    if not side.opened:
        keeps_two = can_open(table.rules, hand, table.pile[-1], side.minimum, hand.total() + len(rest(table)) - 2)
    else:
        keeps_two = any(left >= 2 for *_, left in justifications(table, seat))
    return keeps_two or (may_go_out and can_take_and_go_out(table, seat))


def can_ask_before_take(table: Table, seat: int) -> bool:
    """Some take leaves fewer than two cards and he can go out by it (settled 24)."""
    if not table.pile or stops(table.rules, table.pile[-1]):
        return False
    return can_take_and_go_out(table, seat, fewer_than_two=True)


def rest(table: Table) -> list[str]:
    """What the pile under its top brings: red threes only as far as the stock replaces them (L10, all?4)."""
    red = [card for card in table.pile[:-1] if is_red3(card)]
    return [card for card in table.pile[:-1] if not is_red3(card)] + red[: len(table.stock)]


def can_open(rules: Rules, hand: Counter[str], top: str | None, minimum: int, most: int) -> bool:
    """The side can open with `minimum` points by at most `most` cards of the hand (and `top`, as a pair)."""
    outcomes: dict[tuple[int, int], int] = {(0, 0): 0}
    wilds = wild_values(hand)
    for rank in NATURALS:
        with_top = top is not None and kind(top) == rank
        held = count(hand, rank)
        after: dict[tuple[int, int], int] = {}
        for (used, cards), points in outcomes.items():
            for x in range(held + 1):
                for y in range(len(wilds) - used + 1):
                    if cards + x + y > most or not opens(rules, x, y, with_top):
                        continue
                    new = (used + y, cards + x + y)
                    after[new] = max(after.get(new, 0), points + (x + with_top) * VALUES[rank])
        outcomes = after
    best = [0, *accumulate(wilds)]
    return any(points + best[used] >= minimum for (used, _), points in outcomes.items())


@cache
def opens(rules: Rules, naturals: int, wilds: int, with_top: bool) -> bool:
    """These cards of a rank can lie in new melds; with the top card one meld holds it and a pair (L29)."""
    ways = grow(rules, (), naturals + with_top, wilds)
    return any(not with_top or paired(way) for way in ways)


def paired(melds: Shapes) -> bool:
    """One of the melds has room for the top card and two naturals with it."""
    return any(naturals >= 3 for naturals, _ in melds)


def justifications(table: Table, seat: int) -> list[tuple[int, int, Shapes, int]]:
    """Every taking meld of an opened side: naturals and wilds from hand, the melds after it, cards left."""
    rules, side, hand = table.rules, table.side_of(seat), table.hands[seat]
    rank, pair = kind(table.pile[-1]), pair_only(table, side)
    melds = shapes(side, rank)
    holding, found = hand.total() + len(rest(table)), []
    for x in range(2 if pair else 0, count(hand, rank) + 1):
        for y in range(min(rules.most_wilds, len(wild_values(hand))) + 1):
            ways = one_meld_more(rules, melds, x + 1, y)
            found += [(x, y, after, holding - x - y) for after in ways]
    return found


def one_meld_more(rules: Rules, melds: Shapes, naturals: int, wilds: int) -> set[Shapes]:
    """The melds after laying all these cards on one of them, or as a new one."""
    found = set()
    targets = [*melds, (0, 0)] if len(melds) < rules.melds_of_rank else [*melds]
    for i, (n, w) in enumerate(targets):
        others = tuple(shape for j, shape in enumerate(melds) if j != i)
        new = (n + naturals, w + wilds)
        if new in {shape for after in grow(rules, (), *new) for shape in after if len(after) == 1}:
            found.add(tuple(sorted((*others, new))))
    return found


def shapes(side: Side, rank: str) -> Shapes:
    """The side's melds of a rank as shapes."""
    return tuple(sorted(shape_of(meld) for meld in side.of_rank(rank)))


def can_go_out(table: Table, seat: int) -> bool:
    """All cards in hand can be laid, or all but one, with a canasta on the table (L35, L36)."""
    side = table.side_of(seat)
    melds = {rank: shapes(side, rank) for rank in NATURALS}
    return lays_all(table.rules, table.hands[seat], Counter(), melds, 0 if side.opened else side.minimum)


def can_take_and_go_out(table: Table, seat: int, fewer_than_two: bool = False) -> bool:
    """He can take and go out in the same turn; `fewer_than_two`: by a take that leaves 0 or 1 card."""
    rules, side, top = table.rules, table.side_of(seat), table.pile[-1]
    hand, under = table.hands[seat], Counter(rest(table))
    melds = {rank: shapes(side, rank) for rank in NATURALS}
    if not side.opened:
        few = not fewer_than_two or under.total() < 2
        return few and lays_all(rules, hand, under, melds, side.minimum, top)
    rank, wilds = kind(top), [card for card in hand.elements() if is_wild(card)]
    for x, y, after, left in justifications(table, seat):
        if fewer_than_two and left >= 2:
            continue
        spent = [card for card in hand.elements() if kind(card) == rank][:x] + wilds[:y]
        remaining = hand - Counter(spent) + under
        if lays_all(rules, remaining, Counter(), melds | {rank: after}, 0):
            return True
    return False


def lays_all(
    rules: Rules,
    hand: Counter[str],
    under: Counter[str],
    melds: dict[str, Shapes],
    minimum: int,
    top: str | None = None,
) -> bool:
    """All but at most one of hand, top and `under` can be laid, and a canasta is there at the end.

    The first stage lays cards of the hand and the top card and must reach the minimum; only the second may
    use the cards under the top. With no minimum to reach everything is second stage.
    """
    if minimum == 0:
        hand, under = Counter(), hand + under
    wilds = wild_values(hand)
    all_wilds = len(wilds) + len(wild_values(under))
    outcomes = {(0, 0, 0, False): 0}
    for rank in NATURALS:
        with_top = top is not None and kind(top) == rank
        held = (count(hand, rank), count(under, rank))
        options = rank_options(rules, *held, melds[rank], with_top, len(wilds), all_wilds)
        outcomes = combine(outcomes, options, VALUES[rank])
    black3 = black3_options(rules, count(hand, "black3"), count(under, "black3"))
    outcomes = combine(outcomes, black3, VALUES["black3"])
    best, unseen = [0, *accumulate(wilds)], count(under, "red3")
    return any(
        canasta
        and first <= len(wilds)
        and first + second <= all_wilds
        and left + unseen + all_wilds - first - second <= 1
        and points + best[first] >= minimum
        for (first, second, left, canasta), points in outcomes.items()
    )


Outcome = tuple[int, int, int, bool]
"""Wilds laid in stage one, wilds laid in stage two, other cards left, a canasta."""


def combine(outcomes: dict[Outcome, int], options: dict[Outcome, int], worth: int) -> dict[Outcome, int]:
    """Each outcome so far with each option of the next rank; at most one card may be left in the end."""
    after: dict[Outcome, int] = {}
    for (first, second, left, canasta), points in outcomes.items():
        for (more_first, more_second, more_left, also), cards in options.items():
            new = (first + more_first, second + more_second, left + more_left, canasta or also)
            if new[2] <= 1:
                after[new] = max(after.get(new, 0), points + cards * worth)
    return after


@cache
def rank_options(
    rules: Rules, held: int, under: int, melds: Shapes, with_top: bool, wilds: int, all_wilds: int
) -> dict[Outcome, int]:
    """The outcomes that one rank offers, each with the most naturals that stage one can hold."""
    options: dict[Outcome, int] = {}
    most = rules.most_wilds * rules.melds_of_rank
    for x in range(held + 1):
        for y in range(min(wilds, most) + 1):
            for staged in grow(rules, melds, x + with_top, y):
                if with_top and not paired(staged):
                    continue
                for left in range(min(1, held + under - x) + 1):
                    for z in range(min(all_wilds - y, most) + 1):
                        for final in grow(rules, staged, held + under - x - left, z):
                            option = (y, z, left, canasta_within(rules, final))
                            options[option] = max(options.get(option, 0), x + with_top)
    return options


@cache
def black3_options(rules: Rules, held: int, under: int) -> dict[Outcome, int]:
    """Black threes go down as a set of three or more when he goes out, or one is the last discard (L20)."""
    options: dict[Outcome, int] = {}
    for x in range(held + 1):
        for left in range(min(1, held + under - x) + 1):
            laid = held + under - left
            if (x == 0 or x >= rules.black3_least) and (laid == 0 or laid >= rules.black3_least):
                options[0, 0, left, False] = max(options.get((0, 0, left, False), 0), x)
    return options


def wild_values(cards: Counter[str]) -> list[int]:
    """The values of the wild cards, dearest first."""
    return sorted((value(card) for card in cards.elements() if is_wild(card)), reverse=True)
