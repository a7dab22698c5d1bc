"""`canasta replay`: formats, seats, options, mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from canasta.errors import DONE, FAILED, WRONG_INPUT
from tests.oracle import judge

BROKEN = '''"""Throws a card that nobody has."""
from sim.strategy import hook
from strategies.random_legal import random_legal

@hook.discard
def discard(table, me, w):
    return 200

broken = random_legal.but("broken", discard=discard)
'''


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    return f"{path}:broken"


def lines(canasta, *arguments: str) -> list[dict]:
    ran = canasta("replay", *arguments, "--format", "jsonl")
    assert ran.status == 0, ran.err
    assert ran.err == ""
    return [json.loads(line) for line in ran.out.splitlines()]


# --- jsonl --------------------------------------------------------------------------------------------------


def test_one_line_a_deal_that_the_judge_accepts(canasta):
    deals = lines(canasta, "random_legal", "--deal", "3", "--count", "2")
    assert [deal["deal"] for deal in deals] == [3, 4]
    for deal in deals:
        judge(deal)


def test_lines_are_compact_and_plain(canasta):
    ran = canasta("replay", "random_legal", "--format", "jsonl")
    assert ran.out.isascii()
    assert ran.out.count("\n") == 1
    assert ran.out == json.dumps(json.loads(ran.out), separators=(",", ":")) + "\n"


def test_two_strategies_sit_as_in_compare(canasta):
    ((ahead,), (exchanged,)) = (lines(canasta, "plain", "random_legal", "--rotation", rotation) for rotation in "01")
    assert ahead["strategies"] == ["plain", "random_legal"] * 2
    assert exchanged["strategies"] == ["random_legal", "plain"] * 2
    assert (ahead["rotation"], exchanged["rotation"]) == (0, 1)
    assert ahead["shuffle"] == exchanged["shuffle"]


def test_one_strategy_plays_all_seats_and_four_one_each(canasta):
    (alone,) = lines(canasta, "plain")
    assert alone["strategies"] == ["plain"] * 4
    (each,) = lines(canasta, "plain", "random_legal", "random_legal", "plain")
    assert each["strategies"] == ["plain", "random_legal", "random_legal", "plain"]


def test_partners_may_play_differently(canasta):
    (deal,) = lines(canasta, "plain+random_legal", "random_legal")
    assert deal["strategies"] == ["plain", "random_legal", "random_legal", "random_legal"]


def test_seed_scores_and_draws_reach_the_deal(canasta):
    (deal,) = lines(canasta, "random_legal", "--seed", "9", "--scores", "1500,-50", "--draws", "pile")
    judge(deal)
    assert (deal["seed"], deal["draws"], deal["scores_before"]) == (9, "pile", [1500, -50])
    assert deal["deck"] == deal["shuffle"]


def test_a_rule_file_of_ones_own(canasta, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(
        'parent = "lt-classic"\nname = "house"\ndescription = "Ours"\nversion = 1\n\n'
        "[pack]\njokers = 4  # our pack has four\n"
    )
    (deal,) = lines(canasta, "random_legal", "--rules", str(house))
    assert len(deal["deck"]) == 108
    told = canasta("replay", "random_legal", "--rules", str(house))
    assert f"--rules {house}" in told.out.splitlines()[-1]


# --- text ---------------------------------------------------------------------------------------------------


def test_text_tells_the_deal_and_how_to_see_it_again(canasta):
    arguments = ["plain", "random_legal", "--deal", "4", "--rotation", "1", "--scores=0,1500"]
    ran = canasta("replay", *arguments)
    assert ran.status == 0
    told = ran.out.splitlines()
    assert told[0] == "lt-classic: seed 1, deal 4, rotation 1, draws queues"
    assert told[1] == "side 0: seats 0 and 2 play random_legal; 0 points before the deal"
    assert told[2] == "side 1: seats 1 and 3 play plain; 1500 points before the deal"
    assert any(line.startswith("match after") for line in told)
    assert max(map(len, told)) <= 100
    again = told[-1].removeprefix("again: canasta ").split()
    assert canasta(*again).out == ran.out


def test_several_deals_are_told_one_after_the_other(canasta):
    told = canasta("replay", "random_legal", "--count", "2").out
    assert [line for line in told.splitlines() if line.startswith("again: ")] == [
        f"again: canasta replay random_legal --deal {deal} --seed 1" for deal in (0, 1)
    ]


@pytest.mark.parametrize(("encoding", "symbols"), [("utf-8", True), ("ascii", False)])
def test_suits_are_symbols_where_the_terminal_has_them(root, encoding, symbols):
    ran = subprocess.run(
        [sys.executable, "-m", "canasta", "replay", "random_legal"],
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout.isascii() is not symbols
    assert ("♠" in ran.stdout.decode(encoding)) is symbols


# --- mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing argument 'A [B …]'."),
        (["plain", "--deal", "-1"], "Invalid value for '--deal': -1 is not in the range"),
        (["plain", "--count", "0"], "Invalid value for '--count': 0 is not in the range"),
        (["plain", "--rotation", "6"], "Invalid value for '--rotation': 6 is not in the range"),
        (
            ["plain", "plain", "--rotation", "2"],
            "--rotation 2 is none of this seating; it can be 0 to 1 (see",
        ),
        (["plain", "--rotation", "1"], "--rotation 1 is none of this seating; it can be 0 only (see"),
        (
            ["plain"] * 3,
            "3 strategies cannot be seated; name one for all seats, 2 for one a side, or 4 for one a seat",
        ),
        (["plain", "plain+plain", "plain", "plain"], "plain+plain names partners; with 4 strategies each is"),
        (["plain+plain+plain"], "plain+plain+plain names 3 strategies for a side of 2"),
        (["plan"], "no strategy is called 'plan'; did you mean 'plain'?"),
        (["plain:nowhere=1"], "strategy plain has no weight 'nowhere'"),
        (["plain:x=high"], "cannot read the weight 'x=high'"),
        (["plain", "--scores", "5,5,5"], "3 scores for the 2 sides of lt-classic"),
        (["plain", "--rules", "lt-clasic"], "there is no rule set"),
        (["plain", "--format", "json"], "Invalid value for '--format': 'json' is not one of"),
        (["plain", "--deals", "3"], "canasta replay has no option --deals; did you mean --deal?"),
    ],
)
def test_wrong_input_is_one_sentence(canasta, arguments, sentence):
    ran = canasta("replay", *arguments)
    assert ran.status == WRONG_INPUT
    assert ran.out == ""
    assert ran.err.startswith(f"Error: {sentence}"), ran.err
    assert ran.err.count("\n") == 1


def test_a_broken_deal_is_told_up_to_the_fault(canasta, broken):
    ran = canasta("replay", "random_legal", broken)
    assert ran.status == FAILED
    told = ran.out.splitlines()
    assert any(line.startswith("  1  seat 0") for line in told)
    assert any(line.startswith("Here the deal breaks off.") for line in told)
    assert not any(line.startswith("match after") for line in told)
    assert told[-1] == f"again: canasta replay random_legal {broken} --deal 0 --seed 1"
    assert ran.err.startswith("Error: strategy broken, hook discard, seat 1")
    assert ran.err.endswith(f"canasta replay random_legal {broken} --deal 0 --seed 1\n")
    assert ran.err.count("\n") == 1


def test_a_broken_deal_is_no_transcript(canasta, broken):
    ran = canasta("replay", broken, "--format", "jsonl", "--count", "3")
    assert ran.status == FAILED
    assert ran.out == ""
    assert ran.err.count("\n") == 1


def test_a_hand_of_a_match_starts_from_the_score_before_it(canasta):
    ran = canasta("replay", "plain", "random_legal", "--match", "3", "--hand", "1", "--count", "2", "--format", "jsonl")
    assert ran.status == DONE
    one, other = (json.loads(line) for line in ran.out.splitlines())
    assert (one["match"], one["hand"], other["hand"]) == (3, 1, 2)
    assert one["scores_after"] == other["scores_before"]
    text = canasta("replay", "plain", "random_legal", "--match", "3", "--hand", "1").out
    assert "match 3, hand 1" in text
    assert text.splitlines()[-1] == "again: canasta replay plain random_legal --match 3 --hand 1 --seed 1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--match", "0", "--deal", "1"), "--deal and --match cannot both be given"),
        (("--hand", "1"), "--hand needs --match"),
        (("--match", "0", "--hand", "99"), "match 0 is over after"),
        (("--match", "0", "--hand", "1", "--max-hands", "1"), "match 0 is left unfinished after 1 hands"),
        (("--match", "-1"), "--match"),
    ],
)
def test_a_hand_that_is_none_is_one_sentence(canasta, options, said):
    ran = canasta("replay", "plain", "random_legal", *options)
    assert (ran.status, ran.out) == (WRONG_INPUT, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
