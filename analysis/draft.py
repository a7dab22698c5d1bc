"""A folder that appears whole or not at all.

It is made under a hidden name beside its final place, every file in it is flushed to the disk, and then it is renamed.
Decided here: what may be replaced. A folder that exists is only ever replaced by `force`, and only where it is empty or
holds a result (`MANIFEST`); anything else stays as it is. Left out: what lies in it (`analysis.results`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from types import TracebackType

MANIFEST = "manifest.json"


class FolderError(RuntimeError):
    """A folder cannot be written or read; the message names it and says what to do."""


class FolderExists(FolderError):  # noqa: N818 - it is what was found, and wrong input
    """Something is there already."""

    exit_status = 2


class NoResults(FolderError):  # noqa: N818 - it is what was named, and wrong input
    """What was named is no result folder."""

    exit_status = 2


class Draft:
    """A folder on its way to `target`; use it in a `with` statement, which removes what was not published.

    Raises FolderExists where something is there that may not be replaced, FolderError where nothing can be written.
    """

    def __init__(self, target: Path, *, force: bool = False) -> None:
        self.target, self.force = target, force
        self._check()
        self.path = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.path.mkdir()
        except OSError as error:
            raise FolderError(f"{target} cannot be written: {error.strerror}") from None

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def publish(self) -> None:
        """Flush everything to the disk and give the folder its name; once."""
        try:
            for file in sorted(self.path.rglob("*")):
                _flush(file)
            _flush(self.path)
            self._appeared()
            self._rename()
            _flush(self.target.parent)
        except OSError as error:
            raise FolderError(f"{self.target} cannot be written: {error.strerror}") from None

    def _appeared(self) -> None:
        try:
            self._check()
        except FolderExists as error:
            raise FolderError(f"while the run went on, something was put there: {error}") from None

    def _check(self) -> None:
        if not os.path.lexists(self.target):
            return
        if not self.target.is_dir():
            raise FolderExists(f"{self.target} exists and is no folder; name another one")
        ours = (self.target / MANIFEST).is_file() or not any(self.target.iterdir())
        if not ours:
            raise FolderExists(f"{self.target} exists and holds no result; it is never replaced, name another folder")
        if not self.force:
            raise FolderExists(f"{self.target} exists; name another folder, or replace it with --force")

    def _rename(self) -> None:
        if not self.target.exists():
            self.path.rename(self.target)
            return
        before = self.target.with_name(f".{self.target.name}.{os.getpid()}.old")
        self.target.rename(before)
        try:
            self.path.rename(self.target)
        except OSError:
            before.rename(self.target)
            raise
        shutil.rmtree(before, ignore_errors=True)


def write_file(path: Path, data: bytes) -> None:
    """Write a file that appears whole or not at all: beside, flushed to the disk, renamed; replaces its namesake.

    Raises OSError where it cannot be written; nothing is left behind.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        _flush(beside)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
