"""Where compiled code is kept, so that an edited file never runs stale code and an unchanged one is never recompiled.

numba looks only at the file that holds a function, not at the modules it calls, and does not tell checked from
unchecked builds. So the folder is named by a digest of every source of `sim` (what engine code can call), the
versions of numba and Python, and the mode; a strategy file gets a folder of its own, named by that digest, its text and
the text of every module it imports from its own folder. NUMBA_CACHE_DIR, where set, is the root; else the user's cache
folder, else a temporary one with one notice.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import numba

ENGINE = Path(__file__).resolve().parent


@lru_cache(maxsize=1)
def root() -> Path:
    """The folder that holds all cache folders; it exists and can be written."""
    wanted = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    candidates = [Path(wanted) / "canasta-lab"] if wanted else []
    try:
        candidates.append(Path.home() / ".cache" / "canasta-lab")
    except RuntimeError:  # no home folder
        pass
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    folder = Path(tempfile.mkdtemp(prefix="canasta-lab-"))
    sys.stderr.write(f"no cache folder can be written; compiled code is kept in {folder} for this run only\n")
    return folder


def mode() -> str:
    """What else changes the machine code: bounds checks, and the compiler's version."""
    checked = "checked" if numba.config.BOUNDSCHECK else "plain"
    return f"{checked}-numba{numba.__version__}-py{sys.version_info.major}{sys.version_info.minor}"


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """Digest of every Python source of `sim`, the record layout included."""
    digest = hashlib.sha256(mode().encode())
    for file in sorted(ENGINE.glob("*.py")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def engine_folder() -> Path:
    """Cache folder of the engine's kernels."""
    return root() / f"engine-{engine_digest()}"


def engine_is_kept() -> bool:
    """Whether nothing is left to compile of this very installation's engine; another checkout's does not count.

    numba keeps the code of each source folder apart, by a digest of its path.
    """
    if numba.config.DISABLE_JIT:
        return True
    own = f"{ENGINE.name}_{hashlib.sha1(str(ENGINE).encode(), usedforsecurity=False).hexdigest()}"
    return any((engine_folder() / own).glob("play.play-*.nbc"))


def strategy_folder(sources: list[Path]) -> Path:
    """Cache folder of the hooks in a strategy file, from the file and the modules of its folder that it imports."""
    digest = hashlib.sha256(engine_digest().encode())
    for file in sources:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return root() / f"strategy-{sources[0].stem}-{digest.hexdigest()[:16]}"


def use(folder: Path) -> None:
    """Let kernels that are defined from now on keep their machine code in `folder`."""
    numba.config.CACHE_DIR = str(folder)
