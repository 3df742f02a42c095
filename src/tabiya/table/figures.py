"""`TableFigures`: the figures of a table that follow from what its backend reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..storage.placed import Placed
from .config import LINE_BYTES, Layout, Sync, TableConfig, chosen_sync
from .entry_values import FULL_KEY_CLUSTERS
from .memory import MemoryUsage
from .second_tier import SecondTier
from .statistics import TableStats

if TYPE_CHECKING:
    from typing import Unpack

    from .backend import TableBackend
    from .fields import TableFields
else:
    TableBackend = object

__all__ = ["TableFigures"]


class TableFigures(Placed, TableBackend):
    """Settings, sizes, fill and statistics of a table.

    Functions that do the work of longer methods of `TableFront` know a table as this class.
    """

    if TYPE_CHECKING:

        def __init__(self, config: TableConfig | None = None, /, **settings: Unpack[TableFields]) -> None: ...

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
