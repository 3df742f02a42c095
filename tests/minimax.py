"""Expected results of a search without pruning: random positions and their minimax values."""

from __future__ import annotations

import random
from typing import Any

from tabiya.games import game_spec
from tabiya.games.score import MATE


def random_positions(game: str, count: int, seed: str, most_moves: int = 60) -> list[Any]:
    """Positions of random games, early enough that no move-counting rule ends one."""
    chance = random.Random(f"{game} {seed}")
    boards: list[Any] = []
    while len(boards) < count:
        board = game_spec(game).board()
        for _ in range(chance.randrange(4, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        if any(board.legal_moves) and board.legal_moves.count() <= most_moves:
            boards.append(board)
    return boards


def final_value(board: Any, ply: int) -> int:
    """The value of a finished game for the side to move: a mate, a draw, or a margin in discs."""
    outcome = board.outcome()
    if outcome.winner is None:
        return 0
    worth = 100 * outcome.discs if hasattr(outcome, "discs") else MATE - ply
    return worth if outcome.winner == board.turn else -worth


def minimax(board: Any, depth: int, ply: int = 0) -> int:
    """The value of the whole tree, using only the board's methods."""
    moves = list(board.legal_moves)
    if not moves:
        return final_value(board, ply)
    if depth == 0:
        return int(board.evaluate())
    best = -MATE
    for move in moves:
        board.push(move)
        best = max(best, -minimax(board, depth - 1, ply + 1))
        board.pop()
    return best


def true_values(boards: list[Any], deepest: int) -> list[tuple[Any, list[int]]]:
    """Positions with their values at depth 1, 2, ..."""
    return [(board, [minimax(board, depth) for depth in range(1, deepest + 1)]) for board in boards]
