"""Polyglot keys, under which Polyglot opening books store positions.

The 781 numbers come from the published format. `Board.key` uses different ones.

>>> from tabiya.chess import Board
>>> f"{key_of(Board()):016x}"
'463b96181691fc9c'
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .polyglot_random import RANDOM64

if TYPE_CHECKING:
    from .board import Board

__all__ = ["key_of", "zobrist_hash"]

CASTLING, EN_PASSANT, TURN = 768, 772, 780
FIRST_RANK, LAST_RANK = 0xFF, 0xFF << 56
NOT_FILE_A, NOT_FILE_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F


def key_of(board: Board) -> int:
    """Returns the Polyglot key of a board."""
    *kinds, white, black = board._sets()
    key = RANDOM64[TURN] if board.turn else 0
    for kind, squares in enumerate(kinds):
        key ^= _pieces(kind, squares & black, squares & white)
    castling = _castling(board._castling_rooks(), kinds[-1] & white, kinds[-1] & black)
    return key ^ castling ^ _en_passant(board, kinds[0] & (white if board.turn else black))


zobrist_hash = key_of
"""The name that python-chess gives it."""


# A move changes one or two sets of pieces. The others recur throughout a walk through a book.
@lru_cache(maxsize=1 << 16)
def _pieces(kind: int, black: int, white: int) -> int:
    key = 0
    for side, squares in enumerate((black, white)):
        while squares:
            lowest = squares & -squares
            key ^= RANDOM64[64 * (2 * kind + side) + lowest.bit_length() - 1]
            squares ^= lowest
    return key


@lru_cache(maxsize=1 << 10)
def _castling(rooks: int, white_king: int, black_king: int) -> int:
    """The term for castling rooks. A rook on a higher square than its king castles kingside."""
    key = 0
    for i, (king, own) in enumerate(((white_king, FIRST_RANK), (black_king, LAST_RANK))):
        if rooks & own & ~(king | (king - 1)):
            key ^= RANDOM64[CASTLING + 2 * i]
        if rooks & own & (king - 1):
            key ^= RANDOM64[CASTLING + 2 * i + 1]
    return key


def _en_passant(board: Board, pawns: int) -> int:
    """The term for en passant. It counts if a pawn attacks the square, even if the capture is illegal."""
    square = board.ep_square
    if square is None or square >> 3 != (5 if board.turn else 2):  # an edited board may have any square
        return 0
    pushed = 1 << (square - 8 if board.turn else square + 8)
    beside = (pushed & NOT_FILE_A) >> 1 | (pushed & NOT_FILE_H) << 1
    return RANDOM64[EN_PASSANT + (square & 7)] if beside & pawns else 0
