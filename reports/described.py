"""`canasta simulate` as text: what strategies made of the deals, or who won the matches, and how to repeat it.

Draws and never computes.
"""

from __future__ import annotations

import math

from analysis.match_simulation import MatchSimulation
from analysis.numbers import Number
from analysis.sides import POINTS, SHARES
from analysis.simulation import Player, Simulation
from reports.digits import counted, decimals_for, percent, points
from reports.players import KINDS, LABELS, NAME_WIDTH, aligned, ended, error, short

LINES = (
    {"score": "points"}
    | {part: f"  {label}" for part, label in LABELS.items()}
    | {"takes": "piles taken", "taken": "  cards in them"}
    | {f"canastas_{kind}": label for kind, label in KINDS.items()}
    | {"opened": "opened", "out": "went out", "concealed": "  concealed"}
)
"""What is told of a side, in this order."""
ALWAYS = ("score", "takes", "taken", "canastas_natural", "canastas_mixed", *SHARES)
"""What is told also where it never happened."""
MOST_WITH_INTERVALS = 2  # players; the columns of more would be too wide
MOST_DECIMALS = 4
LEGEND = "± is one standard error over deals, (a … b) a 95 % interval."


def simulation(result: Simulation) -> str:
    """The whole answer about deals, without the line break at its end; a partial one says so first."""
    parts = [f"stopped early, {result.hands:,} of {result.planned:,} deals"] if not result.complete else []
    parts += [_asked(result, _counted(result.hands, "deal")), _table(result), _played(result), result.command]
    return "\n\n".join(parts)


def match_simulation(result: MatchSimulation) -> str:
    """The whole answer about matches."""
    parts = [f"stopped early, {result.matches:,} of {result.planned:,} matches"] if not result.complete else []
    asked = _asked(result, f"{_counted(result.matches, 'match', 'es')} to {result.target:,} points")
    return "\n\n".join([*parts, asked, _won(result), result.command])


def _counted(number: int, noun: str, plural: str = "s") -> str:
    return f"{number:,} {noun}{plural if number != 1 else ''}"


def _asked(result: Simulation | MatchSimulation, what: str) -> str:
    who = result.strategies
    seated = f"{who[0]} at all seats" if len(who) == 1 else f"{', '.join(who)} in seat order"
    if len(who) == len(result.scores) > 1:
        seated = ", ".join(f"{name} on side {side}" for side, name in enumerate(who))
    lines = [f"{seated}, by the rules {result.rules}", f"{what}, seed {result.seed}, one seating"]
    if any(result.scores):
        lines.append(f"scores before them: {', '.join(map(str, result.scores))}")
    if result.draws != "queues":
        lines.append(f"draws: {result.draws}")
    return "\n".join(lines)


def _table(result: Simulation) -> str:
    players = result.players
    roomy = len(players) <= MOST_WITH_INTERVALS
    lines = [("per hand and side", *(short(player.strategy) for player in players))]
    for name, label in LINES.items():
        found = [player.numbers[name] for player in players]
        if name in ALWAYS or any(number.value for number in found):
            lines.append((label, *(_cell(name, number, roomy=roomy) for number in found)))
    lines.append(("standard deviation", *(_deviation(player) for player in players)))
    for q in players[0].quantiles:
        label = "median of points" if q == 0.5 else f"{100 * q:g} % have at most"
        lines.append((label, *(_quantile(player.quantiles[q], roomy=roomy) for player in players)))
    return aligned(lines)


def _cell(name: str, number: Number, *, roomy: bool) -> str:
    if name in SHARES:
        return _share(number) if roomy else percent(number.value)
    if name in POINTS:
        return f"{points(number.value, number.se)} ± {error(number.se)}"
    return _count(number)


def _share(number: Number) -> str:
    """A share and its interval in per cent, with decimals enough that nothing seems to be none or all."""
    shown = [100 * share for share in (number.value, number.low, number.high)]
    decimals = max(1, decimals_for((shown[2] - shown[1]) / 4))
    while decimals < MOST_DECIMALS and any(round(each, decimals) in (0, 100) for each in shown if 0 < each < 100):
        decimals += 1
    value, low, high = (f"{each:.{decimals}f}" if 0 < each < 100 else f"{each:.0f}" for each in shown)
    return f"{value} % ({low} … {high})"


def _count(number: Number) -> str:
    """At least two decimals, one more where the error is smaller than they show."""
    digits = 3 if 0 < number.se < 0.005 else 2
    spread = f"{number.se:.{digits}f}" if math.isfinite(number.se) else "?"
    return f"{number.value:.{digits}f} ± {spread}"


def _deviation(player: Player) -> str:
    return f"{player.sd:,.0f}" if math.isfinite(player.sd) else "?"


def _quantile(number: Number, *, roomy: bool) -> str:
    if not (roomy and math.isfinite(number.low) and math.isfinite(number.high)):
        return f"{number.value:,.0f}"
    return f"{number.value:,.0f} ({number.low:,.0f} … {number.high:,.0f})"


def _played(result: Simulation) -> str:
    shares = {how: share.value for how, share in result.endings.items()}
    lines = [LEGEND, f"Hands ended: {ended(shares)}.", _turns(result)]
    if math.isfinite(result.first.se):
        lines.append(f"Having the first turn is worth {_with_error(result.first.mean, result.first.se)} points a hand.")
        margins = (f"side {side} {_with_error(each.mean, each.se)}" for side, each in enumerate(result.margins))
        lines.append(f"Margin over the others, points a hand: {', '.join(margins)}.")
    return "\n".join(lines)


def _turns(result: Simulation) -> str:
    turns, at = result.turns, {q: f"{number.value:.0f}" for q, number in result.turn_quantiles.items()}
    if math.isnan(turns.se):
        return f"{turns.value:.0f} turns."
    spread = f"half of all hands take {at[0.25]} to {at[0.75]}, nine in ten {at[0.05]} to {at[0.95]}"
    return f"{_count(turns)} turns a hand; {spread}."


def _with_error(value: float, se: float) -> str:
    return f"{points(value, se, sign=True)} ± {error(se)}"


def _won(result: MatchSimulation) -> str:
    length = result.hands_per_match
    digits = max(2, decimals_for(length.se))
    spread = "" if math.isnan(length.se) else f" ± {length.se:.{digits}f}"
    lines = [("hands a match", f"{length.mean:.{digits}f}{spread}")]
    for side, (name, share) in enumerate(zip(result.sides, result.wins, strict=True)):
        told = "no match was finished"
        if result.finished:
            ends = f"{100 * share.low:.1f} … {100 * share.high:.1f} %"
            told = f"wins {percent(share.share)} of {result.finished:,} (95 % interval {ends})"
        if result.doubled[side]:
            told += f", {result.doubled[side]:,} of them doubled"
        lines.append((f"side {side}", f"{name} {told}"))
    if result.unfinished:
        lines.append(
            ("unfinished", f"{result.unfinished:,} matches, after {counted(result.most_hands, 'hand')}; nobody's")
        )
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in lines)
