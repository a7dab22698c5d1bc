"""Every hand of a run as a row of a Parquet file, written while the run goes.

Decided here: the columns. A hand costs about 13 bytes (`tests/analysis/test_records.py` holds it to 16), so a million
hands are no burden; a run without records keeps only sums. The file appears under its name when the last row is in.

| column | type | unit, range, meaning |
|---|---|---|
| `deal` | int64 | number of the deal; with the seed it fixes the deck |
| `rotation` | int8 | leg of the deal: the first strategy plays side `rotation` |
| `first` | int8 | seat that had the first turn |
| `turns` | int16 | turns of all seats together |
| `ending` | string | how the hand ended: out, stock, blocking, limit |
| `out` | int8 | side that went out, -1 for nobody |
| `concealed` | bool | whether it went out concealed |
| `points_0`, `points_1`, … | int16 | points of each side in the hand, the match score before it not counted |
| `canastas_0`, … | int8 | canastas of each side, of all kinds |
| `takes_0`, … | int8 | piles that each side took |

Needs pyarrow: `pip install 'canasta-lab[records]'`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.counting import COUNTS
from sim.words import ENDINGS

ROWS = 1 << 17  # of a row group: some megabytes in memory
KINDS = COUNTS[:5]


class RecordsError(RuntimeError):
    """Records cannot be written here; the message says what is missing or in the way."""


class NoRecords(RecordsError):  # noqa: N818 - it is what was asked for, and wrong input
    """They cannot even be begun."""

    exit_status = 2


class Records:
    """A Parquet file of hands; use it in a `with` statement, which finishes it, or removes it after an error.

    Raises NoRecords where pyarrow is missing or the file exists, RecordsError where it cannot be written.
    """

    def __init__(self, path: Path, sides: int) -> None:
        self.path, self.sides = path, sides
        self._waiting: list[dict[str, npt.NDArray[Any]]] = []
        self._rows = 0
        arrow, parquet = _pyarrow()
        if path.exists():
            raise NoRecords(f"{path} exists; records are never written over, name another file")
        self._schema = arrow.schema(_columns(arrow, sides))
        self._beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        with self._failing():
            self._file = self._beside.open("xb")
        self._writer = parquet.ParquetWriter(
            self._file,
            self._schema,
            compression="zstd",
            use_dictionary=["rotation", "first", "ending", "out"],
            column_encoding={"deal": "DELTA_BINARY_PACKED"},
            write_statistics=False,
        )

    def add(self, first: int, results: npt.NDArray[Any]) -> None:
        """The hands of blocks first, first + 1, …: `results` is an array of RESULT, shape (blocks, legs)."""
        self._waiting.append(_rows(first, results, self.sides))
        self._rows += results.size
        if self._rows >= ROWS:
            with self._failing():
                self._write()

    def __enter__(self) -> Records:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                with self._failing():
                    self._finish()
        finally:
            for part in (self._writer, self._file):
                with contextlib.suppress(OSError, ValueError):  # what still waits in it is not wanted any more
                    part.close()
            self._beside.unlink(missing_ok=True)

    def _finish(self) -> None:
        self._write()
        self._writer.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._beside.rename(self.path)

    def _write(self) -> None:
        if not self._waiting:
            return
        arrow, _ = _pyarrow()
        whole = {name: np.concatenate([each[name] for each in self._waiting]) for name in self._waiting[0]}
        endings = arrow.DictionaryArray.from_arrays(arrow.array(whole.pop("ending")), arrow.array(ENDINGS))
        columns = [endings if name == "ending" else arrow.array(whole[name]) for name in self._schema.names]
        self._writer.write_table(arrow.table(columns, schema=self._schema))
        self._waiting, self._rows = [], 0

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """An error of the system as a sentence that names the file."""
        try:
            yield
        except OSError as error:
            raise RecordsError(f"{self.path} cannot be written: {error.strerror or error}") from None


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NoRecords(
            f"records need pyarrow ({error}); install it with: pip install 'canasta-lab[records]'"
        ) from None
    return pyarrow, pyarrow.parquet


def _columns(arrow: Any, sides: int) -> list[tuple[str, Any]]:
    own = {"points": arrow.int16(), "canastas": arrow.int8(), "takes": arrow.int8()}
    return [
        ("deal", arrow.int64()),
        ("rotation", arrow.int8()),
        ("first", arrow.int8()),
        ("turns", arrow.int16()),
        ("ending", arrow.dictionary(arrow.int8(), arrow.string())),
        ("out", arrow.int8()),
        ("concealed", arrow.bool_()),
        *((f"{name}_{side}", kind) for name, kind in own.items() for side in range(sides)),
    ]


def _rows(first: int, results: npt.NDArray[Any], sides: int) -> dict[str, npt.NDArray[Any]]:
    """Columns of the hands of some blocks, leg after leg of each; copies, since results are used again."""
    blocks, legs = results.shape
    flat = results.reshape(-1)
    found: dict[str, npt.NDArray[Any]] = {
        "deal": np.repeat(np.arange(first, first + blocks), legs),
        "rotation": np.tile(np.arange(legs, dtype=np.int8), blocks),
        "first": flat["first"].astype(np.int8),
        "turns": flat["turns"].astype(np.int16),
        "ending": flat["ending"].astype(np.int8),
        "out": flat["out_side"].astype(np.int8),
        "concealed": flat["concealed"] != 0,
    }
    for side in range(sides):
        score = flat["score"][:, side]
        found[f"points_{side}"] = score["total"].astype(np.int16)
        found[f"canastas_{side}"] = np.sum([score[kind] for kind in KINDS], axis=0).astype(np.int8)
        found[f"takes_{side}"] = score["takes"].astype(np.int8)
    return found
