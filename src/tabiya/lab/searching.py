"""One search as a measurement, used by most experiments about the search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ..engine.engine import Engine
from ..engine.options import COMPARABLE, SearchFields, SearchOptions
from ..games.positions import Position, positions
from ..jobs import Job
from ..stats.bootstrap import Interval, share_interval
from ..table.config import TableConfig
from ..table.transposition import TranspositionTable
from .bench.search_runs import geometric_mean, prepare
from .experiment import cell

__all__ = [
    "COMPARABLE",
    "build_engine",
    "geometric_mean",
    "middlegame",
    "middlegame_numbers",
    "middlegame_search",
    "percent",
    "search",
    "spread",
]

PV_MOVES = 3


@cache
def known_positions(name: str) -> list[Position]:
    return positions(name)


def spread(name: str, count: int) -> list[int]:
    """Returns `count` position numbers, spread evenly over a set.

    >>> spread("chess", 4)
    [0, 10, 20, 30]
    """
    total = len(known_positions(name))
    count = min(count, total)
    return [i * total // count for i in range(count)]


def middlegame_numbers(count: int) -> range:
    """Returns position numbers in the sets ``chess_middlegames`` and so on, each from a different game."""
    return range(count)


def middlegame(game: str, number: int) -> Any:
    """Returns the board of a middlegame."""
    return known_positions(f"{game}_middlegames")[number].board(game)


def middlegame_search(game: str, number: int, **how: Any) -> Job:
    """Returns the cell that searches a middlegame. `how` is for `search`."""
    return cell(search, game=game, position=number, positions_of=f"{game}_middlegames", **how)


def percent(searches: Sequence[Any], part: str, whole: str) -> Interval:
    """Returns one count as a percentage of another, over searches of different positions."""
    parts, wholes = ([search["stats"][name] for search in searches] for name in (part, whole))
    return share_interval(parts, wholes).scaled(100)


def build_engine(
    game: str,
    table: dict[str, Any] | None = None,
    options: SearchFields | None = None,
    plain: bool = False,
    threads: int = 1,
) -> Engine:
    """Returns an engine with these table settings (None: no table) and switches. `plain`: alpha-beta only."""
    made = None if table is None else TranspositionTable(TableConfig(**table))
    changes: SearchFields = options or {}
    switches = SearchOptions.plain(**changes) if plain else SearchOptions(**changes)
    engine = Engine(game, threads=threads, table=made, hash_mb=0 if made is None else None)
    engine.set_options(**{name: getattr(switches, name) for name in switches.__dataclass_fields__})
    return engine


def search(
    *,
    game: str,
    position: int,
    table: dict[str, Any] | None,
    options: SearchFields | None = None,
    plain: bool = False,
    threads: int = 1,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
    repeats: int = 1,
    positions_of: str = "",
) -> dict[str, Any]:
    """Searches one position of a set from an empty table. With repeats, the fastest time counts.

    Nodes and other counts are the same in every repeat with one thread. `movetime` is in milliseconds,
    because stored results identify their measurements by it.
    """
    engine = build_engine(game, table, options, plain, threads)
    subject = known_positions(positions_of or game)[position]
    best: dict[str, Any] | None = None
    for _ in range(repeats):
        measured = one_search(engine, subject, depth, nodes, movetime)
        if best is None or measured["seconds"] < best["seconds"]:
            best = measured
    assert best is not None
    return best


def one_search(
    engine: Engine, subject: Position, depth: int | None, nodes: int | None, movetime: int | None
) -> dict[str, Any]:
    prepare(engine)
    if engine.table is not None:
        engine.table.reset_stats()
    iterations: dict[int, dict[str, Any]] = {}

    def note(info: Any) -> None:
        if info.bound == 3 and info.multipv == 1:
            iterations[info.depth] = {
                "depth": info.depth,
                "nodes": info.nodes,
                "seconds": round(info.time, 6),
                "score": info.score.value,
                "pv": [str(move) for move in info.pv[:PV_MOVES]],
            }

    result = engine.search(
        subject.board(engine.game),
        depth=depth,
        nodes=nodes,
        time=None if movetime is None else movetime / 1000,
        on_info=note,
    )
    counted = {
        "nodes": result.nodes,
        "seconds": result.time,
        "depth": result.depth,
        "stats": dict(result.stats),
    }
    solved = result.best_move in subject.best if subject.best else None
    if subject.mate is not None:
        solved = result.score.mate == subject.mate
    table = (
        engine.table.stats.as_dict() if engine.table is not None and engine.table.config.counting else None
    )
    return {
        **counted,
        "best": str(result.best_move),
        "iterations": list(iterations.values()),
        "table": table,
        "solved": solved,
    }
