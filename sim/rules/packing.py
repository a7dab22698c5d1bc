"""Packs a rule set into the one record that compiled code reads: words become the numbers of `sim.words`.

Where there are no partners, asking and double going out lapse here, whatever the file says (settled 23).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.layout import LARGEST_SET, MOST_BANDS, RULES, one
from sim.rules.model import Rules
from sim.words import (
    ACE,
    ASKING_OBLIGATORY,
    ASKING_OPTIONAL,
    BLACK3_ANY_TIME,
    BLACK3_GOING_OUT,
    BLACK3_NEVER,
    BLACK_THREE,
    BLACK_TWO,
    EIGHT,
    FIVE,
    FOUR,
    FREE_BEFORE_OPENING,
    JACK,
    JOKER,
    KING,
    NINE,
    NO_ASKING,
    QUEEN,
    RED3_BY_CANASTAS,
    RED3_BY_MELD,
    RED3_BY_SEVENS,
    RED_THREE,
    RED_TWO,
    SEVEN,
    SIDE_FROZEN,
    SIX,
    TABLE_FROZEN,
    TAKE_NEVER,
    TAKE_TOP,
    TAKE_WHOLE,
    TEN,
    UNAVAILABLE,
)

LOWEST_SCORE, HIGHEST_SCORE = (
    -(10**9),
    10**9,
)  # `band_from` of the band for negative scores, and of unused bands

RANKS = {
    "four": FOUR,
    "five": FIVE,
    "six": SIX,
    "seven": SEVEN,
    "eight": EIGHT,
    "nine": NINE,
    "ten": TEN,
    "jack": JACK,
    "queen": QUEEN,
    "king": KING,
    "ace": ACE,
}
KINDS_OF = {name: (rank,) for name, rank in RANKS.items()} | {
    "joker": (JOKER,),
    "two": (RED_TWO, BLACK_TWO),
    "black three": (BLACK_THREE,),
    "red three": (RED_THREE,),
}
TAKEN = {"never": TAKE_NEVER, "whole": TAKE_WHOLE, "top card": TAKE_TOP}
BEFORE_OPENING = {
    "free": FREE_BEFORE_OPENING,
    "frozen for the side": SIDE_FROZEN,
    "frozen for the table": TABLE_FROZEN,
    "unavailable": UNAVAILABLE,
}
ASKING = {"never": NO_ASKING, "optional": ASKING_OPTIONAL, "obligatory": ASKING_OBLIGATORY}
BLACK3 = {"never": BLACK3_NEVER, "going out": BLACK3_GOING_OUT, "any time": BLACK3_ANY_TIME}
RED3 = {"a meld": RED3_BY_MELD, "canastas": RED3_BY_CANASTAS, "a canasta of sevens": RED3_BY_SEVENS}
SHOWN = {"in turn": 0, "at once, replaced in turn": 1, "at once": 2}
BAND_CANASTA = {"none": 0, "any": 1, "natural or samba": 2}
CANASTA_KINDS = {"natural": 1, "mixed": 2, "wild": 4, "sevens": 8}


def packed(rules: Rules) -> np.recarray[Any, Any]:
    """An array of one RULES record."""
    record = one(RULES)
    for part in (_deal, _pile, _melds, _opening, _going_out, _values, _bonuses, _red_threes):
        for field, value in part(rules).items():
            record[field][0] = value
    return record


def mask(kinds: tuple[str, ...]) -> int:
    """One bit for each kind named; "two" stands for both colours."""
    return sum(1 << kind for name in kinds for kind in KINDS_OF[name])


def _deal(rules: Rules) -> dict[str, Any]:
    return {
        "seats": rules.table.seats,
        "sides": rules.table.sides,
        "packs": rules.pack.packs,
        "jokers": rules.pack.jokers,
        "cards": rules.cards,
        "hand": rules.deal.hand,
        "packet": rules.deal.packet,
        "draw": rules.turn.draw,
        "target": rules.match.target,
        "double_win": rules.match.double_win,
    }


def _pile(rules: Rules) -> dict[str, Any]:
    pile = rules.pile
    return {
        "start_covered": mask(rules.start.covered),
        "start_freezes": mask(rules.start.freezes),
        "freezes": mask(pile.freezes),
        "stops": mask(pile.stops),
        "pile_taken": TAKEN[pile.taken],
        "frozen_before_opening": BEFORE_OPENING[pile.before_opening],
        "always_frozen": pile.always_frozen,
        "mix": pile.mix,
        "add": pile.add,
        "add_to_canasta": pile.add_to_canasta,
        "forced_take": pile.forced_without_stock,
        "barred_discards": mask(rules.turn.barred),
        "barred_last": mask(rules.turn.never_last),
    }


def _melds(rules: Rules) -> dict[str, Any]:
    melds, threes = rules.melds, rules.black_threes
    return {
        "wilds_at": [melds.wilds_at(size) for size in range(LARGEST_SET + 1)],
        "largest_set": LARGEST_SET if melds.largest_set == "no limit" else melds.largest_set,
        "melds_of_rank": melds.melds_of_rank,
        "complete_counts": melds.complete_melds_count,
        "black3": BLACK3[threes.laid],
        "black3_least": threes.least,
        "black3_most": 2 * rules.pack.packs if threes.most == "all" else threes.most,
        "black3_final_discard": threes.final_discard,
        "wild_meld_least": rules.wild_melds.least,
        "wild_meld_most": rules.wild_melds.most,
        "wild_lock": rules.wild_melds.lock,
        "run_least": rules.sequences.least,
        "run_most": rules.sequences.most,
        "run_wilds": rules.sequences.wilds,
    }


def _opening(rules: Rules) -> dict[str, Any]:
    bands = list(rules.opening.bands)
    unused = MOST_BANDS - len(bands)
    starts = [LOWEST_SCORE if band.start == "negative" else band.start for band in bands]
    return {
        "bands": len(bands),
        "band_from": starts + [HIGHEST_SCORE] * unused,
        "band_minimum": [band.minimum for band in bands] + [0] * unused,
        "band_canasta": [BAND_CANASTA[band.canasta] for band in bands] + [0] * unused,
    }


def _going_out(rules: Rules) -> dict[str, Any]:
    out = rules.going_out
    return {
        "canastas_needed": out.canastas,
        "kinds_needed": sum(CANASTA_KINDS[kind] for kind in out.kinds),
        "red3_needed": out.red_threes,
        "asking": ASKING[out.asking] if rules.partners else NO_ASKING,
        "final_discard": out.final_discard,
        "double_out": out.partner_may_follow and rules.partners,
        "concealed_waives_minimum": out.concealed_waives_minimum,
        "going_out": rules.scoring.going_out,
        "concealed": rules.scoring.concealed,
        "double": rules.scoring.double_going_out,
    }


def _values(rules: Rules) -> dict[str, Any]:
    values = [0] * (RED_THREE + 1)
    for name, points in rules.values:
        for kind in KINDS_OF[name.replace("_", " ")]:
            values[kind] = points
    return {"value": values}


def _bonuses(rules: Rules) -> dict[str, Any]:
    scoring, wild = rules.scoring, rules.wild_melds
    ordinary = [scoring.natural, scoring.one_wild, scoring.two_wilds, scoring.more_wilds]
    by_rank = [ordinary] * len(RANKS)
    for name, rank in RANKS.items():
        special = getattr(scoring.special, "sixes" if name == "six" else name + "s")
        if special is not None:
            by_rank[rank] = [special.natural] + [special.mixed] * 3
    by_twos = [wild.bonus] * 8
    for twos, points in {
        0: wild.special.seven_jokers,
        3: wild.special.four_jokers,
        7: wild.special.seven_twos,
    }.items():
        by_twos[twos] = by_twos[twos] if points is None else points
    return {
        "canasta_bonus": by_rank,
        "run_bonus": [rules.sequences.bonus, rules.sequences.bonus_with_wild],
        "wild_bonus": by_twos,
    }


def _red_threes(rules: Rules) -> dict[str, Any]:
    threes = rules.red_threes
    totals = [0, *threes.totals]
    return {
        "red3_total": totals + [0] * (9 - len(totals)),
        "red3_sign": RED3[threes.plus_if],
        "red3_canastas": threes.canastas,
        "red3_of_pile_replaced": threes.replaced_from_pile,
        "red3_shown": SHOWN[threes.shown],
    }
