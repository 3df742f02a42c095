"""Chess over the Universal Chess Interface."""

from __future__ import annotations

from typing import Any

from ..chess import Board
from .engine_options import shared_options
from .loop import Command
from .options import Check, Combo, Option
from .protocol import Protocol

__all__ = ["Uci"]

RULE50_KEYS = ("off", "bucketed", "full")


class Uci(Protocol):
    """The chess engine."""

    game = "chess"
    hello_word = "uci"
    hello_answer = "uciok"
    new_game_word = "ucinewgame"
    position_word = "fen"
    no_move = "(none)"
    chess960 = False

    def make_commands(self) -> dict[str, Command]:
        return {**super().make_commands(), "register": lambda _: None}  # there is nothing to register

    def make_options(self) -> list[Option[Any]]:
        return [
            *shared_options(self, "Hash", "Ponder"),
            Combo("Rule50Keys", "off", self.set_rule50_keys, RULE50_KEYS),
            Check("UCI_Chess960", False, self.set_chess960),
        ]

    def set_rule50_keys(self, mode: str) -> None:
        """Changes the kind of keys, which makes the table's entries useless."""
        self.table_manager.want(rule50_keys=mode)

    def set_chess960(self, on: bool) -> None:
        """Sets how castling is written from the next ``position`` on."""
        self.chess960 = on
        self.position.reset()

    def make_board(self, text: str | None) -> Board:
        return Board(text, chess960=self.chess960)

    def board_text(self, board: Any) -> str:
        return f"Fen: {board.fen()}"

    def flipped(self, board: Any) -> Board:
        """Returns the board with ranks and colours swapped, and the other side to move."""
        placement, turn, castling, en_passant, *counters = board.fen().split()
        ranks = "/".join(reversed(placement.split("/"))).swapcase()
        square = en_passant if en_passant == "-" else en_passant[0] + str(9 - int(en_passant[1]))
        rights = "".join(sorted(castling.swapcase(), key=lambda letter: letter.islower()))
        return self.make_board(" ".join((ranks, "b" if turn == "w" else "w", rights, square, *counters)))
