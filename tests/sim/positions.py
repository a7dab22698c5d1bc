"""Positions for `test_reach`: as text, on the engine's records, on the oracle's table, and made up by the thousand.

Cards are single letters: `4` … `9`, `T`, `J`, `Q`, `K`, `A`, `*` a joker, `2`, `3` a black three, `r` a red three. A
meld is a string of them; `+` before it says that it was begun in this turn. The pile is written bottom to top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sim.batch import State
from sim.deal import RANK_ADD, SPECIAL_ADD
from sim.words import ANSWERED_NO, CANASTA, CODE_OF_KIND, NONE, NOT_ASKED, RANK_LETTERS
from tests.oracle.rules import LT_CLASSIC
from tests.oracle.stock import Stock
from tests.oracle.table import Meld, Side, Table

WILDS = "*2"
KIND = {letter: kind for kind, letter in enumerate(RANK_LETTERS + "*_23r")}
VALUE = {"*": 50, "2": 20, "A": 20, "3": 5, "r": 0} | dict.fromkeys("89TJQK", 10) | dict.fromkeys("4567", 5)
IN_PACK = Counter(dict.fromkeys(RANK_LETTERS, 8) | {"*": 6, "2": 8, "3": 4, "r": 4})
STOCK = ["4c"] * 8


class Position(NamedTuple):
    """What the player in turn holds and sees; `need` is what his opening lacks, 0 once his side has opened."""

    hand: str
    melds: tuple[str, ...] = ()
    pile: str = ""
    need: int = 0
    frozen: bool = False
    no: bool = False  # his partner has said no

    @property
    def taking(self) -> bool:
        """He has not drawn yet, so that he may take the pile."""
        return not any(meld.startswith("+") for meld in self.melds)


# --- on the engine ------------------------------------------------------------------------------------------------
def words_of(letters: str) -> tuple[int, int]:
    """Rank word and special word of some cards."""
    codes = [int(CODE_OF_KIND[KIND[letter]]) for letter in letters]
    return sum(int(RANK_ADD[code]) for code in codes), sum(int(SPECIAL_ADD[code]) for code in codes)


def on_records(position: Position, rules: Any) -> State:
    """Fresh records, seat 0 in turn."""
    state = State.of(rules, (0, 0), "queues")
    table, me = state.table[0], state.hidden[0].mes[0]
    ranks, special = words_of(position.hand)
    me["ranks"], me["special"], me["count"], me["need"] = ranks, special, len(position.hand), position.need
    me["answered"] = ANSWERED_NO if position.no else NOT_ASKED
    table["hand_count"][0] = len(position.hand)
    set_side(table["sides"][0], position)
    table["pile_ranks"], table["pile_special"] = words_of(position.pile)
    for at, letter in enumerate(position.pile):
        table["pile"][at] = CODE_OF_KIND[KIND[letter]]
    table["pile_count"] = len(position.pile)
    table["pile_top"] = CODE_OF_KIND[KIND[position.pile[-1]]] if position.pile else NONE
    table["frozen"], table["stock_left"], table["minimum"][0] = position.frozen, len(STOCK), position.need
    return state


def set_side(side: Any, position: Position) -> None:
    """The melds of the player's side."""
    naturals, wilds, fresh = [0, 0], [0, 0], [0, 0]
    for meld in position.melds:
        cards = meld.removeprefix("+")
        shift = 5 * RANK_LETTERS.index(cards[0])
        slot = int(naturals[0] >> shift & 31 > 0)
        wild = sum(letter in WILDS for letter in cards)
        naturals[slot] += len(cards) - wild << shift
        wilds[slot] += wild << shift
        fresh[slot] += int(meld.startswith("+")) << shift
        if len(cards) >= CANASTA:
            side["canastas"][int(wild > 0)] += 1
    for slot in range(2):
        side["naturals"][slot], side["wilds"][slot], side["fresh"][slot] = naturals[slot], wilds[slot], fresh[slot]
    side["opened"] = position.need == 0


