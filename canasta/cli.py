"""The command `canasta`: one table of commands, each a module that is imported only when it runs.

Decided here: which commands there are, in which order, and the line that each has in `canasta --help`. Left
out: their options (`canasta.options`), what they do (`canasta.commands`), how they end (`canasta.errors`).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from canasta.errors import run
from canasta.groups import Entry, LazyGroup

COMMANDS = {
    "compare": Entry("canasta.commands.compare", "compare", "Two ways of playing, on the same deals."),
    "simulate": Entry("canasta.commands.simulate", "simulate", "Strategies at a table: scores, endings, matches."),
    "report": Entry("canasta.commands.report", "report", "Charts and a page from a result folder."),
    "replay": Entry("canasta.commands.replay", "replay", "One deal told turn by turn."),
    "rules": Entry("canasta.commands.rules", "rules", "Rule sets: list them, show every value."),
    "strategies": Entry("canasta.commands.strategies", "strategies", "Strategies: list, show, begin, check."),
    "bench": Entry("canasta.commands.bench", "bench", "Turns and deals a second on this machine."),
}
"""Command -> where it is, and its line in the help."""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted and not context.resilient_parsing:
        from canasta import __version__

        click.echo(f"canasta {__version__}")
        context.exit()


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    context_settings=SETTINGS,
    epilog="Every command explains its options: canasta compare --help",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
def canasta() -> None:
    """Canasta strategies compared over millions of exactly repeatable deals."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; without arguments, those of the process."""
    gc.set_threshold(50_000, 50, 1000)  # a command is a short process that mostly imports: a tenth of a warm start
    if "_CANASTA_COMPLETE" in os.environ:  # a shell asks for completions
        canasta.main(prog_name="canasta")
    status = run(canasta, sys.argv[1:] if arguments is None else arguments)
    _leave_threads(status)
    return status


def _leave_threads(status: int) -> None:
    """End the process at once if a hook that never returns still holds a thread: it cannot be stopped otherwise."""
    workers = sys.modules.get("sim.workers")
    if workers is not None and workers.busy():
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)
