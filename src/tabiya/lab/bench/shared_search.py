"""Time to a depth with several processes on one shared table."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

from ... import TranspositionTable
from ...games.positions import positions
from ..games import depths_of, games
from ..timing import BenchRow

__all__ = ["engines"]

HASH_MB = 64


def engines(quick: bool) -> Iterator[BenchRow]:
    """Time to a depth: alone, with another process on the same shared table, and after another process."""
    from ...engine.companions import Companions

    for game in games():
        depth = depths_of(game).bench["shared search"][not quick]
        times = {"alone": 0.0, "two processes": 0.0, "after another": 0.0}
        chosen = positions(game)[: 2 if quick else 8]
        for position in chosen:
            board = position.board(game)
            name = f"bench-{os.getpid()}-{time.monotonic_ns()}"
            with TranspositionTable.create_shared(name, hash_mb=HASH_MB) as table:
                times["alone"] += _seconds(game, board, table, depth)
                times["after another"] += _seconds(game, board, table, depth)
                with Companions(game, position.text, table, 1):
                    table.clear()  # both begin with an empty table
                    times["two processes"] += _seconds(game, board, table, depth)
        group = f"{game}: time to depth {depth}, {len(chosen)} positions, {HASH_MB} MB shared"
        for who, total in times.items():
            yield BenchRow(
                group, who, total * 1e3, "ms", total / times["alone"], 1.0 if who != "alone" else None
            )


def _seconds(game: str, board: Any, table: Any, depth: int) -> float:
    from ... import Engine

    engine = Engine(game, table=table)
    begin = time.perf_counter()
    engine.search(board, depth=depth)
    return time.perf_counter() - begin
