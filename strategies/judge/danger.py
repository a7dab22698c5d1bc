"""What the next opponent may do with a card: masks of ranks (lanes 0 or 1), from public memory alone."""

from __future__ import annotations

import numpy as np

from sim.bits import at_least
from sim.jit import kernel
from strategies.judge.cards import some


@kernel
def frozen_for(table, seat):
    """True if this seat needs a natural pair to take: the pile is frozen, or his side has not opened (L27, L28)."""
    return table.frozen != 0 or table.rules.always_frozen != 0 or table.sides[table.side_of[seat]].opened == 0


@kernel
def takes_for_sure(table, seat, frozen):
    """Ranks that his side has melded: he adds the card and has the pile (L31). None while it is frozen for him."""
    return np.int64(0) if frozen else some(table.sides[table.side_of[seat]].naturals[0])


@kernel
def holds_for_sure(table, seat, frozen):
    """Ranks of which he is known to hold a pair, or, where a wild helps, a card: they came with a pile (MN9)."""
    return at_least(table.known[seat], 2) if frozen else some(table.known[seat])


@kernel
def has_passed(table, seat):
    """Ranks that he threw himself, or saw on top of the pile and did not take (MN9)."""
    return some(table.discarded[seat] | table.left_lying[seat])
