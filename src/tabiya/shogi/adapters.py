"""Conversions to and from cshogi, which must be installed (``pip install cshogi``).

cshogi's moves are integers: ``cshogi.move_to_usi`` writes them.
"""

from __future__ import annotations

from typing import Any

from .board import Board
from .errors import IllegalMoveError, SfenError
from .move import CAPTURED, MOVER, Move

__all__ = ["board_from_cshogi", "board_to_cshogi", "move_from_cshogi", "move_to_cshogi"]


def _cshogi() -> Any:
    try:
        import cshogi
    except ImportError:
        raise ImportError("this needs cshogi, which is not installed: pip install cshogi") from None
    return cshogi


def board_from_cshogi(board: Any) -> Board:
    """Converts a ``cshogi.Board``, with its moves.

    If the moves are impossible by the rules (illegal moves, passes), only the position is converted. Raises
    `SfenError` if the position itself is impossible.
    """
    library = _cshogi()
    if not isinstance(board, library.Board):
        raise TypeError(f"board must be a cshogi.Board, not {type(board).__name__} ({board!r})")
    moves = list(board.history)
    root = board.copy()
    try:
        for _ in moves:
            root.pop()
        result = Board(root.sfen())
        for move in moves:
            result.push(move_from_cshogi(move))
    except (SfenError, IllegalMoveError, ValueError):
        return Board(board.sfen())
    return result


def board_to_cshogi(board: Board) -> Any:
    """Converts a board to a ``cshogi.Board``, with its moves."""
    library = _cshogi()
    if not isinstance(board, Board):
        raise TypeError(f"board must be a tabiya.shogi.Board, not {type(board).__name__} ({board!r})")
    result = library.Board(board.root().sfen())
    for move in board.move_stack:
        result.push_usi(move.usi())
    return result


def move_from_cshogi(move: int) -> Move:
    """Converts a cshogi move, with the piece that moves and the piece that it captures."""
    library = _cshogi()
    if not isinstance(move, int) or isinstance(move, bool):
        raise TypeError(f"move must be a cshogi move (an int), not {type(move).__name__} ({move!r})")
    result = Move.from_usi(library.move_to_usi(move))
    if result.drop is not None:
        return Move.unpack(result.pack() | result.drop << MOVER)
    kinds = library.move_from_piece_type(move) << MOVER | library.move_cap(move) << CAPTURED
    return Move.unpack(result.pack() | kinds)


def move_to_cshogi(board: Board, move: Move) -> int:
    """Converts a legal move to cshogi. It needs the board: cshogi's moves hold more than their text."""
    library = _cshogi()
    if not isinstance(board, Board):
        raise TypeError(f"board must be a tabiya.shogi.Board, not {type(board).__name__} ({board!r})")
    return int(library.Board(board.sfen()).move_from_usi(board.usi(move)))
