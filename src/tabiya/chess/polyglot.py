"""Polyglot's keys, by which opening books in its format find a position.

The 781 numbers and their use are those of the published book format; our own keys are others.

>>> from tabiya.chess import Board
>>> f"{key_of(Board()):016x}"
'463b96181691fc9c'
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .pieces import BLACK, WHITE
from .polyglot_random import RANDOM64

if TYPE_CHECKING:
    from .board import Board

__all__ = ["key_of"]

CASTLING, EN_PASSANT, TURN = 768, 772, 780
NOT_FILE_A, NOT_FILE_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F


def key_of(board: Board) -> int:
    """The Polyglot key of a board."""
    *kinds, white, black = board._bitboards()
    key = RANDOM64[TURN] if board.turn else 0
    for kind, squares in enumerate(kinds):
        for side, own in enumerate((black, white)):
            key ^= _pieces(squares & own, 64 * (2 * kind + side))
    return key ^ _castling(board) ^ _en_passant(board, kinds[0] & (white if board.turn else black))


# A move changes two of the twelve sets of squares; a walk through a book meets the others again and again.
@lru_cache(maxsize=1 << 16)
def _pieces(squares: int, first: int) -> int:
    key = 0
    while squares:
        lowest = squares & -squares
        key ^= RANDOM64[first + lowest.bit_length() - 1]
        squares ^= lowest
    return key


def _castling(board: Board) -> int:
    rights = (
        board.has_kingside_castling_rights(WHITE),
        board.has_queenside_castling_rights(WHITE),
        board.has_kingside_castling_rights(BLACK),
        board.has_queenside_castling_rights(BLACK),
    )
    key = 0
    for i, right in enumerate(rights):
        if right:
            key ^= RANDOM64[CASTLING + i]
    return key


def _en_passant(board: Board, pawns: int) -> int:
    """Counts where a pawn stands ready to capture, whether or not that would be legal."""
    square = board.ep_square
    if square is None:
        return 0
    pushed = 1 << (square - 8 if board.turn else square + 8)
    beside = (pushed & NOT_FILE_A) >> 1 | (pushed & NOT_FILE_H) << 1
    return RANDOM64[EN_PASSANT + (square & 7)] if beside & pawns else 0
