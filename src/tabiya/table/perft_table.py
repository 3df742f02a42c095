"""`PerftTable`: a cache of perft counts, for any game.

>>> table = PerftTable(hash_mb=1)
>>> table.capacity, len(table)
(65536, 0)
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .. import _core
from .arguments import check_huge_pages
from .config import TableConfig

__all__ = ["PerftStats", "PerftTable"]


@dataclass(frozen=True)
class PerftStats:
    """The counters of a perft cache."""

    probes: int = 0
    hits: int = 0
    """Probes that found the position at exactly this depth."""
    stores: int = 0
    collisions32: int = 0
    """Other positions in a probed cluster that share 32 bits of the hash. A table with 32-bit signatures
    would have returned their counts."""
    collisions48: int = 0
    """The same for 48 bits, as in the transposition table."""

    @property
    def hit_rate(self) -> float:
        return self.hits / self.probes if self.probes else 0.0

    @property
    def collision_rate(self) -> float:
        """Collisions of 32-bit signatures per probe."""
        return self.collisions32 / self.probes if self.probes else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "hit_rate": self.hit_rate, "collision_rate": self.collision_rate}


class PerftTable(_core.PerftCache):
    """A cache of node counts by position and depth. Threads may share it.

    A slot has 16 bytes and keeps the full key, so that counts of different positions cannot be confused.

    >>> from tabiya import chess
    >>> table = PerftTable(hash_mb=16)
    >>> chess.Board().perft(5, table=table)
    4865609
    >>> table.stats.hits > 0
    True
    """

    def __init__(self, hash_mb: float = 64, *, huge_pages: bool = True) -> None:
        # The same checks and messages as for a transposition table of that size.
        self._config = TableConfig(hash_mb=hash_mb, huge_pages=check_huge_pages(huge_pages))
        super().__init__(self._config.clusters, huge_pages)

    @property
    def capacity(self) -> int:
        """The number of counts that fit."""
        return self._config.clusters * 4

    def clear(self) -> None:
        """Empties the cache."""
        self._clear()

    def reset_stats(self) -> None:
        """Sets all counters to zero."""
        self._reset_stats()

    @property
    def stats(self) -> PerftStats:
        return PerftStats(**self._counts())

    def __bool__(self) -> bool:
        """Always True: counting entries would take time."""
        return True

    def __repr__(self) -> str:
        return f"PerftTable(hash_mb={self._config.hash_mb:g})"
