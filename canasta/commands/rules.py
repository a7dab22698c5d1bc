"""`canasta rules`: which rule sets there are, and every value of one with the rule that says so.

Decided here: what is shown of a rule set. Left out: what the keys mean and whether a file is right
(`sim.rules`).
"""

from __future__ import annotations

import json

import click

from canasta.groups import Group
from canasta.options import as_json as json_option

VALUE_WIDTH = 32  # columns; a longer value moves its reference to the right


@click.group(cls=Group)
def rules() -> None:
    """Rule sets: list them, show every value."""


@rules.command("list")
@json_option
def list_rules(*, as_json: bool) -> None:
    """Names of all rule sets, and what each is in a line."""
    from sim.rules import load, rule_set_names

    rows = [(name, load(name).description) for name in rule_set_names()]
    if as_json:
        click.echo(json.dumps([{"name": name, "description": line} for name, line in rows], indent=2))
        return
    width = max(len(name) for name, _ in rows)
    for name, line in rows:
        click.echo(f"{name:{width}}  {line}".rstrip())


@rules.command("show")
@click.argument("rule_set", metavar="ID or FILE")
@json_option
def show(rule_set: str, *, as_json: bool) -> None:
    """Every value of one, and the rule that says so.

    In brackets: the file that gives the value, where it is that of a parent.
    """
    from sim.rules import load, resolved

    description = load(rule_set).description
    rows = resolved(rule_set)
    if as_json:
        values = {key: setting._asdict() for key, setting in rows.items()}
        document = {"rules": rule_set, "description": description, "values": values}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    click.echo(f"{rule_set}: {description}\n")
    width = max(map(len, rows))
    own = {rule_set, f"{rule_set}.toml"}
    for key, setting in rows.items():
        value = json.dumps(setting.value, ensure_ascii=False)
        parent = "" if setting.defined_in in own else f"  ({setting.defined_in})"
        click.echo(f"{key:{width}}  {value:{VALUE_WIDTH}}  {setting.reference}{parent}".rstrip())
