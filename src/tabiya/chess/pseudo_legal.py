"""`PseudoLegalMoves`: moves by the ways of the pieces, which may leave the own king in check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .move import Move
from .pieces import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from .square_set import SquareSet

if TYPE_CHECKING:
    from .board import Board

__all__ = ["PseudoLegalMoves"]

PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)


class PseudoLegalMoves:
    """A view of a board's pseudo-legal moves. It follows the board.

    >>> from tabiya.chess import Board, Move
    >>> board = Board("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    >>> pinned = Move.from_uci("e2c3")
    >>> pinned in board.pseudo_legal_moves, pinned in board.legal_moves
    (True, False)
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        """Iterates over the moves at the time of the call."""
        return iter(_moves(self._board))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move in _moves(self._board)

    def count(self) -> int:
        """Returns the number of pseudo-legal moves."""
        return len(_moves(self._board))

    def __bool__(self) -> bool:
        return bool(_moves(self._board))

    def __repr__(self) -> str:
        return f"<PseudoLegalMoves at {id(self):#x} ({', '.join(move.uci() for move in self)})>"


def _moves(board: Board) -> list[Move]:
    own = board.occupied_co[board.turn]
    pawns = board.pieces_mask(PAWN, board.turn)
    moves = [
        Move(origin, target)
        for origin in SquareSet(own & ~pawns)
        for target in SquareSet(board._attacks(origin) & ~own)
    ]
    moves += board.generate_castling_moves()
    for origin in SquareSet(pawns):
        for target in _pawn_targets(board, origin):
            last = target >> 3 in (0, 7)
            moves += [Move(origin, target, kind) for kind in (PROMOTIONS if last else (None,))]
    return moves


def _pawn_targets(board: Board, origin: int) -> Iterator[int]:
    forward, home = (8, 1) if board.turn else (-8, 6)
    passed = 0 if board.ep_square is None else 1 << board.ep_square
    yield from SquareSet(board._attacks(origin) & (board.occupied_co[not board.turn] | passed))
    occupied = board.occupied
    if not occupied >> origin + forward & 1:
        yield origin + forward
        if origin >> 3 == home and not occupied >> origin + 2 * forward & 1:
            yield origin + 2 * forward
