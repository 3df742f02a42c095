"""What prefetch, source priority and statistics cost or save in the search."""

from __future__ import annotations

import time
from functools import partial

from ...engine.engine import Engine
from ...engine.options import SearchFields
from ...stats.bootstrap import Interval, ratio_interval
from .. import timing
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import build_engine, geometric_mean, known_positions, spread

SWITCHES = ("prefetch", "source_priority", "statistics")


def in_turns(
    *, game: str, switch: str, position: int, nodes: int, hash_mb: float, repeats: int
) -> dict[str, float]:
    """Returns the best nanoseconds per node with a switch off and on, taking turns."""
    engines: dict[str, Engine] = {}
    for name, on in (("off", False), ("on", True)):
        table = {"hash_mb": hash_mb} if switch == "prefetch" else {"hash_mb": hash_mb, switch: on}
        options: SearchFields = {"prefetch": on} if switch == "prefetch" else {}
        engines[name] = build_engine(game, table, options)
    board = known_positions(game)[position].board(game)

    def nanoseconds(engine: Engine) -> float:
        prepare(engine)
        begin = time.perf_counter()
        result = engine.search(board, nodes=nodes)
        return (time.perf_counter() - begin) * 1e9 / result.nodes

    turns = timing.in_turns({name: partial(nanoseconds, each) for name, each in engines.items()}, repeats)
    return {name: min(found) for name, found in turns.items()}


def cells(scale: Scale, game: str) -> Cells:
    for switch in SWITCHES:
        for position in spread(game, scale.pick(1, 2, 12)):
            yield cell(
                in_turns,
                game=game,
                switch=switch,
                position=position,
                nodes=scale.pick(2_000, 50_000, 300_000),
                hash_mb=scale.pick(1, 64, 256),
                repeats=scale.pick(1, 2, 4),
            )


def ratio(rows: Rows, switch: str) -> Interval:
    """Returns the time with the switch on relative to off."""
    chosen = [row.value for row in rows if row.arguments["switch"] == switch]
    return ratio_interval([value["on"] for value in chosen], [value["off"] for value in chosen])


def figures(rows: Rows) -> Figures:
    return {
        "prefetch_gain": ratio(rows, "prefetch").inverse().percent_more(),
        "source_priority": ratio(rows, "source_priority").percent_more(),
        "statistics": ratio(rows, "statistics").percent_more(),
        "nanoseconds_a_node": geometric_mean(row.value["on"] for row in rows),
    }


EXPERIMENT = Experiment(
    name="switch_costs",
    title="What do prefetch, source priority and statistics cost or save in the search?",
    varies="each switch, off and on",
    measures="nanoseconds per node, in 256 MB, taking turns, best of several",
    unit="a position of the benchmark set, the same nodes with a switch off and on",
    sample="12 positions per game, best of 4 turns",
    power="differences under 2% are noise",
    cells=cells,
    figures=figures,
    alone=True,
)
