"""The `GameSpec` of chess."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.notation import Notation, Position
from ..games.parts import Interface, Matches
from ..games.rules import Ending, GameRules
from ..games.spec import GameSpec
from .epd import parse_epd
from .opponents import OPPONENTS

__all__ = ["SPEC"]


class _Notation(Notation):
    examples = "e2e4, or Nf3, exd5, O-O"
    forms = ("san", "uci")

    def parse_typed(self, board: Any, text: str) -> Any:
        """Parses UCI or standard algebraic notation."""
        try:
            return self.parse(board, text)
        except ValueError:
            return board.parse_san(text)

    def number(self, board: Any) -> str:
        """``12.`` before white's move, ``12...`` before black's."""
        return f"{board.fullmove_number}{'.' if board.turn else '...'}"

    def full_text(self, board: Any) -> str:
        """A FEN with the en-passant square after every double step, as the core keeps it."""
        return str(board._fen(False, True))

    def set_full_text(self, board: Any, text: str) -> None:
        board._set_fen(text)

    def read_line(self, line: str) -> Position:
        """Reads a FEN or an EPD, with best moves (``bm``) and mate distance (``dm``)."""
        fen, operations = parse_epd(line)
        best: Any = operations.get("bm", ())
        mate: Any = operations.get("dm")
        return Position(str(operations.get("id", fen)), fen, tuple(best), mate)

    def draw(self, board: Any) -> str:
        ranks = [f"{8 - i} {line}" for i, line in enumerate(str(board).splitlines())]
        return "\n".join((*ranks, "  a b c d e f g h"))


class _Rules(GameRules):
    def ending(self, board: Any) -> Ending | None:
        """The ending, including draws by repetition and fifty moves, which players would claim."""
        found = super().ending(board)
        if found is None and board.is_repetition(3):
            return Ending(None, "repetition")
        return Ending(None, "fifty moves") if found is None and board.is_fifty_moves() else found

    def table_key(self, board: Any, rule50_keys: str) -> int:
        return int(board.key_with(rule50_keys))


class _Chess(GameSpec):
    name = "chess"
    variants = ("chess960",)
    notation = _Notation()
    rules = _Rules()
    interface = Interface("uci", "fen", "tabiya.protocols.programs:uci")
    matches = Matches(even=60, opponents=OPPONENTS)

    new_search = staticmethod(_core.ChessSearch)


SPEC = _Chess()
