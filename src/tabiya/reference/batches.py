"""Batches without NumPy: lists in, a list of entries out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import arguments
from ..entry import Entry
from ..values import MAX_DEPTH, MAX_EVAL, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source
from .core import ReferenceCore

__all__ = ["ListBatches"]

Column = int | Sequence[int]
"""One value per key, or one for all keys."""


class ListBatches(ReferenceCore):
    """`probe_many` and `store_many` over single calls. They accept lists and NumPy arrays."""

    if TYPE_CHECKING:

        @property
        def _config(self) -> Any: ...

        def items(self) -> Iterator[tuple[int, Entry]]: ...
        def _need_full_keys(self, what: str) -> None: ...

    def probe_many(self, keys: Iterable[int]) -> list[Entry | None]:
        """Returns the entry of each key, or ``None``.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=64)
        >>> table.store(7, score=-20)
        >>> [entry and entry.score for entry in table.probe_many([7, 8])]
        [-20, None]
        """
        return [self.probe(key) for key in [arguments.check_key(key, "keys") for key in keys]]

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
        """Stores many entries, in order. In `evals`, -32768 means no evaluation.

        All arguments are checked before the first store.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=1024)
        >>> table.store_many(range(100), depths=list(range(100)), scores=-5)
        >>> table.probe(99).depth, len(table)
        (99, 100)
        """
        known = [arguments.check_key(key, "keys") for key in keys]
        count = len(known)
        if self._config.clamp_scores:
            scores = _clamped(scores)
        columns = (
            _column("moves", moves, count, 0, MAX_MOVE),
            _column("scores", scores, count, -MAX_SCORE, MAX_SCORE),
            _column("evals", NO_EVAL if evals is None else evals, count, NO_EVAL, MAX_EVAL),
            _column("depths", depths, count, 0, MAX_DEPTH),
            _column("bounds", bounds, count, Bound.UPPER, Bound.EXACT),
            _column("sources", sources, count, Source.QUIESCENCE, Source.MAIN),
            _column("pvs", pvs, count, 0, 1),
        )
        for key, move, score, evaluation, depth, bound, source, pv in zip(known, *columns, strict=True):
            known_eval = None if evaluation == NO_EVAL else evaluation
            self.store(key, move, score, known_eval, depth, bound, source, bool(pv))

    def to_numpy(self) -> Any:
        """Returns all entries as a structured array, like the native table. Needs NumPy."""
        try:
            import numpy as np
        except ImportError:
            raise ImportError("to_numpy needs NumPy, which is not installed; use items()") from None
        from ..batches import entry_dtype

        self._need_full_keys("to_numpy")
        rows = [
            (
                key,
                e.move,
                e.score,
                NO_EVAL if e.eval is None else e.eval,
                e.depth,
                e.generation,
                e.bound,
                e.source,
                e.pv,
            )
            for key, e in self.items()
        ]
        return np.array(rows, dtype=entry_dtype())


def _column(name: str, values: Any, length: int, low: int, high: int) -> list[int]:
    """Returns one checked value per key. Errors read as those of the native table."""

    def check(value: Any) -> int:
        return arguments.check_int(name, value, int(low), int(high))

    if not isinstance(values, Iterable):
        return [check(values)] * length
    column = [check(value) for value in values]
    if len(column) != length:
        raise ValueError(f"{name} must have as many values as keys, {length}, not {len(column)}")
    return column


def _clamped(scores: Any) -> int | list[int]:
    if isinstance(scores, Iterable):
        return [arguments.check_score(score, clamp=True) for score in scores]
    return arguments.check_score(scores, clamp=True)
