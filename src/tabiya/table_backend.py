"""`TableBackend`: the interface of the class that keeps a table's entries, and figures derived from it."""

from __future__ import annotations

import logging
from typing import Any, ClassVar, SupportsIndex

from .config import LINE_BYTES, Layout, Sync, TableConfig, chosen_sync
from .entry import Entry
from .memory import MemoryUsage
from .stats import TableStats
from .storage.placed import Placed
from .tiers import SecondTier
from .values import FULL_KEY_CLUSTERS

__all__ = ["TableBackend"]

logger = logging.getLogger("tabiya")


class TableBackend(Placed):
    """The methods that `TableFront` needs from a backend.

    There are two backends: `_core.Table` in C++ and `ReferenceCore` in plain Python. A public table inherits
    from its backend first and from `TableFront` second, so that calls of `probe` go straight to the backend.
    """

    _backend: ClassVar[type]
    """The class that keeps the entries. Tables with the same backend can read each other's memory."""

    @classmethod
    def _settings(cls, config: TableConfig) -> Any:
        """Returns the configuration in the backend's form."""
        raise NotImplementedError

    @property
    def _config(self) -> TableConfig:
        """The settings in force."""
        raise NotImplementedError

    # ---- entries -----------------------------------------------------------------------------------------

    def probe(self, key: SupportsIndex, /) -> Entry | None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    @property
    def enabled(self) -> bool:
        raise NotImplementedError

    @enabled.setter
    def enabled(self, on: bool, /) -> None:
        raise NotImplementedError

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]:
        """Returns the next cluster and the (key, entry) pairs of whole clusters, until there are `limit`."""
        raise NotImplementedError

    def _insert(self, pairs: list[tuple[int, Entry]]) -> int:
        """Inserts entries with their own generations; returns how many were accepted."""
        raise NotImplementedError

    def _merge(self, other: Any) -> None:
        """Inserts the entries of a table with the same backend and full keys, with their ages."""
        raise NotImplementedError

    def _copy_from(self, other: Any) -> None:
        """Copies the slots and the generation of a table of the same geometry."""
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

    # ---- generations and figures -------------------------------------------------------------------------

    @property
    def generation(self) -> int:
        raise NotImplementedError

    @property
    def renewals(self) -> int:
        raise NotImplementedError

    def _new_search(self) -> None:
        raise NotImplementedError

    def _add_nodes(self, nodes: int) -> int:
        raise NotImplementedError

    def _hashfull(self) -> int:
        raise NotImplementedError

    def _fill_rate(self) -> float:
        raise NotImplementedError

    def _counters(self) -> dict[str, Any]:
        raise NotImplementedError

    def _report_collisions(self, count: int) -> None:
        """Logs new collisions. Debug tables call this at most once per second."""
        logger.info(
            "%d entries of this generation were replaced by other keys (hashfull %d): a larger table keeps "
            "them",
            count,
            self._hashfull(),
        )

    def _reset_stats(self) -> None:
        raise NotImplementedError

    def _memory(self) -> dict[str, Any]:
        raise NotImplementedError

    def _second_tier(self) -> Any:
        """Returns the contents of the second tier by name; None if there is none."""
        return None

    def _regions(self, clusters: int, out: Any) -> None:
        """Fills regions, passed as bytes, from a sample of the table's clusters."""
        raise NotImplementedError

    def _cluster(self, key: int) -> tuple[int, list[tuple[int, int]]]:
        """Returns the number of a key's cluster, and the two words of each of its slots."""
        raise NotImplementedError

    def _verify(self) -> None:
        raise NotImplementedError

    # ---- settings, memory and life -----------------------------------------------------------------------

    def _configure(self, before: TableConfig, settings: Any) -> bool | None:
        """Changes the behaviour, not the memory. Returns None and does nothing if `before` is out of date."""
        raise NotImplementedError

    def _rebuild(self, before: TableConfig, settings: Any, keep_entries: bool) -> int | None:
        """Replaces the memory; returns how many entries were kept, or None as `_configure` does."""
        raise NotImplementedError

    def _map(self, settings: Any, descriptor: int, size: int, opening: int) -> None:
        """Starts in the memory of an open file instead of private memory."""
        raise NotImplementedError

    def _pin(self) -> Any:
        """Marks the table as in use until the pin is released or gone."""
        raise NotImplementedError

    # ---- figures that follow from these ------------------------------------------------------------------

    @property
    def config(self) -> TableConfig:
        """The settings in force."""
        return self._config

    @property
    def capacity(self) -> int:
        """The number of slots, that is, the most entries that the table can hold."""
        return self._config.clusters * self._config.layout.ways

    @property
    def full_keys(self) -> bool:
        """Whether whole keys can be recovered: from 65,536 clusters on (4 MB; single slots: 1 MB).

        Never in the dense layout.
        """
        return self._config.layout.whole_keys and self._config.clusters >= FULL_KEY_CLUSTERS

    @property
    def sync(self) -> Sync:
        """The synchronisation in force. With ``sync="auto"``, this is what was chosen.

        >>> from tabiya import TranspositionTable
        >>> TranspositionTable(hash_mb=1, sync="auto").sync
        <Sync.LOCK_FREE: 'lock_free'>
        """
        return chosen_sync(self._config)

    @property
    def clustered(self) -> bool:
        return self._config.layout is not Layout.SINGLE

    @property
    def bucket_count(self) -> int:
        """The number of locks: `buckets` with ``sync="bucket_locks"``, else 0.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1, buckets=64)
        >>> table.bucket_count
        0
        >>> table.reconfigure(sync="bucket_locks")
        >>> table.bucket_count
        64
        """
        return self._config.buckets if self.sync is Sync.BUCKET_LOCKS else 0

    @property
    def memory_usage(self) -> MemoryUsage:
        """Bytes of slots, header and locks, and how many the kernel has provided so far."""
        return MemoryUsage.from_backend(self._memory(), self._config.l2_lines * LINE_BYTES)

    def hashfull(self) -> int:
        """Returns the permille of slots with entries of this generation, from 1,000 clusters, as in UCI."""
        return self._hashfull()

    def fill_rate(self) -> float:
        """Returns the share of slots with an entry of any generation, from the same sample."""
        return self._fill_rate()

    @property
    def stats(self) -> TableStats:
        """A snapshot of the statistics, summed over threads. Says so if they are off."""
        return TableStats.from_counters(self._counters(), self._config.counting)

    @property
    def second_tier(self) -> SecondTier | None:
        """The contents of the second tier, counted line by line; None if there is none.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4, l2_mb=1)
        >>> table.second_tier.lines, table.second_tier.entries
        (8192, 0)
        """
        report = self._second_tier()
        return None if report is None else SecondTier.from_backend(report)
