"""`ReferenceValueTable`: the value table in plain Python, with the same answers and the same bits."""

from __future__ import annotations

from typing import Any, SupportsIndex

from ..table.arguments import check_huge_pages
from ..table.memory_request import sentence_for_memory
from ..values.front import DEFAULT_MB, ValueFront
from ..values.shape import ValueShape
from .value_core import ReferenceValueCore
from .value_type import ReferenceValue

__all__ = ["ReferenceValue", "ReferenceValueTable"]


class ReferenceValueTable(ReferenceValueCore, ValueFront):
    """`ValueTable` in plain Python: same calls, same answers, slower.

    >>> table = ReferenceValueTable([("n", "i4"), ("w", "f8")], entries=64)
    >>> table.add(42, {"n": 1})
    Value({'n': 1, 'w': 0.0})
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
        """Makes a table in private memory, with the arguments of `ValueTable`."""
        shape = ValueShape.make(dtype, hash_mb, entries, key_bits)
        with sentence_for_memory(shape.bytes):
            self._make(shape, check_huge_pages(huge_pages))

    @classmethod
    def _check_mappable(cls) -> None:
        raise NotImplementedError(
            "shared memory and mapped files need the native core: the table in plain Python has private "
            "memory only (save and load work everywhere)"
        )
