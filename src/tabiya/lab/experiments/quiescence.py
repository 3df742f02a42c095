"""Quiescence in the table, without a table, or in a separate table."""

from __future__ import annotations

from itertools import product

from ...stats.bootstrap import Interval, ratio_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, depth_of
from ..searching import COMPARABLE, middlegame_numbers, middlegame_search

LARGE = 64
"""Megabytes, more than the searches fill: nothing displaces anything."""
SMALL = 0.25
"""Megabytes, less than the searches fill: entries of quiescence and of the main search compete."""


def cells(scale: Scale, game: str) -> Cells:
    """Bounds what a separate table, which the engine does not have, could save.

    A table of twice the memory that includes quiescence holds at least what two tables would hold.
    """
    depth = depth_of("quiescence", game, scale)
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        for size, inside in product((SMALL, 2 * SMALL, LARGE), (False, True)):
            options = {**COMPARABLE, "quiescence_table": inside}
            yield middlegame_search(game, position, table={"hash_mb": size}, options=options, depth=depth)


def figures(rows: Rows) -> Figures:
    def nodes(size: float, inside: bool) -> list[float]:
        return [
            row.value["nodes"]
            for row in rows
            if row.arguments["table"]["hash_mb"] == size
            and row.arguments["options"]["quiescence_table"] == inside
        ]

    def over_none(size: float, without: float) -> Interval:
        return ratio_interval(nodes(size, True), nodes(without, False))

    return {
        "one_table_over_none": over_none(SMALL, SMALL),
        "own_table_over_none": over_none(2 * SMALL, SMALL),
        "roomy_table_over_none": over_none(LARGE, LARGE),
    }


EXPERIMENT = Experiment(
    name="quiescence",
    title="Should quiescence use the table?",
    varies="quiescence in the table, without it, or in one twice as large (the most a second table could "
    "do), in 0.25 MB, which the searches fill, and in 64 MB, which they do not",
    measures="nodes to a depth",
    unit="a middlegame, searched with each in the comparable search",
    sample="60 positions from 60 self-played games",
    power="detects differences of 10% in nodes",
    cells=cells,
    figures=figures,
)
