"""The command line as a user meets it: help, names, mistakes, exit statuses, and how fast it starts."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import strategies
from canasta import cli, options
from canasta.errors import FAILED, INTERRUPTED, STOPPED_EARLY, WRONG_INPUT, run
from sim.rules import RulesError

HEAVY = ["numba", "numpy", "pydantic", "pandas", "scipy", "matplotlib", "rich"]
START_LIMIT = 0.5  # seconds of processor time, --help and --version

OWN = '''"""Throws what it drew.

It is here to be shown.
"""
from sim.strategy import Strategy, hook, weights

WEIGHTS = weights(reserve=(4, 2, 9, "lt MN13a: a varied hand controls the pile"))

@hook.draw
def draw(table, me, w):
    return 0

@hook.ask
def ask(table, me, w):
    return 0

@hook.lay
def lay(table, me, w):
    return 0

@hook.discard
def throw(table, me, w):
    return 0

@hook.answer
def answer(table, me, w):
    return 0

thrower = Strategy.of("thrower", draw=draw, ask=ask, lay=lay, discard=throw, answer=answer)
'''


def python(root: Path, *arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **more,
    )


# --- starting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_starts_fast_and_light(root, option):
    """The quickest of three starts, in processor time: a busy machine says nothing about the command."""
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = python(root, "-m", "canasta", option)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        assert ran.returncode == 0, ran.stderr
    assert min(seconds) < START_LIMIT

    script = (
        "import sys; from canasta.cli import main; main(sys.argv[1:]);"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    assert python(root, "-c", script, option).stdout.splitlines()[-1] == "[]"


def test_listing_strategies_imports_none_of_them(root):
    script = (
        "import sys; from canasta.cli import main; main(['strategies', 'list']);"
        "print([name for name in sys.modules if name.startswith('strategies.')], 'numba' in sys.modules)"
    )
    assert python(root, "-c", script).stdout.splitlines()[-1] == "[] False"


def test_help_names_every_command(canasta):
    ran = canasta("--help")
    assert ran.status == 0
    for name, entry in cli.COMMANDS.items():
        assert name in ran.out
        assert entry.help in ran.out


def test_version(canasta):
    from canasta import __version__

    assert canasta("--version") == (0, f"canasta {__version__}\n", "")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_of_the_table_exists_and_has_help(canasta, name):
    ran = canasta(name, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: canasta {name} ")


def test_no_command_shows_the_help(canasta):
    ran = canasta()
    assert ran.status == WRONG_INPUT
    assert "Commands:" in ran.err


# --- mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["strategie"], "canasta has no command 'strategie'; did you mean strategies?"),
        (
            ["xyz"],
            "canasta has no command 'xyz'; it can be: compare, simulate, report, replay, rules, strategies, bench",
        ),
        (["--verson"], "canasta has no option --verson; did you mean --version?"),
        (["rules", "shw"], "canasta rules has no command 'shw'; did you mean show?"),
        (["rules", "list", "--jsn"], "canasta rules list has no option --jsn; did you mean --json?"),
        (["rules", "show"], "Missing argument 'ID or FILE'."),
        (["strategies", "show", "a", "b"], "Got unexpected extra argument (b)"),
        (["strategies", "show", "no/such.py:x"], "there is no file no/such.py; there is no Python file in no"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_nearest_choice(canasta, arguments, sentence):
    ran = canasta(*arguments)
    assert ran.status == WRONG_INPUT
    assert ran.out == ""
    assert ran.err.startswith(f"Error: {sentence}")
    assert ran.err.count("\n") == 1


@click.command()
@options.many_deals
@options.deals_or("many")
def played(**chosen: object) -> None:
    click.echo(json.dumps(chosen))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--deal", "5"], "canasta has no option --deal; did you mean --deals?"),
        (["--deals", "0"], "Invalid value for '--deals': 0 is not in the range 1<=x<=10000000000."),
        (["--deals", "many"], "Invalid value for '--deals': 'many' is not a valid integer range."),
        (["--seed", "-1"], "Invalid value for '--seed': -1 is not in the range 0<=x<=9223372036854775807."),
        (["--seed", str(2**63)], "Invalid value for '--seed': 9223372036854775808 is not in the range"),
        (["--threads", "0"], "Invalid value for '--threads': 0 is not in the range 1<=x<=1024."),
        (["--draws", "heap"], "Invalid value for '--draws': 'heap' is not one of 'queues', 'pile'."),
        (["--scores", "7,0"], "Invalid value for '--scores': 7 is no score; it is a multiple of 5 from"),
        (["--scores", "a,0"], "Invalid value for '--scores': 'a,0' is not a list of whole numbers"),
        (["--scores", "5,"], "Invalid value for '--scores': '5,' is not a list of whole numbers"),
        (["--scores", "1000005,0"], "Invalid value for '--scores': 1000005 is no score"),
    ],
)
def test_shared_options_say_what_is_allowed(capsys, arguments, sentence):
    assert run(played, arguments) == WRONG_INPUT
    assert capsys.readouterr().err.startswith(f"Error: {sentence}")


def test_shared_options_have_the_documented_defaults(capsys):
    assert run(played, []) == 0
    assert json.loads(capsys.readouterr().out) == {
        "rules": "lt-classic",
        "seed": 1,
        "scores": None,
        "draws": "queues",
        "threads": options.all_cores(),
        "as_json": False,
        "deals": None,
    }


def test_scores_may_be_negative(capsys):
    assert run(played, ["--scores", "-155,3000"]) == 0
    assert json.loads(capsys.readouterr().out)["scores"] == [-155, 3000]


# --- how a command ends -------------------------------------------------------------------------------------


class PlannedError(Exception):
    exit_status = FAILED


@pytest.mark.parametrize(
    ("raised", "status", "sentence"),
    [
        (PlannedError("deal 7 failed"), FAILED, "Error: deal 7 failed\n"),
        (
            OSError(28, "No space left on device", "out/manifest.json"),
            FAILED,
            "Error: out/manifest.json: No space",
        ),
        (RulesError("no rule set"), WRONG_INPUT, "Error: no rule set\n"),
        (MemoryError(), FAILED, "Error: not enough memory"),
        (KeyboardInterrupt(), INTERRUPTED, "Error: interrupted\n"),
        (click.ClickException("no"), FAILED, "Error: no\n"),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_expected_exceptions_end_in_a_sentence(capsys, raised, status, sentence):
    def fail() -> None:
        raise raised

    assert run(click.Command("fail", callback=fail), []) == status
    assert capsys.readouterr().err.startswith(sentence)


def test_a_bug_keeps_its_traceback():
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(click.Command("fail", callback=fail), [])


def test_a_command_may_return_or_exit_with_its_status():
    assert run(click.Command("stop", callback=lambda: STOPPED_EARLY), []) == STOPPED_EARLY
    assert run(click.Command("stop", callback=lambda: click.get_current_context().exit(3)), []) == STOPPED_EARLY
    assert run(click.Command("stop", callback=lambda: "a value"), []) == 0


def test_a_reader_that_stops_reading_causes_no_trace(root):
    """More output than a pipe holds, read by nobody."""
    script = (
        "import sys, click; from canasta.errors import run\n"
        "def talk():\n    for line in range(100_000): click.echo('x' * 50)\n"
        "sys.exit(run(click.Command('talk', callback=talk), []))"
    )
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=root, stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    os.read(read, 10)
    os.close(read)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


# --- strategies ---------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "thrower.py"
    path.write_text(OWN)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of strategies in place of the real one."""
    (tmp_path / "bold.py").write_text('"""Takes every pile.\n\nMore."""\n')
    (tmp_path / "careful.py").write_text('"""Takes none."""\n')
    (tmp_path / "_shared.py").write_text("")
    (tmp_path / "judge").mkdir()
    monkeypatch.setattr(strategies, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_folder_is_the_registry(canasta: Callable[..., object]):
    assert canasta("strategies", "list") == (0, "bold     Takes every pile.\ncareful  Takes none.\n", "")
    listed = canasta("strategies", "list", "--json")
    assert json.loads(listed.out)[1] == {"name": "careful", "summary": "Takes none."}
    wrong = canasta("strategies", "show", "carefull")
    assert wrong.status == WRONG_INPUT
    assert "no strategy is called 'carefull'; did you mean 'careful'?" in wrong.err


def test_a_file_that_cannot_be_read_as_python_is_named_with_its_line(canasta, folder):
    (folder / "bold.py").write_text('"""Bold."""\n\nif :\n')
    ran = canasta("strategies", "list")
    assert ran.status == FAILED
    assert ran.err == "Error: bold.py, line 3: invalid syntax\n"


def test_show_a_file_of_ones_own(canasta, own):
    ran = canasta("strategies", "show", f"{own}:thrower")
    assert ran.status == 0
    for line in [
        "thrower: Throws what it drew.",
        "It is here to be shown.",
        "reserve",
        "4  (2 … 9)",
        "lt MN13a",
    ]:
        assert line in ran.out
    document = json.loads(canasta("strategies", "show", f"{own}:thrower", "--json").out)
    assert document["weights"]["reserve"]["highest"] == 9
    assert document["hooks"]["discard"] == "throw in thrower.py"


def test_an_edited_file_is_loaded_anew(own):
    first = strategies.load(f"{own}:thrower")
    assert strategies.load(f"{own}:thrower") is first
    own.write_text(OWN.replace("reserve", "spare"))
    assert strategies.load(f"{own}:thrower").weights.keys() == {"spare"}


def test_a_file_may_import_its_neighbours(own):
    (own.parent / "neighbour_of_thrower.py").write_text("SPARE = 3\n")
    own.write_text(OWN + "\nfrom neighbour_of_thrower import SPARE\n")
    paths = list(sys.path)
    assert strategies.load(f"{own}:thrower").name == "thrower"
    assert sys.path == paths


def test_a_file_without_that_strategy_says_which_it_has(canasta, own):
    ran = canasta("strategies", "show", f"{own}:other")
    assert ran.status == WRONG_INPUT
    assert ran.err == f"Error: {own} defines no strategy called 'other'; it defines thrower\n"


def test_a_file_that_fails_is_named_with_its_line(canasta, own):
    own.write_text('"""Fails."""\n\nthrower = 1 / 0\n')
    ran = canasta("strategies", "show", f"{own}:thrower")
    assert ran.status == FAILED
    assert ran.err == f"Error: {own.name}, line 3, failed when it was imported: ZeroDivisionError: division by zero\n"


@pytest.mark.parametrize("name", strategies.names())
def test_every_strategy_can_be_shown(canasta, name):
    assert strategies.summary(name).endswith(".")
    ran = canasta("strategies", "show", name)
    assert ran.status == 0
    assert ran.out.startswith(f"{name}: ")


# --- rules --------------------------------------------------------------------------------------------------


def test_rule_sets_are_listed(canasta):
    ran = canasta("rules", "list")
    assert ran.status == 0
    listed = json.loads(canasta("rules", "list", "--json").out)
    assert "lt-classic" in [entry["name"] for entry in listed]
    for line, entry in zip(ran.out.splitlines(), listed, strict=True):
        assert line.split(maxsplit=1) == [entry["name"], entry["description"]]


def test_a_rule_set_is_shown_with_every_value_and_its_reference(canasta):
    from sim.rules import resolved

    ran = canasta("rules", "show", "lt-classic")
    assert ran.status == 0
    shown = ran.out.splitlines()
    assert shown[0].startswith("lt-classic: ")
    assert [line.split()[0] for line in shown[2:]] == list(resolved("lt-classic"))
    values = json.loads(canasta("rules", "show", "lt-classic", "--json").out)["values"]
    assert all(entry["reference"] for entry in values.values())


def test_a_rule_file_of_ones_own_shows_what_it_takes_from_its_parent(canasta, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(
        'parent = "lt-classic"\nname = "house"\ndescription = "Ours"\nversion = 1\n\n'
        "[pack]\njokers = 4  # our pack has four\n"
    )
    ran = canasta("rules", "show", str(house))
    assert ran.status == 0, ran.err
    lines = {line.split()[0]: line for line in ran.out.splitlines()[2:]}
    assert lines["pack.jokers"].split(maxsplit=2)[1:] == ["4", "our pack has four"]
    assert lines["table.seats"].endswith("(lt-classic.toml)")


@pytest.mark.parametrize("name", ["lt-clasic", "no/such/file.toml"])
def test_an_unknown_rule_set_is_one_sentence(canasta, name):
    ran = canasta("rules", "show", name)
    assert ran.status == WRONG_INPUT
    assert ran.out == ""
    assert name in ran.err
    assert ran.err.count("\n") == 1
