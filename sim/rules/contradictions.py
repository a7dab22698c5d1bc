"""What two or more keys of a rule set may not say together, one short check each.

A check yields a `Contradiction`: the keys concerned (the first one that the user's own file gives tells the
line) and one sentence that names them and says why. Ranges of single values stand in `model`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sim.words import CANASTA, MOST_CARDS

if TYPE_CHECKING:
    from sim.rules.model import Rules


class Contradiction(NamedTuple):
    """Keys that do not fit together, and the sentence that says so."""

    keys: tuple[str, ...]
    sentence: str


def contradictions(rules: Rules) -> list[Contradiction]:
    """Every contradiction of a rule set, in the order of its tables."""
    return [found for check in CHECKS for found in check(rules)]


def _sides_divide_seats(rules: Rules) -> Iterator[Contradiction]:
    seats, sides = rules.table.seats, rules.table.sides
    if seats % sides:
        yield Contradiction(
            ("table.sides", "table.seats"),
            f"table.sides is {sides}, which does not divide table.seats ({seats}); every side needs as many seats",
        )


def _pack_fits_the_records(rules: Rules) -> Iterator[Contradiction]:
    if rules.cards > MOST_CARDS:
        yield Contradiction(
            ("pack.jokers", "pack.packs"),
            f"pack.packs and pack.jokers make {rules.cards} cards; at most {MOST_CARDS} are allowed",
        )


def _deal_fits_the_pack(rules: Rules) -> Iterator[Contradiction]:
    dealt = rules.table.seats * (rules.deal.hand + rules.deal.packet)
    if dealt + 2 > rules.cards:
        yield Contradiction(
            ("deal.hand", "deal.packet", "pack.packs", "pack.jokers", "table.seats"),
            f"deal.hand and deal.packet need {dealt} cards for {rules.table.seats} seats, a start card"
            " and a stock of one"
            f" two more, but pack.packs and pack.jokers make only {rules.cards}",
        )


def _no_duplicates(rules: Rules) -> Iterator[Contradiction]:
    lists: dict[str, tuple[str, ...]] = {
        "start.covered": rules.start.covered,
        "start.freezes": rules.start.freezes,
        "turn.barred": rules.turn.barred,
        "turn.never_last": rules.turn.never_last,
        "pile.freezes": rules.pile.freezes,
        "pile.stops": rules.pile.stops,
        "going_out.kinds": rules.going_out.kinds,
    }
    for key, entries in lists.items():
        twice = [entry for entry in dict.fromkeys(entries) if entries.count(entry) > 1]
        if twice:
            yield Contradiction((key,), f'{key} names "{twice[0]}" more than once; each kind is allowed once')


def _takes_are_possible(rules: Rules) -> Iterator[Contradiction]:
    pile = rules.pile
    if pile.always_frozen and (pile.mix or pile.add):
        yield Contradiction(
            ("pile.always_frozen", "pile.mix", "pile.add"),
            "pile.always_frozen is true, so only pairs take the pile, and pile.mix and pile.add must be false",
        )
    if pile.add_to_canasta and not pile.add:
        yield Contradiction(
            ("pile.add_to_canasta", "pile.add"),
            "pile.add_to_canasta is true, which needs pile.add to be true too",
        )
    if pile.add_to_canasta and rules.melds.largest_set == CANASTA:
        yield Contradiction(
            ("pile.add_to_canasta", "melds.largest_set"),
            f"pile.add_to_canasta is true, but melds.largest_set ({CANASTA}) closes every canasta",
        )
    if pile.mix and rules.melds.wilds_at(3) == 0:
        yield Contradiction(
            ("pile.mix", "melds.least_naturals", "melds.most_wilds"),
            "pile.mix is true, but melds.most_wilds and melds.least_naturals allow no wild in a set of three",
        )
    if pile.forced_without_stock and pile.taken == "never":
        yield Contradiction(
            ("pile.forced_without_stock", "pile.taken"),
            'pile.forced_without_stock is true, but pile.taken is "never"; a pile that is never taken forces nobody',
        )


def _naturals_fit_the_sizes(rules: Rules) -> Iterator[Contradiction]:
    least, in_canasta = rules.melds.least_naturals, rules.melds.least_naturals_in_canasta
    if least > 3:
        yield Contradiction(
            ("melds.least_naturals",),
            f"melds.least_naturals is {least}, but sets start at three cards; from 1 to 3 are allowed",
        )
    if in_canasta < least:
        yield Contradiction(
            ("melds.least_naturals_in_canasta", "melds.least_naturals"),
            f"melds.least_naturals_in_canasta is {in_canasta}, fewer than melds.least_naturals ({least})"
            " asks of any set",
        )


def _sequence_sizes(rules: Rules) -> Iterator[Contradiction]:
    runs = rules.sequences
    if runs.least == runs.most == 0:
        for key, value in {
            "bonus": runs.bonus,
            "bonus_with_wild": runs.bonus_with_wild,
            "wilds": runs.wilds,
        }.items():
            if value:
                yield Contradiction(
                    (f"sequences.{key}", "sequences.least", "sequences.most"),
                    f"sequences.{key} is {value}, but sequences.least and sequences.most allow no sequences (0)",
                )
        return
    yield from _sizes("sequences", runs.least, runs.most)
    if runs.bonus_with_wild and not runs.wilds:
        yield Contradiction(
            ("sequences.bonus_with_wild", "sequences.wilds"),
            f"sequences.bonus_with_wild is {runs.bonus_with_wild}, but sequences.wilds allows no wild in"
            " a sequence (0)",
        )


def _wild_meld_sizes(rules: Rules) -> Iterator[Contradiction]:
    wild = rules.wild_melds
    if wild.least or wild.most:
        yield from _sizes("wild_melds", wild.least, wild.most)
        return
    given = {"bonus": wild.bonus, "lock": wild.lock}
    given |= {f"special.{key}": value for key, value in wild.special if value}
    for key, value in given.items():
        if value:
            shown = str(value).lower()
            yield Contradiction(
                (f"wild_melds.{key}", "wild_melds.least", "wild_melds.most"),
                f"wild_melds.{key} is {shown}, but wild_melds.least and wild_melds.most allow no wild melds (0)",
            )


def _sizes(table: str, least: int, most: int) -> Iterator[Contradiction]:
    keys = (f"{table}.least", f"{table}.most")
    if least < 3:
        yield Contradiction(keys, f"{table}.least is {least}; 0 with {table}.most 0, or 3 and more, are allowed")
    elif most < CANASTA:
        yield Contradiction(
            keys[::-1],
            f"{table}.most is {most}, so none could become a canasta; {CANASTA} or more are allowed",
        )
    elif least > most:
        yield Contradiction(keys, f"{table}.least is {least}, more than {table}.most ({most})")


def _wild_specials_occur(rules: Rules) -> Iterator[Contradiction]:
    special, jokers = rules.wild_melds.special, rules.pack.jokers
    needs = {"seven_jokers": (7, jokers), "four_jokers": (4, jokers), "seven_twos": (7, 4 * rules.pack.packs)}
    for key, (needed, there) in needs.items():
        if getattr(special, key) and there < needed:
            source = "pack.packs" if key == "seven_twos" else "pack.jokers"
            cards = "twos" if key == "seven_twos" else "jokers"
            yield Contradiction(
                (f"wild_melds.special.{key}", source),
                f"wild_melds.special.{key} pays for {needed} {cards}, but {source} gives only {there}",
            )


def _black_threes(rules: Rules) -> Iterator[Contradiction]:
    threes, there = rules.black_threes, 2 * rules.pack.packs
    most = there if threes.most == "all" else threes.most
    if threes.laid == "never":
        return
    if most > there:
        yield Contradiction(
            ("black_threes.most", "pack.packs"),
            f"black_threes.most is {most}, but pack.packs ({rules.pack.packs}) gives only {there} black threes",
        )
    elif threes.least > most:
        yield Contradiction(
            ("black_threes.least", "black_threes.most", "pack.packs"),
            f"black_threes.least is {threes.least}, but a set may have at most {most} (black_threes.most, pack.packs)",
        )
    if threes.final_discard and not rules.going_out.final_discard:
        yield Contradiction(
            ("black_threes.final_discard", "going_out.final_discard"),
            "black_threes.final_discard is true, but going_out.final_discard forbids every final discard",
        )


def _bands_ascend(rules: Rules) -> Iterator[Contradiction]:
    starts = [band.start for band in rules.opening.bands]
    key = ("opening.bands",)
    if starts[0] != "negative":
        yield Contradiction(key, f'opening.bands starts from {starts[0]}; the first band must be from = "negative"')
    later = starts[1:]
    if "negative" in later:
        yield Contradiction(key, 'opening.bands says from = "negative" more than once; only the first band may')
        return
    for low, high in pairwise(later):
        if int(low) >= int(high):
            yield Contradiction(
                key, f"opening.bands goes from {low} to {high}; each band must start above the one before"
            )


def _going_out_is_possible(rules: Rules) -> Iterator[Contradiction]:
    out = rules.going_out
    if out.canastas < len(set(out.kinds)):
        yield Contradiction(
            ("going_out.canastas", "going_out.kinds"),
            f"going_out.canastas is {out.canastas}, but going_out.kinds asks for {len(out.kinds)} different canastas",
        )
    if "wild" in out.kinds and not rules.wild_melds.most:
        yield Contradiction(
            ("going_out.kinds", "wild_melds.most"),
            'going_out.kinds asks for a "wild" canasta, but wild_melds.most allows no wild melds (0)',
        )
    if "mixed" in out.kinds and rules.melds.most_wilds == 0:
        yield Contradiction(
            ("going_out.kinds", "melds.most_wilds"),
            'going_out.kinds asks for a "mixed" canasta, but melds.most_wilds allows no wild in a set (0)',
        )
    if out.red_threes > 2 * rules.pack.packs:
        yield Contradiction(
            ("going_out.red_threes", "pack.packs"),
            f"going_out.red_threes is {out.red_threes}, but pack.packs gives only {2 * rules.pack.packs} red threes",
        )
    if rules.scoring.double_going_out and not out.partner_may_follow:
        yield Contradiction(
            ("scoring.double_going_out", "going_out.partner_may_follow"),
            f"scoring.double_going_out is {rules.scoring.double_going_out}, but going_out.partner_may_follow is false",
        )


def _red_threes(rules: Rules) -> Iterator[Contradiction]:
    threes, there = rules.red_threes, 2 * rules.pack.packs
    if len(threes.totals) != there:
        yield Contradiction(
            ("red_threes.totals", "pack.packs"),
            f"red_threes.totals has {len(threes.totals)} entries, but pack.packs ({rules.pack.packs})"
            f" gives {there} red"
            f" threes; {there} entries are allowed",
        )
    if threes.plus_if == "canastas" and not threes.canastas:
        yield Contradiction(
            ("red_threes.canastas", "red_threes.plus_if"),
            'red_threes.plus_if is "canastas", but red_threes.canastas is 0; 1 or more are allowed',
        )
    if threes.plus_if != "canastas" and threes.canastas:
        yield Contradiction(
            ("red_threes.canastas", "red_threes.plus_if"),
            f'red_threes.canastas is {threes.canastas}, but red_threes.plus_if is "{threes.plus_if}";'
            " only 0 is allowed",
        )


CHECKS: tuple[Callable[[Rules], Iterator[Contradiction]], ...] = (
    _sides_divide_seats,
    _pack_fits_the_records,
    _deal_fits_the_pack,
    _no_duplicates,
    _takes_are_possible,
    _naturals_fit_the_sizes,
    _sequence_sizes,
    _wild_meld_sizes,
    _wild_specials_occur,
    _black_threes,
    _bands_ascend,
    _going_out_is_possible,
    _red_threes,
)
