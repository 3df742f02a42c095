"""The `GameSpec` of shogi."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.notation import Notation, Position
from ..games.parts import Interface, Matches, Opponent
from ..games.rules import Ending, GameRules
from ..games.spec import GameSpec
from .board import Board

__all__ = ["SPEC"]


class _Notation(Notation):
    examples = "7g7f, or P*5e for a drop, 8h2b+ to promote"
    forms = ("kif", "usi")

    def _write(self, board: Any, move: Any) -> str:
        """As Japanese records write it, behind the mark of its side: ``▲７六歩(77)``."""
        from .records.kif_writer import kif_move

        last = board.move_stack[-1].to_square if board.move_stack else None
        return ("▲" if board.turn else "△") + kif_move(board, move, last)

    def set_full_text(self, board: Any, text: str) -> None:
        board._set_sfen(text)

    def read_line(self, line: str) -> Position:
        """Reads ``sfen; name; plies to mate``. Name and plies are optional."""
        text, name, mate, *_ = (part.strip() for part in f"{line};;".split(";"))
        sfen = Board(text).sfen()
        distance = mate.removeprefix("dm").strip()
        return Position(name or sfen, sfen, mate=int(distance) if distance.isdigit() else None)


class _Rules(GameRules):
    def declaration(self, board: Any) -> Ending | None:
        """A win by declaring an entering king, by the 27-point rule."""
        if not board.is_nyugyoku():
            return None
        return Ending(board.turn, "declaration", "declares that its king has entered")


class _Shogi(GameSpec):
    name = "shogi"
    mates_in = "plies"
    sides = ("black", "white")
    tenfold = 1400
    notation = _Notation()
    rules = _Rules()
    interface = Interface("usi", "sfen", "tabiya.protocols.programs:usi")
    matches = Matches(
        even=100,  # the evaluation counts less in pawns than that of chess; a ranging rook costs some of it
        opponents=(
            Opponent(
                "fairy-stockfish-shogi", "fairy-stockfish Hash=16 name=Fairy-Stockfish", "fairy-stockfish"
            ),
        ),
    )

    new_search = staticmethod(_core.ShogiSearch)


SPEC = _Shogi()
