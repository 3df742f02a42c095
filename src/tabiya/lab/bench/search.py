"""Benchmarks of `tabiya bench search`: what the table saves, and the speed of the search.

Every group runs for each game of the core, on the sets of `tabiya.games.positions`. Ratios of nodes or
times are to the first subject of a group: below 1 is better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from ... import Bound, TranspositionTable
from ...engine.engine import Engine
from ...games.positions import Position, positions
from ..games import bench_of, games
from ..timing import BenchRow
from .peers import find_peer
from .search_runs import HASH_MB, fastest, geometric_mean, prepare, rows, searched, some, speeds
from .search_smp import smp
from .search_threads import threads

__all__ = ["GROUPS"]


# ---- nodes and time to depth -------------------------------------------------------------------------------


def by_depth(engine: Engine, position: Position, depth: int, most: int) -> tuple[list[int], list[float]]:
    """Returns nodes and seconds at the end of each iteration of a search from an empty table.

    Depths that are not reached within `most` nodes are 0.
    """
    prepare(engine)
    nodes, seconds = [0] * (depth + 1), [0.0] * (depth + 1)

    def note(info: Any) -> None:
        if info.bound == Bound.EXACT:
            nodes[info.depth], seconds[info.depth] = info.nodes, max(info.time, 1e-6)

    engine.search(position.board(engine.game), depth=depth, nodes=most, on_info=note)
    return nodes, seconds


def table_on_and_off(quick: bool) -> Iterator[BenchRow]:
    """The same searches without and with a table, in turns. The better time of each counts.

    They run twice. Without singular extensions, which need a table and spend part of its savings on searching
    deeper, depths are comparable. With them, the search is the one that plays. A depth counts the positions
    in which both searches reach it, and needs half of all positions.
    """
    depth, rounds, most = (7, 1, 200_000) if quick else (12, 2, 3_000_000)
    for game in games():
        for name, options, target in (
            ("", {"singular_extension": False}, 0.5),
            (" with singular extensions", {}, None),
        ):
            yield from _on_and_off(
                f"{game}{name}", game, options, some(positions(game), quick), depth, rounds, most, target
            )


def _on_and_off(
    title: str,
    game: str,
    options: dict[str, Any],
    chosen: list[Position],
    depth: int,
    rounds: int,
    most: int,
    target: float | None,
) -> Iterator[BenchRow]:
    engines = {
        "no table": Engine(game, hash_mb=0, **options),
        "table": Engine(game, hash_mb=HASH_MB, **options),
    }
    nodes: dict[str, list[list[int]]] = {name: [] for name in engines}
    seconds: dict[str, list[list[float]]] = {name: [] for name in engines}
    for position in chosen:
        runs = [
            {name: by_depth(engine, position, depth, most) for name, engine in engines.items()}
            for _ in range(rounds)
        ]
        for name in engines:
            nodes[name].append(runs[0][name][0])
            seconds[name].append([min(at) for at in zip(*(run[name][1] for run in runs), strict=True)])
    reached = [
        [i for i in range(len(chosen)) if all(nodes[name][i][at] for name in engines)]
        for at in range(depth + 1)
    ]
    depths = [at for at in range(1, depth + 1) if 2 * len(reached[at]) >= len(chosen)][-6:]
    for what, figures, unit, factor in (("nodes", nodes, "nodes", 1.0), ("time", seconds, "ms", 1000.0)):
        for at in depths:
            means = {
                name: geometric_mean(figures[name][i][at] * factor for i in reached[at]) for name in engines
            }
            group = f"{title}: {what} to depth {at}, {len(reached[at])} positions"
            yield from rows(group, means, unit, target if at == depths[-1] else None)


def depth_in_time(quick: bool) -> Iterator[BenchRow]:
    """Mean depth reached in a fixed time, without and with a table."""
    movetime = 30 if quick else 250
    for game in games():
        engines = {"no table": Engine(game, hash_mb=0), "table": Engine(game, hash_mb=HASH_MB)}
        depths: dict[str, list[int]] = {name: [] for name in engines}
        for position in some(positions(game), quick):
            for name, engine in engines.items():
                prepare(engine)
                depths[name].append(engine.search(position.board(game), time=movetime / 1000).depth)
        means = {name: sum(values) / len(values) for name, values in depths.items()}
        yield from rows(f"{game}: depth in {movetime} ms", means, "plies", inverse=True)


# ---- speed -------------------------------------------------------------------------------------------------


def speed(quick: bool) -> Iterator[BenchRow]:
    """Nodes per second on one thread vs a peer, in turns for each position, best of several."""
    movetime, rounds = (50, 1) if quick else (200, 3)
    for game in games():
        beside = bench_of(game).peer
        peer = find_peer(game)
        if beside is None or peer is None:
            continue
        name = beside.program
        engine = Engine(game, hash_mb=HASH_MB)
        counted: dict[str, list[tuple[int, float]]] = {name: [], "tabiya": []}
        try:
            for position in some(positions(game), quick):
                runs: dict[str, list[tuple[int, float]]] = {name: [], "tabiya": []}
                for _ in range(rounds):
                    runs[name].append(peer.search(position.text, movetime))
                    runs["tabiya"].append(searched(engine, position, movetime))
                for who, found in runs.items():
                    counted[who].append(fastest(found))
        finally:
            peer.close()
        yield from rows(f"{game}: nodes per second", speeds(counted), "kn/s", beside.target, inverse=True)


# ---- switches ----------------------------------------------------------------------------------------------


def switches(quick: bool) -> Iterator[BenchRow]:
    """Time per node with a switch off and on: prefetch, source priority, statistics."""
    nodes, rounds = (3_000, 2) if quick else (100_000, 3)
    pairs: dict[str, Callable[[str, bool], Engine]] = {
        "prefetch": lambda game, on: Engine(game, hash_mb=1024 if not quick else 64, prefetch=on),
        "source priority": lambda game, on: _with_table(game, source_priority=on),
        "statistics": lambda game, on: _with_table(game, statistics=on),
    }
    for game in games():
        for name, make in pairs.items():
            engines = {f"{name} off": make(game, False), f"{name} on": make(game, True)}
            best: dict[str, list[float]] = {subject: [] for subject in engines}
            for position in some(positions(game), quick)[::2]:
                times: dict[str, list[float]] = {subject: [] for subject in engines}
                for _ in range(rounds):
                    for subject, engine in engines.items():
                        times[subject].append(_seconds_a_node(engine, position, nodes))
                for subject in engines:
                    best[subject].append(min(times[subject]) * 1e9)
            means = {subject: geometric_mean(values) for subject, values in best.items()}
            yield from rows(f"{game}: time per node, {name}", means, "ns")


def _with_table(game: str, **settings: Any) -> Engine:
    return Engine(game, table=TranspositionTable(hash_mb=HASH_MB, **settings))


def _seconds_a_node(engine: Engine, position: Position, nodes: int) -> float:
    prepare(engine)
    begin = time.perf_counter()
    result = engine.search(position.board(engine.game), nodes=nodes)
    return (time.perf_counter() - begin) / result.nodes


# ---- suites ------------------------------------------------------------------------------------------------


def suites(quick: bool) -> Iterator[BenchRow]:
    """Positions solved with a fixed number of nodes: without a table, and with each layout."""
    nodes = 5_000 if quick else 100_000
    for game, name, suite in _suites():
        engines = {"no table": Engine(game, hash_mb=0)}
        for layout in ("single", "cluster3", "cluster4"):
            engines[layout] = Engine(game, table=TranspositionTable(hash_mb=16, layout=layout))
        solved = dict.fromkeys(engines, 0.0)
        for position in some(suite, quick):
            for subject, engine in engines.items():
                solved[subject] += _solves(engine, position, nodes)
        group = f"{game}: {name} positions solved of {len(some(suite, quick))} with {nodes:,} nodes"
        yield from rows(group, solved, "solved", 1.0, inverse=True)


def _suites() -> Iterator[tuple[str, str, list[Position]]]:
    for game in games():
        tactical = [position for position in positions(game) if position.best]
        for name, suite in (("tactical", tactical), ("mate", positions(f"{game}_mates"))):
            if suite:
                yield game, name, suite


def _solves(engine: Engine, position: Position, nodes: int) -> bool:
    prepare(engine)
    result = engine.search(position.board(engine.game), nodes=nodes)
    if position.mate is not None:
        return result.score.mate == position.mate
    return result.best_move in position.best


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "table on and off": table_on_and_off,
    "depth in time": depth_in_time,
    "speed": speed,
    "threads": threads,
    "smp": smp,
    "switches": switches,
    "suites": suites,
}
