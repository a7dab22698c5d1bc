"""What the model can say and the engine does not play yet: one row a feature, taken out when it is built.

Numbers are not listed: any pack, hand, value, bonus, band, target or limit of wilds that the model accepts is
played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.rules.model import Rules


class _Gap(NamedTuple):
    found: Callable[[Rules], bool]
    key: str
    played: str  # what the engine plays, as the second half of a sentence


GAPS = (
    _Gap(lambda r: (r.table.seats, r.table.sides) != (4, 2), "table.seats", "four seats in two sides only"),
    _Gap(lambda r: r.deal.packet > 0, "deal.packet", "without packets only (0)"),
    _Gap(lambda r: r.turn.draw != 1, "turn.draw", "one drawn card only (1)"),
    _Gap(lambda r: bool(r.turn.barred), "turn.barred", "without barred discards only ([])"),
    _Gap(lambda r: bool(r.turn.never_last), "turn.never_last", "without barred final discards only ([])"),
    _Gap(lambda r: r.pile.taken != "whole", "pile.taken", 'a pile that is taken "whole" only'),
    _Gap(
        lambda r: r.pile.before_opening != "frozen for the side",
        "pile.before_opening",
        'a pile that is "frozen for the side" before its opening only',
    ),
    _Gap(lambda r: r.pile.always_frozen, "pile.always_frozen", "a pile that is not always frozen only (false)"),
    _Gap(
        lambda r: not {"joker", "two"} <= set(r.pile.stops),
        "pile.stops",
        'a pile that stops at least under "joker" and "two" only',
    ),
    _Gap(lambda r: r.melds.largest_set != "no limit", "melds.largest_set", 'sets of any size only ("no limit")'),
    _Gap(lambda r: r.sequences.most > 0, "sequences.most", "without sequences only (0)"),
    _Gap(lambda r: r.wild_melds.most > 0, "wild_melds.most", "without wild melds only (0)"),
    _Gap(
        lambda r: r.black_threes.laid == "any time",
        "black_threes.laid",
        'black threes that are laid "never" or when "going out" only',
    ),
    _Gap(
        lambda r: r.black_threes.laid == "going out" and not r.black_threes.final_discard,
        "black_threes.final_discard",
        "black threes with a free final discard only (true)",
    ),
    _Gap(
        lambda r: any(band.canasta != "none" for band in r.opening.bands),
        "opening.bands",
        'bands that need no canasta only (canasta = "none")',
    ),
    _Gap(
        lambda r: r.going_out.canastas not in (1, 2),
        "going_out.canastas",
        "one or two canastas to go out only (1, 2)",
    ),
    _Gap(lambda r: bool(r.going_out.kinds), "going_out.kinds", "without kinds of canastas asked for only ([])"),
    _Gap(lambda r: r.going_out.red_threes > 0, "going_out.red_threes", "without red threes asked for only (0)"),
    _Gap(lambda r: r.going_out.asking == "obligatory", "going_out.asking", 'asking "optional" or "never" only'),
    _Gap(lambda r: not r.going_out.final_discard, "going_out.final_discard", "a free final discard only (true)"),
    _Gap(
        lambda r: r.going_out.partner_may_follow,
        "going_out.partner_may_follow",
        "no double going out only (false)",
    ),
    _Gap(
        lambda r: r.going_out.concealed_waives_minimum,
        "going_out.concealed_waives_minimum",
        "concealed going out with the minimum only (false)",
    ),
    _Gap(
        lambda r: r.red_threes.plus_if != "a meld",
        "red_threes.plus_if",
        'red threes that count by "a meld" only',
    ),
    _Gap(
        lambda r: not r.red_threes.replaced_from_pile,
        "red_threes.replaced_from_pile",
        "red threes of the pile that are replaced only (true)",
    ),
    _Gap(
        lambda r: r.red_threes.shown != "in turn",
        "red_threes.shown",
        'red threes that are shown "in turn" only',
    ),
)


def gaps(rules: Rules) -> list[str]:
    """One sentence for each feature of the rule set that the engine does not play yet."""
    return [f"{gap.key}: the engine plays {gap.played} so far" for gap in GAPS if gap.found(rules)]
