"""The table in plain Python: the test oracle, and the fallback without a native core.

It answers every sequence of operations as the native table does, and its memory holds the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack

from ..table.config import TableConfig, make_config
from ..table.entry import Entry
from ..table.entry_values import Bound, Source
from ..table.front import TableFront
from ..table.memory_request import sentence_for_memory
from ..table.windows import Lookup
from . import batches, windows
from .batches import Column
from .core import ReferenceCore
from .state_key import key_of

if TYPE_CHECKING:
    from ..table.fields import TableFields

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
        with sentence_for_memory.of(config):
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

    # ---- windows -----------------------------------------------------------------------------------------

    def lookup(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """Returns what the table knows for a search of this depth and window.

        `score` of the result is the value to return, or None if a search is needed. `move` is the move to try
        first, or 0. With `ply`, the distance from the root, wins (91,000 to 100,000) count from the root.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=64)
        >>> table.record(7, depth=3, alpha=-10, beta=10, score=25, move=4)
        >>> table.lookup(7, depth=3, alpha=0, beta=20), table.lookup(7, depth=4, alpha=0, beta=20)
        (Lookup(score=25, move=4), Lookup(score=None, move=4))
        """
        return windows.lookup(self, key, depth, alpha, beta, ply)

    def record(
        self,
        key: SupportsIndex,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        score: SupportsIndex,
        move: SupportsIndex = 0,
        ply: SupportsIndex | None = None,
    ) -> None:
        """Stores the result of a search of this depth and window. The bound follows from window and score.

        `alpha` is the original one, not one raised by the moves. With `ply`, the distance from the root, wins
        (91,000 to 100,000) are stored relative to this position.
        """
        windows.record(self, key, depth, alpha, beta, score, move, ply)

    # ---- states instead of keys --------------------------------------------------------------------------

    def probe_state(self, state: object, /) -> Entry | None:
        """Returns the entry of a state that `tabiya.key_of` accepts, or None."""
        return self.probe(key_of(state))

    def store_state(
        self,
        state: object,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> None:
        """Like `store`, under the key that `tabiya.key_of` gives the state."""
        self.store(key_of(state), move, score, eval, depth, bound, source, pv)

    def lookup_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        ply: SupportsIndex | None = None,
    ) -> Lookup:
        """Like `lookup`, with the key that `tabiya.key_of` gives the state."""
        return self.lookup(key_of(state), depth, alpha, beta, ply)

    def record_state(
        self,
        state: object,
        depth: SupportsIndex,
        alpha: float | SupportsIndex,
        beta: float | SupportsIndex,
        score: SupportsIndex,
        move: SupportsIndex = 0,
        ply: SupportsIndex | None = None,
    ) -> None:
        """Like `record`, under the key that `tabiya.key_of` gives the state."""
        self.record(key_of(state), depth, alpha, beta, score, move, ply)

    # ---- batches -----------------------------------------------------------------------------------------

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
