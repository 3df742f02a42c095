"""Exports saved tables as CSV, NumPy or Parquet, block by block, so that any size works."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from ..batches import entry_dtype
from ..extras import require
from ..values import NO_EVAL
from .format import Kind
from .loading import SavedFile, open_saved
from .whole import write_whole

__all__ = ["FORMATS", "arrays", "export"]


def arrays(saved: SavedFile[Any]) -> Iterator[Any]:
    """Yields the entries of each block as an array with the columns of `to_numpy`. Needs NumPy."""
    if saved.header.kind is not Kind.ENTRIES:
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
    """Writes a saved table in another format, by default the one of the target's suffix.

    Returns the number of entries. An existing target is replaced when everything is written.
    """
    format = format or os.path.splitext(target)[1].removeprefix(".").lower()
    if format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(map(repr, FORMATS))}, not {format!r}")
    with open_saved(path) as saved:

        def write(file: BinaryIO) -> int:
            FORMATS[format](saved, file)
            return saved.header.entries

        return write_whole(target, write)


def _write_csv(saved: SavedFile[Any], file: BinaryIO) -> None:
    names = entry_dtype().names or ()
    eval_column = names.index("eval")
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(names)
    for part in arrays(saved):
        for row in part.tolist():
            values = [int(value) for value in row]
            writer.writerow(
                "" if i == eval_column and value == NO_EVAL else value for i, value in enumerate(values)
            )
        file.write(text.getvalue().encode())
        text.seek(0)
        text.truncate()
    file.write(text.getvalue().encode())  # the names alone, if there are no entries


def _write_npy(saved: SavedFile[Any], file: Any) -> None:
    import numpy as np

    header = {
        "descr": np.lib.format.dtype_to_descr(entry_dtype()),
        "fortran_order": False,
        "shape": (saved.header.entries,),
    }
    np.lib.format.write_array_header_2_0(file, header)
    for part in arrays(saved):
        file.write(part.tobytes())


def _write_npz(saved: SavedFile[Any], file: Any) -> None:
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
        _write_npy(saved, member)


def _write_parquet(saved: SavedFile[Any], file: Any) -> None:
    require("parquet", "Parquet")
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    def table_of(part: Any) -> Any:
        return arrow.table({name: arrow.array(part[name]) for name in part.dtype.names})

    empty = table_of(_as_array(b""))

    class Writer(parquet.ParquetWriter):  # type: ignore[misc]
        def __del__(self) -> None:
            # After Ctrl-C in its constructor, a writer outlives its file. The file is discarded then.
            with suppress(ValueError):
                super().__del__()

    with Writer(file, empty.schema) as writer:
        for part in arrays(saved):
            writer.write_table(table_of(part))


FORMATS: dict[str, Callable[[SavedFile[Any], Any], None]] = {
    "csv": _write_csv,
    "npy": _write_npy,
    "npz": _write_npz,
    "parquet": _write_parquet,
}
