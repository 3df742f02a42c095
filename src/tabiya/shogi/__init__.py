"""Shogi: boards, hands, moves and notation, with the API of `tabiya.chess`, at native speed.

>>> from tabiya import shogi
>>> board = shogi.Board()
>>> board.push_usi("7g7f")
Move.from_usi('7g7f')
>>> board.legal_moves.count(), board.perft(3)
(30, 30406)
"""

from .._native import HAS_CORE as _HAS_CORE
from .._native import NO_CORE as _NO_CORE

if not _HAS_CORE:
    raise ImportError(f"tabiya.shogi needs {_NO_CORE}")

from ..boards.legal_moves import LegalMoves
from .board import Board
from .errors import IllegalMoveError, InvalidMoveError, SfenError, ValidationError
from .move import Move
from .notation import STARTING_SFEN
from .outcome import Declaration, Outcome, Repetition, Termination
from .pieces import (
    BISHOP,
    BLACK,
    GOLD,
    HAND_PIECE_TYPES,
    KING,
    KNIGHT,
    LANCE,
    PAWN,
    PIECE_SYMBOLS,
    PIECE_TYPES,
    PROM_BISHOP,
    PROM_KNIGHT,
    PROM_LANCE,
    PROM_PAWN,
    PROM_ROOK,
    PROM_SILVER,
    ROOK,
    SILVER,
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
    square_name,
    square_rank,
    square_rotate,
)

__all__ = [
    "BISHOP",
    "BLACK",
    "FILE_NAMES",
    "GOLD",
    "HAND_PIECE_TYPES",
    "KING",
    "KNIGHT",
    "LANCE",
    "PAWN",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "PROM_BISHOP",
    "PROM_KNIGHT",
    "PROM_LANCE",
    "PROM_PAWN",
    "PROM_ROOK",
    "PROM_SILVER",
    "RANK_NAMES",
    "ROOK",
    "SILVER",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_SFEN",
    "WHITE",
    "Board",
    "Declaration",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Repetition",
    "SfenError",
    "Termination",
    "ValidationError",
    "parse_square",
    "square",
    "square_file",
    "square_name",
    "square_rank",
    "square_rotate",
]
