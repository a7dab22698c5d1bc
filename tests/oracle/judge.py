"""The verdict on one transcript."""

from __future__ import annotations

from dataclasses import dataclass

from .cursor import Cursor
from .deal import set_up
from .disagree import Disagreement, agree
from .replay import replay
from .rules import RULES, Rules
from .score import Ending, check_score


@dataclass(frozen=True)
class Verdict:
    """What the judge saw: for tests that want to know whether a kind of play was covered."""

    events: int
    ending: Ending


def judge(transcript: dict, rules: Rules | None = None) -> Verdict:
    """Raise `Disagreement` unless every move is legal and every score component right."""
    deal, cursor = transcript.get("deal"), None
    try:
        if rules is None:
            agree("format", "a known rule set", True, transcript.get("rules") in RULES)
            rules = RULES[transcript["rules"]]
        table = set_up(transcript, rules)
        cursor = Cursor(transcript["events"], table)
        ending = replay(table, cursor, transcript["first"])
        agree(
            "format: deck",
            "the pack as its cards left it",
            table.stock.gone + table.stock.lying,
            list(transcript["deck"]),
        )
        check_score(table, transcript, ending)
        return Verdict(len(transcript["events"]), ending)
    except Disagreement as objection:
        objection.deal, objection.event = deal, cursor.index if cursor else None
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        wrapped = Disagreement("format", "a well-formed transcript", repr(error))
        wrapped.deal, wrapped.event = deal, cursor.index if cursor else None
        raise wrapped from error
