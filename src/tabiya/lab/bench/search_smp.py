"""Time to a depth with two threads vs one, ours and a peer's: the group `smp` of `tabiya bench search`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Protocol

from ...engine.engine import Engine
from ...engine.result import Result
from ...games import game_spec
from ...games.positions import Position, positions
from ...stats.bootstrap import ratio_interval
from ..games import bench_of, games
from ..timing import BenchRow
from .peers import find_peer
from .search_runs import HASH_MB, geometric_mean, prepare

__all__ = ["smp"]

THREADS = (1, 2)


class Subject(Protocol):
    """An engine. Every search starts with an empty table."""

    def depth_within(self, position: str, milliseconds: int) -> int:
        """Returns the depth that one thread completes in this time."""
        ...

    def seconds_to_depth(self, position: str, depth: int, threads: int) -> float:
        """Returns the time to a depth."""
        ...


class Ours:
    """Our engine, with as many threads as asked for."""

    def __init__(self, game: str) -> None:
        self.engine = Engine(game, hash_mb=HASH_MB)

    def depth_within(self, position: str, milliseconds: int) -> int:
        return max(1, self._search(position, 1, time=milliseconds / 1000).depth)

    def seconds_to_depth(self, position: str, depth: int, threads: int) -> float:
        return self._search(position, threads, depth=depth).time

    def _search(self, position: str, threads: int, **limits: Any) -> Result[Any]:
        self.engine.threads = threads
        prepare(self.engine)
        at = game_spec(self.engine.game).notation.read_line(position)
        return self.engine.search(at.board(self.engine.game), **limits)


def smp(quick: bool) -> Iterator[BenchRow]:
    """How much sooner do two threads reach the depth that one thread completes in `movetime`?

    The unit is a middlegame from a separate game. Each engine has its own depth for it, so that engines of
    different strength are asked for the same effort. The better of two runs counts, because threads vary.
    """
    movetime, count = (20, 4) if quick else (300, 60)
    for game in games():
        chosen = positions(f"{game}_middlegames")[:count]
        group = f"{game}: time to depth by threads, {len(chosen)} middlegames"
        yield from _rows(group, "tabiya", Ours(game), chosen, movetime)
        beside, peer = bench_of(game).peer, find_peer(game)
        if beside is not None and peer is not None:
            with closing(peer):
                yield from _rows(group, beside.program, peer, chosen, movetime)


def _rows(
    group: str, name: str, subject: Subject, chosen: list[Position], movetime: int
) -> Iterator[BenchRow]:
    times: dict[int, list[float]] = {threads: [] for threads in THREADS}
    for position in chosen:
        depth = subject.depth_within(position.text, movetime)
        runs = [
            [subject.seconds_to_depth(position.text, depth, threads) for threads in THREADS] for _ in range(2)
        ]
        for threads, seconds in zip(THREADS, zip(*runs, strict=True), strict=True):
            times[threads].append(max(min(seconds), 1e-5))
    for threads, found in times.items():
        ratio = ratio_interval(found, times[1])
        who = f"{name}, {threads} thread{'s' * (threads > 1)}"
        interval = (ratio.low, ratio.high) if threads > 1 else None
        yield BenchRow(group, who, geometric_mean(found) * 1000, "ms", ratio.value, interval=interval)
