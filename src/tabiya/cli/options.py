"""Options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .. import HAS_CORE
from .._utils.arguments import check_int
from .._utils.extras import require
from ..games import GAMES

__all__ = [
    "FILE",
    "MEGABYTES",
    "as_json",
    "concurrency",
    "dask",
    "game",
    "hash_mb",
    "position",
    "scheduler",
    "threads",
    "workers",
]

FILE = click.Path(path_type=Path)
"""The type of an option that names a file or a folder."""
MEGABYTES = click.FloatRange(0, 1 << 24, min_open=True)
"""The type of an option that is the size of a table."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
game = click.option("--game", metavar=f"[{'|'.join(GAMES)}]", default="chess", help="The game.")
hash_mb = click.option(
    "--hash", "hash_mb", type=MEGABYTES, metavar="MB", default=64, help="Size of the table."
)
position = click.argument(
    "position",
    required=False,
    help="startpos, FEN or SFEN, with moves or without; by default the starting position.",
)
concurrency = click.option(
    "--concurrency", type=click.IntRange(1), default=1, help="Pairs played at the same time."
)
workers = click.option(
    "--workers",
    type=click.IntRange(0),
    help="Worker processes; by default one per core. 0 runs everything in this process.",
)


def _with_dask(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Refuses the option before the command prints anything if Dask is missing."""
    if value:
        require("dask", f"--{parameter.name}")
    return value


dask = click.option(
    "--dask",
    is_flag=True,
    callback=_with_dask,
    help="Start a Dask cluster on this machine and run there.",
)
scheduler = click.option(
    "--scheduler",
    callback=_with_dask,
    help="Run on the Dask cluster of this scheduler (tcp://host:8786).",
)


def _search_threads(context: click.Context, parameter: click.Parameter, value: int) -> int:
    """Refuses more threads than the search has, before the command prints anything."""
    if HAS_CORE:
        from ..engine.engine import MAX_THREADS

        return check_int("--threads", value, 1, MAX_THREADS)
    return value


threads = click.option(
    "--threads", type=int, default=1, callback=_search_threads, help="Number of search threads."
)
