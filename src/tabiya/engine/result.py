"""Search results: `Info` during a search, `Result` at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..games.score import Score
from ..table.entry_values import Bound

if TYPE_CHECKING:
    from ..recording import Recording

__all__ = ["CurrentMove", "Info", "Line", "Progress", "Result"]

MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Line(Generic[MoveT]):
    """A line of play and its score."""

    score: Score
    pv: tuple[MoveT, ...]
    depth: int
    bound: Bound = Bound.EXACT
    """Whether `score` is exact or a bound."""

    def __str__(self) -> str:
        """
        >>> print(Line(Score(35), ("e2e4", "e7e5"), depth=9))
        +0.35 e2e4 e7e5
        """
        return " ".join((_scored(self.score, self.bound), *map(str, self.pv)))


@dataclass(frozen=True)
class CurrentMove(Generic[MoveT]):
    """The root move that a long search is about to search."""

    move: MoveT
    number: int
    """Its index in the move order, from 1."""
    depth: int
    nodes: int
    time: float
    """Seconds since the search began."""


@dataclass(frozen=True)
class Progress:
    """How far a search has come: counts of all threads, which may lag by a thousand nodes each."""

    nodes: int
    probes: int
    hits: int
    probes_by_depth: tuple[int, ...]
    """Probes of the first thread by the depth that it needed: 0 is quiescence, the last is 31 or more."""
    hits_by_depth: tuple[int, ...]
    """The hits among them, whatever the depth of the entry."""


@dataclass(frozen=True, repr=False)
class Info(Generic[MoveT]):
    """The progress of a search."""

    depth: int
    seldepth: int
    """The deepest ply reached, including extensions and quiescence."""
    score: Score
    pv: tuple[MoveT, ...]
    nodes: int
    time: float
    """Seconds since the search began."""
    hashfull: int = 0
    """Per mille of the table filled by this search."""
    multipv: int = 1
    """The rank of the line, from 1."""
    bound: Bound = Bound.EXACT
    """Whether `score` is exact, or a bound that the search has not resolved yet."""
    probes: int = 0
    """Table probes by all threads."""
    hits: int = 0
    """Probes that found the position, at any depth."""
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def hit_rate(self) -> float:
        """Hits per probe.

        >>> Info(9, 12, Score(35), (), 1234, 0.5, probes=1000, hits=250).hit_rate
        0.25
        """
        return self.hits / self.probes if self.probes else 0.0

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __str__(self) -> str:
        """
        >>> print(Info(9, 12, Score(35), ("e2e4", "e7e5"), 1234, 0.5, bound=Bound.LOWER))
        depth 9/12 ≥+0.35 (1,234 nodes, 0.50 s): e2e4 e7e5
        """
        line = f"line {self.multipv}, " if self.multipv > 1 else ""
        work = f"{line}{self.nodes:,} nodes, {self.time:.2f} s"
        score = _scored(self.score, self.bound)
        return f"depth {self.depth}/{self.seldepth} {score} ({work}): {_moves(self.pv)}"

    def __repr__(self) -> str:
        return f"<Info {_shortened(self, self.pv)}>"


@dataclass(frozen=True, repr=False)
class Result(Generic[MoveT]):
    """The result of a search."""

    best_move: MoveT
    score: Score
    """The score of the best line, for the side to move."""
    pv: tuple[MoveT, ...]
    """The principal variation."""
    nodes: int
    time: float
    """Seconds."""
    depth: int
    """The last completed iteration."""
    seldepth: int = 0
    hashfull: int = 0
    bound: Bound = Bound.EXACT
    ponder: MoveT | None = None
    """The expected reply, for pondering."""
    lines: tuple[Line[MoveT], ...] = ()
    """The `multipv` best lines; the first is `pv`."""
    stopped: bool = False
    """Whether a limit or `stop` ended the search within an iteration."""
    stats: Mapping[str, Any] = field(default_factory=dict)
    """Counters of the search: probes, hits, stores and cutoffs by bound and by source, and more."""
    recording: Recording | None = field(default=None, repr=False, compare=False)
    """What happened at every node, if the search was recorded."""

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __str__(self) -> str:
        """
        >>> print(Result("e2e4", Score(35), ("e2e4", "e7e5"), nodes=1234, time=0.5, depth=9))
        e2e4 +0.35 (depth 9, 1,234 nodes, 0.50 s): e2e4 e7e5
        """
        work = f"depth {self.depth}, {self.nodes:,} nodes, {self.time:.2f} s"
        return f"{self.best_move} {_scored(self.score, self.bound)} ({work}): {_moves(self.pv)}"

    def __repr__(self) -> str:
        """
        >>> Result("e2e4", Score(35), ("e2e4", "e7e5") * 9, nodes=1234, time=0.5, depth=9)
        <Result e2e4 +0.35 (depth 9, 1,234 nodes, 0.50 s): e2e4 e7e5 e2e4 e7e5 e2e4 e7e5 ...>
        """
        return f"<Result {_shortened(self, self.pv)}>"

    def _repr_html_(self) -> str:
        """The result as notebooks show it: a row per line, best first."""
        from .._utils.html import html_table

        lines = self.lines or (Line(self.score, self.pv, self.depth, self.bound),)
        rows = [(_scored(line.score, line.bound), line.depth, _moves(line.pv)) for line in lines]
        work = f"{self.best_move} after {self.nodes:,} nodes, {self.time:.2f} s, {self.nps:,} per second"
        return html_table(rows, ("score", "depth", "line"), work)


SHOWN_MOVES = 6
"""The moves of a line that a repr shows."""


def _scored(score: Score, bound: Bound) -> str:
    sign = {Bound.LOWER: "≥", Bound.UPPER: "≤"}.get(bound, "")
    return f"{sign}{score}"


def _moves(pv: tuple[Any, ...]) -> str:
    return " ".join(map(str, pv))


def _shortened(result: object, pv: tuple[Any, ...]) -> str:
    """The text of a result with the first moves of its line."""
    text = str(result)
    return text if len(pv) <= SHOWN_MOVES else f"{text.removesuffix(_moves(pv[SHOWN_MOVES:]))}..."
