"""The compile budget: how much code a cold start compiles, and how long the first deal takes, cold and warm."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sim.jit import COMPILED

MOST_KERNEL_LINES = 1700
MOST_COLD_SECONDS, MOST_WARM_SECONDS = 60.0, 5.0  # of processor time, on a slow and busy machine


@pytest.fixture(scope="module")
def start(request: pytest.FixtureRequest) -> ModuleType:
    """benchmarks/start.py, which is a script and no package."""
    file = Path(str(request.config.rootpath)) / "benchmarks" / "start.py"
    spec = importlib.util.spec_from_file_location("start", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.fast
def test_kernel_lines(start: ModuleType) -> None:
    lines = start.kernel_lines()
    print(f"{lines} kernel lines")
    assert 500 < lines < MOST_KERNEL_LINES


def test_lines_are_counted(start: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '@kernel\ndef f(a):\n    """Not this."""\n    b = a\n    return b\n\n\ndef g():\n    pass\n'
    )
    assert start.kernel_lines(tmp_path) == 2


def test_cold_and_warm_start(start: ModuleType, tmp_path: Path) -> None:
    cold, warm = start.first_deal(str(tmp_path)), start.first_deal(str(tmp_path))
    print(f"cold {cold[1]:.1f} s, warm {warm[1]:.2f} s of processor time")
    assert warm[1] < MOST_WARM_SECONDS
    assert cold[1] < MOST_COLD_SECONDS
    assert not COMPILED or cold[1] > 2 * warm[1], "the cache folder is not used"
