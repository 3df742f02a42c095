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
from .._utils.arguments import check_int
from ..boards.errors import checked_text
from . import polyglot
from .epd import Operand
from .move import CASTLING, EN_PASSANT, Move
from .notation import STARTING_FEN, NotationOfBoard
from .pieces import KING, PAWN, PIECE_TYPES, Piece

__all__ = ["Board"]

RULE50_KEYS = ("off", "bucketed", "full")


class Board(NotationOfBoard):
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

    # ---- moves -----------------------------------------------------------------------------------

    def is_castling(self, move: Move) -> bool:
        """Returns whether a legal move castles."""
        return self._kind(move) == CASTLING

    def is_en_passant(self, move: Move) -> bool:
        """Returns whether a legal move captures en passant."""
        return self._kind(move) == EN_PASSANT

    def is_zeroing(self, move: Move) -> bool:
        """Returns whether a legal move sets the fifty-move counter to zero: a capture or a pawn move."""
        return self.piece_type_at(move.from_square) == PAWN or self.is_capture(move)

    def _kind(self, move: Move) -> int:
        return self._resolve(self._code(move)).pack() >> 12

    # ---- pieces ----------------------------------------------------------------------------------

    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """Returns the squares of a side's pieces of one type as a bit mask."""
        sets = self._bitboards()
        kind = check_int("piece_type", piece_type, PIECE_TYPES[0], PIECE_TYPES[-1])
        mask: int = sets[kind - 1] & sets[6 if Piece.check_color(color) else 7]
        return mask

    def king(self, color: bool) -> int:
        """Returns the square of a side's king."""
        return self.pieces_mask(KING, color).bit_length() - 1

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Returns whether a side may still castle with a rook between its king and the h-file."""
        return self._castling_rights(color) >> self.king(color) != 0

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Returns whether a side may still castle with a rook between its king and the a-file."""
        return self._castling_rights(color) & ((1 << self.king(color)) - 1) != 0

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

    def copy(self, *, stack: bool = True) -> Self:
        """Returns an independent copy, with the move stack unless `stack` is false."""
        board = type(self).__new__(type(self))
        start = STARTING_FEN if stack else self._fen(False, True)
        NotationOfBoard.__init__(board, start, self.chess960)
        if stack:
            self._copy(board)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [move.pack() for move in self.move_stack]
        return _restore, (type(self), self.root().fen(en_passant="fen"), self.chess960, moves)

    def __repr__(self) -> str:
        style = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{style})"


_core._adopt_chess_board(Board)


def _restore(cls: type[Board], fen: str, chess960: bool, moves: list[int]) -> Board:
    board = cls(fen, chess960=chess960)
    for move in moves:
        board._push(move)
    return board
