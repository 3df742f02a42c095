"""The table in plain Python: the test oracle, and the fallback without a native core.

It answers every sequence of operations as the native table does, and its memory holds the same bits.
"""

from __future__ import annotations

from ..config import TableConfig
from ..table import TableFront
from .batches import ListBatches
from .blocks import ReferenceBlocks
from .core import ReferenceCore

__all__ = ["ReferenceCore", "ReferenceTable"]


class ReferenceTable(ListBatches, TableFront, ReferenceBlocks, ReferenceCore):
    """`TranspositionTable` in plain Python: same calls, same answers, slower.

    >>> table = ReferenceTable(entries=1024)
    >>> table.store(0x9D39247E33776D41, move=1234, score=35, depth=8)
    >>> table.probe(0x9D39247E33776D41).depth
    8
    """

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
