"""Shogi over the Universal Shogi Interface."""

from __future__ import annotations

import math
from typing import Any

from ..engine.background import PendingSearch
from ..engine.result import Result
from ..shogi import Board
from .engine_options import shared_options
from .go import Go
from .loop import Command
from .options import Combo, FileName, Option
from .problem import Problem
from .protocol import Protocol

__all__ = ["Usi"]

POINT_RULES = ("27", "24")


class Usi(Protocol):
    """The shogi engine."""

    game = "shogi"
    hello_word = "usi"
    hello_answer = "usiok"
    new_game_word = "usinewgame"
    position_word = "sfen"
    no_move = "resign"
    points = 27
    """The declaration rule: when a king that has entered the opponent's camp wins."""
    _problem: Problem | None = None
    """The problem of a running ``go mate``."""

    def make_commands(self) -> dict[str, Command]:
        return {**super().make_commands(), "gameover": self.game_over}

    def game_over(self, _: str) -> None:
        """The game has ended: no move is needed."""
        self.stop()

    def make_options(self) -> list[Option[Any]]:
        options = shared_options(self, "USI_Hash", "USI_Ponder")
        for option in options:
            option.name = option.name.replace(" ", "_")  # names have no spaces in USI
            if isinstance(option, FileName):
                option.kind = "filename"
        return [*options, Combo("DeclarationRule", "27", self.set_points, POINT_RULES)]

    def set_points(self, rule: str) -> None:
        """Sets the declaration rule."""
        self.points = int(rule)

    def rules_of_search(self) -> dict[str, Any]:
        return {"declaration": self.points}

    def make_board(self, text: str | None) -> Board:
        return Board(text)

    def board_text(self, board: Any) -> str:
        return f"Sfen: {board.sfen()}"

    def flipped(self, board: Any) -> Board:
        """Returns the board turned around with colours swapped, and the other side to move."""
        placement, turn, hands, number = board.sfen().split()
        ranks = "/".join(_turned(rank) for rank in reversed(placement.split("/")))
        return self.make_board(" ".join((ranks, "b" if turn == "w" else "w", _sorted_hands(hands), number)))

    # ---- shogi only --------------------------------------------------------------------------------

    def answer_without_search(self, board: Any) -> str | None:
        if board.is_nyugyoku(self.points):
            return "bestmove win"
        return super().answer_without_search(board)

    def go(self, arguments: str) -> None:
        """``go mate``: solves a problem, and answers with ``checkmate`` instead of ``bestmove``."""
        if arguments.split()[:1] != ["mate"] or self.searching:
            super().go(arguments)
            return
        mate = Go.parsed(arguments)
        for note in mate.notes:
            self.output.say(note)
        self.stop()
        self.prepare_table()
        board = self.position.board.copy()
        if not any(board.gives_check(move) for move in board.legal_moves):
            self.output.line("checkmate nomate")
            return
        limits: dict[str, Any] = {"mate": LONGEST_MATE}
        if mate.mate != 0:
            limits["movetime"] = mate.mate or mate.numbers["movetime"]
        self._problem = Problem(board)
        self.start(board, Go(mate=0), self.possible(limits))

    def search_for(self, pending: PendingSearch, go: Go, limits: dict[str, Any]) -> Result[Any]:
        if go.mate is None or self._problem is None:
            return super().search_for(pending, go, limits)
        result: Result[Any] = self._problem.solve(pending, limits.get("movetime", math.inf) / 1000)
        return result

    def interrupt(self, pending: PendingSearch) -> None:
        if self._problem is not None:
            self._problem.interrupt()
        super().interrupt(pending)

    def report(self, board: Any, go: Go, result: Result[Any] | None, error: BaseException | None) -> None:
        if go.mate is None or self._problem is None:
            super().report(board, go, result, error)
        else:
            self.output.line(f"checkmate {self._problem.answer(result.pv if result is not None else ())}")
            self._problem = None


LONGEST_MATE = 200
"""Longest solution in plies."""


def _turned(rank: str) -> str:
    """Returns a rank of an SFEN from the other side, with promoted pieces kept together.

    >>> _turned("l6n+R")
    '+rN6L'
    """
    groups: list[str] = []
    for letter in rank:
        if groups and groups[-1] == "+":
            groups[-1] += letter
        else:
            groups.append(letter)
    return "".join(reversed(groups)).swapcase()


def _sorted_hands(hands: str) -> str:
    """Returns the hands with colours swapped, black's first as in an SFEN.

    >>> _sorted_hands("2Pg"), _sorted_hands("-")
    ('G2p', '-')
    """
    counted: list[str] = []
    number = ""
    for letter in hands.swapcase():
        if letter.isdigit():
            number += letter
        else:
            counted.append(number + letter)
            number = ""
    return "".join(sorted(counted, key=lambda part: part[-1].islower()))
