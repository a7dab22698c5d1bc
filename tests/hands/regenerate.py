"""Golden deals: three hands told as text, each kept for a reason, one screen each.

`python -m tests.hands.regenerate` tells them again, prints what changed and writes the files. Read the diff
before it is committed. A change of a strategy may change what happens in a deal; where a deal no longer shows
what it is kept for, the next one that does is named, to be entered here.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from analysis import specs
from analysis.seating import job_of
from analysis.setup import setup
from reports.narrate import WIDTH, Table, narrate
from sim.batch import Job
from sim.faults import DealFault
from sim.transcript import transcript

HERE = Path(__file__).parent
SCREEN = 60  # lines
SEARCHED = 20_000  # deals looked through for one that shows what is wanted


class Golden(NamedTuple):
    """A deal of `random_legal`, seed 1, what it shows, and from which turn it is told."""

    name: str
    deal: int
    from_turn: int
    reason: str
    shows: Callable[[dict[str, Any]], bool]


def before_each(deal: dict[str, Any], kind: str) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Every event of a kind, with the table as it was before it."""
    table = Table(deal)
    for event in deal["events"]:
        if event["e"] == kind:
            yield table, event
        table.see(event)


def concealed_after_asking(deal: dict[str, Any]) -> bool:
    kinds = [event["e"] for event in deal["events"]]
    return "answer" in kinds and any(event.get("concealed") for event in deal["events"])


def forced_take_without_stock(deal: dict[str, Any]) -> bool:
    passed = any(event["e"] == "pass" for event in deal["events"])
    return passed and any(table.stock == 0 for table, _ in before_each(deal, "take"))


def opening_from_a_frozen_pile(deal: dict[str, Any]) -> bool:
    return any(
        table.frozen() and not table.melds[table.side_of(event["seat"])] for table, event in before_each(deal, "take")
    )


GOLDENS = [
    Golden(
        "concealed",
        deal=244,
        from_turn=1,
        reason="Going out concealed in the turn of the first take: the side opens from the pile, the "
        "question is asked and answered, and a player who has laid nothing before lays all he holds.",
        shows=concealed_after_asking,
    ),
    Golden(
        "forced",
        deal=1893,
        from_turn=56,
        reason="The stock is gone: one player passes because he cannot take, the next must take because "
        "he can, and goes out with 62 cards of the pile, black threes among his melds.",
        shows=forced_take_without_stock,
    ),
    Golden(
        "frozen",
        deal=3430,
        from_turn=1,
        reason="A joker as start card is covered and freezes the pile; it is taken with a natural pair "
        "by a side that has not opened. Dealt and drawn red threes are shown and replaced.",
        shows=opening_from_a_frozen_pile,
    ),
]


def played() -> Job:
    """The job all golden deals belong to."""
    return job_of(setup(), [specs.side("random_legal")], ("random_legal", ""), ((0, 0),))


def told(golden: Golden, deal: dict[str, Any]) -> str:
    """The text of a golden file."""
    lines = narrate(deal, symbols=True, from_turn=golden.from_turn)
    reason = textwrap.wrap(f"Kept for this: {golden.reason}", WIDTH)
    return "\n".join([*reason, "", *lines]) + "\n"


def main() -> None:
    """Tell all, print the differences, write the files."""
    job = played()
    for golden in GOLDENS:
        deal = transcript(job, golden.deal)
        if not golden.shows(deal):
            print(f"{golden.name}: deal {golden.deal} no longer shows it; {another(job, golden)}")
            continue
        path, text = HERE / f"{golden.name}.txt", told(golden, deal)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        changes = difflib.unified_diff(before.splitlines(), text.splitlines(), "before", "now", lineterm="")
        print("\n".join([f"{golden.name}: {'unchanged' if text == before else 'changed'}", *changes]))
        path.write_text(text, encoding="utf-8")


def another(job: Job, golden: Golden) -> str:
    """The first deal that fits on a screen and shows what is wanted."""
    for index in range(SEARCHED):
        try:
            deal = transcript(job, index)
        except DealFault:
            continue
        if golden.shows(deal) and len(told(golden, deal).splitlines()) <= SCREEN:
            return f"deal {index} does"
    return f"nor does any of the first {SEARCHED}"


if __name__ == "__main__":
    main()
