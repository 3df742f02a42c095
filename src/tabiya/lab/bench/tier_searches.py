"""Searches in a flat table vs two tiers of the same memory, which is less than the searches would fill.

One search says little: a forgotten entry can send it along another line, to twice or half the nodes. So there
are many positions, each searched to the same depth with all tables, and the mean ratio has an interval. The
search is `SearchOptions.comparable`, which does not get cheaper when its table forgets. Nodes and hits are
the same in every run; only times depend on the machine.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ... import Bound, TranspositionTable
from ...engine.engine import Engine
from ...engine.options import COMPARABLE
from ...games.positions import Position, positions
from ...table.config import LINE_BYTES
from ..games import games
from ..timing import BenchRow
from .search_runs import geometric_mean
from .spread import ratio_interval

__all__ = ["ENTRIES_A_MB", "searches"]

ENTRIES_A_MB = 2**20 // 16
WORKLOADS = ((3.0, 600_000), (9.0, 3_000_000))
"""Megabytes of both tiers, and the nodes of a search that fills them. The smallest first tier takes 1 MB."""
ROOMY_MB = 128
MOST = 4
"""A search is stopped at this many times its budget, so that one does not take all the time."""


@dataclass(frozen=True)
class Task:
    """A position, a depth, and the memory that its search would fill."""

    position: Position
    depth: int
    megabytes: float


@dataclass(frozen=True)
class SearchFigures:
    """The result of one search."""

    nodes: int
    seconds: float
    hit_rate: float
    stopped: bool
    bytes_an_entry: float | None


FIGURES: tuple[tuple[str, str, Callable[[SearchFigures], float]], ...] = (
    ("probes that hit", "%", lambda outcome: 100 * outcome.hit_rate),
    ("nodes to depth", "nodes", lambda outcome: outcome.nodes),
    ("time to depth", "ms", lambda outcome: 1000 * outcome.seconds),
    ("time per node", "ns", lambda outcome: 1e9 * outcome.seconds / outcome.nodes),
)


def searches(quick: bool) -> Iterator[BenchRow]:
    """Nodes, time and hits of searches to a depth, in flat tables vs two tiers of the same memory."""
    count, workloads = (2, ((1.5, 300_000),)) if quick else (16, WORKLOADS)
    for game in games():
        for megabytes, budget in workloads:
            tasks = _tasks(game, budget, count, least=megabytes)
            need = geometric_mean(task.megabytes for task in tasks)
            yield BenchRow(
                f"{game}, {megabytes:g} MB: {len(tasks)} searches would fill", "entries", need, "MB"
            )
            yield from _at_equal_memory(game, tasks, megabytes, MOST * budget)


def subjects(megabytes: float) -> dict[str, dict[str, Any]]:
    """Tables of the same total memory. A first tier of single slots is the smallest possible.

    A flat table of single slots shows what is due to the layout of the first tier.
    """
    tiers: dict[str, Any] = {"hash_mb": 1, "layout": "single", "l2_mb": megabytes - 1}
    all_depths = {"l2_demote_depth": 0, "l2_promote_depth": 0}
    return {
        "flat": {"hash_mb": megabytes},
        "flat, single slots": {"hash_mb": megabytes, "layout": "single"},
        "tiers, depth 1 and more": tiers,
        "tiers, all depths": {**tiers, **all_depths},
        "tiers, all depths, lru": {**tiers, **all_depths, "l2_eviction": "lru"},
    }


def _tasks(game: str, budget: int, count: int, least: float) -> list[Task]:
    """Positions whose searches fill at least `least` MB, every other position first."""
    known = positions(game)
    found: list[Task] = []
    for position in known[1::2] + known[::2]:
        task = _task(game, position, budget)
        if task.megabytes >= least:
            found.append(task)
        if len(found) == count:
            break
    return found


def _task(game: str, position: Position, budget: int) -> Task:
    reached = (1, 0)

    with TranspositionTable(hash_mb=ROOMY_MB) as table:

        def note(info: Any) -> None:
            nonlocal reached
            if info.bound == Bound.EXACT:
                reached = info.depth, len(table)

        _engine(game, table).search(position.board(game), nodes=budget, on_info=note)
    return Task(position, reached[0], reached[1] / ENTRIES_A_MB)


def _engine(game: str, table: TranspositionTable) -> Engine:
    return Engine(game, table=table, **COMPARABLE)


def _search(game: str, task: Task, settings: dict[str, Any], most: int) -> SearchFigures:
    with TranspositionTable(**settings) as table:
        engine = _engine(game, table)
        engine.new_game()  # exclude set-up before the first search
        gc.collect()
        result = engine.search(task.position.board(game), depth=task.depth, nodes=most)
        tier = table.second_tier
        # Partly filled lines count as full.
        each = tier.used_lines * LINE_BYTES / tier.entries if tier and tier.entries else None
    hit_rate = result.stats["hits"] / max(1, result.stats["probes"])
    return SearchFigures(
        result.nodes, max(result.time, 1e-6), max(hit_rate, 1e-6), result.nodes >= most, each
    )


def _at_equal_memory(game: str, tasks: list[Task], megabytes: float, most: int) -> Iterator[BenchRow]:
    settings = subjects(megabytes)
    found: dict[str, list[SearchFigures]] = {name: [] for name in settings}
    for task in tasks:
        for name, each in settings.items():  # in turns, so that other load affects all of them
            found[name].append(_search(game, task, each, most))
    where = f"{game}, {megabytes:g} MB"
    for what, unit, figure in FIGURES:
        columns = {name: [figure(outcome) for outcome in column] for name, column in found.items()}
        yield from _rows(f"{where}: {what}", columns, unit)
    for name, column in found.items():
        sizes = [outcome.bytes_an_entry for outcome in column if outcome.bytes_an_entry is not None]
        if sizes:
            yield BenchRow(f"{where}: bytes per entry below", name, geometric_mean(sizes), "bytes")
    for name, column in found.items():
        stopped = sum(outcome.stopped for outcome in column)
        if stopped:
            yield BenchRow(f"{where}: searches stopped at {most:,} nodes", name, stopped, "searches")


def _rows(group: str, columns: dict[str, list[float]], unit: str) -> Iterator[BenchRow]:
    """Geometric means, with ratios to the first column and their intervals."""
    base = next(iter(columns.values()))
    for number, (name, column) in enumerate(columns.items()):
        mean = geometric_mean(column)
        interval = ratio_interval(column, base) if number > 0 else None
        yield BenchRow(group, name, mean, unit, mean / geometric_mean(base), interval=interval)
