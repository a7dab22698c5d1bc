"""What every strategy must satisfy, shipped or foreign; and how it fares, which is no condition.

Decided here: the checks, their size, and what one says when it fails. They look at behaviour only: deals are played
by the engine that every run uses, in every rule set that it plays, at scores of nothing and at those of the highest
opening. Left out: deals as plain Python (`analysis.uncompiled`), and the printing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import strategies
from analysis import specs
from analysis.compare import compare
from analysis.seating import job_of, legs
from analysis.setup import Setup, setup
from analysis.uncompiled import digests
from sim.batch import CHUNK, Job, play
from sim.faults import DealFault
from sim.rules import load, rule_set_names, unplayable
from sim.words import ENDED_LIMIT, WROTE

FLOOR, OPPONENTS = "random_legal", ("sound", "plain")
"""Whom a strategy meets: the floor, and the first of the others that is there and is not the strategy itself."""
SEEDS = 4  # runs of CHUNK deals; the engine guards the records in the first deals of each run
UNCOMPILED_DEALS = 24
MOST_SECONDS = 600.0  # for the uncompiled process


@dataclass(frozen=True)
class Check:
    """One check: its name, whether it passed, what was seen or what is wrong, and its wall-clock seconds."""

    name: str
    passed: bool
    said: str
    seconds: float


class Failed(Exception):  # noqa: N818 - it is how a check ends, not an error of the program
    """A check did not pass; the message says what, where, and how to see it."""


def battery(spec: str, *, seed: int = 1, seeds: int = SEEDS, deals: int = UNCOMPILED_DEALS) -> Iterator[Check]:
    """Every check of one strategy (a spec, `analysis.specs`), one after the other, as soon as it is done.

    `seeds` runs of 250 deals are played against each opponent and each rule set, `deals` as plain Python. Raises
    ValueError where the strategy cannot be loaded or compiled.

    >>> [check.passed for check in battery("plain", seeds=1, deals=1)]
    [True, True, True, True, True, True, True, True]
    """
    against = [spec, FLOOR] if spec != FLOOR else [spec, opponent(spec)]
    jobs = [_job(spec, other, made) for made in _setups(seed, seeds) for other in against]
    yield from _played(jobs)
    yield _timed("repeats", lambda: _repeats(jobs[0]))
    told: dict[str, object] = {}
    yield _timed("uncompiled", lambda: _uncompiled(jobs, told, (spec, FLOOR), seed, deals))
    yield _timed("hidden", lambda: _hidden(told))
    for other in (FLOOR, opponent(spec)):
        yield _timed(f"vs {other}", lambda other=other: _fares(spec, other, seed, seeds))  # type: ignore[misc]


def opponent(spec: str) -> str:
    """Whom a strategy is measured against beside the floor: `sound` where it is there, else `plain`."""
    known = strategies.names()
    return next(name for name in OPPONENTS if name in known and (name != spec or name == OPPONENTS[-1]))


def complete_rule_sets() -> list[str]:
    """Names of the rule sets that the engine plays."""
    return [name for name in rule_set_names() if not unplayable(load(name))]


def _setups(seed: int, seeds: int) -> list[Setup]:
    """Rule sets, seeds and scores: even runs begin at nothing, odd ones with one side at its highest opening."""
    made = []
    for name in complete_rule_sets():
        first = setup(name)
        highest = int(first.record[0].band_from[int(first.record[0].bands) - 1])
        high = (highest,) + (0,) * (first.sides - 1)
        made += [setup(name, seed=seed + n, scores=high if n % 2 else None) for n in range(seeds)]
    return made


def _job(spec: str, other: str, played: Setup) -> Job:
    return job_of(played, (specs.side(spec), specs.side(other)), (spec, other), legs(played.sides))


def _timed(name: str, do: Callable[[], str]) -> Check:
    start = time.perf_counter()
    try:
        said, passed = do(), True
    except Failed as failed:
        said, passed = str(failed), False
    return Check(name, passed, said, time.perf_counter() - start)


def _played(jobs: list[Job]) -> Iterator[Check]:
    """Three checks of the same deals: answers are legal, records are left alone, every deal ends."""
    start = time.perf_counter()
    fault, count, endless = None, 0, ""
    try:
        for job in jobs:
            for results in play(job, range(CHUNK)):
                count += results.size
                late = np.argwhere(results["ending"] == ENDED_LIMIT)
                if len(late) and not endless:
                    block, leg = map(int, late[0])
                    endless = f"a deal has not ended after {int(results['turns'][block, leg])} turns; see it with: "
                    endless += job.place(block, leg).replay
    except DealFault as found:
        fault = found
    seconds = time.perf_counter() - start
    where = f"{count:,} hands of {', '.join(dict.fromkeys(job.rules_name for job in jobs))}"
    wrote, stuck = (fault is not None and fault.status == status for status in (WROTE, None))
    illegal = fault is not None and not (wrote or stuck)
    yield Check("legal", not illegal, str(fault) if illegal else f"{where}, every answer legal", seconds)
    yield Check("records", not wrote, str(fault) if wrote else "only me.memo and me.fired were written", 0.0)
    ends = "every hook returned, every hand ended"
    yield Check("ends", not (stuck or endless), str(fault) if stuck else endless or ends, 0.0)


def _repeats(job: Job) -> str:
    try:
        first, second = (
            b"".join(part.tobytes() for part in play(job, range(2 * CHUNK), threads=threads)) for threads in (1, 2)
        )
    except DealFault as fault:
        raise Failed(f"could not be looked at: {fault}") from None
    if first != second:
        raise Failed("the same deals came out otherwise the second time; draw at random from me.coin only")
    return f"{2 * CHUNK} deals twice, with one thread and with two, the same to the last bit"


def _uncompiled(jobs: list[Job], told: dict[str, object], names: tuple[str, str], seed: int, deals: int) -> str:
    """As plain Python in another process; what it tells is kept in `told`."""
    rules = jobs[0].rules_name
    command = [sys.executable, "-P", "-m", "analysis.uncompiled", *names, rules, str(seed), str(deals)]
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        command,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=MOST_SECONDS,
    )
    last = ran.stdout.strip().rpartition("\n")[2]
    told.update(json.loads(last) if last.startswith("{") else {"error": ran.stderr.strip().rpartition("\n")[2]})
    if "error" in told:
        raise Failed(f"does not play as plain Python: {told['error']}")
    job = _job(*names, setup(rules, seed=seed))
    try:
        here = digests(job, deals)
    except DealFault as fault:
        raise Failed(f"could not be looked at: {fault}") from None
    plain = list(told["digests"])  # type: ignore[call-overload]
    for index, (one, two) in enumerate(zip(here, plain, strict=True)):
        if one != two:
            again = job.place(index, 0).replay
            raise Failed(f"deal {index} comes out otherwise as plain Python; compare {again} with NUMBA_DISABLE_JIT=1")
    return f"{deals} deals come out the same as plain Python"


def _hidden(told: dict[str, object]) -> str:
    if "error" in told or not told:
        raise Failed("could not be looked at, since it does not play as plain Python")
    if told["difference"]:
        raise Failed(str(told["difference"]))
    return f"{told['turns']:,} turns decided alike after the hidden cards were permuted"


def _fares(spec: str, other: str, seed: int, seeds: int) -> str:
    """Points a hand against another strategy; no condition."""
    if spec == other:
        return "is this strategy itself"
    try:
        found = compare(spec, other, deals=seeds * CHUNK, seed=seed)
    except DealFault as fault:
        raise Failed(f"could not be looked at: {fault}") from None
    return f"{found.mean:+,.0f} points a hand, 95 % interval {found.low:+,.0f} … {found.high:+,.0f}"
