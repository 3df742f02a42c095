"""What a search tells: `Info` while it runs, `Result` when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..values import Bound
from .score import Score

__all__ = ["CurrentMove", "Info", "Line", "Result"]

MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Line(Generic[MoveT]):
    """One line of play and its score."""

    score: Score
    pv: tuple[MoveT, ...]
    depth: int
    bound: Bound = Bound.EXACT
    """What `score` is: the value, or only a bound of it."""

    def __str__(self) -> str:
        """
        >>> print(Line(Score(35), ("e2e4", "e7e5"), depth=9))
        +0.35 e2e4 e7e5
        """
        sign = {Bound.LOWER: "≥", Bound.UPPER: "≤"}.get(self.bound, "")
        return " ".join((f"{sign}{self.score}", *map(str, self.pv)))


@dataclass(frozen=True)
class CurrentMove(Generic[MoveT]):
    """The root move that a long search is about to look at."""

    move: MoveT
    number: int
    """Its place in the order of moves, from 1."""
    depth: int
    nodes: int
    time: float
    """Seconds since the search began."""


@dataclass(frozen=True)
class Info(Generic[MoveT]):
    """How far a search has come."""

    depth: int
    seldepth: int
    """The deepest ply that was looked at, extensions and captures included."""
    score: Score
    pv: tuple[MoveT, ...]
    nodes: int
    time: float
    """Seconds since the search began."""
    hashfull: int = 0
    """Thousandths of the table that this search has filled."""
    multipv: int = 1
    """The rank of the line, from 1."""
    bound: Bound = Bound.EXACT
    """Whether `score` is the value, or a bound that the search has yet to settle."""
    probes: int = 0
    """How often the table was asked, by all threads."""
    hits: int = 0
    """How often it knew the position, at whatever depth."""
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def hit_rate(self) -> float:
        """Hits for each probe.

        >>> Info(9, 12, Score(35), (), 1234, 0.5, probes=1000, hits=250).hit_rate
        0.25
        """
        return self.hits / self.probes if self.probes else 0.0

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


@dataclass(frozen=True)
class Result(Generic[MoveT]):
    """What a search found."""

    best_move: MoveT
    score: Score
    """Of the best line, for the side to move."""
    pv: tuple[MoveT, ...]
    """The line that both sides are expected to play."""
    nodes: int
    time: float
    """Seconds."""
    depth: int
    """The last iteration that was completed."""
    seldepth: int = 0
    hashfull: int = 0
    bound: Bound = Bound.EXACT
    ponder: MoveT | None = None
    """The answer that is expected, to think about in the opponent's time."""
    lines: tuple[Line[MoveT], ...] = ()
    """The best lines, as many as `multipv` asked for; the first is `pv`."""
    stopped: bool = False
    """Whether a limit or `stop` ended the search in the middle of an iteration."""
    stats: Mapping[str, Any] = field(default_factory=dict)
    """What the search counted: probes, hits, cutoffs by bound, table moves that cut first, and more."""

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __str__(self) -> str:
        """
        >>> print(Result("e2e4", Score(35), ("e2e4", "e7e5"), nodes=1234, time=0.5, depth=9))
        e2e4 +0.35 (depth 9, 1,234 nodes, 0.50 s): e2e4 e7e5
        """
        work = f"depth {self.depth}, {self.nodes:,} nodes, {self.time:.2f} s"
        return f"{self.best_move} {self.score} ({work}): {' '.join(map(str, self.pv))}"
