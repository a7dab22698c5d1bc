"""Everything before the first event: header, shuffle and hands. Ends with a table ready for `start`."""

from __future__ import annotations

from collections import Counter

from .cards import pack
from .disagree import agree, require
from .rules import Rules, minimum_for
from .shuffle import DEAL, MATCH, key, shuffled
from .stock import Stock
from .table import Side, Table

HEADER = "format rules seed deal rotation draws shuffle players sides dealer first scores_before strategies"
FIELDS = (*HEADER.split(), "deck", "hands", "events", "score", "scores_after")


def set_up(transcript: dict, rules: Rules) -> Table:
    """Check the header, the shuffle and the hands of a transcript and lay out the table."""
    check_header(transcript, rules)
    seed, first = transcript["seed"], first_seat(transcript, rules.players)
    agree("settled 32", "first seat", first, transcript["first"])
    agree("L2", "dealer", (first - 1) % rules.players, transcript["dealer"])
    fresh = pack(rules.packs, rules.jokers)
    agree(
        "shuffle",
        "the pack of this seed and deal",
        shuffled(fresh, deck_key(transcript, seed)),
        transcript["shuffle"],
    )
    table = deal_out(transcript["shuffle"], first, transcript["draws"], transcript["scores_before"], rules)
    dealt = dealt_hands(transcript["shuffle"], first, rules)
    agree("L6", "hands", dealt, [list(hand) for hand in transcript["hands"]])
    return table


def check_header(transcript: dict, rules: Rules) -> None:
    """Format, fields, players and sides are those of the rule set."""
    missing = [name for name in FIELDS if name not in transcript]
    require(not missing, "format", "all fields of the transcript", f"missing {missing}")
    agree("format", "format", "canasta-transcript/1", transcript["format"])
    agree("format", "rule set", rules.name, transcript["rules"])
    agree("L1", "players", rules.players, transcript["players"])
    agree("L2", "sides", [list(side) for side in rules.sides], [list(side) for side in transcript["sides"]])
    for name, size in (("strategies", rules.players), ("scores_before", len(rules.sides))):
        agree("format", f"number of {name}", size, len(transcript[name]))


def first_seat(transcript: dict, players: int) -> int:
    """Seat k mod n, where k is the deal, or match plus hand (settled 32)."""
    if "match" in transcript:
        return (transcript["match"] + transcript["hand"]) % players
    return transcript["deal"] % players


def deck_key(transcript: dict, seed: int) -> int:
    """The key that the shuffle of this deal, or of this hand of a match, starts from."""
    if "match" in transcript:
        return key(seed, MATCH, transcript["match"], transcript["hand"])
    return key(seed, DEAL, transcript["deal"], 0)


def dealt_hands(cards: list[str], first: int, rules: Rules) -> list[list[str]]:
    """One card at a time from the first seat on (L6)."""
    n = rules.players
    return [cards[(seat - first) % n : n * rules.hand_size : n] for seat in range(n)]


def deal_out(cards: list[str], first: int, draws: str, scores: list[int], rules: Rules) -> Table:
    """A table with hands dealt and the rest of the pack as stock."""
    dealt = rules.players * rules.hand_size
    stock = Stock(cards[dealt:], rules.players, draws)
    stock.gone = cards[:dealt]
    sides = [Side(seats, minimum_for(rules, score)) for seats, score in zip(rules.sides, scores, strict=True)]
    return Table(rules, [Counter(hand) for hand in dealt_hands(cards, first, rules)], sides, stock)
