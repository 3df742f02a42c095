"""How much of the memory bandwidth the table uses."""

from __future__ import annotations

from ... import _lab
from ...stats.bootstrap import mean_interval
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import build_engine, known_positions, spread
from ..timing import best

LINE = 64


def traffic(*, game: str, position: int, nodes: int, stream_mb: int) -> dict[str, float]:
    """Returns the lines per second that a search requests, and the bandwidth of the memory."""
    engine = build_engine(game, {"hash_mb": 64})
    prepare(engine)
    result = engine.search(known_positions(game)[position].board(game), nodes=nodes)
    lines = result.stats["probes"] + result.stats["stores"]
    ticks = best(lambda: _lab.time_stream(stream_mb << 20), 2)
    return {
        "bytes_a_second": lines * LINE / result.time,
        "bandwidth": _lab.ticks_per_nanosecond() * 1e9 / ticks,
    }


def cells(scale: Scale, game: str) -> Cells:
    nodes, stream = scale.pick((2_000, 16), (100_000, 256), (1_000_000, 256))
    for position in spread(game, scale.pick(1, 2, 12)):
        yield cell(traffic, game=game, position=position, nodes=nodes, stream_mb=stream)


def figures(rows: Rows) -> Figures:
    asked = mean_interval([row.value["bytes_a_second"] for row in rows])
    given = max(row.value["bandwidth"] for row in rows)
    return {
        "share": asked.scaled(100 / given),
        "table_mb_a_second": asked.scaled(1e-6),
        "memory_gb_a_second": given / 1e9,
    }


EXPERIMENT = Experiment(
    name="bandwidth",
    title="How much of the memory's bandwidth does the table take?",
    varies="the position",
    measures="64-byte lines requested per second, as if none were cached; vs reading memory sequentially",
    unit="a position of the benchmark set",
    sample="12 positions per game, a million nodes each; memory is read three times",
    power="descriptive: positions differ by 20%",
    cells=cells,
    figures=figures,
    alone=True,
)
