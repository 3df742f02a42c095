"""How many operations are stores, and what they cost."""

from __future__ import annotations

from typing import Any

from ... import TranspositionTable, _lab
from ...stats.bootstrap import share_interval
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import build_engine, known_positions, spread
from ..traces import record


def stores_of(*, game: str, position: int, nodes: int, repeats: int) -> dict[str, Any]:
    """Returns the counts of a search, and the time of its stores alone vs the time of the search."""
    engine = build_engine(game, {"hash_mb": 64})
    board = known_positions(game)[position].board(game)
    results = []
    for _ in range(repeats):
        prepare(engine)
        results.append(engine.search(board, nodes=nodes))
    result = min(results, key=lambda result: result.time)
    trace = record(game, board, nodes=nodes, table={"hash_mb": 64})
    keys = trace.keys[trace.is_store]
    table = TranspositionTable(hash_mb=64)
    prepare_table(table)
    ticks = _lab.time_stores(table, keys) * len(keys)
    return {
        "nodes": result.nodes,
        "probes": result.stats["probes"],
        "stores": result.stats["stores"],
        "seconds": result.time,
        "store_seconds": ticks / _lab.ticks_per_nanosecond() / 1e9,
    }


def prepare_table(table: Any) -> None:
    """Touches all pages and empties all slots."""
    table._load_raw(bytes(int(table.memory_usage.slots)))


def cells(scale: Scale, game: str) -> Cells:
    nodes = scale.pick(5_000, 100_000, 1_000_000)
    for position in spread(game, scale.pick(1, 3, 8)):
        yield cell(stores_of, game=game, position=position, nodes=nodes, repeats=scale.pick(1, 1, 2))


def figures(rows: Rows) -> Figures:
    each = {name: [row.value[name] for row in rows] for name in rows[0].value}
    operations = [probes + stores for probes, stores in zip(each["probes"], each["stores"], strict=True)]
    return {
        "of_operations": share_interval(each["stores"], operations).scaled(100),
        "of_nodes": share_interval(each["stores"], each["nodes"]).scaled(100),
        "time_share": share_interval(each["store_seconds"], each["seconds"]).scaled(100),
    }


EXPERIMENT = Experiment(
    name="store_share",
    title="How many operations are stores, and what share of the time do they take?",
    varies="the position",
    measures="stores per node and per operation; the time of the same stores alone vs the search's",
    unit="a position of the benchmark set",
    sample="8 positions per game, a million nodes each",
    power="descriptive: shares differ by a few points between positions",
    cells=cells,
    figures=figures,
    alone=True,
)
