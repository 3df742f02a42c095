"""Expected results of a search without pruning: random positions and their minimax values."""

from __future__ import annotations

import random
from typing import Any

from tabiya import chess, shogi
from tabiya.engine.score import MATE

BOARDS: dict[str, type[Any]] = {"chess": chess.Board, "shogi": shogi.Board}


def random_positions(game: str, count: int, seed: str, most_moves: int = 60) -> list[Any]:
    """Positions of random games, early enough that no move-counting rule ends one."""
    chance = random.Random(f"{game} {seed}")
    boards: list[Any] = []
    while len(boards) < count:
        board = BOARDS[game]()
        for _ in range(chance.randrange(4, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        if any(board.legal_moves) and board.legal_moves.count() <= most_moves:
            boards.append(board)
    return boards


def minimax(game: str, board: Any, depth: int, ply: int = 0) -> int:
    """The value of the whole tree, using only the board's methods."""
    moves = list(board.legal_moves)
    if not moves:
        return ply - MATE if game == "shogi" or board.is_check() else 0
    if depth == 0:
        return int(board.evaluate())
    best = -MATE
    for move in moves:
        board.push(move)
        best = max(best, -minimax(game, board, depth - 1, ply + 1))
        board.pop()
    return best


def true_values(game: str, boards: list[Any], deepest: int) -> list[tuple[Any, list[int]]]:
    """Positions with their values at depth 1, 2, ..."""
    return [(board, [minimax(game, board, depth) for depth in range(1, deepest + 1)]) for board in boards]
