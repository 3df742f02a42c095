"""The size and number of the entries of a `ValueTable`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from .._utils.arguments import check_int
from ..table.entry_values import FULL_KEY_CLUSTERS
from .packing import PAYLOAD_BYTES, check_dtype, dtype_of, text_of

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ValueShape"]

MEGABYTE = 2**20
MAX_BYTES = 2**44
"""16 TB, like `TranspositionTable`."""
KEY_BITS = (64, 128)
MAX_TEXT = 4096 - 192
"""The space for the description of the dtype in a header, in bytes."""


@dataclass(frozen=True)
class ValueShape:
    """The dtype, size and key width of a value table, which never change."""

    dtype: np.dtype[Any]
    clusters: int
    key_bits: int

    @classmethod
    def make(cls, dtype: Any, hash_mb: float, entries: SupportsIndex | None, key_bits: int) -> ValueShape:
        """Returns the checked shape of a new table."""
        if key_bits not in KEY_BITS:
            raise ValueError(f"key_bits must be 64 or 128, not {key_bits!r}")
        found = check_dtype(dtype)
        one = cls(found, 1, key_bits)
        if one.entry_bytes == 0:
            room = PAYLOAD_BYTES[-1] - 8
            raise ValueError(
                f"dtype must have 1 to {room} bytes with a key of 128 bits, not {found.itemsize}"
            )
        if len(one.type_text.encode()) > MAX_TEXT:
            raise ValueError(f"dtype must be described in {MAX_TEXT} bytes: use shorter names")
        return cls(found, one._clusters(hash_mb, entries), key_bits)

    @classmethod
    def from_text(cls, text: str, clusters: int, key_bits: int) -> ValueShape:
        """Returns the shape that a header describes, or raises ValueError."""
        shape = cls(dtype_of(text), clusters, key_bits)
        if key_bits not in KEY_BITS or shape.entry_bytes == 0:
            raise ValueError(f"keys cannot have {key_bits} bits")
        if not 0 < clusters <= MAX_BYTES // shape.cluster_bytes:
            raise ValueError(f"a table cannot have {clusters} clusters")
        return shape

    def _clusters(self, hash_mb: float, entries: SupportsIndex | None) -> int:
        if entries is not None:
            return -(-check_int("entries", entries, 1, MAX_BYTES // self.entry_bytes) // self.ways)
        if isinstance(hash_mb, bool) or not isinstance(hash_mb, (int, float)):
            raise TypeError(f"hash_mb must be a number, not {type(hash_mb).__name__} ({hash_mb!r})")
        if not 0 < hash_mb <= MAX_BYTES / MEGABYTE:
            raise ValueError(f"hash_mb must be above 0 and at most {MAX_BYTES // MEGABYTE}, not {hash_mb!r}")
        return max(1, int(hash_mb * MEGABYTE) // self.cluster_bytes)

    @property
    def words(self) -> int:
        """The 64-bit words of an entry; 0 if the value does not fit."""
        needed = self.dtype.itemsize + (8 if self.wide else 0)
        return next((room // 8 + 1 for room in PAYLOAD_BYTES if needed <= room), 0)

    @property
    def wide(self) -> bool:
        return self.key_bits == 128

    @property
    def entry_bytes(self) -> int:
        return 8 * self.words

    @property
    def ways(self) -> int:
        """The slots of a cluster."""
        return 4 if self.words == 2 else 2

    @property
    def cluster_bytes(self) -> int:
        return self.ways * self.entry_bytes

    @property
    def capacity(self) -> int:
        return self.clusters * self.ways

    @property
    def bytes(self) -> int:
        return self.clusters * self.cluster_bytes

    @property
    def full_keys(self) -> bool:
        return self.clusters >= FULL_KEY_CLUSTERS

    @property
    def type_text(self) -> str:
        return text_of(self.dtype)
