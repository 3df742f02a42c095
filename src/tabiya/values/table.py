"""`ValueTable`: the bounded, shareable table for values of any NumPy dtype, native."""

from __future__ import annotations

from typing import Any, SupportsIndex

from .. import _core
from ..table.arguments import check_huge_pages
from ..table.memory_request import sentence_for_memory
from .front import DEFAULT_MB, ValueFront
from .packing import named_fields
from .shape import ValueShape

__all__ = ["ValueTable"]


class ValueTable(_core.ValueTable, ValueFront):
    """A bounded hash table from integer keys to values of a NumPy dtype. Readers take no lock.

    >>> from tabiya import ValueTable
    >>> table = ValueTable([("n", "i4"), ("w", "f8")], hash_mb=1)
    >>> table.store(42, {"n": 3, "w": 0.5})
    >>> table.probe(42)["n"]
    3
    >>> table.add(42, {"n": 1})
    Value({'n': 4, 'w': 0.5})
    >>> table.probe(43) is None
    True
    """

    def __init__(
        self,
        dtype: Any,
        hash_mb: float = DEFAULT_MB,
        *,
        entries: SupportsIndex | None = None,
        key_bits: int = 64,
        huge_pages: bool = True,
    ) -> None:
        """Makes a table in private memory.

        `dtype` is a NumPy dtype of up to 56 bytes: 8, 24 or 56 bytes take entries of 16, 32 or 64 bytes.
        `hash_mb` is the memory for entries in units of 2^20 bytes, `entries` their number instead. With
        ``key_bits=128`` keys have 128 bits, which take 8 bytes of the entry.
        """
        shape = ValueShape.make(dtype, hash_mb, entries, key_bits)
        with sentence_for_memory(shape.bytes):
            self._make(shape, check_huge_pages(huge_pages))

    def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
        fields = _core.ValueFields(
            shape.dtype, shape.dtype.itemsize, shape.dtype.names is None, named_fields(shape.dtype)
        )
        make: Any = _core.ValueTable.__init__
        make(self, fields, shape.clusters, shape.words, shape.wide, huge_pages, shape.type_text, *place)
        self._shape = shape
