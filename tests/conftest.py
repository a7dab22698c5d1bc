"""What tests of every floor share: where the project is, and the command line run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of pyproject.toml."""
    return ROOT


@pytest.fixture
def canasta(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """`canasta("rules", "list")` runs that command in this process and returns status, stdout and stderr."""
    from canasta.cli import main

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        status = main(arguments)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return run
