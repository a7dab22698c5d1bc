"""What a rule set can say: one validated model, one nested table for each chapter of the rule book.

Decided here: the names of the keys, their units and the range of each value. What two keys may not say
together stands in `contradictions`, how a file is read in `source` and `resolve`, how the engine sees it in
`packing`. Every key must be given by a file or one of its parents; the few that may be left out say so.

Left out: what has no effect on a simulated deal (cutting, seating by lot, direction of play), fines for
irregularities (the engine makes only legal moves), and keys that only the other rule sets need; they come
with those.

The docstring below each field is its description, and error messages quote the allowed range from the type
beside it.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from sim.rules.contradictions import contradictions
from sim.rules.origins import Origins
from sim.words import CANASTA

SMALLEST_SET = 3  # cards; the same in every rule set

Discardable = Literal[
    "joker",
    "two",
    "black three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
Kind = Literal[Discardable, "red three"]
CanastaKind = Literal["natural", "mixed", "wild", "sevens"]

Points = Annotated[int, Field(ge=0, le=100_000, multiple_of=5)]
Score = Annotated[int, Field(ge=-100_000, le=1_000_000, multiple_of=5)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]


class _Table(BaseModel):
    """A table of the file: frozen, no conversion of types, no unknown key."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)


class Seating(_Table):
    """Who plays."""

    seats: Annotated[int, Field(ge=2, le=6)]
    """Seats that play a deal."""
    sides: Annotated[int, Field(ge=2, le=6)]
    """Sides that score; seat s belongs to side s mod sides, so partners never sit next to each other."""


class Pack(_Table):
    """The cards: packs of 52 and jokers."""

    packs: Annotated[int, Field(ge=1, le=4)]
    """Packs of 52 cards."""
    jokers: Annotated[int, Field(ge=0, le=16)]
    """Jokers in all packs together."""


class Deal(_Table):
    """What each seat is dealt."""

    hand: Annotated[int, Field(ge=1, le=100)]
    """Cards dealt to each seat."""
    packet: Annotated[int, Field(ge=0, le=100)]
    """Cards of each seat's face-down packet, his once he has laid a canasta; 0 = no packet."""


class Start(_Table):
    """The card turned to begin the discard pile."""

    covered: tuple[Kind, ...]
    """Kinds that are covered by the next stock card when they come as start card."""
    freezes: tuple[Kind, ...]
    """Kinds that freeze the pile for everybody when they come as start card."""


class Turn(_Table):
    """Drawing and discarding."""

    draw: Annotated[int, Field(ge=1, le=5)]
    """Cards drawn from the stock in a turn; one is discarded."""
    barred: tuple[Discardable, ...]
    """Kinds that may not be discarded until every side has a canasta of sevens."""
    never_last: tuple[Discardable, ...]
    """Kinds that may not be the final discard when going out."""


class Pile(_Table):
    """When and how the discard pile may be taken."""

    taken: Literal["never", "whole", "top card"]
    """What a take brings: the whole pile, its top card alone, or nothing because it is never taken."""
    before_opening: Literal["free", "frozen for the side", "frozen for the table", "unavailable"]
    """The pile for a side that has not opened; "for the table" lasts until anybody has melded."""
    always_frozen: bool
    """True: the pile is taken with a pair of naturals only, for ever."""
    freezes: tuple[Discardable, ...]
    """Kinds that freeze the pile for everybody, until it is taken, when they are discarded."""
    stops: tuple[Discardable, ...]
    """Kinds that forbid taking while they lie on top."""
    mix: bool
    """True: an unfrozen pile may be taken with one natural and one wild."""
    add: bool
    """True: the top card of an unfrozen pile may be taken onto a meld of the side."""
    add_to_canasta: bool
    """True: also onto a meld that is a canasta already."""
    forced_without_stock: bool
    """True: when the stock is gone, a player who can take the pile must."""


