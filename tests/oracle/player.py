"""A random legal player: it plays whole deals and writes the transcripts that the judge is tried on.

Some tables are eager and some shy, so that deals end both by going out and with the stock. What it may do it
works out with `plans`; where it must know whether it may pass it asks `reach`, and stops if the two differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from . import melds, plans, reach
from .cards import is_red3, is_wild, kind, pack
from .deal import deal_out, dealt_hands
from .rules import LT_CLASSIC, Rules
from .score import Ending, score
from .shuffle import DEAL, key, shuffled
from .table import Side


class Stuck(Exception):  # noqa: N818
    """The player must take but only in a way that it does not look for (joins on the way out)."""


def transcript(seed: int, deal: int, draws: str = "queues", rules: Rules = LT_CLASSIC) -> dict:
    """Play one deal and write it down."""
    rng = random.Random(f"{seed}/{deal}/{draws}")
    cards, first = shuffled(pack(rules.packs, rules.jokers), key(seed, DEAL, deal, 0)), deal % rules.players
    before = [rng.choice([-500, 0, 700, 1500, 3000]) for _ in rules.sides]
    player = Player(cards, first, draws, before, rules, rng)
    ending = player.play(first)
    scores = score(player.table, ending)
    return {
        "format": "canasta-transcript/1",
        "rules": rules.name,
        "seed": seed,
        "deal": deal,
        "rotation": 0,
        "draws": draws,
        "shuffle": cards,
        "players": rules.players,
        "sides": [list(side) for side in rules.sides],
        "dealer": (first - 1) % rules.players,
        "first": first,
        "scores_before": before,
        "strategies": ["random"] * rules.players,
        "deck": player.table.stock.gone + player.table.stock.lying,
        "hands": dealt_hands(cards, first, rules),
        "events": player.events,
        "score": scores,
        "scores_after": [old + new["total"] for old, new in zip(before, scores, strict=True)],
    }


class Player:
    """All seats of one table, and the events they cause."""

    def __init__(
        self, cards: list[str], first: int, draws: str, before: list[int], rules: Rules, rng: random.Random
    ) -> None:
        self.rules, self.rng = rules, rng
        self.table = deal_out(cards, first, draws, before, rules)
        self.events: list[dict] = []
        self.zeal = rng.choice([0.1, 0.6, 0.9])  # how readily this table takes, lays and goes out
        start = [self.table.stock.turn()]
        while is_wild(start[-1]) or is_red3(start[-1]):
            start.append(self.table.stock.turn())
        self.table.pile, self.table.frozen = start, len(start) > 1
        self.events.append({"e": "start", "cards": list(start)})

    def play(self, seat: int) -> Ending:
        """Turns until the deal ends."""
        passes, ending = 0, None
        while ending is None and passes < self.rules.players - 1:
            done = self.turn(seat)
            passes = passes + 1 if done == "pass" else 0
            ending = done if isinstance(done, Ending) else None
            seat = (seat + 1) % self.rules.players
        ending = ending or Ending("stock")
        for other in range(self.rules.players):
            self.red_threes(other, replaced=False)
        self.events.append({"e": "end", "why": ending.why})
        return ending

    def say(self, event: str, seat: int, **fields: object) -> None:
        """Write an event down."""
        self.events.append({"e": event, "seat": seat, **fields})

    def turn(self, seat: int) -> Ending | str:
        """One turn; `pass`, `discard` or how the deal ended."""
        self.seat, self.side, self.hand = seat, self.table.side_of(seat), self.table.hands[seat]
        self.may_go_out, self.must_go_out, self.asked = True, False, False
        self.old, self.touched_old = set(self.side.melds), False
        self.red_threes(seat)
        started = self.take_or_draw()
        if started in ("pass", "stock"):
            return "pass" if started == "pass" else Ending("stock")
        self.lay_cards(started)
        return self.end_turn()

    def red_threes(self, seat: int, replaced: bool = True) -> bool:
        """Show red threes; True if one found no replacement."""
        short = False
        while held := self.table.red3_in_hand(seat):
            card = self.rng.choice(held)
            new = self.table.stock.draw(seat) if replaced else None
            self.table.hands[seat][card] -= 1
            self.table.hands[seat] += Counter([new] if new else [])
            self.hand = self.table.hands[getattr(self, "seat", seat)]
            self.table.side_of(seat).red3.append(card)
            self.say("red3", seat, card=card, replacement=new)
            self.must_go_out = False
            short = short or new is None
        return short

    def take_or_draw(self) -> str:
        """`take`, `draw`, `pass`, or `stock` when the last stock card was a red three."""
        table, seat = self.table, self.seat
        if reach.can_ask_before_take(table, seat) and self.rng.random() < 0.6 and self.plan_take(only_out=True):
            self.ask()
        plan = self.plan_take(only_out=self.must_go_out)
        forced = reach.can_take(table, seat, self.may_go_out)
        assert forced or not plan, "reach denies a take that exists"
        if plan and (self.must_go_out or not table.stock or self.rng.random() < self.zeal):
            self.take(plan)
            return "take"
        if table.stock:
            card = table.stock.draw(seat)
            self.hand[card] += 1
            self.say("draw", seat, cards=[card])
            return "stock" if self.red_threes(seat) else "draw"
        if forced:
            raise Stuck
        self.say("pass", seat)
        return "pass"

    def plan_take(self, only_out: bool = False) -> plans.Plan | None:
        """Melds of a take, the justifying one first."""
        table, side = self.table, self.side
        if not table.pile or kind(table.pile[-1]) in ("2", "JK", "black3"):
            return None
        top, under = table.pile[-1], reach.rest(table)
        room = self.hand.total() + len(under) - 2
        if not side.opened:
            return None if only_out else plans.opening(self.hand, top, side.minimum, room, self.rng)
        choices = list(self.justifying(top, 2 if table.frozen else 0))
        self.rng.shuffle(choices)
        for number, cards in choices:
            if len(cards) - 1 <= room:
                if not only_out:
                    return [(number, cards)]
            elif self.may_go_out and self.finishes(number, cards, under):
                return [(number, cards)]
        return None

    def justifying(self, top: str, least: int) -> Iterator[tuple[int | None, list[str]]]:
        """All melds of top card and cards from hand."""
        ranks, wilds = plans.by_rank(self.hand)
        same, rank = ranks.get(kind(top), []), kind(top)
        old = {number: meld for number, meld in self.side.melds.items() if meld.rank == rank}
        targets = [*old, None] if len(old) < self.rules.melds_of_rank else [*old]
        for x in range(least, len(same) + 1):
            for y in range(min(3, len(wilds)) + 1):
                cards = [top, *same[:x], *wilds[:y]]
                for number in targets:
                    n, w = melds.shape_of(old[number]) if number is not None else (0, 0)
                    if n + x + 1 >= 2 and w + y <= 3 and n + w + len(cards) >= 3:
                        yield number, cards

    def finishes(self, number: int | None, cards: list[str], under: list[str]) -> bool:
        """After this take all cards can go."""
        side = Side(self.side.seats, 0, {i: melds.Meld(m.rank, m.cards.copy()) for i, m in self.side.melds.items()})
        number = self.side.numbered if number is None else number
        side.melds.setdefault(number, melds.Meld(kind(cards[0]))).cards.update(cards)
        left = self.hand - Counter(cards[1:]) + Counter(under)
        return plans.going_out(left, side, 0) is not None

    def take(self, plan: plans.Plan) -> None:
        """Take the pile with these melds."""
        table = self.table
        self.say("take", self.seat, cards=table.pile[::-1])
        self.hand[table.pile.pop()] += 1
        under, table.pile, table.frozen = table.pile, [], False
        for number, cards in plan:
            self.lay(number, cards)
        self.hand.update(under)
        self.side.opened = True
        self.red_threes(self.seat)

    def ask(self) -> None:
        """Ask the partner, who flips a coin."""
        yes = self.rng.random() < 0.5
        partner = (self.seat + 2) % self.rules.players
        self.say("ask", self.seat)
        self.say("answer", partner, answer=yes)
        self.asked, self.may_go_out, self.must_go_out = True, yes, yes

    def lay(self, number: int | None, cards: list[str]) -> None:
        """Lay a meld and write it down."""
        number = self.side.numbered if number is None else number
        sort = "black3" if kind(cards[0]) == "black3" else "set"
        self.say("meld", self.seat, meld=number, cards=list(cards), kind=sort)
        laid = self.table.take_from_hand(self.seat, cards)
        self.hand = self.table.hands[self.seat]
        melds.lay(self.rules, self.side, self.events[-1], laid)
        self.touched_old = self.touched_old or number in self.old

    def lay_cards(self, started: str) -> None:
        """Go out if possible, or open, or lay at random."""
        side, rng = self.side, self.rng
        needed = 0 if side.opened else side.minimum
        plan = plans.going_out(self.hand, side, needed)
        in_time = not self.asked and (started == "draw" or self.hand.total() >= 2)
        if plan is not None and in_time and rng.random() < 0.5:
            self.ask()
        if plan is not None and (self.must_go_out or (self.may_go_out and rng.random() < self.zeal) or self.cornered()):
            for number, cards in plan:
                self.lay(number, cards)
            return
        if not side.opened and rng.random() < self.zeal:
            for number, cards in plans.opening(self.hand, None, needed, self.hand.total() - 2, rng) or []:
                self.lay(number, cards)
                side.opened = True
        if side.opened and rng.random() < self.zeal:
            self.lay_at_random()

    def cornered(self) -> bool:
        """With fewer than two cards there is only going out."""
        return self.hand.total() < 2

    def lay_at_random(self) -> None:
        """Additions and new melds, always keeping two cards."""
        for _ in range(self.rng.randrange(8)):
            ranks, wilds = plans.by_rank(self.hand)
            number = self.rng.choice([None, *self.side.melds])
            rank = self.side.melds[number].rank if number is not None else self.rng.choice([*ranks, "K"])
            n, w = melds.shape_of(self.side.melds[number]) if number is not None else (0, 0)
            more = wilds[: self.rng.choice([0, 0, 0, 1, 2])]
            cards = ranks.get(rank, [])[: self.rng.randrange(1, 8)] + more
            room = number is not None or len(self.side.of_rank(rank)) < self.rules.melds_of_rank
            shape = (n + len(cards) - len(more), w + len(more))
            fits = room and cards and rank != "black3" and melds.valid_shape(self.rules, shape)
            if fits and self.hand.total() - len(cards) >= 2:
                self.lay(number, cards)
        self.join_at_random()

    def join_at_random(self) -> None:
        """Join two melds of a rank now and then."""
        for number, meld in list(self.side.melds.items()):
            for into, other in list(self.side.melds.items()):
                fits = number != into and meld.rank == other.rank and meld.wilds + other.wilds <= 3
                if fits and number in self.side.melds and self.rng.random() < 0.5:
                    self.say("join", self.seat, meld=number, into=into)
                    self.touched_old = self.touched_old or number in self.old or into in self.old
                    other.cards += self.side.melds.pop(number).cards

    def end_turn(self) -> Ending | str:
        """Discard, unless nothing is left; say so when the hand is empty."""
        if self.hand.total():
            cards = sorted(self.hand.elements())
            tame = [card for card in cards if not is_wild(card)]
            card = self.rng.choice(tame if tame and self.rng.random() < 0.95 else cards)
            self.say("discard", self.seat, card=card)
            self.hand[card] -= 1
            self.table.hands[self.seat] = +self.hand
            self.table.pile.append(card)
            self.table.frozen = self.table.frozen or is_wild(card)
        self.side.opened = self.side.opened or bool(self.side.melds)
        if self.table.hands[self.seat]:
            return "discard"
        concealed = self.concealed()
        self.say("out", self.seat, concealed=concealed)
        return Ending("out", self.seat, concealed)

    def concealed(self) -> bool:
        """Nothing laid by this seat before this turn, nothing on old melds, a canasta of its own."""
        since = max(i for i, event in enumerate(self.events) if event["e"] in ("draw", "take"))
        before = any(e["e"] == "meld" and e["seat"] == self.seat for e in self.events[:since])
        own = [meld for number, meld in self.side.melds.items() if number not in self.old]
        return not before and not self.touched_old and any(count_all(meld) >= 7 for meld in own)


def count_all(meld: melds.Meld) -> int:
    """Cards of a set; black threes are no canasta."""
    return 0 if meld.rank == "black3" else meld.cards.total()
