"""Recording: a table of the debug tier writes down what a search asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...config import TableConfig
from ...engine.engine import Engine
from ...table import TranspositionTable
from .trace import Trace

__all__ = ["record", "record_game"]


def record(
    game: str,
    board: Any,
    *,
    table: dict[str, Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> Trace:
    """The trace of one search by one thread, which begins with an empty table of these settings."""
    return record_game(game, [board], table=table, depth=depth, nodes=nodes)


def record_game(
    game: str,
    boards: Iterable[Any],
    *,
    table: dict[str, Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> Trace:
    """The trace of a search of each board in turn, all with one table, as in a game."""
    settings = {"hash_mb": 64, **(table or {})}
    recorded = TranspositionTable(TableConfig(**{**settings, "validation": "debug"}))
    engine = Engine(game, table=recorded)
    recorded._record(True)
    for board in boards:
        engine.search(board, depth=depth, nodes=nodes)
    keys, words = recorded._recorded()
    about = {"game": game, "table": settings, "depth": depth, "nodes": nodes}
    return Trace(keys, words, about)
