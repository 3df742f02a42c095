"""A small table for each thread in front of the shared one: what it answers and what it costs."""

from __future__ import annotations

from ... import _lab
from ...stats.bootstrap import ratio_interval, share_interval
from ...table.transposition import TranspositionTable
from ..compare.measure import following
from ..compare.positions import middlegames
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..timing import least_seconds
from ..traces.record import record

FRONT = 1024
"""Entries of a front: 24 KB, which the nearest cache holds."""
WORK = 150
"""Dependent steps of a node, about 550 ticks: a little less than a node of chess."""


def replayed(*, game: str, position: str, nodes: int, hash_mb: float, turns: int) -> dict[str, float]:
    """Returns the processor time of a recorded search without a front and with one, and what it answers."""
    trace = record(game, following(game, position, 1)[0], nodes=nodes, table={"hash_mb": hash_mb})
    with TranspositionTable(hash_mb=hash_mb) as table:

        def replay(entries: int) -> int:
            table.clear()
            return _lab.time_front(table, trace.keys, trace.words, entries, WORK)[1]

        answered = replay(FRONT)
        seconds = least_seconds({"without": lambda: replay(0), "with": lambda: replay(FRONT)}, turns)
    return {**seconds, "answered": answered, "probes": trace.probes}


def cells(scale: Scale, game: str) -> Cells:
    positions, nodes, turns = scale.pick((1, 2_000, 1), (6, 30_000, 5), (40, 60_000, 9))
    for position in middlegames(game, positions):
        yield cell(replayed, game=game, position=position, nodes=nodes, hash_mb=16, turns=turns)


def figures(rows: Rows) -> Figures:
    def column(name: str) -> list[float]:
        return [row.value[name] for row in rows]

    return {
        "time_with_over_without": ratio_interval(column("with"), column("without")),
        "answered": share_interval(column("answered"), column("probes")).scaled(100),
    }


EXPERIMENT = Experiment(
    name="front_table",
    title="Does a small table per thread in front of the shared one save time?",
    varies="a front of 1,024 entries, written through, or none",
    measures="processor time of recorded searches, with a node's work and a prefetch before each probe; "
    "% of the probes that the front answers",
    unit="a recorded search of a middlegame, replayed both ways in turns",
    sample="40 searches of 60,000 nodes, best of 9 turns",
    power="detects differences of 2% in time; what the front answers is counted exactly",
    cells=cells,
    figures=figures,
    alone=True,
)
