"""The notation of the cases, and what it says: text in, `Case` out. Nothing here knows a rule.

A case is a block of lines without blank ones; `#` begins a comment. The first line is `references: title`.

    L31, lt-classic?10: the top card goes on a canasta
    hand 0: 4 5 6            4 … 9 10 J Q K A, Jk, 2 (black), 2r (red), 3b, 3r; Q*7 = seven queens
    melds 0: Q*7, K K 2      side 0 = seats 0 and 2; a second meld of a rank is its second slot
    pile: 5 9 Q              bottom to top; `frozen: yes` where it is
    stock: K 8               next card first
    play 0: take onto Q; lay K onto K; discard 4
    then: hand 0: 5 6 9; melds 0: Q*8, K K 2; frozen: no

One `play` line is one turn; turns follow from the first seat named. What a player says:

    draw, pass, take QQ (a new meld of the top card and these), take QQ onto Q, take onto Q,
    take asking QQ; ask, out, silent, ask concealed, out concealed; 2 says yes;
    lay KKK2, lay K onto K, lay 2 onto K/2 (second slot), lay 3b*3, lay 22Jk (wilds alone), lay run, join Q,
    done; discard 4

`done` and `silent` are understood, and what the engine does not ask, since there is nothing to choose, may
be said or not. Other lines: `turn`, `score` (of both sides before the deal), `red threes 0`, `not laid`
(seats that have laid nothing although their side has opened), `rules` (a file of this folder), `ended`
(nothing is played, only scored: `out 0`, `out 0 concealed`, `stock`), `deal` (no position: the first deal
whose start pile looks so, * = any natural).

What is to come: `refused: REASON` for the last thing said (`any` = whatever the reason), `may 0: STOCK
PAIR`, what the seat was offered when it was last asked about the draw (`nothing` = not asked), `may ask 0:
GO_OUT ASK CONCEAL` likewise, `scores 0: melded 45, …, total 90`, and `then` with hand, count (of a hand),
melds, red threes, minimum, opened, lay calls (how often the lay hook was asked), pile, stock (cards left),
frozen, next (seat), ends (`out 0`, `out 0 concealed`, `stock`, `no`; but for `no`, the deal is played to its
end).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sim import moves, words

CARD = re.compile(r"\s*(10|Jk|2r|3b|3r|[24-9JQKA])(?:\*(\d+))?")
KINDS = dict(zip("456789", range(6), strict=True)) | {
    "10": words.TEN,
    "J": words.JACK,
    "Q": words.QUEEN,
    "K": words.KING,
    "A": words.ACE,
    "Jk": words.JOKER,
    "2": words.BLACK_TWO,
    "2r": words.RED_TWO,
    "3b": words.BLACK_THREE,
    "3r": words.RED_THREE,
}
NAMES = {kind: name for name, kind in KINDS.items()}
TWOS = (words.RED_TWO, words.BLACK_TWO)
SPOKEN = {
    "draw": (words.DRAW_HOOK, 0),
    "pass": (words.DRAW_HOOK, moves.LEAVE << moves.TAKE_AT),
    "done": (words.LAY_HOOK, 0),
}
HEADER = {
    "turn",
    "score",
    "frozen",
    "not laid",
    "rules",
    "ended",
    "deal",
    "refused",
    "pile",
    "stock",
}
SEATED = ("hand", "melds", "red threes", "may", "may ask", "scores")


Said = tuple[int, int, int]  # speaker, hook, answer


class NotationError(ValueError):
    """A line of a case that cannot be read."""


@dataclass
class Case:
    """One position: the lines by key, what is said turn by turn, and what is to come."""

    references: tuple[str, ...]
    title: str
    chapter: str
    lines: dict[str, str] = field(default_factory=dict)
    plays: list[tuple[int, list[Said]]] = field(default_factory=list)  # seat, and what is said in its turn
    then: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The test's id."""
        return f"{' '.join(self.references)}: {self.title}"


def cards(text: str) -> list[int]:
    """Kinds of the cards named in `text`."""
    if text.strip() in ("none", "-", ""):
        return []
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        match = CARD.match(text, at)
        if not match:
            raise NotationError(f"no card: {text[at:]!r} in {text!r}")
        found += [KINDS[match[1]]] * int(match[2] or 1)
        at = match.end()
    return found


def melds(text: str) -> list[list[int]]:
    """Melds, divided by commas."""
    return [] if text.strip() == "none" else [cards(part) for part in text.split(",")]


