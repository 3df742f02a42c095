"""A trace and its file.

A trace has two columns. The first is the key. The second is the operation: 0 or 1 for a probe that missed or
hit; for a store, the second word of the entry with the generation of the store. A file stores each key once
and refers to it by number, compressed by NumPy.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BOUND", "Trace"]

BOUND = np.uint64(3 << 58)
"""The bits of an entry's bound, which distinguish a store from a probe."""
FORMAT = 1


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
        """Writes a file of about 10 bytes per operation."""
        distinct, numbers = np.unique(self.keys, return_inverse=True)
        with Path(path).open("wb") as file:  # else NumPy appends .npz to the name
            np.savez_compressed(
                file,
                format=np.array([FORMAT]),
                keys=distinct,
                numbers=numbers.astype(np.uint32),
                words=self.words,
                about=np.frombuffer(json.dumps(dict(self.about)).encode(), dtype=np.uint8),
            )

    @classmethod
    def load(cls, path: Path | str) -> Trace:
        """Reads a file. Raises ValueError if it is not a trace, or damaged."""
        try:
            # Opened here, because NumPy leaves a broken file open and reads a file that is no archive as a
            # pickle.
            if not zipfile.is_zipfile(path) and Path(path).is_file():
                raise ValueError("it was not written by `tabiya lab trace`")
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as content:
                if int(content["format"][0]) != FORMAT:
                    raise ValueError("another version wrote it")
                distinct, numbers, words = content["keys"], content["numbers"], content["words"]
                about = json.loads(bytes(content["about"]))
            if len(numbers) != len(words) or (len(numbers) and int(numbers.max()) >= len(distinct)):
                raise ValueError("its columns do not match")
            keys = distinct[numbers] if len(numbers) else np.zeros(0, np.uint64)
        except (ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile, zlib.error) as error:
            raise ValueError(f"{path} is not a trace: {error}") from None
        return cls(keys.astype(np.uint64), words.astype(np.uint64), about)
