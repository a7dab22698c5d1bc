"""From a run to what the user gets: progress while it works, the answer, the folder, the exit status.

Decided here: the order. A folder that cannot be written is found before the run; the answer is told before it is
written, so that a full disk cannot lose it, and written even where nobody reads it. Left out: the run and the words.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from canasta import waiting
from canasta.errors import DONE, INTERRUPTED
from canasta.interrupt import asked_to_stop

if TYPE_CHECKING:
    from analysis.draft import Draft

HANDS = "hands.parquet"


class Outcome:
    """The result of one run, told, and kept where `--out` says; use it in a `with` statement round the run."""

    def __init__(self, out: Path | None, *, force: bool, records: bool) -> None:
        waiting.say_if_compiling()
        self.draft: Draft | None = None
        self.wanted = records
        if out is not None:  # last, since what follows is inside the `with` that removes it
            import pandas  # noqa: F401 - it writes the tables; loaded now, Ctrl-C need not wait for it

            from analysis.draft import Draft

            self.draft = Draft(out, force=force)

    def try_charts(self) -> None:
        """Say now, before a long run, if the folder's report could not be drawn on this machine."""
        if self.draft is None:
            return
        from reports.figure import ChartError, check

        try:
            check()
        except ChartError as error:
            waiting.say(f"note: {error}; the folder is written all the same, draw its report elsewhere")

    @property
    def records(self) -> Path | None:
        """The file for every hand, if it was asked for."""
        return self.draft.path / HANDS if self.draft is not None and self.wanted else None

    def __enter__(self) -> Outcome:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.draft is not None:
            self.draft.__exit__(kind, error, trace)

    @contextlib.contextmanager
    def running(self) -> Iterator[Callable[..., Any]]:
        """A function that calls a run with progress and with Ctrl-C as a request to stop."""
        with asked_to_stop() as stop:

            def run(play: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
                with waiting.progress() as progress:
                    return play(*arguments, progress=progress, stop=stop, **options)

            yield run

    def tell(self, result: Any, words: Callable[[Any], str], *, as_json: bool) -> int:
        """Print the answer and write the folder; the exit status."""
        try:
            _print(_json(result) if as_json else words(result))
        finally:  # the reader of a pipe may have left; the folder is written all the same
            self._write(result)
        return DONE if result.complete else INTERRUPTED

    def _write(self, result: Any) -> None:
        if self.draft is None:
            return
        from analysis.results import save

        save(result, self.draft)
        waiting.say(f"written to {self.draft.target}")


def _print(text: str) -> None:
    try:
        click.echo(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def _json(result: Any) -> str:
    return json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
