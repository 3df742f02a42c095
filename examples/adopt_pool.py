"""The same engine in a pool of processes: positions shared by `Manager().dict()`, and by a shared table.

    python examples/adopt_pool.py [DEPTH]

Each worker searches some of the root's moves; what one has found out, the others need not search again.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from typing import Any

import adopt_engine
import chess
from tabiya import TranspositionTable

WORKERS = 2


def search_move(job: tuple[str, int, Any]) -> tuple[str, int, int]:
    """A root move's value for the side to move, and the nodes that it took."""
    uci, depth, memory = job
    board = chess.Board(adopt_engine.FEN)
    board.push_uci(uci)
    search: Any = adopt_engine.search_with_dict
    if isinstance(memory, TranspositionTable):
        search = adopt_engine.search_with_table
    adopt_engine.nodes = 0
    value = -search(board, depth - 1, -adopt_engine.MATE, adopt_engine.MATE, memory)
    return uci, value, adopt_engine.nodes


def analyse(pool: Any, memory: Any, depth: int) -> tuple[int, int, float]:
    moves = [move.uci() for move in chess.Board(adopt_engine.FEN).legal_moves]
    begin = time.perf_counter()
    results = pool.map(search_move, [(move, depth, memory) for move in moves], chunksize=1)
    return max(r[1] for r in results), sum(r[2] for r in results), time.perf_counter() - begin


def main(depth: int) -> None:
    context = multiprocessing.get_context("spawn")
    print(f"{'memory':<18}{'value':>8}{'nodes':>12}{'seconds':>10}")
    with context.Pool(WORKERS) as pool, context.Manager() as manager:
        pool.map(search_move, [("e1g1", 1, {})] * WORKERS)  # the workers have imported everything
        with TranspositionTable.create_shared(f"adopt-{os.getpid()}", hash_mb=16) as table:
            for name, memory in (("Manager().dict()", manager.dict()), ("shared table", table)):
                value, nodes, seconds = analyse(pool, memory, depth)
                print(f"{name:<18}{value:>8}{nodes:>12,}{seconds:>10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
