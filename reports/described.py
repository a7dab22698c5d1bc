"""`canasta simulate` as text: what strategies made of the deals, or who won the matches, and how to repeat it.

Draws and never computes.
"""

from __future__ import annotations

import math

from analysis.match_simulation import MatchSimulation
from analysis.simulation import Simulation
from reports.digits import decimals_for, percent, points
from reports.players import NAME_WIDTH, aligned, ended, error, rows, short


def simulation(result: Simulation) -> str:
    """The whole answer about deals, without the line break at its end; a partial one says so first."""
    parts = [f"stopped early, {result.hands:,} of {result.planned:,} deals"] if not result.complete else []
    parts += [_asked(result, f"{result.hands:,} deals"), _table(result), _played(result), result.command]
    return "\n\n".join(parts)


def match_simulation(result: MatchSimulation) -> str:
    """The whole answer about matches."""
    parts = [f"stopped early, {result.matches:,} of {result.planned:,} matches"] if not result.complete else []
    asked = _asked(result, f"{result.matches:,} matches to {result.target:,} points")
    return "\n\n".join([*parts, asked, _won(result), result.command])


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
    names = [short(player.strategy) for player in players]
    errors = [player.score_se for player in players]
    lines = [("per hand and side", *names)]
    lines += [(row.label, *row.cells) for row in rows(players, max(errors))]
    for q in result.quantiles[0]:
        label = "median of points" if q == 0.5 else f"{100 * q:g} % have at most"
        lines.append((label, *(f"{found[q]:,}" for found in result.quantiles)))
    return aligned(lines)


def _played(result: Simulation) -> str:
    lines = [f"Hands ended: {ended(result.endings)}; {result.turns:.1f} turns a hand."]
    if math.isfinite(result.first.se):
        lines.append(f"Having the first turn is worth {_with_error(result.first.mean, result.first.se)} points a hand.")
        margins = (f"side {side} {_with_error(each.mean, each.se)}" for side, each in enumerate(result.margins))
        lines.append(f"Margin over the others, points a hand: {', '.join(margins)}.")
    return "\n".join(lines)


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
        lines.append(("unfinished", f"{result.unfinished:,} matches, after {result.most_hands} hands; nobody's"))
    return "\n".join(f"{name:{NAME_WIDTH}}{text}" for name, text in lines)
