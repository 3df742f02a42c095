"""Conversions to and from python-chess, which must be installed (``pip install chess``).

`zobrist` needs no conversion: it reads python-chess boards directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .board import Board
from .errors import FenError, IllegalMoveError
from .move import Move
from .squares import A1, A8, E1, E8, H1, H8

if TYPE_CHECKING:
    import chess

__all__ = ["board_from_chess", "board_to_chess", "move_from_chess", "move_to_chess"]


def _python_chess() -> Any:
    try:
        import chess
    except ImportError:
        raise ImportError("this needs python-chess, which is not installed: pip install chess") from None
    return chess


def board_from_chess(board: chess.Board) -> Board:
    """Converts a python-chess board, with its moves.

    If the moves are impossible by the rules (illegal moves, null moves in check), only the position is
    converted. Raises `FenError` if the position itself is impossible.
    """
    library = _python_chess()
    if not isinstance(board, library.Board):
        raise TypeError(f"board must be a chess.Board, not {type(board).__name__} ({board!r})")
    if board.uci_variant != "chess":
        raise ValueError(f"board must be a chess position, not {board.uci_variant}")
    try:
        result = Board(board.root().fen(en_passant="fen"), chess960=board.chess960)
        for move in board.move_stack:
            result.push(move_from_chess(move))
    except (FenError, IllegalMoveError):
        return Board(board.fen(), chess960=board.chess960)
    return result


def board_to_chess(board: Board) -> chess.Board:
    """Converts a board to python-chess, with its moves.

    A board with unusual castling squares becomes a Chess960 board. Otherwise python-chess would drop the
    rights.
    """
    library = _python_chess()
    if not isinstance(board, Board):
        raise TypeError(f"board must be a tabiya.chess.Board, not {type(board).__name__} ({board!r})")
    root = board.root()
    chess960 = board.chess960 or _castles_unusually(root)
    result: chess.Board = library.Board(root.fen(en_passant="fen"), chess960=chess960)
    for move in board.move_stack:
        result.push(move_to_chess(Move.unpack(move.pack(), chess960=chess960)))
    return result


def _castles_unusually(board: Board) -> bool:
    rooks = board._castling_rooks()
    kings = (board.king(True), board.king(False))
    usual = (1 << A1 | 1 << H1) * (kings[0] == E1) | (1 << A8 | 1 << H8) * (kings[1] == E8)
    return rooks & ~usual != 0


def move_from_chess(move: chess.Move) -> Move:
    """Converts a python-chess move."""
    library = _python_chess()
    if not isinstance(move, library.Move):
        raise TypeError(f"move must be a chess.Move, not {type(move).__name__} ({move!r})")
    if move.drop is not None:
        raise ValueError(f"move must be a chess move, not a drop ({move})")
    return Move(move.from_square, move.to_square, move.promotion) if move else Move.null()


def move_to_chess(move: Move) -> chess.Move:
    """Converts a move to python-chess."""
    library = _python_chess()
    if not isinstance(move, Move):
        raise TypeError(f"move must be a Move, not {type(move).__name__} ({move!r})")
    result: chess.Move = library.Move(move.from_square, move.to_square, move.promotion)
    return result
