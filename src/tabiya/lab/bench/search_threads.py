"""One thread vs two: the group `threads` of `tabiya bench search`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.engine import Engine
from ...games.positions import Position, positions
from ..games import depths_of, games
from ..timing import BenchRow
from .search_runs import HASH_MB, fastest, geometric_mean, prepare, rows, searched, some, speeds
from .separate_engines import SeparateEngines

__all__ = ["threads"]


def threads(quick: bool) -> Iterator[BenchRow]:
    """One thread vs two: nodes per second, best of several turns, and time to a depth."""
    movetime, rounds = (50, 1) if quick else (200, 6)
    for game in games():
        engines = {f"{n} thread{'s' * (n > 1)}": Engine(game, threads=n, hash_mb=HASH_MB) for n in (1, 2)}
        chosen = some(positions(game), quick)
        found = _nodes_a_second(engines, chosen, movetime, rounds)
        yield from rows(f"{game}: nodes per second by threads", found, "kn/s", 1 / 1.95, inverse=True)
        # Deep enough (a tenth of a second and more) that starting threads does not matter.
        depth = depths_of(game).bench["threads"][not quick]
        yield from rows(f"{game}: time to depth {depth} by threads", _times(engines, chosen, depth), "ms")


def _nodes_a_second(
    engines: dict[str, Engine], chosen: list[Position], movetime: int, rounds: int
) -> dict[str, float]:
    """Measures the engines, and two separate processes that share nothing but the machine.

    If two processes do not reach twice the speed of one, caches and memory are the limit. Threads may do a
    little better, because they share one table.
    """
    first, last = engines.values()
    counted: dict[str, list[tuple[int, float]]] = {
        name: [] for name in ("1 thread", "2 processes", "2 threads")
    }
    with SeparateEngines(first.game, HASH_MB) as separate:
        subjects: list[Callable[[Position], tuple[int, float]]] = [
            lambda position: searched(first, position, movetime),
            lambda position: separate.searched(position.text, movetime),
            lambda position: searched(last, position, movetime),
        ]
        for position in chosen:
            runs = [[run(position) for run in subjects] for _ in range(rounds)]
            for name, of_one in zip(counted, zip(*runs, strict=True), strict=True):
                counted[name].append(fastest(list(of_one)))
    return speeds(counted)


def _times(engines: dict[str, Engine], chosen: list[Position], depth: int) -> dict[str, float]:
    """Times to a depth, in turns. The better of two counts, because threaded searches vary."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    for position in chosen:
        runs: dict[str, list[float]] = {name: [] for name in engines}
        for _ in range(2):
            for name, engine in engines.items():
                prepare(engine)
                runs[name].append(engine.search(position.board(engine.game), depth=depth).time * 1000)
        for name in engines:
            times[name].append(max(min(runs[name]), 0.01))
    return {name: geometric_mean(found) for name, found in times.items()}
