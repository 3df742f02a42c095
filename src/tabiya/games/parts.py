"""Optional parts of a game: protocol, records, tuning, benchmarks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..analysis import GameAnalysis
    from ..books.book import Book, BookPosition, MemoryBook
    from ..books.lines import TextFile
    from ..books.record import RecordedGame
    from ..lab.bench.timing import Row

__all__ = [
    "Bench",
    "BookFormat",
    "Depths",
    "GameFormat",
    "Interface",
    "Opponent",
    "Peer",
    "Records",
    "Tuning",
]

UTF_8 = ("utf-8",)


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


# ---- records ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookFormat:
    """A file format for positions with their moves."""

    read: Callable[[TextFile], Iterator[BookPosition]] | None = None
    open: Callable[[str | PathLike[str]], Book] | None = None
    """Opens a book that reads the file on demand. Used instead of `read`."""
    write: Callable[[str | PathLike[str], MemoryBook], int] | None = None
    """Writes a book and returns the number of positions."""
    encodings: tuple[str, ...] = UTF_8


@dataclass(frozen=True)
class GameFormat:
    """A file format for games."""

    read: Callable[[TextFile], Iterator[RecordedGame]] | None = None
    encodings: tuple[str, ...] = UTF_8
    export: Callable[[Any, dict[str, Any], dict[str, Any]], str] | None = None
    """Formats a match game as text, from the config, the pair and the game."""
    separator: str = "\n"
    """The text between two exported games."""
    annotate: Callable[[GameAnalysis], str] | None = None
    """Formats a recorded game with its analysis."""
    sign: Callable[[str], object] | None = None
    """Whether a text looks like this format, to recognize it without a suffix. In linear time: texts are
    foreign, so a regular expression must not skip newlines or try a repetition again at every place."""


@dataclass(frozen=True)
class Records:
    """The file formats of a game, by suffix."""

    books: Mapping[str, BookFormat] = field(default_factory=dict)
    games: Mapping[str, GameFormat] = field(default_factory=dict)
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The tags that name the players: of the side that moves first, and of the other."""


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


# ---- measurements ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Depths:
    """Search depths for measurements."""

    demo: int
    """Deep enough for the table to matter, in a few seconds."""
    bench: Mapping[str, tuple[int, int]]
    """Quick and full depth, by benchmark."""
    lab: Mapping[str, tuple[int, int, int]]
    """Smoke, quick and full depth, by experiment."""


@dataclass(frozen=True)
class Peer:
    """An engine to compare speed with."""

    program: str
    options: Mapping[str, str]
    """Classical evaluation, one thread, the same table size."""
    target: float
    """The target ratio of times per node."""


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
class Bench:
    """How a game is measured, and against which programs."""

    summary: str
    """The help text of the game's benchmark."""
    groups: Callable[[], Mapping[str, Callable[[bool], Iterator[Row]]]]
    depths: Depths | None
    """None if only the game itself is measured, and neither its searches nor anything in the lab."""
    even: int
    """The largest score in centipawns of an even opening."""
    peer: Peer | None = None
    opponents: tuple[Opponent, ...] = ()
