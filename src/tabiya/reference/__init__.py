"""The table in plain Python: the test oracle, and the fallback without a native core.

It answers every sequence of operations as the native table does, and its memory holds the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Unpack

from ..config import TableConfig, make_config
from ..entry import Entry
from ..memory_request import sentence_for_memory
from ..table_front import TableFront
from ..values import Bound, Source
from . import batches
from .batches import Column
from .core import ReferenceCore

if TYPE_CHECKING:
    from ..table_fields import TableFields

__all__ = ["ReferenceCore", "ReferenceTable"]


class ReferenceTable(ReferenceCore, TableFront):
    """`TranspositionTable` in plain Python: same calls, same answers, slower.

    >>> table = ReferenceTable(entries=1024)
    >>> table.store(0x9D39247E33776D41, move=1234, score=35, depth=8)
    >>> table.probe(0x9D39247E33776D41).depth
    8
    """

    _backend = ReferenceCore

    def __init__(self, config: TableConfig | None = None, /, **settings: Unpack[TableFields]) -> None:
        """Makes an empty table of a configuration, of fields of `TableConfig` as keywords, or of both."""
        config = make_config(config, settings)
        with sentence_for_memory(config):
            super().__init__(self._settings(config))

    @classmethod
    def _settings(cls, config: TableConfig) -> TableConfig:
        if config.l2_mb:
            raise ValueError("l2_mb needs the native core: the table in plain Python has no second tier")
        return config

    @classmethod
    def _check_mappable(cls) -> None:
        raise NotImplementedError(
            "shared memory and mapped files need the native core: the table in plain Python has private "
            "memory only (save and load work everywhere)"
        )

    def probe_many(self, keys: Iterable[int]) -> list[Entry | None]:
        """The entry of each key, or ``None``.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=64)
        >>> table.store(7, score=-20)
        >>> [entry and entry.score for entry in table.probe_many([7, 8])]
        [-20, None]
        """
        return batches.probe_many(self, keys)

    def store_many(
        self,
        keys: Iterable[int],
        moves: Column = 0,
        scores: Column = 0,
        evals: Column | None = None,
        depths: Column = 0,
        bounds: Column = Bound.EXACT,
        sources: Column = Source.MAIN,
        pvs: Column = False,
    ) -> None:
        """Stores many entries, in order. In `evals`, -32768 stands for no evaluation.

        Everything is checked before the first store.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=1024)
        >>> table.store_many(range(100), depths=list(range(100)), scores=-5)
        >>> table.probe(99).depth, len(table)
        (99, 100)
        """
        batches.store_many(self, keys, moves, scores, evals, depths, bounds, sources, pvs)

    def to_numpy(self) -> Any:
        """All entries as a structured array, as the native table gives them. Only this needs NumPy."""
        return batches.to_numpy(self)
