"""`Board`: a chess position with the moves that led to it.

>>> board = Board()
>>> board.push("e2e4")
>>> board.push_san("e5")
Move.from_uci('e7e5')
>>> board.fen()
'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
>>> board.key == Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1").key
True
"""

from __future__ import annotations

from typing import Any, Self

from .. import _core
from ..boards.errors import checked_text
from . import polyglot
from .editing import EditingOfBoard
from .epd import Operand
from .move import Move
from .notation import STARTING_FEN
from .pieces import KING, Piece

__all__ = ["Board"]

STATE = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")
"""What a position has beside its pieces."""
RULE50_KEYS = ("off", "bucketed", "full")


class Board(EditingOfBoard):
    """A position and the moves that led to it, with the API of python-chess.

    A board only accepts possible positions; for others `FenError` names the fault. It reads Chess960
    positions in any case. With ``chess960=True`` it also writes castling as king takes rook.

    A board is not thread-safe: give each thread a copy. (`perft` counts on its own copy.)
    """

    __slots__ = ()

    def __init__(self, fen: str | None = None, *, chess960: bool = False) -> None:
        if not isinstance(chess960, bool):
            raise TypeError(f"chess960 must be a bool, not {type(chess960).__name__} ({chess960!r})")
        super().__init__(STARTING_FEN if fen is None else checked_text("fen", fen), chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, Operand]]:
        """Returns the board and the operations of an EPD line. See `set_epd`."""
        board = cls(chess960=chess960)
        return board, board.set_epd(epd)

    # ---- making moves ----------------------------------------------------------------------------

    def push_uci(self, uci: str) -> Move:
        """Makes a move in UCI notation and returns it."""
        move = self.parse_uci(uci)
        self._push(move._packed)
        return move

    def push_san(self, san: str) -> Move:
        """Makes a move in standard algebraic notation and returns it."""
        move = self.parse_san(san)
        self._push(move._packed)
        return move

    def ply(self) -> int:
        """Returns the number of plies since the start of the game, from the move number."""
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    # ---- castling ----------------------------------------------------------------------------------

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Returns whether a side may still castle with a rook between its king and the h-file."""
        return self._castling_rights(color) > self.pieces_mask(KING, color)

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Returns whether a side may still castle with a rook between its king and the a-file."""
        return self._castling_rights(color) & (self.pieces_mask(KING, color) - 1) != 0

    def has_castling_rights(self, color: bool) -> bool:
        """Returns whether a side may still castle."""
        return self._castling_rights(color) != 0

    def _castling_rights(self, color: bool) -> int:
        return self._castling_rooks() & (0xFF if Piece.check_color(color) else 0xFF << 56)

    # ---- keys ------------------------------------------------------------------------------------

    def key_with(self, rule50_keys: str = "off") -> int:
        """Returns the key with the fifty-move counter in it: ``"off"``, ``"bucketed"`` or ``"full"``.

        ``"bucketed"`` includes the counter from 60 plies on, in steps of eight.
        """
        if rule50_keys not in RULE50_KEYS:
            raise ValueError(f"rule50_keys must be 'off', 'bucketed' or 'full', not {rule50_keys!r}")
        return self._key(RULE50_KEYS.index(rule50_keys))

    @property
    def polyglot_key(self) -> int:
        """The key of the position in Polyglot opening books."""
        return polyglot.key_of(self)

    # ---- copies and comparison -------------------------------------------------------------------

    def copy(self, *, stack: bool | int = True) -> Self:
        """Returns an independent copy with the move stack, without it, or with its last `stack` moves."""
        if not isinstance(stack, (bool, int)):
            raise TypeError(f"stack must be a bool or an int, not {type(stack).__name__} ({stack!r})")
        board = type(self).__new__(type(self))
        EditingOfBoard.__init__(board, STARTING_FEN, self.chess960)
        self._copy(board)
        if stack is not True:
            board._keep_moves(int(stack))
        return board

    def _keep_moves(self, count: int) -> None:
        """Forgets all but the last moves."""
        last = [self._pop() for _ in range(min(count, len(self._moves())))]
        self._clear_moves()
        for move in reversed(last):
            self._push(move._packed)

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._is_edited():
            moves = [move.pack() for move in self.move_stack]
            return _restore, (type(self), self.root().fen(en_passant="fen"), self.chess960, moves)
        state = {name: getattr(self, name) for name in STATE}
        return _restore_edited, (type(self), self.chess960, self._sets(), state)

    def __repr__(self) -> str:
        style = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{style})"


_core._adopt_chess_board(Board)


def _restore(cls: type[Board], fen: str, chess960: bool, moves: list[int]) -> Board:
    board = cls(fen, chess960=chess960)
    for move in moves:
        board._push(move)
    return board


def _restore_edited(cls: type[Board], chess960: bool, sets: tuple[int, ...], state: dict[str, Any]) -> Board:
    """A board after an edit. The moves before it may not lead there and are forgotten."""
    board = cls.empty(chess960=chess960)
    board._set_pieces(sets)
    for name, value in state.items():
        setattr(board, name, value)
    board.clear_stack()
    return board
