"""`tabiya perft`: counts move sequences, with progress and speed."""

from __future__ import annotations

import json
import time
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from .. import HAS_CORE
from .._utils.extras import need_core
from ..games import GAMES, GameSpec, game_spec
from . import options

__all__ = ["perft"]

if HAS_CORE:
    from .._core import MAX_PERFT_THREADS as MAX_THREADS
else:
    MAX_THREADS = 1

COLLISION_TARGET = 0.001
"""Target for the rate of 32-bit signature collisions."""


@click.command()
@click.argument("depth", type=click.IntRange(1, 60), help="Plies to look ahead, 1 to 60.")
@options.position
@click.option("--game", type=click.Choice(GAMES), default="chess", help="The game.")
@click.option("--divide", is_flag=True, help="Show the count below each root move.")
@click.option("--hash", "hash_mb", type=float, metavar="MB", default=0, help="Size of the cache.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), default=1, help="Number of threads.")
@click.option("--bulk/--no-bulk", default=True, help="Count the moves of the last ply without making them.")
@click.option("--verify", is_flag=True, help="Recompute the key from scratch at every node.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
@options.as_json
def perft(
    depth: int,
    position: str | None,
    game: str,
    divide: bool,
    hash_mb: float,
    threads: int,
    bulk: bool,
    verify: bool,
    chess960: bool,
    as_json: bool,
) -> None:
    """Count the legal move sequences of a given length, to test the move generator."""
    need_core("perft")
    from ..table.perft_table import PerftTable

    board = _board(game_spec(game), position, chess960)
    cache = PerftTable(hash_mb) if hash_mb else None
    console = Console(stderr=True)
    counts: dict[str, int] = {}
    begin = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        moves = list(board.legal_moves)
        task = progress.add_task(f"perft {depth}", total=len(moves))
        # Root moves one by one, to show progress. Threads work below each root move.
        for move in moves:
            board.push(move)
            counts[str(move)] = board.perft(depth - 1, table=cache, threads=threads, bulk=bulk, verify=verify)
            board.pop()
            progress.advance(task)
    if verify:
        board.verify()
    seconds = time.perf_counter() - begin
    _show(counts, depth, seconds, cache, divide, verify, as_json)


def _board(spec: GameSpec, position: str | None, chess960: bool) -> Any:
    from ..analysis.sources import read_board

    if chess960 and "chess960" not in spec.variants:
        raise ValueError(f"--chess960 is not available for {spec.name}")
    board = read_board(position, spec.name)
    return spec.board(board.fen(), chess960=True) if chess960 else board


def _show(
    counts: dict[str, int], depth: int, seconds: float, cache: Any, divide: bool, verify: bool, as_json: bool
) -> None:
    nodes = sum(counts.values())
    result: dict[str, Any] = {
        "depth": depth,
        "nodes": nodes,
        "seconds": seconds,
        "nps": nodes / max(seconds, 1e-9),
    }
    if divide:
        result["divide"] = counts
    if cache is not None:
        result["cache"] = cache.stats.as_dict()
    if verify:
        result["verified"] = True
    if as_json:
        print(json.dumps(result, indent=2))
        return
    console = Console()
    if divide:
        table = Table("move", box=None, pad_edge=False)
        table.add_column("nodes", justify="right")
        for move, count in sorted(counts.items()):
            table.add_row(move, f"{count:,}")
        console.print(table)
    console.print(
        f"{nodes:,} nodes at depth {depth} in {seconds:.3f} s: {result['nps'] / 1e6:,.1f} million per second"
    )
    if verify:
        console.print("all keys match those computed from scratch")
    if cache is not None:
        stats = cache.stats
        console.print(
            f"cache: {stats.hits:,} of {stats.probes:,} probes hit ({stats.hit_rate:.1%}), {len(cache):,} of "
            f"{cache.capacity:,} slots used"
        )
        console.print(
            f"signature collisions: {stats.collisions32:,} of 32 bits ({stats.collision_rate:.6%} of probes; "
            f"target: under {COLLISION_TARGET:.1%}), {stats.collisions48:,} of 48 bits"
        )
