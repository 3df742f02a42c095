"""Optional parts of a game: protocol, tuning, matches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = [
    "Interface",
    "Matches",
    "Opponent",
    "Tuning",
    "find_part",
]


@dataclass(frozen=True)
class Interface:
    """The words of a game's engine protocol."""

    word: str
    """The word that starts the protocol: ``"uci"``. It also forms ``uciok`` and ``ucinewgame``."""
    position: str
    """The keyword before a position: ``"fen"``."""
    program: str
    """The function that runs Tabiya's engine on standard input and output: ``"package.module:function"``."""

    @property
    def command(self) -> tuple[str, ...]:
        """The command that starts Tabiya's engine with this Python, whatever the PATH."""
        module, _, function = self.program.partition(":")
        return (sys.executable, "-c", f"from {module} import {function}; {function}()")


# ---- tuning ----------------------------------------------------------------------------------------

Trace = tuple[int, int, Any, Any]
"""Phase, scale, indices of weights and their counts, from the core."""


@dataclass(frozen=True)
class Tuning:
    """Settings of the tuner: the weights, and which games and positions to learn from."""

    trace: Callable[[Any], Trace]
    weights: Callable[[], list[tuple[str, int, int]]]
    start: Callable[[], dict[str, list[tuple[int, int]]]]
    """Returns the start values of the weights."""
    is_quiet: Callable[[Any, Any], bool]
    """Whether a move leaves the material unchanged."""
    opening_plies: int
    longest: int
    """Plies after which a game counts as drawn."""
    fixed: tuple[str, ...] = ()
    """Weights that are not tuned. They guide certain wins, so results carry no information."""
    phases: int = 24
    full_scale: int = 64
    decided: int = 1200
    """A game ends when both sides see this score for some plies."""
    worth_learning: int = 900
    """Positions beyond this score are not used: they are decided already."""


# ---- matches ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opponent:
    """An opponent of `tabiya strength`."""

    name: str
    """The name of the match."""
    engine: str
    """As `tabiya match` takes it."""
    package: str
    """Debian's package that has it."""


@dataclass(frozen=True)
class Matches:
    """Settings of matches."""

    even: int = 100
    """The largest score in centipawns of an even opening."""
    opponents: tuple[Opponent, ...] = ()


def find_part(module: str, name: str) -> Any:
    """Returns what a module that a game may have calls `name`; None if there is no such module."""
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
