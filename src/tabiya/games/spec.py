"""`GameSpec`: all that the package knows of a game."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from ..engine.score import CountedIn, Score
from .notation import Notation
from .parts import Bench, Interface, Records, Tuning
from .rules import GameRules

__all__ = ["GameSpec"]


class GameSpec:
    """A game. Its folder has a subclass that fills in what the game has; the parts may be missing.

    Parts are loaded when they are asked for: an engine that starts reads no book formats.
    """

    name: str
    """The name of its folder, and what ``Engine(...)`` and ``--game`` take."""
    mates_in: CountedIn | None = "moves"
    """How players count a mate; None if the game has no mates."""
    sides: tuple[str, str] = ("white", "black")
    """The side that moves first, and the other: their clocks are ``wtime`` and ``btime``."""
    variants: tuple[str, ...] = ()
    """Keywords of its board that choose a variant."""

    notation: Notation = Notation()
    rules: GameRules = GameRules()
    interface: Interface | None = None
    """The protocol of its engines; None if they are used from Python and the command line alone."""

    # ---- boards and the native search --------------------------------------------------------------

    @cached_property
    def board_class(self) -> type[Any]:
        """Its ``Board``."""
        board: type[Any] = import_module(f"tabiya.{self.name}").Board
        return board

    def board(self, text: str | None = None, **variants: bool) -> Any:
        """A new board, of a position's text or of the start."""
        return self.board_class(text, **variants)

    @staticmethod
    def new_search() -> Any:
        """A native search."""
        raise NotImplementedError

    def packed_move(self, board: Any, move: Any) -> int:
        """A legal move of the board in the core's form, from a move or its text."""
        if isinstance(move, str):
            return int(board._parse(move).pack())
        if not hasattr(move, "pack"):
            raise TypeError(f"a move must be a Move or its text, not {type(move).__name__} ({move!r})")
        return int(board._resolve(move.pack()).pack())

    def score(self, value: int) -> Score:
        """A score of the native search."""
        return Score(value, self.mates_in or "moves")

    def is_white(self, board: Any) -> bool:
        """Whether ``wtime`` is the clock of the side to move."""
        return bool(board.turn) == (self.sides[0] == "white")

    # ---- parts -------------------------------------------------------------------------------------

    @property
    def records(self) -> Records:
        """The files in which its books and games are kept."""
        return Records()

    @property
    def tuning(self) -> Tuning | None:
        """What `tabiya tune` needs, if its evaluation can be tuned."""
        return None

    @property
    def bench(self) -> Bench | None:
        """What benchmarks, the demo and the lab need, if they measure the game."""
        return None

    def data(self, name: str) -> list[str]:
        """The lines of a file in its folder ``data``; none if it has no such file."""
        from importlib.resources import files  # slow to import, and no engine needs it

        file = files(f"tabiya.{self.name}") / "data" / name
        return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []

    def __repr__(self) -> str:
        return f"<GameSpec {self.name}>"
