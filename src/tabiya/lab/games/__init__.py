"""What the laboratory measures of each game: a package per game, with a `Bench` called ``BENCH``.

The packages are found by the names of the games. Benchmarks and experiments leave out a game without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...games import GAMES, find_part, game_spec

if TYPE_CHECKING:
    from ..timing import BenchRow

__all__ = ["Bench", "Depths", "Peer", "bench_of", "benches", "depths_of", "games"]


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
class Bench:
    """How a game is measured, and against which programs."""

    summary: str
    """The help text of the game's benchmark."""
    groups: Callable[[], Mapping[str, Callable[[bool], Iterator[BenchRow]]]]
    depths: Depths | None
    """None if only the game itself is measured, and neither its searches nor anything in the lab."""
    peer: Peer | None = None


def benches() -> dict[str, Bench]:
    """Returns the games that are measured, with their settings."""
    return {name: bench for name in GAMES if (bench := _found(name)) is not None}


def games() -> list[str]:
    """Returns the games whose searches are measured."""
    return [name for name, bench in benches().items() if bench.depths is not None]


def bench_of(game: str) -> Bench:
    """Returns the settings of a game."""
    bench = _found(game)
    if bench is None:
        raise ValueError(f"{game} has no benchmarks")
    return bench


def depths_of(game: str) -> Depths:
    """How deep one of `games` is searched."""
    bench = _found(game_spec(game).name)  # which reports an unknown game
    if bench is None or bench.depths is None:
        raise ValueError(f"searches of {game} are not measured: tabiya.lab.games has no depths for them")
    return bench.depths


def _found(game: str) -> Bench | None:
    bench: Bench | None = find_part(f"{__name__}.{game}", "BENCH")
    return bench