def rank_among(kinds: list[int]) -> int:
    """The one natural rank among the cards; -1 where there is none."""
    ranks = {kind for kind in kinds if kind < words.LANES}
    if len(ranks) > 1:
        raise NotationError(f"more than one rank: {' '.join(NAMES[kind] for kind in kinds)}")
    return ranks.pop() if ranks else -1


def packed(action: int, rank: int, slot: int, kinds: list[int]) -> int:
    """A laying answer, bit by bit as `sim.moves` documents it."""
    twos = sum(kind in TWOS for kind in kinds)
    return (
        action
        | rank << moves.RANK_AT
        | slot << moves.SLOT_AT
        | sum(kind not in (*TWOS, words.JOKER) for kind in kinds) << moves.NATURALS_AT
        | twos << moves.TWOS_AT
        | kinds.count(words.JOKER) << moves.JOKERS_AT
        | (kinds.count(words.RED_TWO) + 1 if twos else 0) << moves.RED_AT
    )


def laying(text: str) -> int:
    """`QQ`, `QQ onto Q`, `onto Q/2`, `3b*3`, `22Jk`, `run`."""
    if text == "run":
        three_hearts = words.HEARTS << moves.RANK_AT | 3 << moves.NATURALS_AT
        return moves.RUN | three_hearts | moves.NO_WILD << moves.RED_AT
    from_hand, onto, target = text.partition("onto ")
    kinds = cards(from_hand)
    if onto:
        rank, _, slot = target.partition("/")
        return packed(moves.ADD_TO, KINDS[rank.strip()], int(slot or 1) - 1, kinds)
    if set(kinds) == {words.BLACK_THREE}:
        return packed(moves.BLACK_SET, 0, 0, kinds)
    rank = rank_among(kinds)
    return packed(moves.NEW_SET if rank >= 0 else moves.WILD_MELD, max(rank, 0), 0, kinds)


def said(text: str, seat: int) -> Said:
    """(speaker, hook, answer) of one thing said in the turn of `seat`."""
    word, _, rest = text.partition(" ")
    if text in SPOKEN:
        return (seat, *SPOKEN[text])
    if word == "take":
        how = moves.TAKE_ASKING if rest.startswith("asking ") else moves.TAKE
        return seat, words.DRAW_HOOK, laying(rest.removeprefix("asking ")) | how << moves.TAKE_AT
    if word in ("ask", "out", "silent"):
        flag = moves.CONCEALED_FLAG if rest == "concealed" else 0
        return seat, words.ASK_HOOK, {"silent": 0, "out": 1, "ask": 2}[word] | flag
    if word == "lay":
        return seat, words.LAY_HOOK, laying(rest)
    if word == "join":
        return seat, words.LAY_HOOK, packed(moves.JOIN, KINDS[rest], 0, [])
    if word == "discard":
        return seat, words.DISCARD_HOOK, int(words.CODE_OF_KIND[KINDS[rest]])
    if rest in ("says yes", "says no"):
        return int(word), words.ANSWER_HOOK, int(rest == "says yes")
    raise NotationError(f"what is {text!r}?")


def read(case_lines: list[str], chapter: str) -> Case:
    """One block."""
    references, _, title = case_lines[0].partition(": ")
    case = Case(tuple(references.split(", ")), title, chapter)
    for line in case_lines[1:]:
        key, _, value = (part.strip() for part in line.partition(":"))
        if key.startswith("play "):
            seat = int(key[5:])
            parts = [part.strip() for part in value.split(";") if part.strip() not in ("", "-")]
            case.plays.append((seat, [said(part, seat) for part in parts]))
        elif key == "then":
            for part in value.split(";"):
                name, _, wanted = (piece.strip() for piece in part.partition(":"))
                case.then[name] = wanted
        elif key in HEADER or re.fullmatch(rf"({'|'.join(SEATED)}) \d", key):
            case.lines[key] = value
        else:
            raise NotationError(f"what is {key!r} in {case.name}?")
    return case


def read_all(folder: Path) -> Iterator[Case]:
    """The cases of all chapters."""
    for file in sorted(folder.glob("*.txt")):
        block: list[str] = []
        for raw in [*file.read_text(encoding="utf-8").splitlines(), ""]:
            line = raw.split("#")[0].rstrip()
            if line:
                block.append(line)
            elif block and not raw.strip():
                yield read(block, file.stem)
                block = []
