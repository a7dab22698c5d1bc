"""How cards of one rank can lie: every arrangement of some naturals and wilds in at most two melds of a rank.

A meld is seen as (naturals, wilds), the melds of a rank as a sorted tuple of such shapes.

>>> from tests.oracle.rules import LT_CLASSIC
>>> sorted(grow(LT_CLASSIC, (), 3, 1))       # one meld is all that four cards can make
[((3, 1),)]
>>> sorted(grow(LT_CLASSIC, ((3, 0),), 2, 1))
[((2, 1), (3, 0)), ((5, 1),)]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .melds import Shape, valid_shape
from .rules import Rules

Shapes = tuple[Shape, ...]


@cache
def grow(rules: Rules, melds: Shapes, naturals: int, wilds: int) -> frozenset[Shapes]:
    """All valid arrangements after laying exactly these cards on the melds, new ones or joined ones."""
    found = set()
    for base in {melds, *joined(rules, melds)}:
        for new in range(rules.melds_of_rank - len(base) + 1):
            for more in splits(naturals, len(base) + new):
                for wild in splits(wilds, len(base) + new):
                    old = (*base, *[(0, 0)] * new)
                    after = [(n + m, w + v) for (n, w), m, v in zip(old, more, wild, strict=True)]
                    if all(valid_shape(rules, shape) for shape in after):
                        found.add(tuple(sorted(after)))
    return frozenset(found)


def joined(rules: Rules, melds: Shapes) -> list[Shapes]:
    """The two melds as one, where the wilds allow it (L23)."""
    if len(melds) < 2:
        return []
    whole = (sum(n for n, _ in melds), sum(w for _, w in melds))
    return [(whole,)] if valid_shape(rules, whole) else []


def canasta_within(rules: Rules, melds: Shapes) -> bool:
    """There is a canasta among the melds, or joining makes one."""
    shapes = [*melds, *(whole for (whole,) in joined(rules, melds))]
    return any(sum(shape) >= rules.canasta for shape in shapes)


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as an ordered sum of `parts` numbers."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for head in range(total + 1) if parts > 1 else [total]:
        for tail in splits(total - head, parts - 1):
            yield (head, *tail)
