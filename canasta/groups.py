"""Groups of commands: an unknown name is answered with the nearest one, and a command's module waits until it
runs.

Decided here: how a command is found by its name. Left out: which commands there are (`canasta.cli`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from canasta.errors import nearest


class Group(click.Group):
    """A group that lists its commands in the order of their definition and knows the nearest name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            valid = nearest(name, self.list_commands(ctx))
            raise click.UsageError(f"{ctx.command_path} has no command {name!r}; {valid}", ctx)
        return super().resolve_command(ctx, args)


class Entry(NamedTuple):
    """Where a command is and what its line in the help says."""

    module: str
    attribute: str
    help: str


class LazyGroup(Group):
    """A group known by a table alone: a module is imported when its command runs, never for a list."""

    def __init__(self, *args: Any, table: Mapping[str, Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = self.table.get(cmd_name)
        if entry is None:
            return None
        command = getattr(import_module(entry.module), entry.attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self.table.items()])
