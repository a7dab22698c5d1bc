"""How a command ends: which exit status, and one sentence instead of a traceback.

Decided here: the exit statuses of every command, which exceptions are expected, and how each is said. An
exception class that a floor defines is meant for the user, so it is expected: a ValueError is wrong input,
any other a failure, unless it carries a status of its own in `exit_status`. Errors of the system and of click
are expected too. The text is printed as it is, after "Error: ", on stderr. Anything else is a bug of ours and
keeps its traceback. Left out: what the sentences say; whoever raises knows what was wrong, where, and what is
allowed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

import click

DONE, FAILED, WRONG_INPUT, STOPPED_EARLY, INTERRUPTED = 0, 1, 2, 3, 130
"""0 done; 1 a strategy, a file or the disk failed; 2 wrong input; 3 stopped by a limit; 130 interrupted."""

FLOORS = ("sim", "strategies", "analysis", "reports", "canasta")

CLOSE_ENOUGH = 0.5
"""Similarity (0 … 1) from which one name is offered instead of the whole list."""


def nearest(name: str, valid: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest valid one, or all of them when none is near.

    >>> nearest("--deal", ["--deals", "--seed"])
    'did you mean --deals?'
    >>> nearest("xyz", ["list", "show"])
    'it can be: list, show'
    """
    from difflib import get_close_matches

    names = list(valid)
    close = get_close_matches(name, names, n=1, cutoff=CLOSE_ENOUGH)
    return f"did you mean {close[0]}?" if close else f"it can be: {', '.join(names)}"


def _options_of(context: click.Context | None) -> list[str]:
    if context is None:
        return []
    options = [param for param in context.command.get_params(context) if isinstance(param, click.Option)]
    return [name for option in options if not option.hidden for name in option.opts if name.startswith("--")]


def _usage(error: click.UsageError) -> str:
    """One line: what was wrong, the nearest valid choice, and where the help is."""
    path = error.ctx.command_path if error.ctx else "canasta"
    if isinstance(error, click.NoSuchOption):
        message = f"{path} has no option {error.option_name}; {nearest(error.option_name, _options_of(error.ctx))}"
    else:
        message = " ".join(error.format_message().split())
    return f"{message} (see {path} --help)"


def explain(error: BaseException) -> tuple[str, int] | None:
    """Sentence and exit status of an expected exception; None for one that is a bug."""
    if isinstance(error, click.UsageError):
        return _usage(error), WRONG_INPUT
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if type(error).__module__.partition(".")[0] in FLOORS or hasattr(error, "exit_status"):
        status = getattr(error, "exit_status", WRONG_INPUT if isinstance(error, ValueError) else FAILED)
        return str(error), status
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        return (f"{error.filename}: {reason}" if error.filename else reason), FAILED
    if isinstance(error, MemoryError):
        return "not enough memory; ask for fewer deals at a time or fewer --threads", FAILED
    return None


def _hush(stream: TextIO | None) -> None:
    """Send what is left in a stream nowhere, so that the interpreter's last flush cannot fail and change the status."""
    if stream is None:  # closed by whoever started it
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _settle() -> None:
    """Flush both streams for the last time; one that cannot take it is a matter of who reads it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            _hush(stream)


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(f"Error: {sentence}", err=True)


def _invoke(command: click.Command, arguments: Sequence[str]) -> int:
    try:
        with command.make_context("canasta", list(arguments)) as context:
            result = command.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) and not isinstance(result, bool) else DONE


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a command and return its exit status; an int that it returns is the status, anything else is 0."""
    try:
        return _run(command, arguments)
    finally:
        _settle()


def _run(command: click.Command, arguments: Sequence[str]) -> int:
    try:
        status = _invoke(command, arguments)
        if sys.stdout is not None:  # closed by whoever started it
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has seen enough: `canasta strategies list | head -1`
        _hush(sys.stdout)
        return DONE
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as help_text:
        click.echo(help_text.format_message(), err=True)
        return WRONG_INPUT
    except Exception as error:
        explained = explain(error)
        if explained is None:
            raise
        sentence, status = explained
        _say(sentence)
    return status
