"""`canasta strategies`: which strategies there are, and what one of them does, weighs and takes from another.

Decided here: what is shown of a strategy. The list reads the files as text and compiles nothing; `show`
imports one.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from canasta.groups import Group
from canasta.options import as_json as json_option


@click.group(cls=Group)
def strategies() -> None:
    """Strategies: list them, show one."""


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
