"""Batches without NumPy: lists in, a list of entries out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import arguments
from ..entry import Entry
from ..values import NO_EVAL, Bound, Source

__all__ = ["ListBatches"]

Column = int | Sequence[int]
"""A value for each key, or one for all."""


class ListBatches:
    """`probe_many` and `store_many` over single calls. NumPy arrays are taken as well as lists."""

    if TYPE_CHECKING:
        _config: Any

        def probe(self, key: int, /) -> Entry | None: ...
        def store(self, key: int, *fields: Any) -> None: ...
        def items(self) -> Iterator[tuple[int, Entry]]: ...
        def _need_full_keys(self, what: str) -> None: ...

    def probe_many(self, keys: Iterable[int]) -> list[Entry | None]:
        """The entry of each key, or ``None``.

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
        """Stores many entries, in order. In `evals`, -32768 stands for no evaluation.

        Everything is checked before the first store.

        >>> from tabiya import ReferenceTable
        >>> table = ReferenceTable(entries=1024)
        >>> table.store_many(range(100), depths=list(range(100)), scores=-5)
        >>> table.probe(99).depth, len(table)
        (99, 100)
        """
        known = [arguments.check_key(key, "keys") for key in keys]
        clamp = self._config.clamp_scores
        columns = [
            _column("moves", moves, len(known), arguments.check_move),
            _column("scores", scores, len(known), lambda score: arguments.check_score(score, clamp)),
            _column("evals", NO_EVAL if evals is None else evals, len(known), _eval_or_none),
            _column("depths", depths, len(known), arguments.check_depth),
            _column("bounds", bounds, len(known), arguments.check_bound),
            _column("sources", sources, len(known), arguments.check_source),
            _column("pvs", pvs, len(known), lambda pv: bool(arguments.check_int("pvs", pv, 0, 1))),
        ]
        for key, *fields in zip(known, *columns, strict=True):
            self.store(key, *fields)

    def to_numpy(self) -> Any:
        """All entries as a structured array, as the native table gives them; needs NumPy, as nothing else here."""
        try:
            import numpy as np
        except ImportError:
            raise ImportError(
                "to_numpy needs NumPy, which is not installed; items() gives the same pairs"
            ) from None
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


def _column(name: str, values: Any, length: int, check: Callable[[Any], Any]) -> list[Any]:
    """A checked value for each key."""
    if not isinstance(values, Iterable):
        return [check(values)] * length
    column = [check(value) for value in values]
    if len(column) != length:
        raise ValueError(f"{name} must have as many values as keys, {length}, not {len(column)}")
    return column


def _eval_or_none(value: Any) -> int | None:
    return None if value == NO_EVAL else arguments.check_eval(value)
