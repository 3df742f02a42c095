"""The part of `Board` that reads and writes texts: FEN, EPD, UCI, SAN, and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, cast

from .. import _core
from ..boards.errors import checked_text
from . import drawing, san
from .attacks import AttacksOfBoard
from .epd import Operand, format_operation, parse_epd
from .errors import InvalidMoveError, shown
from .move import UCI, Move

if TYPE_CHECKING:
    from .board import Board

__all__ = ["STARTING_BOARD_FEN", "STARTING_FEN", "NotationOfBoard"]

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"


class NotationOfBoard(AttacksOfBoard):
    """The part of `Board` that reads and writes texts."""

    __slots__ = ()

    # ---- positions -------------------------------------------------------------------------------

    def fen(self, *, shredder: bool = False, en_passant: Literal["legal", "fen"] = "legal") -> str:
        """Returns the position in Forsyth-Edwards notation.

        With ``en_passant="legal"`` the en-passant square is written only if the capture is legal, so that
        equal positions have equal FENs. With ``"fen"`` it is written after every double push, as the standard
        says. `shredder` names castling rooks by their files.
        """
        if en_passant not in ("legal", "fen"):
            raise ValueError(f"en_passant must be 'legal' or 'fen', not {en_passant!r}")
        return self._fen(bool(shredder), en_passant == "fen")

    def board_fen(self) -> str:
        """Returns the pieces alone: the first field of the FEN."""
        return self.fen().partition(" ")[0]

    def shredder_fen(self, *, en_passant: Literal["legal", "fen"] = "legal") -> str:
        """Returns the FEN with the files of the rooks as castling rights."""
        return self.fen(shredder=True, en_passant=en_passant)

    def _text(self) -> str:
        return self.fen()

    def set_fen(self, fen: str) -> None:
        """Sets up a position and clears the move stack. Raises `FenError` and leaves the board unchanged.

        Fields from castling on are optional.
        """
        self._set_fen(checked_text("fen", fen))

    def reset(self) -> None:
        """Sets up the starting position."""
        self._set_fen(STARTING_FEN)

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: Literal["legal", "fen"] = "legal",
        **operations: Operand,
    ) -> str:
        """Returns the position and operations as an EPD line.

        >>> from tabiya.chess import Board, Move
        >>> Board().epd(bm=[Move.from_uci("e2e4")], id="start", acd=8)
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "start"; acd 8;'
        """
        fields = self.fen(shredder=shredder, en_passant=en_passant).split()[:4]
        texts = (format_operation(cast("Board", self), code, value) for code, value in operations.items())
        return " ".join([*fields, *texts])

    def set_epd(self, text: str) -> dict[str, Operand]:
        """Sets up the position of an EPD line and returns its operations.

        ``bm`` and ``am`` are lists of moves, ``pv`` is a line of moves, ``sm`` and ``pm`` are single moves.
        ``hmvc`` and ``fmvn`` set the counters. Other operands are None, a str, int or float, or a list of
        these.
        """
        fen, operations = parse_epd(text, chess960=self.chess960)
        self._set_fen(fen)
        return operations

    # ---- moves -----------------------------------------------------------------------------------

    def parse_uci(self, uci: str) -> Move:
        """Parses a legal move in UCI notation, castling in either style; ``"0000"`` is the null move."""
        if not isinstance(uci, str):
            raise TypeError(f"uci must be a str, not {type(uci).__name__} ({uci!r})")
        if uci == "0000":
            return Move.null()
        if UCI.fullmatch(uci) is None:
            raise InvalidMoveError(f"invalid uci: {shown(uci)}")
        return self._parse_uci(uci)

    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """Returns a legal move in UCI notation; `chess960` chooses the style of castling."""
        code = self._code(move)
        if not code:
            return "0000"
        style = self.chess960 if chess960 is None else bool(chess960)
        return str(_core._chess_move(self._resolve(code).pack(), style))

    def parse_san(self, text: str) -> Move:
        """Parses a legal move in standard algebraic notation.

        Raises `InvalidMoveError` if the text is not a move, `AmbiguousMoveError` if several moves match, and
        `IllegalMoveError`, the base class of both, otherwise.
        """
        return san.parse_san(cast("Board", self), text)

    def san(self, move: Move) -> str:
        """Returns a legal move in standard algebraic notation: ``Nf3``, ``exd5``, ``O-O``, ``e8=Q#``."""
        self._code(move)
        return san.san_of(cast("Board", self), move)

    def san_and_push(self, move: Move) -> str:
        """Makes a legal move and returns it in standard algebraic notation."""
        text = self.san(move)
        self._push(move._packed)
        return text

    def lan(self, move: Move) -> str:
        """Returns a legal move in long algebraic notation: ``Ng1-f3``."""
        self._code(move)
        return san.lan_of(cast("Board", self), move)

    def variation_san(self, variation: Iterable[Move]) -> str:
        """Returns a line of legal moves with numbers: ``1. e4 e5 2. Nf3``."""
        return san.variation_san(cast("Board", self), variation)

    def _parse(self, text: str) -> Move:
        """Parses a legal move in UCI notation. The error names the method for another notation."""
        try:
            return self.parse_uci(text)
        except InvalidMoveError as error:
            if not san.is_san(text):
                raise
            raise InvalidMoveError(
                f"{error} (push_san and parse_san read standard algebraic notation)"
            ) from None

    def _shown_move(self, move: Move) -> str:
        return self.san(move)

    def _move(self, packed: int) -> Move:
        return _core._chess_move(packed, self.chess960)

    # ---- pictures --------------------------------------------------------------------------------

    def __str__(self) -> str:
        return drawing.ascii_board(cast("Board", self))

    def unicode(self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘") -> str:
        """Returns the board in Unicode figures. Use `invert_color` for light text on a dark background."""
        return drawing.unicode_board(
            cast("Board", self), invert_color=invert_color, borders=borders, empty_square=empty_square
        )