# --- on the oracle's table ----------------------------------------------------------------------------------------
def card(letter: str) -> str:
    """A letter as the oracle writes cards; suits do not matter here."""
    return {"*": "JK", "r": "3d"}.get(letter, letter + "c")


def on_table(position: Position) -> Table:
    """The same position for the oracle."""
    melds = [meld.removeprefix("+") for meld in position.melds]
    sides = [
        Side(
            seats,
            position.need,
            melds={number: Meld(meld[0], Counter(map(card, meld))) for number, meld in enumerate(melds)},
            numbered=len(melds),
            opened=position.need == 0,
        )
        for seats in LT_CLASSIC.sides
    ]
    hands = [Counter(map(card, position.hand)), Counter(), Counter(), Counter()]
    stock = Stock(STOCK, LT_CLASSIC.players, "queues")
    return Table(LT_CLASSIC, hands, sides, stock, pile=list(map(card, position.pile)), frozen=position.frozen)


# --- made up ------------------------------------------------------------------------------------------------------
def made(choose: Callable[[Any], Any]) -> Position:
    """A position of few ranks, so that much can be laid; `choose` picks an element of a sequence."""
    left = IN_PACK.copy()

    def dealt(letters: str) -> str:
        """As many of these cards as the pack still has."""
        got = ""
        for letter in letters:
            if left[letter] > 0:
                left[letter] -= 1
                got += letter
        return got

    stage = choose(("opened", "opened", "opened", "unopened", "unopened", "unopened", "laying", "taken"))
    ranks = [choose(RANK_LETTERS) for _ in range(choose((1, 2, 2, 3, 3, 4, 5)))]
    melds: list[str] = []
    for _ in range(0 if stage == "unopened" else choose((1, 1, 2, 2, 3, 4))):
        fresh = stage == "laying" or (stage == "taken" and choose((True, False)))
        rank, shape = choose(ranks), choose(((3, 0), (2, 1), (2, 2), (2, 3), (4, 0), (3, 1), (3, 3), (4, 2), (5, 1)))
        naturals = shape[0] + choose((0, 0, 0, 0, 1, 2, 3))
        if sum(rank in meld for meld in melds) < 2 and left[rank] >= naturals and left["2"] + left["*"] >= shape[1]:
            twos = min(shape[1], left["2"])
            melds.append("+" * fresh + dealt(rank * naturals + "2" * twos + "*" * (shape[1] - twos)))
    size = choose((1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    top = dealt(choose((*ranks, *ranks, choose(RANK_LETTERS), choose("2*3"))))
    under = dealt(
        "".join(choose((*ranks, "2", "*", "3", "r", choose(RANK_LETTERS))) for _ in range(choose((0, 0, 1, 1, 2, 3))))
    )
    hand = dealt(top * choose((0, 1, 2, 2)))[:size] if top in ranks else ""
    for _ in range(20):
        hand += dealt(choose((*ranks, *ranks, "2", "*", "3", choose(RANK_LETTERS))) * choose((1, 1, 2, 2, 3, 3, 4)))[
            : size - len(hand)
        ]
    need = 0
    if stage in ("unopened", "laying"):
        near = sum(VALUE[letter] for letter in hand + top) // choose((1, 1, 2)) + choose((-10, -5, 0, 0, 5))
        need = choose((15, 50, 90, 120, max(5, near)))
    elif not melds:
        melds.append("+" * (stage == "taken") + dealt("T" * 3))
        need = 0
    return Position(
        hand or dealt("4"), tuple(melds), under + top, need, choose((False, False, True)), choose((False, False, True))
    )


def smaller(position: Position) -> Iterator[Position]:
    """The positions with one card or one meld less."""
    for number in range(len(position.melds)):
        yield position._replace(melds=position.melds[:number] + position.melds[number + 1 :])
    for at in range(len(position.hand) if len(position.hand) > 1 else 0):
        yield position._replace(hand=position.hand[:at] + position.hand[at + 1 :])
    for at in range(len(position.pile) - 1):
        yield position._replace(pile=position.pile[:at] + position.pile[at + 1 :])
