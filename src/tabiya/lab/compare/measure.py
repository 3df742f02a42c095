"""Searches positions to the same depths with tables of several designs and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...engine.engine import Engine
from ...engine.options import SearchOptions, make_options
from ...games.openings import Opening
from ...table.config import TableConfig
from ...table.transposition import TranspositionTable
from ..bench.search_runs import geometric_mean
from ..designs import Design
from ..own_policy import check_unchanged
from .heart import Heart

__all__ = ["ENTRY_BYTES", "comparable_engine", "following", "nodes_to_depth", "room_for", "searches_of"]

ENTRY_BYTES = 16
"""Bytes of one of our entries, the unit of memory."""
ROOM, LEAST_ROOM = 16, 4
"""An unlimited table has this many times the entries that its search could store, so that none is evicted.
Long searches have less room, so that a worker stays within half a gigabyte if it can."""
ROOMY_ENTRIES = 2**25
MOST = 32
"""A search is cut off at this many times the nodes of the unlimited table, and counted as that."""
SEED_STEP = 0x9E3779B97F4A7C15
HASTY_NODES = 2_000
"""Nodes for a move that only leads to the next position."""
COUNTED = ("probes", "hits", "deep_hits", "cutoffs")


def nodes_to_depth(
    *,
    game: str,
    position: str,
    designs: Sequence[str],
    nodes: int,
    pressures: Sequence[float] = (),
    sizes: Sequence[float] = (),
    searches: int = 1,
    seeds: int = 1,
    switches: dict[str, Any] | None = None,
    rules: dict[str, str] | None = None,
    beat: str | None = None,
) -> dict[str, Any]:
    """Returns the nodes that each design needs for the depth that an unlimited table reaches with `nodes`.

    A pressure is a fraction of what that search fills, as memory of our entries; `sizes` are megabytes
    instead. With several `searches` the position is followed by others of its game, two plies apart, with the
    same table. All start with an empty table and no history. Nothing depends on time or chance.

    `rules` are digests of the files of own policies, which must not change during a run. `beat` is a file
    that gets a byte per search, so that others see how far this is.
    """
    check_unchanged(rules or {})
    heart = Heart(beat, searches_of(searches, len(designs), len(pressures) + len(sizes), seeds))
    engine = comparable_engine(game, switches)
    boards = following(game, position, searches)
    depths, needed, held = _unlimited(engine, boards, nodes, heart)
    filled = held / len(boards)
    memories = [pressure * filled * ENTRY_BYTES for pressure in pressures]
    memories += [size * 2**20 for size in sizes]
    goal = list(zip(boards, depths, strict=True))
    runs = [
        [_mean_run(engine, goal, MOST * needed, design, memory, seeds, heart) for design in designs]
        for memory in memories
    ]
    heart.rest()
    return {"depths": depths, "nodes": needed, "filled": filled, "held": held, "runs": runs}


def searches_of(moves: int, designs: int, memories: int, seeds: int = 1) -> int:
    """Returns the searches in a measurement: per move, two with the unlimited table and one with each other.

    >>> searches_of(4, 2, 3)
    32
    """
    return moves * (2 + designs * memories * seeds)


def comparable_engine(game: str, switches: dict[str, Any] | None = None) -> Engine:
    """Makes an engine without a table, with the comparable search, which does not reward forgetting."""
    options = make_options(SearchOptions.comparable(), switches or {})
    engine = Engine(game, hash_mb=0)
    engine.set_options(**{name: getattr(options, name) for name in options.__dataclass_fields__})
    return engine


def following(game: str, position: str, count: int) -> list[Any]:
    """Returns the position and those after it in a fast game, two plies apart; fewer if the game ends."""
    board = Opening.parse(position, game).board(game)
    boards = [board.copy()]
    engine = Engine(game, hash_mb=1)
    while len(boards) < count:
        for _ in range(2):
            board.push(engine.search(board, nodes=HASTY_NODES).best_move)
            if board.is_game_over():
                return boards
        boards.append(board.copy())
    return boards


def room_for(nodes: int) -> int:
    """Returns the entries of a table with which a search of this many nodes evicts nothing.

    >>> room_for(1000), room_for(4_000_000) / 4_000_000
    (16000, 8.388608)
    """
    return max(min(ROOM * nodes, ROOMY_ENTRIES), LEAST_ROOM * nodes)


def _unlimited(engine: Engine, boards: Sequence[Any], nodes: int, heart: Heart) -> tuple[list[int], int, int]:
    """Returns the depths completed within `nodes`, the nodes to them, and the entries that they fill."""
    with TranspositionTable(TableConfig(entries=room_for(nodes * len(boards)))) as table:
        engine.table = table
        engine.new_game()
        depths = [max(1, heart.after(engine.search(board, nodes=nodes)).depth) for board in boards]
        table.clear()
        engine.new_game()
        goal = zip(boards, depths, strict=True)
        needed = sum(heart.after(engine.search(board, depth=depth)).nodes for board, depth in goal)
        held = len(table)
        engine.table = None
    return depths, needed, held


def _mean_run(
    engine: Engine,
    goal: Sequence[tuple[Any, int]],
    most: int,
    design: str,
    memory: float,
    seeds: int,
    heart: Heart,
) -> dict[str, Any]:
    """Returns the counts over all seeds, and the mean of their nodes and of their room."""
    made = Design.parse(design)
    # Seeds far apart: where a key falls is chance and not part of a design.
    runs = [
        _run(engine, goal, most, replace(made, seed=(made.seed + number * SEED_STEP) % 2**64), memory, heart)
        for number in range(seeds)
    ]
    counts = {name: sum(run[name] for run in runs) for name in runs[0]}
    room = {name: counts[name] / seeds for name in ("live", "slots")}
    return {**counts, **room, "nodes": geometric_mean(run["nodes"] for run in runs)}


def _run(
    engine: Engine,
    goal: Sequence[tuple[Any, int]],
    most: int,
    design: Design,
    memory: float,
    heart: Heart,
) -> dict[str, int]:
    counted = dict.fromkeys(("nodes", *COUNTED), 0)
    with design.open(memory) as hosted:
        engine.table = hosted.table
        engine.new_game()
        line: Sequence[Any] = ()
        for number, (board, depth) in enumerate(goal):
            if number and not design.ages:
                hosted.table._set_generation(hosted.table._generation_count() - 1)  # the search adds one
            result = heart.after(engine.search(board, depth=depth, nodes=max(1, most - counted["nodes"])))
            hosted.check()
            counted["nodes"] += result.nodes
            for name in COUNTED:
                counted[name] += result.stats[name]
            line = result.pv
        engine.table = None
        of_design = {name: count for name, count in hosted.counts.items() if name not in COUNTED}
        present, total = _pv_kept(hosted.table, goal[-1][0].copy(), line)
        room = {"live": hosted.rival.live, "slots": hosted.rival.slots}
    return {**counted, **of_design, **room, "pv_kept": present, "pv": total}


def _pv_kept(table: Any, board: Any, pv: Any) -> tuple[int, int]:
    """Returns how many positions of a line the table still holds, and the length of the line."""
    held = 0
    for move in pv:
        held += table.probe(board.key) is not None
        board.push(move)
    for _ in pv:
        board.pop()
    return held, len(pv)
