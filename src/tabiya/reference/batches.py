"""Batches without NumPy: lists in, a list of entries out. NumPy arrays are taken as well as lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int
from ..table import arguments, dense
from ..table.choices import Layout
from ..table.contents import items, need_full_keys
from ..table.entry import Entry
from ..table.entry_values import MAX_DEPTH, MAX_EVAL, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

if TYPE_CHECKING:
    from ..table.figures import TableFigures
    from .core import ReferenceCore

__all__ = ["Column", "probe_many", "store_many", "to_numpy"]

Column = int | Sequence[int]
"""One value per key, or one for all keys."""


def probe_many(table: ReferenceCore, keys: Iterable[int]) -> list[Entry | None]:
    """`ReferenceTable.probe_many`."""
    return [table.probe(key) for key in [arguments.check_key(key, "keys") for key in keys]]


def store_many(
    table: ReferenceCore,
    keys: Iterable[int],
    moves: Column,
    scores: Column,
    evals: Column | None,
    depths: Column,
    bounds: Column,
    sources: Column,
    pvs: Column,
) -> None:
    """`ReferenceTable.store_many`."""
    known = [arguments.check_key(key, "keys") for key in keys]
    count = len(known)
    if table._config.clamp_scores:
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
    if table._config.layout is Layout.DENSE:
        _check_dense(table._config.clamp_scores, *columns[:4])
    for key, move, score, evaluation, depth, bound, source, pv in zip(known, *columns, strict=True):
        known_eval = None if evaluation == NO_EVAL else evaluation
        table.store(key, move, score, known_eval, depth, bound, source, bool(pv))


def _check_dense(
    clamp: bool, moves: list[int], scores: list[int], evals: list[int], depths: list[int]
) -> None:
    if clamp:
        scores = [dense.nearest_score(score) for score in scores]
    for name, column in (("move", moves), ("score", scores), ("eval", evals), ("depth", depths)):
        for sentence in filter(None, (dense.misfit(name, value) for value in column)):
            raise ValueError(sentence)


def to_numpy(table: TableFigures) -> Any:
    """`ReferenceTable.to_numpy`."""
    try:
        import numpy as np
    except ModuleNotFoundError:  # not while Python ends, when nothing can be imported
        raise ImportError("to_numpy needs NumPy, which is not installed; use items()") from None
    from ..table.batches import entry_dtype

    need_full_keys(table.config, "to_numpy")
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
        for key, e in items(table)
    ]
    return np.array(rows, dtype=entry_dtype())


def _column(name: str, values: Any, length: int, low: int, high: int) -> list[int]:
    """Returns one checked value per key. Errors read as those of the native table."""

    def check(value: Any) -> int:
        return check_int(name, value, int(low), int(high))

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
