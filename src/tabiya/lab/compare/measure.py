"""One position, searched to one depth with tables of several designs and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...bench.search_runs import geometric_mean
from ...config import TableConfig
from ...engine.engine import Engine
from ...engine.options import SearchOptions
from ...table import TranspositionTable
from ..designs import Design
from ..openings import Opening

__all__ = ["ENTRY_BYTES", "nodes_to_depth"]

ENTRY_BYTES = 16
"""Memory is counted in entries of ours."""
ROOM = 16
"""An unlimited table has this many times the entries that its search could store: none is ever evicted."""
SEED_STEP = 0x9E3779B97F4A7C15
MOST = 32
"""A search that needs so many times the nodes of the unlimited table is ended: it counts as that."""


def nodes_to_depth(
    *,
    game: str,
    position: str,
    designs: Sequence[str],
    nodes: int,
    pressures: Sequence[float] = (),
    sizes: Sequence[float] = (),
    seeds: int = 1,
    switches: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The nodes that each design takes to the depth that an unlimited table reaches with `nodes` nodes.

    A pressure is a fraction of what that search fills, as the memory of our entries; `sizes` are megabytes
    instead. All begin with an empty table and no history; nothing depends on time or chance.
    """
    board = Opening.parse(position, game).board(game)
    options = SearchOptions.comparable(**(switches or {}))
    engine = Engine(game, hash_mb=0)
    engine.set_options(**{name: getattr(options, name) for name in options.__dataclass_fields__})
    depth, needed, filled = _unlimited(engine, board, nodes)
    memories = [pressure * filled * ENTRY_BYTES for pressure in pressures]
    memories += [size * 2**20 for size in sizes]
    return {
        "depth": depth,
        "nodes": needed,
        "filled": filled,
        "runs": [
            [_mean_run(engine, board, depth, MOST * needed, design, memory, seeds) for design in designs]
            for memory in memories
        ],
    }


def _unlimited(engine: Engine, board: Any, nodes: int) -> tuple[int, int, int]:
    """The depth that so many nodes complete, the nodes to it, and the entries that they fill."""
    with TranspositionTable(TableConfig(entries=ROOM * nodes)) as table:
        engine.table = table
        depth = max(1, engine.search(board, nodes=nodes).depth)
        table.clear()
        engine.new_game()
        needed = engine.search(board, depth=depth).nodes
        filled = len(table)
        engine.table = None
    return depth, needed, filled


def _mean_run(
    engine: Engine, board: Any, depth: int, most: int, design: str, memory: float, seeds: int
) -> dict[str, Any]:
    """Counts over all seeds, and the geometric mean of their nodes."""
    made = Design.parse(design)
    # Another seed for each, far from the others: where a key lies is chance, and no part of a design.
    runs = [
        _run(engine, board, depth, most, replace(made, seed=(made.seed + number * SEED_STEP) % 2**64), memory)
        for number in range(seeds)
    ]
    counts = {name: sum(run[name] for run in runs) for name in runs[0]}
    return {**counts, "nodes": geometric_mean(run["nodes"] for run in runs)}


def _run(engine: Engine, board: Any, depth: int, most: int, design: Design, memory: float) -> dict[str, int]:
    with design.open(memory) as hosted:
        engine.table = hosted.table
        engine.new_game()
        nodes = engine.search(board, depth=depth, nodes=most).nodes
        engine.table = None
        return {"nodes": nodes, **hosted.counts}
