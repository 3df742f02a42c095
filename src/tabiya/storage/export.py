"""Exports table files as CSV, NumPy or Parquet: saved ones block by block, so that any size works."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from .._utils.extras import require
from ..table.batches import entry_dtype
from ..table.entry_values import NO_EVAL
from .export_values import mapped_values, saved_values
from .format import Contents, SavedTable
from .header import MAGIC, SAVED_VALUES_MAGIC, VALUE_MAGIC, magic_of
from .loading import SavedFile, open_saved
from .whole import write_whole

__all__ = ["FORMATS", "arrays", "export"]


@dataclass(frozen=True)
class Rows:
    """What is exported: arrays of one dtype without nested fields, and how many rows they have in all."""

    dtype: Any
    count: int
    parts: Iterable[Any]


@contextmanager
def rows_of(path: str) -> Iterator[Rows]:
    """Opens a table file of any kind."""
    magic = magic_of(path)
    if magic == MAGIC:
        from ..table.installed import TranspositionTable

        with TranspositionTable.open(path, shared=True) as table:
            entries = table.to_numpy()
        yield Rows(entries.dtype, len(entries), [entries])
    elif magic == VALUE_MAGIC:
        parts = mapped_values(path)
        yield Rows(parts[0].dtype, sum(map(len, parts)), parts)
    elif magic == SAVED_VALUES_MAGIC:
        with saved_values(path) as (dtype, count, blocks):
            yield Rows(dtype, count, blocks)
    else:
        with open_saved(path, SavedTable) as saved:
            yield Rows(entry_dtype(), saved.header.entries, arrays(saved))


def arrays(saved: SavedFile[Any]) -> Iterator[Any]:
    """Yields the entries of each block as an array with the columns of `to_numpy`. Needs NumPy."""
    if saved.header.contents is not Contents.ENTRIES:
        raise ValueError(f"{saved.what} has no full keys to export")
    for _, raw in saved.blocks():
        yield _as_array(raw)


def _as_array(raw: bytes) -> Any:
    import numpy as np

    count = len(raw) // 18
    words = np.frombuffer(raw, "<u8", count, 8 * count)
    result = np.empty(count, dtype=entry_dtype())
    result["key"] = np.frombuffer(raw, "<u8", count)
    result["eval"] = np.frombuffer(raw, "<i2", count, 16 * count)
    result["move"] = words & 0xFFFFFF
    score = (words >> np.uint64(24) & np.uint64(0xFFFFF)).astype(np.int32)
    result["score"] = score - (score >> 19 << 20)
    for name, shift, mask in (
        ("depth", 44, 255),
        ("generation", 52, 63),
        ("bound", 58, 3),
        ("source", 60, 7),
        ("pv", 63, 1),
    ):
        result[name] = words >> np.uint64(shift) & np.uint64(mask)
    return result


def export(path: str, target: str, format: str | None = None) -> int:
    """Writes a table file in another format, by default the one of the target's suffix.

    Returns the number of entries. An existing target is replaced when everything is written.
    """
    format = format or os.path.splitext(target)[1].removeprefix(".").lower()
    if format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(map(repr, FORMATS))}, not {format!r}")
    with rows_of(path) as rows:

        def write(file: BinaryIO) -> int:
            FORMATS[format](rows, file)
            return rows.count

        return write_whole(target, write)


def _write_csv(rows: Rows, file: BinaryIO) -> None:
    eval_column = rows.dtype.names.index("eval") if rows.dtype == entry_dtype() else None
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(rows.dtype.names)
    for part in rows.parts:
        for row in part.tolist():
            writer.writerow(
                "" if i == eval_column and value == NO_EVAL else _cell(value) for i, value in enumerate(row)
            )
        file.write(text.getvalue().encode())
        text.seek(0)
        text.truncate()
    file.write(text.getvalue().encode())  # the names alone, if there are no entries


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _write_npy(rows: Rows, file: Any) -> None:
    import numpy as np

    header = {
        "descr": np.lib.format.dtype_to_descr(rows.dtype),
        "fortran_order": False,
        "shape": (rows.count,),
    }
    np.lib.format.write_array_header_2_0(file, header)
    for part in rows.parts:
        file.write(part.tobytes())


def _write_npz(rows: Rows, file: Any) -> None:
    import zipfile

    class Archive(zipfile.ZipFile):
        def close(self) -> None:
            # After Ctrl-C between `open` and its `with`, an archive refuses to close and hides the interrupt.
            # Its file is discarded then, so nothing has to be written.
            try:
                super().close()
            except ValueError:
                self.fp = None

    with (
        Archive(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("entries.npy", "w", force_zip64=True) as member,
    ):
        _write_npy(rows, member)


def _write_parquet(rows: Rows, file: Any) -> None:
    require("parquet", "Parquet")
    import numpy as np
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    def column(values: Any, name: str) -> Any:
        try:
            return arrow.array(values.astype(values.dtype.newbyteorder("=")))
        except arrow.ArrowException:
            kind = values.dtype
            raise ValueError(f"Parquet has no type for {name!r}, which is {kind}: export .npy") from None

    def table_of(part: Any) -> Any:
        return arrow.table({name: column(part[name], name) for name in part.dtype.names})

    empty = table_of(np.zeros(0, rows.dtype))

    class Writer(parquet.ParquetWriter):  # type: ignore[misc]
        def __del__(self) -> None:
            # After Ctrl-C in its constructor, a writer outlives its file. The file is discarded then.
            with suppress(ValueError):
                super().__del__()

    with Writer(file, empty.schema) as writer:
        for part in rows.parts:
            writer.write_table(table_of(part))


FORMATS: dict[str, Callable[[Rows, Any], None]] = {
    "csv": _write_csv,
    "npy": _write_npy,
    "npz": _write_npz,
    "parquet": _write_parquet,
}
