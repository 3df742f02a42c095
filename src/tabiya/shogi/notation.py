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
        """The position as USI writes it: board, side to move, hands, and the number of the next move."""
        return self._sfen()

    def _text(self) -> str:
        return self._sfen()

    def set_sfen(self, sfen: str) -> None:
        """Sets up a position; the moves made so far are forgotten. Raises `SfenError` and changes nothing."""
        self._set_sfen(checked_text("sfen", sfen))

    def reset(self) -> None:
        """Sets up the start of a game."""
        self._set_sfen(STARTING_SFEN)

    # ---- moves -----------------------------------------------------------------------------------

    def parse_usi(self, usi: str) -> Move:
        """The legal move of a USI text; ``"0000"`` is the null move."""
        if not isinstance(usi, str):
            raise TypeError(f"usi must be a str, not {type(usi).__name__} ({usi!r})")
        if usi == "0000":
            return Move.null()
        if USI.fullmatch(usi) is None:
            raise InvalidMoveError(f"invalid usi: {shown(usi)}")
        return self._parse_usi(usi)

    def usi(self, move: Move) -> str:
        """A legal move as USI has it."""
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
        """The board as Japanese game records draw it.

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
