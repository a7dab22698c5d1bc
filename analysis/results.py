"""A result as a folder: what is written into it, and how it is read back.

| file | holds |
|---|---|
| `manifest.json` | layout, command, rules in full, strategies with weights and digests, deals, versions, checksums |
| `summary.json` | the object that `--json` prints |
| `tables/NAME.csv` | the tables of `analysis.tables` |
| `tally.npz` | the exact integer sums, arrays of int64; never pickled |
| `hands.parquet` | with `--records`: every hand (`analysis.records`) |
| `report.html`, `charts/` | written by `canasta report` |

Decided here: the layout and its version. A newer layout, a damaged or a foreign folder is refused with one sentence.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from analysis.draft import MANIFEST, Draft, FolderError, NoResults
from analysis.tables import COUNTED, TRUTHS, WORDS

if TYPE_CHECKING:
    import pandas as pd

    from analysis.comparison import Comparison
    from analysis.match_simulation import MatchSimulation
    from analysis.simulation import Simulation

Result: TypeAlias = "Comparison | Simulation | MatchSimulation"
LAYOUT = 1
SUMMARY, TALLY, RECORDS, TABLES = "summary.json", "tally.npz", "hands.parquet", "tables"


@dataclass(frozen=True)
class Results:
    """A result folder in memory: `summary` as `--json` prints it, `frames` the tables of `analysis.tables` by name."""

    path: Path
    manifest: dict[str, Any] = field(repr=False)
    summary: dict[str, Any] = field(repr=False)
    frames: dict[str, pd.DataFrame] = field(repr=False)

    def __getattr__(self, name: str) -> pd.DataFrame:
        """A table as an attribute: `results.difference`."""
        frames = self.__dict__.get("frames", {})
        if name in frames:
            return frames[name]
        raise AttributeError(f"there is no table {name!r}; there are: {', '.join(frames)}")

    def hands(self) -> pd.DataFrame:
        """Every hand, a row each (`analysis.records`); FolderError where the run kept no records."""
        import pandas as pd

        file = self.path / RECORDS
        if not file.is_file():
            raise FolderError(f"{self.path} has no records of single hands; repeat the run with --records")
        return pd.read_parquet(file)

    def to_frame(self) -> pd.DataFrame:
        """The table of all numbers."""
        return self.frames["numbers"]

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False))


def save(result: Result, draft: Draft) -> None:
    """Write a result into a draft and publish it; FolderError where the disk does not take it."""
    files = dict(_files(result))
    try:
        (draft.path / TABLES).mkdir()
        for name, data in files.items():
            (draft.path / name).write_bytes(data)
        sums = {str(file.relative_to(draft.path)): _checksum(file) for file in _all_files(draft.path)}
        manifest = _manifest(result) | {"files": sums}
        (draft.path / MANIFEST).write_bytes(_json(manifest))
    except OSError as error:
        raise FolderError(f"{draft.target} cannot be written: {error.strerror}") from None
    draft.publish()


def load(path: str | Path) -> Results:
    """Read a result folder and check every checksum.

    Raises NoResults for what is none, FolderError for one that is damaged or was written by a newer version.
    """
    folder = Path(path)
    manifest = _read_manifest(folder)
    tables = {name: f"{TABLES}/{name}.csv" for name in manifest["tables"]}
    for name in (SUMMARY, TALLY, *tables.values()):
        if name not in manifest["files"]:
            raise FolderError(f"{folder / MANIFEST} is damaged, it does not name {name}; repeat the run")
    for name, wanted in manifest["files"].items():
        _check_file(folder, name, wanted)
    try:
        summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
        frames = {name: _read_table(folder / file) for name, file in tables.items()}
    except ValueError:  # the checksums hold, but it is not what we wrote
        raise FolderError(f"{folder} holds tables that are none; repeat the run") from None
    return Results(folder, manifest, summary, frames)


def _files(result: Result) -> Iterator[tuple[str, bytes]]:
    yield SUMMARY, _json(result.to_dict())
    for name, frame in result.tables().items():
        yield f"{TABLES}/{name}.csv", frame.to_csv(index=False, lineterminator="\n").encode()
    arrays = io.BytesIO()
    np.savez_compressed(arrays, allow_pickle=False, **result.sums)
    yield TALLY, arrays.getvalue()


def _manifest(result: Result) -> dict[str, Any]:
    source = result.provenance
    return {
        "layout": LAYOUT,
        "kind": result.kind,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": result.command,
        "complete": result.complete,
        "ended": result.ended.value,
        "planned": result.planned,
        "done": [[each.start, each.stop] for each in result.done],
        "seed": result.seed,
        "scores": list(result.scores),
        "draws": result.draws,
        "rules": result.rules,
        "rules_digest": result.rules_digest,
        "rules_text": source.rules_text,
        "strategies": list(result.strategies),
        "members": [
            [{"name": one.name, "weights": one.weights, "digest": one.digest} for one in members]
            for members in source.strategies
        ],
        "engine": source.engine,
        "versions": source.versions,
        "tables": list(result.tables()),
    }


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _all_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def _checksum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _read_manifest(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        what = f"{folder} is a file and no folder" if folder.exists() else f"there is no folder {folder}"
        raise NoResults(f"{what}; name one that --out wrote")
    file = folder / MANIFEST
    if not file.is_file():
        raise NoResults(f"{folder} is no result folder, it has no {MANIFEST}; name one that --out wrote")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
        layout, files, tables, _ = (manifest[key] for key in ("layout", "files", "tables", "kind"))
        sound = isinstance(files, dict) and all(_is_inside(name) for name in [*files, *tables])
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise FolderError(f"{file} is damaged; repeat the run")
    if layout != LAYOUT:
        raise FolderError(f"{folder} has layout {layout!r}, this version reads {LAYOUT}; use the version that wrote it")
    return dict(manifest)


def _is_inside(name: str) -> bool:
    """Whether a name can only be that of a file in the folder."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and bool(path.parts)


def _check_file(folder: Path, name: str, wanted: str) -> None:
    file = folder / name
    if not file.is_file():
        raise FolderError(f"{folder} lacks {name}; repeat the run")
    if _checksum(file) != wanted:
        raise FolderError(f"{file} is damaged, its checksum is not that of the manifest; repeat the run")


def _read_table(file: Path) -> pd.DataFrame:
    """A table with every number exact and every word as it is: a strategy may be called NA."""
    import pandas as pd

    frame = pd.read_csv(file, dtype=str, keep_default_na=False)
    for column in frame.columns:
        if column not in WORDS:
            frame[column] = frame[column].map(_reader(column))
    return frame.astype({column: _type(column) for column in frame.columns if column not in WORDS})


def _reader(column: str) -> Callable[[str], float | int | bool]:
    if column in COUNTED:
        return int
    return (lambda cell: cell == "True") if column in TRUTHS else (lambda cell: float(cell or "nan"))


def _type(column: str) -> str:
    return "int64" if column in COUNTED else "bool" if column in TRUTHS else "float64"
