"""`TableBackend`: the interface of the class that keeps a table's entries."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, SupportsIndex

from ..storage.backend import Backend
from .config import TableConfig
from .entry import Entry

__all__ = ["TableBackend"]


class TableBackend(Backend, Protocol):
    """What `_core.Table` in C++ and `ReferenceCore` in plain Python share."""

    _backend: ClassVar[type]
    """The class that keeps the entries. Tables with the same backend can read each other's memory."""

    @classmethod
    def _settings(cls, config: TableConfig) -> Any:
        """Returns the configuration in the backend's form."""
        ...

    @property
    def _config(self) -> TableConfig:
        """The settings in force."""
        ...

    # ---- entries -----------------------------------------------------------------------------------------

    def probe(self, key: SupportsIndex, /) -> Entry | None: ...

    @property
    def enabled(self) -> bool: ...

    @enabled.setter
    def enabled(self, on: bool, /) -> None: ...

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]:
        """Returns the next cluster and the (key, entry) pairs of whole clusters, until there are `limit`."""
        ...

    def _insert(self, pairs: list[tuple[int, Entry]]) -> int:
        """Inserts entries with their own generations; returns how many were accepted."""
        ...

    def _merge(self, other: Any) -> None:
        """Inserts the entries of a table with the same backend and full keys, with their ages."""
        ...

    def _copy_from(self, other: Any) -> None:
        """Copies the slots and the generation of a table of the same geometry."""
        ...

    # ---- generations and figures -------------------------------------------------------------------------

    @property
    def generation(self) -> int: ...

    @property
    def renewals(self) -> int: ...

    def _add_nodes(self, nodes: int) -> int: ...

    def _hashfull(self) -> int: ...

    def _fill_rate(self) -> float: ...

    def _counters(self) -> dict[str, Any]: ...

    def _reset_stats(self) -> None: ...

    def _second_tier(self) -> Any:
        """Returns the contents of the second tier by name; None if there is none."""
        ...

    def _regions(self, clusters: int, out: Any) -> None:
        """Fills regions, passed as bytes, from a sample of the table's clusters."""
        ...

    def _cluster(self, key: int) -> tuple[int, list[tuple[int, int]]]:
        """Returns the number of a key's cluster, and the two words of each of its slots."""
        ...

    def _verify(self) -> None: ...

    # ---- settings and memory -----------------------------------------------------------------------------

    def _configure(self, before: TableConfig, settings: Any) -> bool | None:
        """Changes the behaviour, not the memory. Returns None and does nothing if `before` is out of date."""
        ...

    def _rebuild(self, before: TableConfig, settings: Any, keep_entries: bool) -> int | None:
        """Replaces the memory; returns how many entries were kept, or None as `_configure` does."""
        ...
