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

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from .._core import chess_zobrist as zobrist
from ..boards.legal_moves import LegalMoves
from . import pieces as _pieces
from . import squares as _squares
from .board import Board
from .errors import (
    AmbiguousMoveError,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    ValidationError,
)
from .move import Move
from .notation import STARTING_BOARD_FEN, STARTING_FEN
from .outcome import Outcome, Termination
from .pieces import *
from .square_set import Bitboard, IntoSquareSet, SquareSet
from .squares import *

__all__ = [
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "AmbiguousMoveError",
    "Bitboard",
    "Board",
    "FenError",
    "IllegalMoveError",
    "IntoSquareSet",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "SquareSet",
    "Termination",
    "ValidationError",
    "zobrist",
]
__all__ += _pieces.__all__
__all__ += _squares.__all__

if _TYPE_CHECKING:
    from . import pgn as pgn
    from . import polyglot as polyglot
    from .bitboards import *
    from .status import *
else:

    def __getattr__(name: str) -> object:
        """Loads what few programs use: masks, flags of `Board.status`, and modules."""
        if name in ("pgn", "polyglot"):
            return _import_module(f"{__name__}.{name}")
        if name.startswith("STATUS_") or name == "Status":
            return getattr(_import_module(f"{__name__}.status"), name)
        masks = _import_module(f"{__name__}.bitboards")
        if name in masks.__all__:
            return getattr(masks, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
