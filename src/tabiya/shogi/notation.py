"""The part of `Board` that reads and writes texts: SFEN, USI, and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .. import _core
from ..boards.errors import InvalidMoveError, checked_text, shown
from . import drawing
from .move import USI, Move
from .rules import RulesOfBoard

if TYPE_CHECKING:
    from .board import Board

__all__ = ["STARTING_SFEN", "NotationOfBoard"]

STARTING_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


class NotationOfBoard(RulesOfBoard):
    """The part of `Board` that reads and writes texts."""

    __slots__ = ()

    # ---- positions -------------------------------------------------------------------------------

    def sfen(self) -> str:
        """Returns the position as SFEN: board, side to move, hands and move number."""
        return self._sfen()

    def _text(self) -> str:
        return self._sfen()

    def set_sfen(self, sfen: str) -> None:
        """Sets up a position and clears the move stack. Raises `SfenError` and leaves the board unchanged."""
        self._set_sfen(checked_text("sfen", sfen))

    def reset(self) -> None:
        """Sets up the starting position."""
        self._set_sfen(STARTING_SFEN)

    # ---- moves -----------------------------------------------------------------------------------

    def parse_usi(self, usi: str) -> Move:
        """Parses a legal move in USI notation; ``"0000"`` is the null move."""
        if not isinstance(usi, str):
            raise TypeError(f"usi must be a str, not {type(usi).__name__} ({usi!r})")
        if usi == "0000":
            return Move.null()
        if USI.fullmatch(usi) is None:
            raise InvalidMoveError(f"invalid usi: {shown(usi)}")
        return self._parse_usi(usi)

    def usi(self, move: Move) -> str:
        """Returns a legal move in USI notation."""
        code = self._code(move)
        return str(self._resolve(code)) if code else "0000"

    def _parse(self, text: str) -> Move:
        return self.parse_usi(text)

    def _move(self, packed: int) -> Move:
        return _core._shogi_move(packed)

    # ---- pictures --------------------------------------------------------------------------------

    def __str__(self) -> str:
        return drawing.ascii_board(cast("Board", self))

    def kif(self) -> str:
        """Returns the board as drawn in Japanese game records.

        >>> from tabiya.shogi import Board
        >>> print(Board("4k4/9/9/9/9/9/9/9/4K4 b 2P 1").kif())
        後手の持駒：なし
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|三
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
        | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
        +---------------------------+
        先手の持駒：歩二
        """
        return drawing.kif_board(cast("Board", self))
