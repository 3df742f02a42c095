"""`LegalMoves`: what `Board.legal_moves` is in every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .. import _core
from .move import GameMove

if TYPE_CHECKING:
    from .board import GameBoard

__all__ = ["LegalMoves"]

M = TypeVar("M", bound=GameMove)


class LegalMoves(_core.LegalMovesOfBoard, Generic[M]):
    """The legal moves of a board as it is when they are asked for: a view, not a list.

    >>> from tabiya.chess import Board, Move
    >>> board = Board()
    >>> len(board.legal_moves), Move.from_uci("e2e4") in board.legal_moves
    (20, True)
    """

    __slots__ = ()

    if TYPE_CHECKING:
        # Of the native view, which is what makes them fast.
        @property
        def _board(self) -> GameBoard[M, Any]: ...
        def __iter__(self) -> Iterator[M]:
            """Over the moves of the position at this moment, whatever is pushed meanwhile."""
            ...

    def count(self) -> int:
        """How many there are; they are not listed for it."""
        return self._board._count_moves()

    def __bool__(self) -> bool:
        return self._board._has_legal_move()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, self._board._move_type) and self._board._is_legal(move._packed)

    def __repr__(self) -> str:
        texts = ", ".join(self._board._shown_move(move) for move in self)
        return f"<LegalMoves at {id(self):#x} ({texts})>"


_core._set_legal_moves_type(LegalMoves)
