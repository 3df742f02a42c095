"""`tabiya analyse`: live analysis of a position: depth, score, nodes, speed, hits, and the line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from .. import HAS_CORE
from . import options
from .analyse_file import analyse_file, is_file_of_positions

__all__ = ["analyse"]

DEFAULT_SECONDS = 5.0


@click.command()
@click.argument(
    "position",
    required=False,
    help="FEN or SFEN of the position, or a file of positions; by default the starting position.",
)
@options.game
@click.option("--depth", type=int, help="Stop after this many plies.")
@click.option(
    "--time",
    "seconds",
    type=float,
    help=f"Stop after this many seconds; {DEFAULT_SECONDS:g} without another limit.",
)
@click.option("--nodes", type=int, help="Stop after this many nodes.")
@click.option("--infinite", is_flag=True, help="Search until Ctrl-C.")
@click.option("--multipv", type=click.IntRange(1, 500), default=1, help="Show this many best lines.")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, help="Number of search threads.")
@click.option(
    "--processes", type=click.IntRange(1, 256), default=1, help="Number of processes that share one table."
)
@options.hash_mb
@click.option("--no-table", is_flag=True, help="Search without a table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one line per info, then the result.")
@options.workers
@options.dask
@options.scheduler
@click.option("--shared-table", is_flag=True, help="For files: all workers on this machine share one table.")
@click.option(
    "--trace", type=options.FILE, help="Write all probes and stores to this file, for `tabiya lab replay`."
)
def analyse(
    position: str | None,
    game: str,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    infinite: bool,
    multipv: int,
    threads: int,
    processes: int,
    hash_mb: float,
    no_table: bool,
    as_json: bool,
    workers: int | None,
    dask: bool,
    scheduler: str | None,
    shared_table: bool,
    trace: Path | None,
) -> None:
    """Analyse a position and show the results live."""
    if not HAS_CORE:
        raise ValueError("analyse needs the native core, which this installation does not have")
    from ..games import game_spec
    from ..lab.jobs import runner_from

    limits: dict[str, Any]
    many = position is not None and is_file_of_positions(position)
    if trace is not None and (many or no_table or threads > 1 or processes > 1):
        raise ValueError("--trace needs one position, one thread, one process and a table")
    if position is not None and many:
        if infinite:
            raise ValueError("--infinite works with one position, not with a file")
        limits = {"depth": depth, "nodes": nodes, "seconds": seconds, "multipv": multipv}
        settings = {"game": game, "threads": threads, "hash_mb": 0 if no_table else hash_mb, **limits}
        runner = runner_from(workers=workers, dask=dask, scheduler=scheduler)
        analyse_file(Path(position), settings, runner, shared_table, as_json)
        return
    board = game_spec(game).board(position)
    limits = {"depth": depth, "nodes": nodes, "multipv": multipv}
    if infinite:
        limits["infinite"] = True
    elif seconds is not None:
        limits["time"] = seconds
    elif depth is None and nodes is None:
        limits["time"] = DEFAULT_SECONDS
    made = (
        _engine(game, position, processes, threads, hash_mb, no_table)
        if trace is None
        else _recorded_engine(game, hash_mb, trace)
    )
    with made as engine:
        if as_json:
            _analyse_as_json(engine, board, limits)
        else:
            _analyse_live(engine, board, limits)


@contextmanager
def _engine(
    game: str, position: str | None, processes: int, threads: int, hash_mb: float, no_table: bool
) -> Iterator[Any]:
    """An engine and its companion processes."""
    from .. import TranspositionTable
    from ..engine.companions import Companions
    from ..engine.engine import Engine

    if processes == 1:
        memory = None if no_table else TranspositionTable(hash_mb=hash_mb)
        yield Engine(game, threads=threads, table=memory, hash_mb=0 if no_table else None)
        return
    if no_table:
        raise ValueError("--processes share a table and cannot be combined with --no-table")
    name = f"analyse-{os.getpid()}"
    with TranspositionTable.create_shared(name, hash_mb=hash_mb) as shared:
        with Companions(game, position, shared, processes - 1, threads) as others:
            yield Engine(game, threads=threads, table=shared)
        Console(stderr=True).print(
            f"{others.nodes:,} nodes in {processes - 1} other process{'es' * (processes > 2)}",
            highlight=False,
        )


@contextmanager
def _recorded_engine(game: str, hash_mb: float, path: Path) -> Iterator[Any]:
    """An engine whose table records all probes and stores."""
    from ..engine.engine import Engine
    from ..lab.traces import recording

    with recording(game, {"hash_mb": hash_mb}) as recorder:
        yield Engine(game, table=recorder.table)
    recorder.trace.save(path)
    Console(stderr=True).print(
        f"{len(recorder.trace):,} probes and stores in {escape(str(path))}: `tabiya lab trace` shows them, "
        "`tabiya lab replay` tries other tables",
        highlight=False,
    )


def _analyse_live(engine: Any, board: Any, limits: dict[str, Any]) -> None:
    console = Console()
    console.print(str(board), markup=False, highlight=False)
    table = _columns()
    last: Any = None
    with Live(table, console=console, auto_refresh=False, vertical_overflow="visible") as live:
        infos = engine.analyse(board, **limits)
        try:
            for last in infos:
                table.add_row(*_row(last, engine.table))
                live.refresh()
        except KeyboardInterrupt:
            infos.close()
    if last is not None:
        console.print(f"{last.score} after {last.nodes:,} nodes in {last.time:.2f} s", highlight=False)


def _columns() -> Table:
    table = Table(box=None, pad_edge=False)
    widths = {"depth": 6, "score": 6, "nodes": 11, "nodes/s": 10, "seconds": 7, "hits": 4, "full": 4}
    for column, width in widths.items():
        table.add_column(column, justify="right", min_width=width, no_wrap=True)
    table.add_column("line", overflow="ellipsis", no_wrap=True, ratio=1)
    return table


def _row(info: Any, memory: Any) -> tuple[str, ...]:
    return (
        f"{info.depth}/{info.seldepth}",
        str(info.score),
        f"{info.nodes:,}",
        f"{info.nps:,}",
        f"{info.time:.2f}",
        "" if memory is None else f"{info.hit_rate:.0%}",
        "" if memory is None else f"{info.hashfull / 10:.0f}%",
        escape(" ".join(map(str, info.pv))),
    )


def _analyse_as_json(engine: Any, board: Any, limits: dict[str, Any]) -> None:
    try:
        result = engine.search(board, **limits, on_info=lambda info: print(json.dumps(_plain(info))))
    except KeyboardInterrupt:
        return
    answer = {"best_move": str(result.best_move), **_plain(result), "stats": dict(result.stats)}
    print(json.dumps(answer))


def _plain(found: Any) -> dict[str, Any]:
    """An info or a result as a dict for JSON."""
    score = found.score
    plain: dict[str, Any] = {
        "depth": found.depth,
        "seldepth": found.seldepth,
        "cp": score.cp,
        "mate": score.mate,
        "nodes": found.nodes,
        "seconds": round(found.time, 4),
        "nps": found.nps,
        "hashfull": found.hashfull,
        "pv": [str(move) for move in found.pv],
    }
    if hasattr(found, "multipv"):  # an info; a result has these in its stats
        plain["multipv"] = found.multipv
        plain |= {"probes": found.probes, "hits": found.hits, "hit_rate": round(found.hit_rate, 4)}
    return plain
