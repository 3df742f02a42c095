"""Analyses files of positions: one independent job per position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..games.openings import read_line
from ..jobs import Job
from .tables import game_table

__all__ = ["analyse_position", "analysis_jobs"]

DEFAULT_SECONDS = 1.0
"""Time per position, without another limit."""


def analysis_jobs(
    lines: Iterable[str], name: str, options: dict[str, Any], table: str | None = None
) -> list[Job]:
    """Returns one job per line of EPD, FEN or SFEN. Raises ValueError for a line without a position.

    `options` are keywords of `analyse_position` for all jobs. `table` is the name of a shared table.
    """
    jobs = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            _position(text, options["game"])
        except ValueError as error:
            raise ValueError(f"{name}, line {number}: {error}") from None
        arguments = {"line": text, "table": table, **options}
        jobs.append(Job(f"line {number}", "tabiya.analysis.position_files:analyse_position", arguments))
    if not jobs:
        raise ValueError(f"{name} has no positions")
    return jobs


def analyse_position(
    line: str,
    game: str,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    multipv: int = 1,
    threads: int = 1,
    hash_mb: float = 16,
    table: str | None = None,
    hash_file: str | None = None,
) -> dict[str, Any]:
    """Searches the position of a line. Returns best move, score, line, and whether ``bm`` has the move.

    >>> found = analyse_position("6k1/5ppp/8/8/8/8/8/3R2K1 w - - bm Rd8#;", "chess", depth=4, hash_mb=1)
    >>> found["best_move"], found["mate"], found["solved"]
    ('d1d8', 1, True)
    """
    from ..engine.engine import Engine

    board, wanted = _position(line, game)
    limits: dict[str, Any] = {"depth": depth, "nodes": nodes, "multipv": multipv}
    if seconds is not None or (depth is None and nodes is None):
        limits["time"] = DEFAULT_SECONDS if seconds is None else seconds
    if hash_mb == 0:
        result = Engine(game, threads=threads, hash_mb=0).search(board, **limits)
    else:
        with game_table(table, hash_file, hash_mb) as memory:
            result = Engine(game, threads=threads, table=memory).search(board, **limits)
    best = str(result.best_move)
    return {
        "position": line,
        "best_move": best,
        "cp": result.score.cp,
        "mate": result.score.mate,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.time, 4),
        "pv": [str(move) for move in result.pv],
        "solved": best in wanted if wanted else None,
    }


def _position(line: str, game: str) -> tuple[Any, set[str]]:
    """Returns the board of a line and the moves of its ``bm``."""
    opening, position = read_line(line, game)
    return opening.board(game), {str(move) for move in position.best} if position is not None else set()
