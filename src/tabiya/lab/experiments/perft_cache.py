"""How much a table speeds up perft, and how many positions it confuses."""

from __future__ import annotations

import time
from typing import Any

from ...games import game_spec
from ...table.perft_table import PerftTable
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell, depth_of
from ..timing import ratio_of_turns


def two_runs(*, game: str, depth: int, hash_mb: float) -> dict[str, Any]:
    """Runs perft without a table, with an empty one, and with the filled one. Times are in seconds."""
    board = game_spec(game).board()
    begin = time.perf_counter()
    nodes = board.perft(depth)
    runs = [time.perf_counter() - begin]
    table = PerftTable(hash_mb=hash_mb)
    stats = []
    for _ in range(2):
        begin = time.perf_counter()
        if board.perft(depth, table=table) != nodes:
            raise ValueError("perft counts differ with and without a table")
        runs.append(time.perf_counter() - begin)
        stats.append(table.stats.as_dict())
    return {"nodes": nodes, "seconds": runs, "first": stats[0], "both": stats[1]}


def in_turns(*, game: str, depth: int, hash_mb: float, repeats: int) -> dict[str, Any]:
    """Returns the counts, which are the same in every turn, and the seconds by turn."""
    turns = [two_runs(game=game, depth=depth, hash_mb=hash_mb) for _ in range(repeats)]
    return {**turns[0], "seconds": [turn["seconds"] for turn in turns]}


def cells(scale: Scale, game: str) -> Cells:
    depth, hash_mb = depth_of("perft_cache", game, scale), scale.pick(1, 64, 256)
    yield cell(in_turns, game=game, depth=depth, hash_mb=hash_mb, repeats=scale.pick(1, 6, 9))


def figures(rows: Rows) -> Figures:
    found = rows[0].value
    without, first, second = (list(times) for times in zip(*found["seconds"], strict=True))
    later = {name: found["both"][name] - found["first"][name] for name in ("probes", "hits")}
    return {
        "nodes": found["nodes"],
        "first_run_times": ratio_of_turns(without, first),
        "second_run_times": ratio_of_turns(first, [max(time, 1e-6) for time in second]),
        "hits_first": 100 * found["first"]["hit_rate"],
        "hits_second": 100 * later["hits"] / max(later["probes"], 1),
        "probes": found["both"]["probes"],
        "collisions32": found["both"]["collisions32"],
        "collisions48": found["both"]["collisions48"],
    }


EXPERIMENT = Experiment(
    name="perft_cache",
    title="How much does a table speed up perft, and does it confuse positions?",
    varies="the table: none, empty or filled",
    measures="time, hits, and other positions that agree in 32 and in 48 bits of their hash",
    unit="a perft of the starting position",
    sample="one per game, counted exactly; times are the median of 9 turns",
    power="factors, not digits: times vary by 10%",
    cells=cells,
    figures=figures,
    alone=True,
)
