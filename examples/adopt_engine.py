"""A small engine on python-chess: with a dict, and with a table in its place.

    python examples/adopt_engine.py [DEPTH]

Both searches are the same alpha-beta; the lines that differ are marked. docs/adopt.md explains them.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import chess
from tabiya import TranspositionTable
from tabiya.chess import Move, zobrist
from tabiya.chess.adapters import move_from_chess, move_to_chess

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}
MATE = 30_000
nodes = 0


def evaluate(board: chess.Board) -> int:
    mine, theirs = board.turn, not board.turn
    return sum(
        worth * (len(board.pieces(kind, mine)) - len(board.pieces(kind, theirs)))
        for kind, worth in WORTH.items()
    )


def ordered(board: chess.Board, first: chess.Move | None) -> list[chess.Move]:
    """The remembered move first, then captures."""
    return sorted(board.legal_moves, key=lambda m: (m != first, not board.is_capture(m)))


# ---- before: a dict, with the window in the key, because a score alone does not say what it bounds ---------


def search_with_dict(board: chess.Board, depth: int, alpha: int, beta: int, memory: dict[Any, int]) -> int:
    global nodes
    nodes += 1
    key = (board._transposition_key(), depth, alpha, beta)
    if key in memory:
        return memory[key]
    if depth == 0:
        return evaluate(board)
    best = -MATE
    for move in ordered(board, None):
        board.push(move)
        best = max(best, -search_with_dict(board, depth - 1, -beta, -max(alpha, best), memory))
        board.pop()
        if best >= beta:
            break
    memory[key] = best
    return best


# ---- after: a table ----------------------------------------------------------------------------------------


def search_with_table(
    board: chess.Board, depth: int, alpha: int, beta: int, table: TranspositionTable
) -> int:
    global nodes
    nodes += 1
    key = zobrist(board)
    found = table.lookup(key, depth, alpha, beta)  # 1
    if found.score is not None:  # 2
        return found.score  # 3
    if depth == 0:
        return evaluate(board)
    best, best_move = -MATE, None
    for move in ordered(board, move_to_chess(Move.unpack(found.move)) if found.move else None):
        board.push(move)
        score = -search_with_table(board, depth - 1, -beta, -max(alpha, best), table)
        board.pop()
        if score > best:
            best, best_move = score, move
        if best >= beta:
            break
    packed = move_from_chess(best_move).pack() if best_move else 0
    table.record(key, depth, alpha, beta, best, packed)  # 4
    return best


def timed(search: Any, memory: Any, depth: int) -> tuple[int, int, float]:
    """Iterative deepening, as engines do it: value, nodes, seconds."""
    global nodes
    nodes = 0
    board = chess.Board(FEN)
    begin = time.perf_counter()
    value = 0
    for step in range(1, depth + 1):
        value = search(board, step, -MATE, MATE, memory)
    return value, nodes, time.perf_counter() - begin


def main(depth: int) -> None:
    print(f"{'memory':<8}{'value':>8}{'nodes':>12}{'seconds':>10}")
    memories: dict[str, tuple[Any, Any]] = {
        "dict": (search_with_dict, {}),
        "table": (search_with_table, TranspositionTable(hash_mb=16)),
    }
    for name, (search, memory) in memories.items():
        value, count, seconds = timed(search, memory, depth)
        print(f"{name:<8}{value:>8}{count:>12,}{seconds:>10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
