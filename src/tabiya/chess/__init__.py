"""Chess: boards, moves and notation, with the API of python-chess at native speed.

>>> from tabiya import chess
>>> board = chess.Board()
>>> board.push_san("Nf3")
Move.from_uci('g1f3')
>>> board.legal_moves.count(), board.perft(3)
(20, 9748)
"""

from .._native import HAS_CORE as _HAS_CORE
from .._native import NO_CORE as _NO_CORE

if not _HAS_CORE:
    raise ImportError(f"tabiya.chess needs {_NO_CORE}")

from .._core import chess_zobrist as zobrist
from ..boards.legal_moves import LegalMoves
from .board import Board
from .errors import (
    AmbiguousMoveError,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    ValidationError,
)
from .move import Move
from .notation import STARTING_FEN
from .outcome import Outcome, Termination
from .pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_SYMBOLS,
    PIECE_TYPES,
    QUEEN,
    ROOK,
    WHITE,
    Piece,
)
from .squares import (
    FILE_NAMES,
    RANK_NAMES,
    SQUARE_NAMES,
    SQUARES,
    parse_square,
    square,
    square_file,
    square_mirror,
    square_name,
    square_rank,
)

__all__ = [
    "BISHOP",
    "BLACK",
    "FILE_NAMES",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "QUEEN",
    "RANK_NAMES",
    "ROOK",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_FEN",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Termination",
    "ValidationError",
    "parse_square",
    "square",
    "square_file",
    "square_mirror",
    "square_name",
    "square_rank",
    "zobrist",
]
