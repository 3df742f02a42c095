"""`LegalMoves`: the type of `Board.legal_moves` in every game."""

from __future__ import annotations

from typing import TypeVar

from .. import _core
from .move import GameMove

__all__ = ["LegalMoves"]

M = TypeVar("M", bound=GameMove)


class LegalMoves(_core.LegalMovesOfBoard[M]):
    """A view of a board's legal moves. It follows the board.

    >>> from tabiya.chess import Board, Move
    >>> board = Board()
    >>> len(board.legal_moves), Move.from_uci("e2e4") in board.legal_moves
    (20, True)
    """

    __slots__ = ()

    def count(self) -> int:
        """Returns the number of legal moves, without listing them."""
        return self._board._count_moves()

    def __bool__(self) -> bool:
        return self._board._has_legal_move()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, self._board._move_type) and self._board._is_legal(move._packed)

    def __repr__(self) -> str:
        texts = ", ".join(self._board._shown_move(move) for move in self)
        return f"<LegalMoves at {id(self):#x} ({texts})>"


_core._set_legal_moves_type(LegalMoves)
