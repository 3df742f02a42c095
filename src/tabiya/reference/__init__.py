"""The table in plain Python: the oracle of the tests, and the table where no native core can be.

It answers as the native table does to every sequence of operations, and its memory holds the same bits.
"""

from __future__ import annotations

from ..config import TableConfig
from ..table import TableFront
from .batches import ListBatches
from .blocks import ReferenceBlocks
from .core import ReferenceCore
from .windows import ReferenceWindows

__all__ = ["ReferenceCore", "ReferenceTable"]


class ReferenceTable(ListBatches, TableFront, ReferenceWindows, ReferenceBlocks, ReferenceCore):
    """`TranspositionTable` in plain Python: the same calls and the same answers, slowly.

    >>> table = ReferenceTable(entries=1024)
    >>> table.store(0x9D39247E33776D41, move=1234, score=35, depth=8)
    >>> table.probe(0x9D39247E33776D41).depth
    8
    """

    @classmethod
    def _settings(cls, config: TableConfig) -> TableConfig:
        if config.l2_mb:
            raise ValueError("the table in plain Python has no second tier: l2_mb needs the native core")
        return config

    @classmethod
    def _check_mappable(cls) -> None:
        raise NotImplementedError(
            "the table in plain Python lives in private memory only: shared memory and mapped files need the "
            "native core (save and load work everywhere)"
        )
