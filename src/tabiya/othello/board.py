"""`Board`: a position of Othello with the moves that led to it.

>>> board = Board()
>>> board.push("d3")
>>> list(map(str, board.legal_moves))
['c3', 'e3', 'c5']
>>> board.position()
'-------------------X-------XX------XO--------------------------- O'
"""

from __future__ import annotations

from typing import Any, Self

from .. import _core
from ..boards.board import GameBoard
from ..boards.errors import checked_text
from .drawing import draw
from .move import Move
from .outcome import Outcome, Termination
from .pieces import BY_SYMBOL, Piece
from .squares import SQUARE_NAMES, SQUARES

__all__ = ["STARTING_POSITION", "Board"]

STARTING_POSITION = "---------------------------OX------XO--------------------------- X"


class Board(_core.OthelloBoard, GameBoard[Move, Piece]):
    """A position and the moves that led to it, with the API of `tabiya.chess.Board`.

    A position is 64 characters from a1 to h8, row by row: X for black, O for white, - or . for empty. Then a
    space and the side to move, X or O. For invalid texts, `PositionError` names the fault.

    A board is not thread-safe: give each thread a copy. (`perft` and `solve` work on their own copy.)
    """

    __slots__ = ()

    _game = "othello"
    _move_type = Move
    _squares = SQUARES
    _square_names = SQUARE_NAMES
    _pieces = BY_SYMBOL
    _notation = "Othello"

    def __init__(self, position: str | None = None) -> None:
        super().__init__(STARTING_POSITION if position is None else checked_text("position", position))

    # ---- texts -----------------------------------------------------------------------------------

    def position(self) -> str:
        """Returns the position as a text that `Board` accepts."""
        return self._position()

    def set_position(self, position: str) -> None:
        """Sets up a position and forgets the moves. If it raises `PositionError`, nothing changes."""
        self._set_position(checked_text("position", position))

    def reset(self) -> None:
        """Sets up the start of a game."""
        self._set_position(STARTING_POSITION)

    def parse_move(self, text: str) -> Move:
        """Parses a legal move: ``"d3"`` or ``"pass"``; ``"0000"`` is the null move."""
        move = Move.from_text(text)
        return self._parse_move(text) if move else move

    def _text(self) -> str:
        return self._position()

    def _parse(self, text: str) -> Move:
        return self.parse_move(text)

    def _move(self, packed: int) -> Move:
        return _core._othello_move(packed)

    def __str__(self) -> str:
        return draw(self._position())

    # ---- discs -----------------------------------------------------------------------------------

    def count(self, color: bool) -> int:
        """Returns the number of discs of a side.

        >>> from tabiya.othello import BLACK
        >>> Board().count(BLACK)
        2
        """
        return self._discs(Piece.check_color(color)).bit_count()

    def empties(self) -> int:
        """The number of empty squares."""
        return len(SQUARES) - self.count(True) - self.count(False)

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Returns how the game ended, or None while one of the sides can place a disc."""
        if self._has_legal_move():
            return None
        reason = Termination.NO_MOVES if self.empties() else Termination.FULL_BOARD
        margin = self._margin()
        winner = None if margin == 0 else self.turn == (margin > 0)
        return Outcome(reason, winner, abs(margin))

    def is_game_over(self) -> bool:
        """Returns whether the game is over. `outcome` says how."""
        return not self._has_legal_move()

    def result(self) -> str:
        """Returns ``"1-0"`` if black won, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome()
        return outcome.result() if outcome is not None else "*"

    # ---- copies ----------------------------------------------------------------------------------

    def copy(self, *, stack: bool = True) -> Self:
        """Returns an independent copy, without the moves if `stack` is false."""
        board = type(self).__new__(type(self))
        Board.__init__(board, None if stack else self._position())
        if stack:
            self._copy(board)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.root().position(), [move.pack() for move in self.move_stack])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.position()!r})"


_core._adopt_othello_board(Board)


def _restore(cls: type[Board], position: str, moves: list[int]) -> Board:
    board = cls(position)
    for move in moves:
        board._push(move)
    return board
