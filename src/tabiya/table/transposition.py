"""`TranspositionTable`: the public, native table.

It is a `_core.Table`, so that `probe` and `store` run without a Python frame. `TableFront` adds the public
methods. `ReferenceTable` is the same on a backend in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from .. import _core
from . import batches
from .config import TableConfig, core_values, make_config
from .entry_values import Bound, Source
from .front import TableFront
from .memory_request import sentence_for_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .fields import TableFields

__all__ = ["TranspositionTable"]


class TranspositionTable(_core.Table, TableFront):
    """A native hash table of bounded size for search results. Threads share it without locks.

    >>> from tabiya import Bound, TranspositionTable
    >>> table = TranspositionTable(hash_mb=16)
    >>> table.store(0x1234, move=77, score=25, depth=6, bound=Bound.LOWER)
    >>> entry = table.probe(0x1234)
    >>> entry.move, entry.score, entry.depth, entry.bound
    (77, 25, 6, <Bound.LOWER: 2>)
    >>> table.probe(0x9999) is None
    True
    """

    _backend = _core.Table

    def __init__(self, config: TableConfig | None = None, /, **settings: Unpack[TableFields]) -> None:
        """Makes an empty table from a configuration, fields of `TableConfig` as keywords, or both."""
        config = make_config(config, settings)
        with sentence_for_memory.of(config):
            super().__init__(self._settings(config))

    @classmethod
    def _settings(cls, config: TableConfig) -> _core.Settings:
        settings = _core.Settings()
        settings.config = config
        for name, value in core_values(config).items():
            setattr(settings, name, value)
        return settings

    def _map(self, settings: _core.Settings, descriptor: int, size: int, opening: int) -> None:
        super().__init__(settings, descriptor, size, opening)

    def probe_many(
        self, keys: NDArray[np.uint64 | np.int64], out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Probes many keys at once, with the GIL released and with prefetching.

        `keys` is a one-dimensional array of uint64, or of int64, read as two's complement. The result is a
        structured array with the fields move, score, eval, depth, generation, bound, source, pv and hit;
        where `hit` is false the others are zero (and `eval` is -32768, as for an entry without one). `out`,
        an array from an earlier call of the same length, saves making a new one.

        >>> import numpy as np
        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.store(7, move=3, score=-20, depth=5)
        >>> found = table.probe_many(np.array([7, 8], dtype=np.uint64))
        >>> found["hit"].tolist(), found["score"].tolist()
        ([True, False], [-20, 0])
        """
        return batches.probe_many(self, keys, out)

    def store_many(
        self,
        keys: NDArray[np.uint64 | np.int64],
        moves: ArrayLike = 0,
        scores: ArrayLike = 0,
        evals: ArrayLike | None = None,
        depths: ArrayLike = 0,
        bounds: ArrayLike = Bound.EXACT,
        sources: ArrayLike = Source.MAIN,
        pvs: ArrayLike = False,
    ) -> None:
        """Stores many entries in order, with the GIL released. Each column is an array or one value for all.

        In `evals`, -32768 means no evaluation. All values are checked before the first store.

        >>> import numpy as np
        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.store_many(np.arange(100, dtype=np.uint64), depths=np.arange(100), scores=-5)
        >>> table.probe(99).depth, len(table)
        (99, 100)
        """
        batches.store_many(self, keys, moves, scores, evals, depths, bounds, sources, pvs)

    def to_numpy(self) -> NDArray[Any]:
        """Returns all entries as a structured array: `key`, then the fields of `probe_many` except `hit`.

        During concurrent stores it is not a snapshot: each entry was there at some moment.
        """
        return batches.to_numpy(self)
