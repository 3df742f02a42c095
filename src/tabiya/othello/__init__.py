"""Othello: native boards, moves and an exact endgame search, with the API of `tabiya.chess`.

>>> from tabiya import othello
>>> board = othello.Board()
>>> board.push("f5")
>>> board.legal_moves.count(), board.perft(3)
(3, 61)
"""

from .._native import HAS_CORE as _HAS_CORE
from .._native import NO_CORE as _NO_CORE

if not _HAS_CORE:
    raise ImportError(f"tabiya.othello needs {_NO_CORE}")

from ..boards.legal_moves import LegalMoves
from .board import STARTING_POSITION, Board
from .endgame import Solution, solve
from .errors import IllegalMoveError, InvalidMoveError, PositionError, ValidationError
from .move import PASS, Move
from .outcome import Outcome, Termination
from .pieces import BLACK, DISC, WHITE, Piece
from .squares import (
    COLUMN_NAMES,
    ROW_NAMES,
    SQUARE_NAMES,
    SQUARES,
    parse_square,
    square,
    square_name,
)

__all__ = [
    "BLACK",
    "COLUMN_NAMES",
    "DISC",
    "PASS",
    "ROW_NAMES",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_POSITION",
    "WHITE",
    "Board",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "PositionError",
    "Solution",
    "Termination",
    "ValidationError",
    "parse_square",
    "solve",
    "square",
    "square_name",
]
