"""Parts of a game that it may lack: a protocol, records, weights to tune, benchmarks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..bench.timing import Row
    from ..books.book import Book, BookPosition, MemoryBook
    from ..books.lines import TextFile
    from ..books.record import RecordedGame

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
    """The words of the protocol in which engines of a game are spoken to."""

    word: str
    """What asks an engine to speak it: ``"uci"``. ``uciok`` answers, ``ucinewgame`` begins a game."""
    position: str
    """What comes before the text of a position: ``"fen"``."""
    program: str
    """The function that runs our own engine on standard input and output: ``"package.module:function"``."""

    @property
    def command(self) -> tuple[str, ...]:
        """How our own engine is started: with this Python, whatever the PATH."""
        module, _, function = self.program.partition(":")
        return (sys.executable, "-c", f"from {module} import {function}; {function}()")


# ---- records ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookFormat:
    """A kind of file that has positions with their moves."""

    read: Callable[[TextFile], Iterator[BookPosition]] | None = None
    open: Callable[[str | PathLike[str]], Book] | None = None
    """Instead of `read`: a book that is asked on the file itself."""
    write: Callable[[str | PathLike[str], MemoryBook], int] | None = None
    """Writes a book and returns how many positions it wrote."""
    encodings: tuple[str, ...] = UTF_8


@dataclass(frozen=True)
class GameFormat:
    """A kind of file that has games."""

    read: Callable[[TextFile], Iterator[RecordedGame]] | None = None
    encodings: tuple[str, ...] = UTF_8
    export: Callable[[Any, dict[str, Any], dict[str, Any]], str] | None = None
    """A game of a match as text: of its config, its pair and itself."""
    separator: str = "\n"
    """What divides two exported games."""


@dataclass(frozen=True)
class Records:
    """The files of a game, by suffix."""

    books: Mapping[str, BookFormat] = field(default_factory=dict)
    games: Mapping[str, GameFormat] = field(default_factory=dict)


# ---- tuning ----------------------------------------------------------------------------------------

Trace = tuple[int, int, Any, Any]
"""Phase, scale, indices of weights and their counts, as the core gives them."""


@dataclass(frozen=True)
class Tuning:
    """What the tuner needs: the weights of the evaluation, and when its games teach something."""

    trace: Callable[[Any], Trace]
    weights: Callable[[], list[tuple[str, int, int]]]
    start: Callable[[], dict[str, list[tuple[int, int]]]]
    """The weights that tuning begins with, made by formulas."""
    is_quiet: Callable[[Any, Any], bool]
    """Whether a move leaves the material alone."""
    opening_plies: int
    longest: int
    """Plies after which a game counts as drawn."""
    fixed: tuple[str, ...] = ()
    """Groups of weights that steer towards a win that is certain: results say nothing about them."""
    phases: int = 24
    full_scale: int = 64
    decided: int = 1200
    """A score that both sides see for some plies ends a game: what follows teaches nothing."""
    worth_learning: int = 900
    """Positions beyond this score are decided: their results say nothing about fine differences."""
    tenfold: int = 400
    """The score at which the search means odds of ten to one."""


# ---- measurements ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Depths:
    """How deep a game is searched where it is measured."""

    demo: int
    """Deep enough for the table to matter, and a few seconds in all."""
    bench: Mapping[str, tuple[int, int]]
    """By benchmark: quick and full."""
    lab: Mapping[str, tuple[int, int, int]]
    """By experiment: smoke, quick and full."""


@dataclass(frozen=True)
class Peer:
    """An engine beside which speed is measured."""

    program: str
    options: Mapping[str, str]
    """The classical evaluation, one thread, our table's size."""
    target: float
    """The ratio of times per node that is hoped for."""


@dataclass(frozen=True)
class Opponent:
    """An engine against which `tabiya strength` plays."""

    name: str
    """The name of the match."""
    engine: str
    """As `tabiya match` takes it."""


@dataclass(frozen=True)
class Bench:
    """How a game is measured, and against which programs."""

    summary: str
    """What `tabiya bench` measures of the game itself, in a line."""
    groups: Callable[[], Mapping[str, Callable[[bool], Iterator[Row]]]]
    depths: Depths | None
    """None if only the game itself is measured, and neither its searches nor anything in the lab."""
    even: int
    """Hundredths of a pawn within which an opening counts as even."""
    peer: Peer | None = None
    opponents: tuple[Opponent, ...] = ()
