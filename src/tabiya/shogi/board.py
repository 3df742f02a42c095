"""`Board`: a shogi position with the moves that led to it.

>>> board = Board()
>>> board.push("7g7f")
>>> board.push_usi("3c3d")
Move.from_usi('3c3d')
>>> board.push("8h2b+")
>>> board.sfen()
'lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4'
>>> board.key == Board(board.sfen()).key
True
"""

from __future__ import annotations

from typing import Any, Self

from .. import _core
from .._utils.arguments import check_int
from ..boards.errors import checked_text
from .move import Move
from .notation import STARTING_SFEN, NotationOfBoard
from .pieces import HAND_PIECE_TYPES, KING, PIECE_TYPES, Piece
from .squares import check_square

__all__ = ["Board"]


class Board(NotationOfBoard):
    """A position and the moves that led to it, with the API of `tabiya.chess.Board`.

    A board only accepts possible positions; for others `SfenError` names the fault. One king may be missing,
    as in mating problems.

    A board is not thread-safe: give each thread a copy. (`perft` counts on its own copy.)
    """

    __slots__ = ()

    def __init__(self, sfen: str | None = None) -> None:
        super().__init__(STARTING_SFEN if sfen is None else checked_text("sfen", sfen))

    # ---- making moves ----------------------------------------------------------------------------

    def push_usi(self, usi: str) -> Move:
        """Makes a move in USI notation and returns it."""
        move = self.parse_usi(usi)
        self._push(move._packed)
        return move

    def push_pass(self) -> None:
        """Passes the turn, unless in check. No player may do this; searches do."""
        self._push(0)

    def ply(self) -> int:
        """Returns the number of plies since the start of the game, from the move number."""
        return self.move_number - 1

    # ---- pieces ----------------------------------------------------------------------------------

    def king(self, color: bool) -> int | None:
        """Returns the square of a side's king; None in a problem without it."""
        return next(iter(self.pieces(KING, color)), None)

    def pieces(self, piece_type: int, color: bool) -> tuple[int, ...]:
        """Returns the squares of a side's pieces of one type. Promoted pieces are types of their own.

        >>> from tabiya.shogi import BLACK, GOLD, square_name
        >>> [square_name(square) for square in Board().pieces(GOLD, BLACK)]
        ['4i', '6i']
        """
        kind = check_int("piece_type", piece_type, PIECE_TYPES[0], PIECE_TYPES[-1])
        return tuple(self._squares_with(kind, Piece.check_color(color)))

    def hand(self, color: bool) -> dict[int, int]:
        """Returns the number of pieces in hand for each of the seven types from ``PAWN`` to ``ROOK``.

        >>> from tabiya.shogi import BLACK, GOLD, PAWN
        >>> hand = Board("4k4/9/9/9/9/9/9/9/4K4 b 12P 1").hand(BLACK)
        >>> hand[PAWN], hand[GOLD]
        (12, 0)
        """
        return dict(zip(HAND_PIECE_TYPES, self._hand(Piece.check_color(color)), strict=True))

    # ---- attacks ---------------------------------------------------------------------------------

    def attacks(self, square: int) -> tuple[int, ...]:
        """Returns the squares that the piece on a square attacks; none if the square is empty."""
        return tuple(self._attacks(check_square(square)))

    def attackers(self, color: bool, square: int) -> tuple[int, ...]:
        """Returns the squares of a side's pieces that attack a square, pinned or not."""
        return tuple(self._attackers(Piece.check_color(color), check_square(square)))

    def is_attacked_by(self, color: bool, square: int) -> bool:
        """Returns whether a side's pieces attack a square."""
        return bool(self.attackers(color, square))

    def checkers(self) -> tuple[int, ...]:
        """Returns the squares of the pieces that give check."""
        king = self.king(self.turn)
        return () if king is None else self.attackers(not self.turn, king)

    # ---- keys ------------------------------------------------------------------------------------

    def key_with(self, *, repetition_keys: bool = False) -> int:
        """Returns the key. With `repetition_keys` it includes the number of earlier occurrences, up to 3.

        The search leaves repetition out of its keys, so that a score serves all paths to a position.
        """
        if not isinstance(repetition_keys, bool):
            kind = type(repetition_keys).__name__
            raise TypeError(f"repetition_keys must be a bool, not {kind} ({repetition_keys!r})")
        return self._key(repetition_keys)

    # ---- copies ----------------------------------------------------------------------------------

    def copy(self, *, stack: bool = True) -> Self:
        """Returns an independent copy, with the move stack unless `stack` is false."""
        board = type(self).__new__(type(self))
        NotationOfBoard.__init__(board, STARTING_SFEN if stack else self._sfen())
        if stack:
            self._copy(board)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.root().sfen(), [move.pack() for move in self.move_stack])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.sfen()!r})"


_core._adopt_shogi_board(Board)


def _restore(cls: type[Board], sfen: str, moves: list[int]) -> Board:
    board = cls(sfen)
    for move in moves:
        board._push(move)
    return board
