"""The wheel, alone in an empty environment: does it hold all that it needs, and nothing of the tests?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SOURCES = ["canasta", "reports", "analysis", "strategies", "sim", "pyproject.toml", "README.md", "LICENSE"]


def ran(command: list[str | Path], folder: Path) -> str:
    # Without the variables that would let a module be found beside the sources.
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "NUMBA"))}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that no build folder is left in the sources."""
    folder = tmp_path_factory.mktemp("build")
    for name in SOURCES:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(root / name, folder)
    ran([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist"], folder)
    (built,) = (folder / "dist").glob("*.whl")
    return built


def test_the_wheel_holds_every_module_and_rule_set(root, wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = {
        str(path.relative_to(root))
        for floor in SOURCES[:5]
        for path in (root / floor).rglob("*")
        if path.suffix in {".py", ".toml"} or path.name in {"README.md", "py.typed"}
    }
    assert held == files


def test_the_wheel_runs_alone(root, wheel, tmp_path):
    venv.create(tmp_path / "empty", with_pip=True)
    scripts = tmp_path / "empty" / "bin"
    ran([scripts / "pip", "install", "--quiet", "--constraint", root / "constraints.txt", wheel], tmp_path)
    assert "lt-classic" in ran([scripts / "canasta", "rules", "list"], tmp_path).split()
    assert ran([scripts / "canasta", "--version"], tmp_path).startswith("canasta ")
