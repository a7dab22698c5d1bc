"""Who sits where in each leg of a deal, and the job that plays it; no statistics, so a replay starts without them."""

from __future__ import annotations

from collections.abc import Sequence

from analysis import repeat, specs
from analysis.setup import Setup, SetupError
from sim.batch import Job
from sim.compiled import Seating
from strategies import Strategy

Owners = tuple[tuple[int, ...], ...]
"""For each leg, which strategy (0 = A, 1 = B) plays each side."""


def legs(sides: int) -> Owners:
    """Which strategy (0 = A, 1 = B) plays which side in each leg: A side r in leg r, B all others.

    >>> legs(2)
    ((0, 1), (1, 0))
    """
    return tuple(tuple(int(side != leg) for side in range(sides)) for leg in range(sides))


def seat_order(seats: int, owners: Sequence[int], members: Sequence[Sequence[Strategy]]) -> list[Strategy]:
    """The strategy of each seat of a leg; seat s belongs to side s mod sides, partners are in seat order."""
    sides = len(owners)
    seated = []
    for seat in range(seats):
        side, place = seat % sides, seat // sides
        partners, here = members[owners[side]], len(range(side, seats, sides))
        if len(partners) not in (1, here):
            said = "+".join(partner.name for partner in partners)
            raise SetupError(f"{said} names {len(partners)} strategies for a side of {here}: it is one, or one a seat")
        seated.append(partners[place % len(partners)])
    return seated


def seated(
    names: Sequence[str | Strategy], sides: int, seats: int
) -> tuple[list[tuple[Strategy, ...]], tuple[int, ...]]:
    """Strategies by owner, and which of them owns each side: one name for all seats, one a side, or one a seat.

    Raises SetupError for any other number of names, and where one of as many names as seats names partners.
    """
    if len(names) not in (1, sides, seats):
        raise SetupError(
            f"{len(names)} strategies cannot be seated; name one for all seats, {sides} for one a side, "
            f"or {seats} for one a seat"
        )
    members = [specs.side(name) for name in names]
    if len(names) == 1:
        return members, (0,) * sides
    if len(names) == seats != sides:
        for name, member in zip(names, members, strict=True):
            if len(member) > 1:
                raise SetupError(f"{specs.label(name)} names partners; with {seats} strategies each is one a seat")
        members = [tuple(member for (member,) in members[side::sides]) for side in range(sides)]
    return members, tuple(range(sides))


def job_of(played: Setup, members: Sequence[Sequence[Strategy]], labels: Sequence[str], owners: Owners) -> Job:
    """The job that plays every leg; hooks are compiled here."""
    return Job(
        rules=played.record,
        rules_name=played.name,
        seatings=tuple(Seating(seat_order(played.seats, leg, members)) for leg in owners),
        seed=played.seed,
        scores=played.scores,
        draws=played.draws,
        replay=lambda options, leg: repeat.replay_line(labels, played, options, leg),
    )