class Melds(_Table):
    """Sets of one rank, three cards or more."""

    largest_set: Annotated[int, Field(ge=CANASTA, le=32)] | Literal["no limit"]
    """Cards in a set at most."""
    most_wilds: Annotated[int, Field(ge=0, le=16)] | Literal["no limit"]
    """Wilds in a set at most, whatever its size."""
    least_naturals: Annotated[int, Field(ge=1, le=7)]
    """Naturals in a set at least."""
    least_naturals_in_canasta: Annotated[int, Field(ge=1, le=7)]
    """Naturals in a set of seven or more at least."""
    wilds_against_naturals: Literal["any", "not more", "fewer"]
    """How the wilds of a set compare with its naturals: any number, not more than them, or fewer than
    them.
    """
    melds_of_rank: Annotated[int, Field(ge=1, le=2)]
    """Open melds of one rank that a side may have; a set is open unless it is complete at `largest_set`."""
    complete_melds_count: bool
    """True: complete melds count among them too, so that no further one of the rank may follow."""

    def wilds_at(self, size: int) -> int:
        """Most wilds in a set of `size` cards, -1 where no set of that size may exist."""
        largest = size if self.largest_set == "no limit" else self.largest_set
        if not SMALLEST_SET <= size <= largest:
            return -1
        naturals = self.least_naturals
        if size >= CANASTA:
            naturals = max(naturals, self.least_naturals_in_canasta)
        limits = [size - naturals]
        if self.most_wilds != "no limit":
            limits.append(self.most_wilds)
        if self.wilds_against_naturals != "any":
            limits.append(size // 2 if self.wilds_against_naturals == "not more" else (size - 1) // 2)
        return max(min(limits), -1)


class Sequences(_Table):
    """Melds of consecutive naturals of one suit, four low and ace high."""

    least: Annotated[int, Field(ge=0, le=11)]
    """Cards in a sequence at least; 0 = no sequences."""
    most: Annotated[int, Field(ge=0, le=11)]
    """Cards in a sequence at most; 0 = no sequences."""
    wilds: Annotated[int, Field(ge=0, le=4)]
    """Wilds in a sequence at most."""
    bonus: Points
    """Points for a sequence of seven without a wild."""
    bonus_with_wild: Points
    """Points for a sequence of seven with a wild."""


class WildSpecials(_Table):
    """Wild canastas with a bonus of their own; each key may be left out and then earns the ordinary wild
    bonus.
    """

    seven_jokers: Points | None = None
    """Points for seven jokers."""
    four_jokers: Points | None = None
    """Points for four jokers and three twos."""
    seven_twos: Points | None = None
    """Points for seven twos."""


class WildMelds(_Table):
    """Melds of jokers and twos alone."""

    least: Annotated[int, Field(ge=0, le=7)]
    """Cards in a wild meld at least; 0 = no wild melds."""
    most: Annotated[int, Field(ge=0, le=7)]
    """Cards in a wild meld at most; 0 = no wild melds."""
    lock: bool
    """True: a side with an unfinished wild meld and a mixed canasta adds further wilds only to the wild
    meld.
    """
    bonus: Points
    """Points for a wild canasta (seven cards)."""
    special: WildSpecials = WildSpecials()
    """Compositions with a bonus of their own; may be left out."""


class BlackThrees(_Table):
    """Sets of black threes, without wilds."""

    laid: Literal["never", "going out", "any time"]
    """When a set of black threes may be laid."""
    least: Annotated[int, Field(ge=3, le=8)]
    """Cards in such a set at least."""
    most: Annotated[int, Field(ge=3, le=8)] | Literal["all"]
    """Cards in such a set at most; "all" = every black three of the packs."""
    final_discard: bool
    """True: a final discard may follow them in the turn of going out."""


class Band(_Table):
    """From which score on which minimum holds."""

    start: Score | Literal["negative"] = Field(alias="from")
    """Match score of the side before the deal, points; "negative" = every score below the next band."""
    minimum: Points
    """Card values that the opening must reach, points."""
    canasta: Literal["none", "any", "natural or samba"] = "none"
    """Canasta that the opening must contain; may be left out."""


class Opening(_Table):
    """The initial meld of a side in a deal."""

    bands: Annotated[tuple[Band, ...], Field(min_length=1, max_length=8)]
    """Minimum by the side's score; the highest band that is not above the score holds."""


class GoingOut(_Table):
    """Ending the deal by playing the last card."""

    canastas: Annotated[int, Field(ge=0, le=10)]
    """Canastas that the side must have."""
    kinds: tuple[CanastaKind, ...]
    """Kinds of which the side must have one canasta each; one of sevens counts as nothing else."""
    red_threes: Annotated[int, Field(ge=0, le=8)]
    """Red threes that the side must have."""
    asking: Literal["never", "optional", "obligatory"]
    """Whether a player asks his partner; without a partner it lapses."""
    final_discard: bool
    """True: the last card may be discarded."""
    partner_may_follow: bool
    """True: double going out, the partner may at once lay down his whole hand; without a partner it
    lapses.
    """
    concealed_waives_minimum: bool
    """True: no opening minimum in a turn that ends concealed after a draw from the stock."""


class SpecialCanasta(_Table):
    """What a canasta of one rank earns in place of the ordinary bonus."""

    natural: Points
    """Points for a natural canasta of the rank."""
    mixed: Points
    """Points for a mixed canasta of the rank, whatever its wilds."""


class SpecialCanastas(_Table):
    """Ranks whose canastas have a bonus of their own; each may be left out."""

    aces: SpecialCanasta | None = None
    """Points for a canasta of aces."""
    kings: SpecialCanasta | None = None
    """Points for a canasta of kings."""
    queens: SpecialCanasta | None = None
    """Points for a canasta of queens."""
    jacks: SpecialCanasta | None = None
    """Points for a canasta of jacks."""
    tens: SpecialCanasta | None = None
    """Points for a canasta of tens."""
    nines: SpecialCanasta | None = None
    """Points for a canasta of nines."""
    eights: SpecialCanasta | None = None
    """Points for a canasta of eights."""
    sevens: SpecialCanasta | None = None
    """Points for a canasta of sevens."""
    sixes: SpecialCanasta | None = None
    """Points for a canasta of sixes."""
    fives: SpecialCanasta | None = None
    """Points for a canasta of fives."""
    fours: SpecialCanasta | None = None
    """Points for a canasta of fours."""


class Scoring(_Table):
    """Bonuses beside the card values; those of sequences and wild melds stand in their own tables."""

    going_out: Points
    """Points for going out."""
    concealed: Points
    """Points for going out concealed, on top of `going_out`."""
    double_going_out: Points
    """Points when the partner follows with his whole hand, on top of `going_out`."""
    natural: Points
    """Points for a canasta without wilds."""
    one_wild: Points
    """Points for a mixed canasta with one wild."""
    two_wilds: Points
    """Points for a mixed canasta with two wilds."""
    more_wilds: Points
    """Points for a mixed canasta with three or more wilds."""
    special: SpecialCanastas = SpecialCanastas()
    """Ranks with a bonus of their own; may be left out."""


class RedThrees(_Table):
    """The bonus cards."""

    totals: Annotated[tuple[Points, ...], Field(min_length=2, max_length=8)]
    """Points for one, two, … all red threes together."""
    plus_if: Literal["a meld", "canastas", "a canasta of sevens"]
    """What makes them a bonus, else a fine; "a meld": or having gone out."""
    canastas: Annotated[int, Field(ge=0, le=10)]
    """Canastas that make them a bonus where `plus_if` says "canastas", else 0."""
    replaced_from_pile: bool
    """True: a red three found in a taken pile is replaced from the stock."""
    shown: Literal["in turn", "at once, replaced in turn", "at once"]
    """When dealt red threes are exposed and replaced: in the player's first turn, or after the deal."""


class Match(_Table):
    """The whole game."""

    target: Annotated[int, Field(ge=5, le=1_000_000, multiple_of=5)]
    """Points that end the match."""
    double_win: bool
    """True: a side that makes the whole target in one deal wins double."""


class Values(_Table):
    """What each card counts, in a meld for its side and in a hand against it. Red threes have their own
    table.
    """

    joker: Points
    """Points of a joker."""
    two: Points
    """Points of a two."""
    ace: Points
    """Points of an ace."""
    king: Points
    """Points of a king."""
    queen: Points
    """Points of a queen."""
    jack: Points
    """Points of a jack."""
    ten: Points
    """Points of a ten."""
    nine: Points
    """Points of a nine."""
    eight: Points
    """Points of an eight."""
    seven: Points
    """Points of a seven."""
    six: Points
    """Points of a six."""
    five: Points
    """Points of a five."""
    four: Points
    """Points of a four."""
    black_three: Points
    """Points of a black three."""


class Rules(_Table):
    """A complete rule set."""

    name: Line
    """Id of the rule set; the name of its file where the file gives none. Not inherited."""
    description: Line
    """One line that says which game this is. Not inherited."""
    version: Annotated[int, Field(ge=1, le=1_000_000)]
    """Counts the changes of what the file says. Not inherited."""

    table: Seating
    pack: Pack
    deal: Deal
    start: Start
    turn: Turn
    pile: Pile
    melds: Melds
    sequences: Sequences
    wild_melds: WildMelds
    black_threes: BlackThrees
    opening: Opening
    going_out: GoingOut
    scoring: Scoring
    red_threes: RedThrees
    match: Match
    values: Values

    _origins: Origins = PrivateAttr(default_factory=Origins)

    @property
    def cards(self) -> int:
        """Cards in all packs with their jokers."""
        return 52 * self.pack.packs + self.pack.jokers

    @property
    def partners(self) -> bool:
        """True where a side has more than one seat."""
        return self.table.seats > self.table.sides

    @model_validator(mode="after")
    def _no_contradiction(self) -> Self:
        found = contradictions(self)
        if found:
            sentences = "\n".join(one.sentence for one in found)
            raise PydanticCustomError("contradiction", "{sentences}", {"sentences": sentences, "found": found})
        return self
