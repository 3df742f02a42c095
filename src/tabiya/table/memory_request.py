"""Errors for failed allocations that name the requested size."""

from __future__ import annotations

from typing import Self

from .config import LINE_BYTES, TableConfig
from .memory import physical_bytes


class sentence_for_memory:
    """Turns the core's MemoryError into one that names the requested size."""

    def __init__(self, size: int, kind: str = "ValueTable", pool: bool = False) -> None:
        self._bytes = size
        self._kind = kind
        self._pool = pool

    @classmethod
    def of(cls, config: TableConfig) -> Self:
        size = config.clusters * config.layout.cluster_bytes + config.l2_lines * LINE_BYTES
        return cls(size, "TranspositionTable", config.huge_pages == "explicit")

    def __enter__(self) -> None:
        # Private memory is allocated when touched. Asking for too much would end in a kill later.
        limit = physical_bytes()
        if limit is not None and self._bytes > limit:
            raise self._refusal(
                f"this machine has {limit / 2**20:,.0f} MB; {self._kind}.open maps larger files"
            )

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is MemoryError:
            pool = "the pool of reserved huge pages is too small: enlarge it with sysctl vm.nr_hugepages"
            raise self._refusal(pool if self._pool else "") from None

    def _refusal(self, note: str) -> MemoryError:
        error = MemoryError(f"the system could not allocate {self._bytes / 2**20:,.0f} MB for a table")
        if note:
            error.add_note(note)
        return error
