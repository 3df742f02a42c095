"""What the validation tiers cost the search."""

from __future__ import annotations

import time

from ...stats.bootstrap import ratio_interval
from ...table.config import Validation
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import build_engine, known_positions, spread

TIERS = tuple(Validation)


def in_turns(*, game: str, position: int, nodes: int, hash_mb: float, repeats: int) -> dict[str, float]:
    """Returns the least processor seconds of the same search under each tier, taking turns.

    One table changes its tier: two would lie in other pages, and that alone makes some percent.
    """
    engine = build_engine(game, {"hash_mb": hash_mb})
    assert engine.table is not None
    board = known_positions(game)[position].board(game)
    found: dict[str, float] = {}
    for turn in range(repeats):
        for tier in TIERS if turn % 2 == 0 else reversed(TIERS):
            engine.table.reconfigure(validation=tier)
            prepare(engine)
            begin = time.process_time()
            engine.search(board, nodes=nodes)
            seconds = time.process_time() - begin
            found[str(tier)] = min(found.get(str(tier), seconds), seconds)
    return found


def cells(scale: Scale, game: str) -> Cells:
    nodes, repeats = scale.pick((2_000, 1), (30_000, 4), (60_000, 8))
    for position in spread(game, scale.pick(1, 4, 12)):
        yield cell(in_turns, game=game, position=position, nodes=nodes, hash_mb=16, repeats=repeats)


def figures(rows: Rows) -> Figures:
    released = [row.value["release"] for row in rows]
    return {
        str(tier): ratio_interval([row.value[tier] for row in rows], released).scaled(100, -100)
        for tier in TIERS[1:]
    }


EXPERIMENT = Experiment(
    name="validation_cost",
    title="What do the validation tiers cost the search?",
    varies="the tier: release, debug, paranoid",
    measures="extra processor time for the same nodes as a percentage of release, in one table of 16 MB",
    unit="a position of the benchmark set, the same nodes under every tier",
    sample="12 positions per game, best of 8 turns",
    power="differences under 1% are noise",
    cells=cells,
    figures=figures,
    alone=True,
)
