"""The lines that repeat a run or show one of its deals: what a shell reads back as the same."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from analysis.plan import DEFAULT_MOST_HANDS, DEFAULT_WIN_MARGIN, Plan
from analysis.setup import DEFAULT_DRAWS, DEFAULT_RULES, Setup

DEFAULT_MARGIN = 20.0


def default_deals(*, until_decided: bool) -> int:
    """Deals of a comparison for which no number is given."""
    return 2_000_000 if until_decided else 100_000


def compare_line(
    labels: tuple[str, str],
    setup: Setup,
    deals: int,
    margin: float = DEFAULT_MARGIN,
    *,
    until_decided: bool = False,
    plan: Plan | None = None,
) -> str:
    """`canasta compare A B --deals N --seed N`, and what else differs from the default."""
    words = ["canasta", "compare", *labels, "--deals", str(deals), "--seed", str(setup.seed), *_others(setup)]
    if margin != DEFAULT_MARGIN:
        words += ["--margin", _exact(margin)]
    if until_decided:
        words.append("--until-decided")
    if plan is not None and plan.pairs:
        words += ["--matches", str(plan.pairs)]
        if plan.margin != DEFAULT_WIN_MARGIN:
            words += ["--win-margin", _exact(plan.margin)]
        if plan.most_hands != DEFAULT_MOST_HANDS:
            words += ["--max-hands", str(plan.most_hands)]
    return shlex.join(words)


def simulate_line(labels: Sequence[str], setup: Setup, *options: str) -> str:
    """`canasta simulate A … OPTIONS --seed N`; options say how many deals or matches."""
    return shlex.join(["canasta", "simulate", *labels, *options, "--seed", str(setup.seed), *_others(setup)])


def replay_line(labels: Sequence[str], setup: Setup, options: tuple[str, ...], leg: int) -> str:
    """`canasta replay A B OPTIONS --seed N`, with the first strategy on side `leg`; options say which deal."""
    words = ["canasta", "replay", *labels, *options, "--seed", str(setup.seed)]
    if leg:
        words += ["--rotation", str(leg)]
    hand = int(options[options.index("--hand") + 1]) if "--hand" in options else 0
    if hand >= DEFAULT_MOST_HANDS:  # only a match with a higher cap has it
        words += ["--max-hands", str(hand + 1)]
    return shlex.join(words + _others(setup))


def _exact(number: float) -> str:
    """The shortest decimal that is read back as the same number."""
    return repr(float(number)).removesuffix(".0")


def _others(setup: Setup) -> list[str]:
    words = []
    if setup.name != DEFAULT_RULES:
        words += ["--rules", setup.name]
    if any(setup.scores):
        words += [f"--scores={','.join(map(str, setup.scores))}"]
    if setup.draws != DEFAULT_DRAWS:
        words += ["--draws", setup.draws]
    return words
