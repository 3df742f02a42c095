"""`ValueBackend`: the methods that a value table needs from its backend, and its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..storage.placed import Placed
from ..table.entry_values import GENERATIONS
from ..table.memory import MemoryUsage
from .shape import ValueShape

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ValueBackend"]


class MissingShape:
    """Stands in for the shape of a table whose `__init__` was skipped. Other tables have their own shape.

    A `__getattr__` would make every call of a method slower.
    """

    def __get__(self, table: object, kind: type) -> MissingShape:
        if table is None:
            return self
        raise RuntimeError("the table was not initialised: its __init__ was never called")


class ValueBackend(Placed):
    """The methods that `ValueFront` needs from a backend.

    There are two backends: `_core.ValueTable` in C++ and `ReferenceValueCore` in plain Python. A public table
    inherits from its backend first and from `ValueFront` second, as with `TableBackend`.
    """

    if TYPE_CHECKING:
        _shape: ValueShape
    else:
        _shape = MissingShape()

    def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
        """Makes the backend in private memory, or at a place: descriptor, size and opening."""
        raise NotImplementedError

    def probe(self, key: Any, /) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def _probe_many(self, keys: Any, out: Any, hits: Any) -> None:
        raise NotImplementedError

    def _store_many(self, keys: Any, values: Any, priorities: Any) -> None:
        raise NotImplementedError

    def _add_many(self, keys: Any, values: Any, priorities: Any) -> None:
        raise NotImplementedError

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]:
        """Returns the next cluster to scan and at least `limit` (key, value) pairs of whole clusters."""
        raise NotImplementedError

    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]:
        """Returns the next cluster to save, and the number and bytes of the entries of whole clusters."""
        raise NotImplementedError

    def _save_slots(self) -> bytes:
        """Returns all slots as they are in memory."""
        raise NotImplementedError

    def _load_slots(self, slots: bytes, /) -> None:
        raise NotImplementedError

    def _set_generation(self, count: int, /) -> None:
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

    def _new_search(self) -> None:
        raise NotImplementedError

    def _generation_count(self) -> int:
        raise NotImplementedError

    def _memory(self) -> dict[str, Any]:
        raise NotImplementedError

    def _pin(self) -> Any:
        """Marks the table as in use until the pin is released or gone."""
        raise NotImplementedError

    @property
    def _closed(self) -> bool:
        raise NotImplementedError

    # ---- figures that follow from these ------------------------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
        return self._shape.dtype

    @property
    def key_bits(self) -> int:
        """64 or 128."""
        return self._shape.key_bits

    @property
    def entry_bytes(self) -> int:
        """16, 32 or 64."""
        return self._shape.entry_bytes

    @property
    def capacity(self) -> int:
        """The number of slots, that is, the most entries that the table can hold."""
        return self._shape.capacity

    @property
    def full_keys(self) -> bool:
        """Whether whole keys can be recovered: from 65,536 clusters on (4 MB; 64-byte entries 8 MB)."""
        return self._shape.full_keys

    @property
    def memory_usage(self) -> MemoryUsage:
        """Bytes of slots, header and locks, and how many the kernel has provided so far."""
        return MemoryUsage.from_backend(self._memory())

    @property
    def generation(self) -> int:
        """The current generation: 0 to 63, modular."""
        return self._generation_count() % GENERATIONS
