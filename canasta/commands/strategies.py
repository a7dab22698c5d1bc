"""`canasta strategies`: which there are, what one does and weighs, a new one of your own, and its checks.

Decided here: what is shown of a strategy, and what `new` writes where. The list reads the files as text and compiles
nothing; `show` imports one. Left out: the checks (`analysis.battery`), the text of a new file (`strategies.template`).
"""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from pathlib import Path

import click

from canasta import options, waiting
from canasta.errors import DONE, FAILED
from canasta.groups import Group
from canasta.options import as_json as json_option


@click.group(cls=Group)
def strategies() -> None:
    """Strategies: list them, show one, begin one, check one."""


@strategies.command("list")
@json_option
def list_strategies(*, as_json: bool) -> None:
    """Names of all strategies, and what each does in a line."""
    from strategies import names, summary

    rows = [(name, summary(name)) for name in names()]
    if as_json:
        click.echo(json.dumps([{"name": name, "summary": line} for name, line in rows], indent=2))
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, line in rows:
        click.echo(f"{name:{width}}  {line}".rstrip())


@strategies.command("show")
@click.argument("name", metavar="NAME or FILE.py:NAME")
@json_option
def show(name: str, *, as_json: bool) -> None:
    """What one does: its hooks and its weights.

    Each weight is shown with its default, its range and its source.
    """
    from strategies import docstring, load

    strategy = load(name)
    hooks = {kind: f"{hook.function.__name__} in {hook.file.name}" for kind, hook in strategy.hooks.items()}
    weights = strategy.weights
    if as_json:
        document = {
            "name": strategy.name,
            "summary": strategy.summary,
            "hooks": hooks,
            "weights": {key: asdict(weight) for key, weight in weights.items()},
        }
        click.echo(json.dumps(document, indent=2))
        return
    click.echo(f"{strategy.name}: {strategy.summary}")
    _, _, lesson = docstring(name).partition("\n")
    if lesson:
        click.echo(lesson)
    click.echo("\nWho decides")
    for kind, where in hooks.items():
        click.echo(f"  {kind:8} {where}")
    if not weights:
        click.echo("\nNo weights.")
        return
    click.echo(f"\nWeights, set as {name}:KEY=VALUE,…")
    width = max(map(len, weights))
    for key, weight in weights.items():
        value = f"{weight.default:g}  ({weight.lowest:g} … {weight.highest:g})"
        click.echo(f"  {key:{width}}  {value:24}  {weight.source}")


@strategies.command("new")
@click.argument("file", metavar="FILE.py", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a strategy of your own, ready to play.

    The file plays at once and explains what it uses. A file that is there is never overwritten.
    """
    from strategies.template import write

    name = write(file)
    click.echo(f"{file} holds the strategy {name}. Now:\n")
    path = shlex.quote(str(file))
    commands = f"compare {path}:{name} plain --deals 10000", f"replay {path}:{name} plain", f"strategies check {path}"
    for line in commands:
        click.echo(f"  canasta {line}")


@strategies.command("check")
@click.argument("name", metavar="NAME or FILE.py[:NAME]")
@options.seed
def check(name: str, *, seed: int) -> int:
    """Is it fit to play? One line a check.

    Legal answers in thousands of deals of every rule set, nothing written outside its own notes, an end to every
    deal, the same deals again with any number of threads, the same as plain Python, the same decisions when the cards
    that it cannot see change places; then how it fares. A file without :NAME means all its strategies.

    Exit status 0 if all passed, 1 if not.
    """
    waiting.say_if_compiling()
    import strategies as shelf

    wanted = [f"{name}:{one}" for one in shelf.defined(name)] if name.endswith(".py") else [name]
    from analysis import specs
    from analysis.battery import battery

    failed = 0
    for spec in wanted:
        specs.side(spec)
        click.echo(spec)
        for found in battery(spec, seed=seed):
            verdict = "ok  " if found.passed else "FAIL"
            click.echo(f"  {verdict}  {found.name:16}  {found.seconds:5.1f} s  {found.said}")
            failed += not found.passed
    return FAILED if failed else DONE
