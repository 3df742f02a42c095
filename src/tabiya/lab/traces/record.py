"""Records traces: a table with ``validation="debug"`` logs the probes and stores of a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...engine.engine import Engine
from ...engine.options import SearchFields
from ...table.config import TableConfig
from ...table.transposition import TranspositionTable
from .trace import Trace

__all__ = ["Recorder", "record", "record_game", "recording"]


def record(
    game: str,
    board: Any,
    *,
    table: dict[str, Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    options: SearchFields | None = None,
) -> Trace:
    """Records one search by one thread, from an empty table with these settings."""
    return record_game(game, [board], table=table, depth=depth, nodes=nodes, options=options)


def record_game(
    game: str,
    boards: Iterable[Any],
    *,
    table: dict[str, Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    options: SearchFields | None = None,
) -> Trace:
    """Records searches of several boards in turn with one table, as in a game."""
    with recording(game, table, depth=depth, nodes=nodes) as recorder:
        engine = Engine(game, table=recorder.table, **(options or {}))
        for board in boards:
            engine.search(board, depth=depth, nodes=nodes)
    return recorder.trace


@dataclass
class Recorder:
    """A table that records the operations of one thread."""

    table: TranspositionTable
    trace: Trace = field(default_factory=lambda: Trace(np.zeros(0, np.uint64), np.zeros(0, np.uint64)))
    """The recorded trace; empty until the recording ends."""


@contextmanager
def recording(game: str, table: dict[str, Any] | None = None, **limits: Any) -> Iterator[Recorder]:
    """Yields a table with these settings. At the end, it has the trace of the searches on it.

    >>> with recording("chess", {"hash_mb": 1}) as recorder:
    ...     _ = recorder.table.probe(7)
    >>> recorder.trace.probes, recorder.trace.hits
    (1, 0)
    """
    settings: dict[str, Any] = {"hash_mb": 64, **(table or {}), "validation": "debug"}
    recorder = Recorder(TranspositionTable(TableConfig(**settings)))
    recorder.table._record(True)
    try:
        yield recorder
    finally:
        keys, words = recorder.table._recorded()
        recorder.trace = Trace(keys, words, {"game": game, "table": settings, **limits})
