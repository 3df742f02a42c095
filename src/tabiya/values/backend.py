"""`ValueBackend`: the interface of the class that keeps a value table's entries."""

from __future__ import annotations

from typing import Any, Protocol

from ..storage.backend import Backend
from .shape import ValueShape

__all__ = ["ValueBackend"]


class ValueBackend(Backend, Protocol):
    """What `_core.ValueTable` in C++ and `ReferenceValueCore` in plain Python share."""

    def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
        """Makes the backend in private memory, or at a place: descriptor, size and opening."""
        ...

    def probe(self, key: Any, /) -> Any: ...

    def _probe_many(self, keys: Any, out: Any, hits: Any) -> None: ...

    def _store_many(self, keys: Any, values: Any, priorities: Any) -> None: ...

    def _add_many(self, keys: Any, values: Any, priorities: Any) -> None: ...

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]:
        """Returns the next cluster to scan and at least `limit` (key, value) pairs of whole clusters."""
        ...

    @property
    def _closed(self) -> bool: ...
