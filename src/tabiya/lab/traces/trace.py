"""A trace and its file.

A trace has two columns. The first is the key. The second is the operation: 0 or 1 for a probe that missed or
hit; for a store, the second word of the entry with the generation of the store. A file stores each key once
and refers to it by number, compressed by NumPy. Other engines write text instead (`tabiya.lab.traces.text`).
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ...storage.whole import write_whole
from .text import HEADER, MAX_OPERATIONS, NO_TRACE, read_text

__all__ = ["BOUND", "Trace"]

BOUND = np.uint64(3 << 58)
"""The bits of an entry's bound, which distinguish a store from a probe."""
FORMAT = 1
LONGEST_REASON = 150


@dataclass(frozen=True)
class Trace:
    """Probes and stores in order, and the settings of the recording."""

    keys: NDArray[np.uint64]
    words: NDArray[np.uint64]
    about: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def is_store(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (self.words & BOUND) != 0
        return found

    @property
    def probes(self) -> int:
        return len(self) - int(self.is_store.sum())

    @property
    def stores(self) -> int:
        return int(self.is_store.sum())

    @property
    def hits(self) -> int:
        """Probes that hit during the recording."""
        return int((self.words == 1).sum())

    def save(self, path: Path | str) -> None:
        """Writes a file of about 10 bytes per operation. It replaces an older one only when it is whole."""
        write_whole(str(path), self._write)

    def _write(self, file: BinaryIO) -> None:
        distinct, numbers = np.unique(self.keys, return_inverse=True)
        buffered = io.BufferedWriter(file)
        np.savez_compressed(
            buffered,
            format=np.array([FORMAT]),
            keys=distinct,
            numbers=numbers.astype(np.uint32),
            words=self.words,
            about=np.frombuffer(json.dumps(dict(self.about)).encode(), dtype=np.uint8),
        )
        buffered.detach()

    @classmethod
    def load(cls, path: Path | str) -> Trace:
        """Reads a file of `save`, or the text of another engine. ValueError if it is neither, or damaged."""
        with Path(path).open("rb") as file:
            begin = file.read(len(HEADER))
            file.seek(0)
            try:
                if begin[:2] == b"PK":
                    return _compressed(file)
                if begin != HEADER:
                    raise ValueError(NO_TRACE)
                return cls(*read_text(file))
            except _BROKEN as error:
                reason = str(error)[:LONGEST_REASON] or type(error).__name__  # some quote the file
                raise ValueError(f"{path} is not a trace: {reason}") from None


_BROKEN = (
    OSError,  # a place beyond the file
    ValueError,
    LookupError,
    EOFError,
    TypeError,
    AttributeError,
    OverflowError,
    MemoryError,
    RecursionError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What a damaged archive raises, in NumPy and below it."""
COLUMNS = {"format.npy": 1 << 10, "keys.npy": 8, "numbers.npy": 4, "words.npy": 8, "about.npy": 1 << 20}
"""The parts of an archive. The largest size of a part is that of its elements, in bytes per operation; of the
first and the last, in bytes."""


def _compressed(file: BinaryIO) -> Trace:
    _check_sizes(file)
    # Opened by the caller, because NumPy leaves a broken file open.
    with np.load(file, allow_pickle=False) as content:
        if int(content["format"][0]) != FORMAT:
            raise ValueError("another version wrote it")
        distinct, numbers, words = content["keys"], content["numbers"], content["words"]
        about = json.loads(bytes(content["about"]))
    columns = (distinct, numbers, words)
    if any(column.ndim != 1 or column.dtype.kind != "u" for column in columns) or not isinstance(about, dict):
        raise ValueError("its columns are not those of a trace")
    if len(numbers) != len(words) or (len(numbers) and int(numbers.max()) >= len(distinct)):
        raise ValueError("its columns do not match")
    keys = distinct[numbers] if len(numbers) else np.zeros(0, np.uint64)
    return Trace(keys.astype(np.uint64), words.astype(np.uint64), about)


def _check_sizes(file: BinaryIO) -> None:
    """Refuses an archive that unpacks to more than a trace can have, before anything is unpacked."""
    with zipfile.ZipFile(file) as archive:
        for part in archive.infolist():
            if part.filename not in COLUMNS:
                raise ValueError(f"it contains {part.filename[:50]!r}")
            unit = COLUMNS[part.filename]
            if part.file_size > (unit if unit > 8 else unit * MAX_OPERATIONS + 1024):
                raise ValueError(f"its {part.filename} has {part.file_size:,} bytes")
    file.seek(0)
