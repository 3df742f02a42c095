"""`GameSpec`: all that the package knows about a game."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any, cast

from .diagram import Diagram
from .notation import Notation
from .parts import Interface, Matches, Tuning, find_part
from .rules import GameRules
from .score import MATE, CountedIn, Score

__all__ = ["GameSpec"]


class GameSpec:
    """A game. Each game's folder has a subclass. Some parts are optional.

    Parts are loaded on demand, so that an engine does not import book formats when it starts.
    """

    name: str
    """The name of the folder, as in ``Engine(...)`` and ``--game``."""
    mates_in: CountedIn | None = "moves"
    """The unit of mate distances; None if the game has no mates."""
    sides: tuple[str, str] = ("white", "black")
    """The side that moves first, and the other. Their clocks are ``white_clock`` and ``black_clock``."""
    variants: tuple[str, ...] = ()
    """Keyword arguments of the board that choose a variant."""
    tenfold: int = 400
    """The score that stands for odds of ten to one. The tuner and `win_probability` use it."""

    notation: Notation = Notation()
    rules: GameRules = GameRules()
    interface: Interface | None = None
    """The engine protocol; None if the game has none."""
    matches: Matches = Matches()

    # ---- boards and the native search --------------------------------------------------------------

    @cached_property
    def board_class(self) -> type[Any]:
        """The game's ``Board``."""
        board: type[Any] = import_module(f"tabiya.{self.name}").Board
        return board

    def board(self, text: str | None = None, **variants: bool) -> Any:
        """Returns a new board with a position, by default the starting position."""
        return self.board_class(text, **variants)

    @staticmethod
    def new_search() -> Any:
        """Returns a new native search."""
        raise NotImplementedError

    def packed_move(self, board: Any, move: Any) -> int:
        """Returns a legal move, given as a move or text, in the core's packed form."""
        if isinstance(move, str):
            return int(board._parse(move).pack())
        if not hasattr(move, "pack"):
            raise TypeError(f"a move must be a Move or its text, not {type(move).__name__} ({move!r})")
        return int(board._resolve(move.pack()).pack())

    def score(self, value: int) -> Score:
        """A score of the native search."""
        return Score(value, self.mates_in or "moves")

    def final_score(self, board: Any) -> Score | None:
        """Returns the score of a finished game for the side to move; None if the game is not over."""
        ending = self.rules.ending(board)
        if ending is None:
            return None
        if ending.winner is None:
            return self.score(0)
        return self.score(MATE if ending.winner == board.turn else -MATE)

    def win_probability(self, value: float) -> float:
        """Returns how likely a side with this score is to win, from 0 to 1. A draw counts as half a win."""
        return 1 / (1 + 10 ** (-value / self.tenfold))

    def is_white(self, board: Any) -> bool:
        """Returns whether ``white_clock`` is the clock of the side to move."""
        return bool(board.turn) == (self.sides[0] == "white")

    # ---- parts -------------------------------------------------------------------------------------

    @cached_property
    def diagram(self) -> Diagram | None:
        """The drawing of the board for `tabiya web`; None if there is none, and then it skips the game."""
        return cast("Diagram | None", find_part(f"tabiya.{self.name}.diagram", "DIAGRAM"))

    @cached_property
    def tuning(self) -> Tuning | None:
        """Settings of `tabiya tune`; None if the evaluation cannot be tuned."""
        return cast("Tuning | None", find_part(f"tabiya.{self.name}.tuning", "TUNING"))

    def data(self, name: str) -> list[str]:
        """Returns the lines of a file in the folder ``data``; empty if there is no such file."""
        from importlib.resources import files  # slow to import, and engines do not need it

        file = files(f"tabiya.{self.name}") / "data" / name
        return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []

    def __repr__(self) -> str:
        return f"<GameSpec {self.name}>"
