"""The file formats of a game: what its package `records` fills in, and what it gets to write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

from ..games import GameSpec, find_part
from ..games.score import Score

if TYPE_CHECKING:
    from .book import Book, BookPosition, MemoryBook
    from .lines import TextFile
    from .record import RecordedGame

__all__ = [
    "BookFormat",
    "GameFormat",
    "JudgedMove",
    "MoveMark",
    "PlayedGame",
    "Records",
    "records_of",
]

UTF_8 = ("utf-8",)


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game of a match, with all that files say about it."""

    event: str
    site: str
    round: str
    begin: datetime | None
    """None in records of older versions."""
    players: tuple[str, str]
    """The engine that moves first in the game's starting position, and the other."""
    limits: tuple[str, str]
    """The limits of both, such as ``3+0.03 s`` or ``1,000 nodes per move``."""
    tc: str | None
    """The time control, such as ``3+0.03``."""
    nodes: int | None
    """Nodes per move."""
    movetime: float | None
    """Seconds per move. At most one of these three is set."""
    start: str | None
    """The first position as text; None for the usual start."""
    opening: tuple[str, ...]
    """Moves before the engines played."""
    opening_name: str
    moves: tuple[str, ...]
    """The engines' moves."""
    answers: tuple[Sequence[int | None], ...]
    """Score, depth, nodes and milliseconds of each of them."""
    result: str
    ending: str
    reason: str

    @property
    def line(self) -> list[tuple[str, Sequence[int | None] | None]]:
        """All moves from the start, with the engines' answers."""
        answers = (*[None] * len(self.opening), *self.answers)
        return list(zip((*self.opening, *self.moves), answers, strict=True))

    @property
    def limit(self) -> str:
        """Both limits in one text."""
        one, other = self.limits
        return one if one == other else f"{one}; {other}"

    @property
    def termination(self) -> str:
        """The ending and the reason, if there is one: ``crash: b: it died by SIGABRT``."""
        return f"{self.ending}: {self.reason}" if self.reason else self.ending


class MoveMark(Protocol):
    """How bad a move is."""

    @property
    def name(self) -> str: ...
    @property
    def glyph(self) -> str: ...


class JudgedMove(Protocol):
    """What an analysis says about a move. Scores are for the side that moves first in the game."""

    @property
    def ply(self) -> int: ...
    @property
    def score(self) -> Score: ...
    @property
    def best_score(self) -> Score: ...
    @property
    def best_line(self) -> tuple[Any, ...]: ...
    @property
    def judgement(self) -> MoveMark | None: ...


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
    export: Callable[[PlayedGame], str] | None = None
    """Formats a game of a match."""
    separator: str = "\n"
    """The text between two exported games."""
    annotate: Callable[[RecordedGame, Sequence[JudgedMove]], str] | None = None
    """Formats a recorded game with what an analysis says about its moves."""
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


def records_of(game: GameSpec) -> Records:
    """Returns the file formats of a game: ``RECORDS`` in its module ``records``. A game may have none."""
    found: Records | None = find_part(f"tabiya.{game.name}.records", "RECORDS")
    return found or Records()
