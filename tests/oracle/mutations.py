"""Ways to spoil a legal transcript. Each must make the judge object, or the judge is worth nothing.

A mutation takes a fresh copy of a transcript and a generator, spoils it in place and returns whether it found
a place to do so.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from .cards import is_red3, is_wild, kind, pack

Mutation = Callable[[dict, random.Random], bool]
MUTATIONS: list[Mutation] = []


def mutation(function: Mutation) -> Mutation:
    """Enter a mutation in the list."""
    MUTATIONS.append(function)
    return function


def walk(transcript: dict) -> Iterator[tuple[int, dict, list[Counter[str]], list[str], int]]:
    """Every event with its index, the hands, the pile and the size of the stock before it."""
    hands, pile = [Counter(hand) for hand in transcript["hands"]], []
    stock = len(transcript["deck"]) - sum(hand.total() for hand in hands)
    for i, event in enumerate(transcript["events"]):
        yield i, event, hands, pile, stock
        hand, sort = hands[event.get("seat", 0)], event["e"]
        if sort == "start":
            pile, stock = list(event["cards"]), stock - len(event["cards"])
        elif sort == "draw":
            hand.update(event["cards"])
            stock -= 1
        elif sort == "red3":
            hand[event["card"]] -= 1
            hand.update([event["replacement"]] if event["replacement"] else [])
            stock -= event["replacement"] is not None
        elif sort == "take":
            hand.update(event["cards"])
            pile = []
        elif sort == "meld":
            hand.subtract(event["cards"])
        elif sort == "discard":
            hand[event["card"]] -= 1
            pile = [*pile, event["card"]]


def places(transcript: dict, *sorts: str) -> list[int]:
    """Indices of the events of these kinds."""
    return [i for i, event in enumerate(transcript["events"]) if event["e"] in sorts]


def another(card: str, rng: random.Random) -> str:
    """Any other card."""
    return rng.choice([other for other in pack(1, 1) if other != card])


def pick(found: list, rng: random.Random):
    """One of the places, or None."""
    return rng.choice(found) if found else None


@mutation
def draws_another_card(t: dict, rng: random.Random) -> bool:
    event = t["events"][rng.choice(places(t, "draw"))]
    event["cards"] = [another(event["cards"][0], rng)]
    return True


@mutation
def gets_another_replacement(t: dict, rng: random.Random) -> bool:
    i = pick([i for i in places(t, "red3") if t["events"][i]["replacement"]], rng)
    if i is not None:
        t["events"][i]["replacement"] = another(t["events"][i]["replacement"], rng)
    return i is not None


@mutation
def gets_no_replacement(t: dict, rng: random.Random) -> bool:
    i = pick([i for i in places(t, "red3") if t["events"][i]["replacement"]], rng)
    if i is not None:
        t["events"][i]["replacement"] = None
    return i is not None


@mutation
def event_is_missing(t: dict, rng: random.Random) -> bool:
    del t["events"][rng.choice(places(t, "start", "red3", "draw", "take", "meld", "discard", "out", "end", "answer"))]
    return True


@mutation
def red_three_is_not_shown(t: dict, rng: random.Random) -> bool:
    i = pick(places(t, "red3"), rng)
    if i is not None:
        del t["events"][i]
    return i is not None


@mutation
def event_is_doubled(t: dict, rng: random.Random) -> bool:
    i = rng.choice(places(t, "start", "draw", "take", "discard", "out", "end", "ask", "join"))
    t["events"].insert(i, dict(t["events"][i]))
    return True


@mutation
def another_seat_acts(t: dict, rng: random.Random) -> bool:
    event = t["events"][rng.choice(places(t, "red3", "draw", "take", "meld", "discard", "pass", "out", "join", "ask"))]
    event["seat"] = (event["seat"] + rng.randrange(1, 4)) % 4
    return True


@mutation
def second_turn_in_a_row(t: dict, rng: random.Random) -> bool:
    i = rng.choice(places(t, "discard"))
    seat = t["events"][i]["seat"]
    for event in t["events"][i + 1 :]:
        if event["e"] in ("draw", "take", "pass"):
            event["seat"] = seat
            return True
        if event["e"] == "end":
            return False
    return False


@mutation
def discards_a_card_not_held(t: dict, rng: random.Random) -> bool:
    places_and_cards = []
    for i, event, hands, _, _ in walk(t):
        if event["e"] == "discard":
            held = hands[event["seat"]]
            places_and_cards.append((i, [card for card in pack(1, 1) if held[card] <= 0]))
    i, cards = rng.choice(places_and_cards)
    t["events"][i]["card"] = rng.choice(cards)
    return True


@mutation
def melds_a_card_of_another_rank(t: dict, rng: random.Random) -> bool:
    event = t["events"][rng.choice(places(t, "meld"))]
    ranks = {kind(card) for card in event["cards"]}
    event["cards"][0] = rng.choice([card for card in pack(1, 0) if kind(card) not in ranks and not is_wild(card)])
    return True


@mutation
def melds_one_card_more(t: dict, rng: random.Random) -> bool:
    event = t["events"][rng.choice(places(t, "meld"))]
    event["cards"].append(rng.choice(pack(1, 1)))
    return True


@mutation
def melds_one_card_fewer(t: dict, rng: random.Random) -> bool:
    t["events"][rng.choice(places(t, "meld"))]["cards"].pop()
    return True


@mutation
def melds_on_another_number(t: dict, rng: random.Random) -> bool:
    t["events"][rng.choice(places(t, "meld"))]["meld"] += rng.choice([20, -20])
    return True


@mutation
def meld_has_another_kind(t: dict, rng: random.Random) -> bool:
    event = t["events"][rng.choice(places(t, "meld"))]
    event["kind"] = rng.choice([k for k in ("set", "black3", "wild", "sequence") if k != event["kind"]])
    return True


@mutation
def takes_part_of_the_pile(t: dict, rng: random.Random) -> bool:
    i = pick([i for i in places(t, "take") if len(t["events"][i]["cards"]) > 1], rng)
    if i is not None:
        t["events"][i]["cards"].pop()
    return i is not None


@mutation
def takes_the_pile_in_wrong_order(t: dict, rng: random.Random) -> bool:
    piles = [t["events"][i]["cards"] for i in places(t, "take")]
    cards = pick([cards for cards in piles if cards != cards[::-1]], rng)
    if cards:
        cards.reverse()
    return bool(cards)


@mutation
def takes_under_a_stop_card(t: dict, rng: random.Random) -> bool:
    stops = ("2", "JK", "black3")
    found = [(i, pile) for i, event, _, pile, _ in walk(t) if event["e"] == "draw" and kind(pile[-1]) in stops]
    if found:
        i, pile = rng.choice(found)
        t["events"][i] = {"e": "take", "seat": t["events"][i]["seat"], "cards": pile[::-1]}
    return bool(found)


@mutation
def justifies_a_take_without_the_top_card(t: dict, rng: random.Random) -> bool:
    i = pick([i for i in places(t, "take") if len(t["events"][i + 1]["cards"]) > 3], rng)
    if i is not None:
        top = t["events"][i]["cards"][0]
        t["events"][i + 1]["cards"] = [card for card in t["events"][i + 1]["cards"] if card != top]
    return i is not None


@mutation
def passes_although_there_is_a_stock(t: dict, rng: random.Random) -> bool:
    i = rng.choice(places(t, "draw"))
    turn_into_pass(t, i)
    return True


@mutation
def passes_although_able_to_take(t: dict, rng: random.Random) -> bool:
    i = pick([i for i, event, _, _, stock in walk(t) if event["e"] == "take" and not stock], rng)
    if i is None or t["events"][i - 1]["e"] == "answer":
        return False
    turn_into_pass(t, i)
    return True


def turn_into_pass(t: dict, i: int) -> None:
    """Replace the turn from event i on by a pass."""
    seat = t["events"][i]["seat"]
    after = next(j for j in range(i, len(t["events"])) if t["events"][j]["e"] in ("discard", "out", "end"))
    t["events"][i : after + 1] = [{"e": "pass", "seat": seat}]


@mutation
def ends_early(t: dict, rng: random.Random) -> bool:
    i = rng.choice(places(t, "discard")[:-1])
    t["events"][i + 1 :] = [t["events"][-1]]
    return True


@mutation
def last_pass_is_missing(t: dict, _: random.Random) -> bool:
    found = [i for i in places(t, "pass") if t["events"][i + 1]["e"] == "end"]
    if found:
        del t["events"][found[0]]
    return bool(found)


@mutation
def goes_on_after_the_end(t: dict, _: random.Random) -> bool:
    t["events"].append({"e": "draw", "seat": 0, "cards": ["4c"]})
    return True


@mutation
def ends_for_another_reason(t: dict, rng: random.Random) -> bool:
    end = t["events"][-1]
    end["why"] = rng.choice([why for why in ("out", "stock", "blocking", "limit") if why != end["why"]])
    return True


@mutation
def concealed_is_wrong(t: dict, _: random.Random) -> bool:
    found = places(t, "out")
    for i in found:
        t["events"][i]["concealed"] = not t["events"][i]["concealed"]
    return bool(found)


@mutation
def answer_is_turned(t: dict, rng: random.Random) -> bool:
    """A yes that led out becomes a no; a no after which the turn went on becomes a yes."""
    i = pick(places(t, "answer"), rng)
    if i is None or any(e["e"] == "red3" for e in t["events"][i : i + 8]):
        return False
    t["events"][i]["answer"] = not t["events"][i]["answer"]
    return True


@mutation
def asks_without_being_able(t: dict, _: random.Random) -> bool:
    i = places(t, "draw")[0]
    seat = t["events"][i]["seat"]
    t["events"][i + 1 : i + 1] = [
        {"e": "ask", "seat": seat},
        {"e": "answer", "seat": (seat + 2) % 4, "answer": False},
    ]
    return True


@mutation
def penalty_from_nowhere(t: dict, rng: random.Random) -> bool:
    i = rng.choice(places(t, "discard"))
    t["events"].insert(i, {"e": "penalty", "seat": t["events"][i]["seat"], "points": 100, "why": "none"})
    return True


@mutation
def covers_are_missing_or_too_many(t: dict, _: random.Random) -> bool:
    cards = t["events"][0]["cards"]
    if len(cards) > 1:
        cards.pop()
    else:
        cards.append("4c")
    return True


@mutation
def score_component_is_wrong(t: dict, rng: random.Random) -> bool:
    entry = rng.choice(t["score"])
    entry[rng.choice([name for name in entry if name != "side"])] += rng.choice([-100, -5, 5, 100])
    return True


@mutation
def score_sides_are_swapped(t: dict, _: random.Random) -> bool:
    t["score"].reverse()
    return True


@mutation
def new_score_is_wrong(t: dict, rng: random.Random) -> bool:
    t["scores_after"][rng.randrange(2)] += 5
    return True


@mutation
def score_before_is_wrong(t: dict, rng: random.Random) -> bool:
    t["scores_before"][rng.randrange(2)] += 5
    return True


@mutation
def header_is_wrong(t: dict, rng: random.Random) -> bool:
    field, wrong = rng.choice(
        [
            ("seed", t["seed"] + 1),
            ("deal", t["deal"] + 1),
            ("deal", t["deal"] + 4),
            ("first", (t["first"] + 1) % 4),
            ("dealer", t["first"]),
            ("players", 5),
            ("sides", [[0, 1], [2, 3]]),
            ("draws", "front"),
            ("rules", "lt-samba"),
            ("format", "canasta-transcript/2"),
        ]
    )
    t[field] = wrong
    return True


@mutation
def field_is_missing(t: dict, rng: random.Random) -> bool:
    del t[rng.choice(list(t))]
    return True


@mutation
def draw_scheme_is_the_other(t: dict, _: random.Random) -> bool:
    t["draws"] = "pile" if t["draws"] == "queues" else "queues"
    return True


@mutation
def cards_are_swapped(t: dict, rng: random.Random) -> bool:
    """Two different cards change places in the shuffle, in the deck or in a hand."""
    cards = rng.choice([t["shuffle"], t["deck"], rng.choice(t["hands"])])
    i, j = rng.sample(range(len(cards)), 2)
    cards[i], cards[j] = cards[j], cards[i]
    return cards[i] != cards[j]


@mutation
def discards_a_red_three(t: dict, rng: random.Random) -> bool:
    i = pick([i for i in places(t, "red3") if t["events"][i]["replacement"]], rng)
    if i is None or not is_red3(t["events"][i]["card"]):
        return False
    t["events"][i] = {"e": "discard", "seat": t["events"][i]["seat"], "card": t["events"][i]["card"]}
    return True
