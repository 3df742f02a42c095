"""Why a position is impossible, as flags: `Board.status`."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from .pieces import BLACK, KING, PAWN, WHITE
from .square_set import SquareSet

if TYPE_CHECKING:
    from .board import Board

__all__ = [
    "STATUS_BAD_CASTLING_RIGHTS",
    "STATUS_EMPTY",
    "STATUS_IMPOSSIBLE_CHECK",
    "STATUS_INVALID_EP_SQUARE",
    "STATUS_NO_BLACK_KING",
    "STATUS_NO_WHITE_KING",
    "STATUS_OPPOSITE_CHECK",
    "STATUS_PAWNS_ON_BACKRANK",
    "STATUS_TOO_MANY_BLACK_PAWNS",
    "STATUS_TOO_MANY_BLACK_PIECES",
    "STATUS_TOO_MANY_CHECKERS",
    "STATUS_TOO_MANY_KINGS",
    "STATUS_TOO_MANY_WHITE_PAWNS",
    "STATUS_TOO_MANY_WHITE_PIECES",
    "STATUS_VALID",
    "Status",
]


class Status(IntFlag):
    """What is wrong with a position; `VALID` if nothing is."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK

BACK_RANKS = 0xFF00_0000_0000_00FF


def status_of(board: Board) -> Status:
    """Returns the faults of a position."""
    found = _of_pieces(board)
    if board.castling_rights != board.clean_castling_rights():
        found |= Status.BAD_CASTLING_RIGHTS
    if board.ep_square is not None and not _passed(board, board.ep_square):
        found |= Status.INVALID_EP_SQUARE
    return found | _of_checks(board)


def _of_pieces(board: Board) -> Status:
    found = Status.VALID
    if not board.occupied:
        found |= Status.EMPTY
    sides = (
        (WHITE, Status.NO_WHITE_KING, Status.TOO_MANY_WHITE_PAWNS, Status.TOO_MANY_WHITE_PIECES),
        (BLACK, Status.NO_BLACK_KING, Status.TOO_MANY_BLACK_PAWNS, Status.TOO_MANY_BLACK_PIECES),
    )
    for color, no_king, many_pawns, many_pieces in sides:
        if not board.pieces_mask(KING, color):
            found |= no_king
        if board.pieces_mask(PAWN, color).bit_count() > 8:
            found |= many_pawns
        if board.occupied_co[color].bit_count() > 16:
            found |= many_pieces
    if board.kings.bit_count() > 2:
        found |= Status.TOO_MANY_KINGS
    if board.pawns & BACK_RANKS:
        found |= Status.PAWNS_ON_BACKRANK
    return found


def _passed(board: Board, square: int) -> bool:
    """Returns whether a pawn of the side that is not to move may just have passed over a square."""
    back = -8 if board.turn else 8
    if square >> 3 != (5 if board.turn else 2):
        return False
    pawn, origin = 1 << square + back, 1 << square - back
    theirs = board.pieces_mask(PAWN, not board.turn)
    return bool(theirs & pawn) and not board.occupied & (1 << square | origin)


def _of_checks(board: Board) -> Status:
    found = Status.VALID
    if board.was_into_check():
        found |= Status.OPPOSITE_CHECK
    king, checkers = board.king(board.turn), board.checkers()
    if len(checkers) > 2:
        found |= Status.TOO_MANY_CHECKERS
    if king is not None and checkers and _no_move_gives(board, king, checkers):
        found |= Status.IMPOSSIBLE_CHECK
    return found


def _no_move_gives(board: Board, king: int, checkers: SquareSet) -> bool:
    """Returns whether no last move can have given these checks at once."""
    passed = board.ep_square
    if passed is None or not _passed(board, passed):
        return len(checkers) > 2 or (len(checkers) == 2 and king in SquareSet.ray(*checkers))
    back = -8 if board.turn else 8
    if len(checkers) > 1:
        return True
    before_the_push = board.occupied & ~(1 << passed + back) | 1 << passed - back
    pushed_gives_it = passed + back in checkers
    return not pushed_gives_it and board.attackers_mask(not board.turn, king, before_the_push) != 0
