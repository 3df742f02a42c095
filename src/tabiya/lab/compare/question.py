"""A question about tables: which designs, memory sizes, search and positions to compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...jobs import Inline, Job, Runner
from ..designs import Design
from ..experiment import cell
from ..own_policy import digests
from .answer import Answer
from .exercise import check_exercised
from .measure import nodes_to_depth, searches_of
from .units import Kept, run_units

__all__ = ["MOVES", "NODES", "PRESSURES", "Question", "memory_texts", "parse_pressures"]

PRESSURES = (1 / 4, 1 / 16, 1 / 64)
MOVES = 4
"""Moves of a game that are searched with one table, so that generations matter."""
NODES = 15_000
"""Nodes per move with an unlimited table: two designs at three pressures take 20 to 60 s on two cores."""
MARGIN = 0.05
"""Ratios within this of 1 count as equal."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """Compares designs with the first of them, on the same games, or on positions if there is one move."""

    designs: tuple[str, ...]
    positions: tuple[str, ...]
    game: str = "chess"
    pressures: tuple[float, ...] = PRESSURES
    """Memory as fractions of what the search of a position fills."""
    sizes: tuple[float, ...] = ()
    """Megabytes instead of pressures."""
    switches: dict[str, Any] = field(default_factory=dict)
    """Changes to `SearchOptions.comparable`."""
    nodes: int = NODES
    """Per move, with an unlimited table."""
    moves: int = MOVES
    """Moves of each game, from its position on, that are searched with one table."""
    seeds: int = 1
    """Hash seeds per game and design. The mean over them is compared."""
    margin: float = MARGIN

    def __post_init__(self) -> None:
        for text in self.designs:
            Design.parse(text)
        if len(self.designs) < 2:
            raise ValueError("a comparison needs two tables: name another --table or --policy")
        if not self.positions:
            raise ValueError("a comparison needs positions")
        if len(set(self.designs)) < len(self.designs):
            raise ValueError(f"a table is named twice in {', '.join(self.designs)}")
        check_exercised(self.designs, self.switches, self.moves, self.nodes)

    @property
    def unit(self) -> str:
        """What is sampled: a game is resampled as a whole, because its moves depend on each other."""
        return "games" if self.moves > 1 else "positions"

    @property
    def searches(self) -> int:
        """The number of searches per unit."""
        return searches_of(self.moves, len(self.designs), len(self.memories), self.seeds)

    @property
    def memories(self) -> list[str]:
        """Returns the memory sizes as texts, in the order of the results."""
        return memory_texts(self.pressures, self.sizes)

    def jobs(self) -> Iterator[Job]:
        """Yields a job per game or position."""
        rules = digests(Design.parse(text).policy for text in self.designs)
        for position in self.positions:
            yield cell(
                nodes_to_depth,
                game=self.game,
                position=position,
                designs=list(self.designs),
                nodes=self.nodes,
                searches=self.moves,
                seeds=self.seeds,
                switches=self.switches,
                **({"rules": rules} if rules else {}),
                **({"sizes": list(self.sizes)} if self.sizes else {"pressures": list(self.pressures)}),
            )

    def measured(self, runner: Runner | None = None, progress: Any = None) -> list[dict[str, Any]]:
        """Returns the measurements of all games in order. RuntimeError if one fails."""
        jobs = list(self.jobs())
        found: dict[str, dict[str, Any]] = {}
        for job, value in run_units(jobs, runner or Inline(), kept=Kept({}, 0)):
            found[job.id] = value
            if progress is not None:
                progress()
        return [found[job.id] for job in jobs]

    def answer(self, measured: Sequence[dict[str, Any]]) -> Answer:
        """Evaluates the measurements of all games, or of some."""
        return Answer.of(list(self.designs), self.memories, measured, self.margin)


def memory_texts(pressures: Sequence[float], sizes: Sequence[float]) -> list[str]:
    """
    >>> memory_texts([0.0625], []), memory_texts([], [1.5])
    (['1/16'], ['1.5 MB'])
    """
    if sizes:
        return [f"{size:g} MB" for size in sizes]
    return [str(Fraction(pressure).limit_denominator(4096)) for pressure in pressures]


def parse_pressures(text: str) -> tuple[float, ...]:
    """Parses comma-separated fractions. ValueError says what is wrong.

    >>> parse_pressures("1/4,1/16,0.5")
    (0.25, 0.0625, 0.5)
    """
    found = []
    for part in text.split(","):
        try:
            value = float(Fraction(part.strip()))
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"a pressure must be a fraction such as 1/16, not {part!r}") from None
        if not 0 < value <= 16:
            raise ValueError(f"a pressure must be between 0 and 16, not {part!r}")
        found.append(value)
    return tuple(found)
