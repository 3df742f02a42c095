"""Whether the table's move is a good one to try first."""

from __future__ import annotations

from typing import Any

from ...stats.bootstrap import mean_interval, ratio_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, depth_of
from ..searching import COMPARABLE, middlegame_numbers, middlegame_search, percent


def cells(scale: Scale, game: str) -> Cells:
    """Yields both searches of each position. Both use the table; only one tries its move first.

    Without a table the search visits other nodes, so that its cutoffs could not be compared.
    """
    depth = depth_of("nodes_to_depth", game, scale)
    for position in middlegame_numbers(scale.pick(2, 6, 64)):
        for first in (False, True):
            options = {**COMPARABLE, "table_move_first": first}
            yield middlegame_search(game, position, table={"hash_mb": 64}, options=options, depth=depth)


def first_moves(search: Any) -> float:
    """Returns the percentage of a search's cutoffs made by the first move."""
    stats = search["stats"]
    return float(100 * stats["first_move_cutoffs"] / max(stats["beta_cutoffs"], 1))


def figures(rows: Rows) -> Figures:
    off, on = (
        [row.value for row in rows if row.arguments["options"]["table_move_first"] == first]
        for first in (False, True)
    )
    return {
        "first_move_without": percent(off, "first_move_cutoffs", "beta_cutoffs"),
        "first_move_with": percent(on, "first_move_cutoffs", "beta_cutoffs"),
        "first_move_gain": mean_interval(
            [first_moves(with_it) - first_moves(without) for without, with_it in zip(off, on, strict=True)]
        ),
        "nodes_over": ratio_interval([found["nodes"] for found in on], [found["nodes"] for found in off]),
        "table_move_share": percent(on, "table_move_cutoffs", "first_move_cutoffs"),
        "table_move_cuts": percent(on, "table_move_cutoffs", "table_moves_first"),
    }


EXPERIMENT = Experiment(
    name="move_ordering",
    title="Is the table's move a good one to try first?",
    varies="whether the table's move is tried first; both searches use a table of 64 MB",
    measures="the percentage of cutoffs made by the first move, and how many of them by the table's move",
    unit="a middlegame, searched to one depth both ways in the comparable search",
    sample="64 positions from 64 self-played games",
    power="detects differences of 1 point",
    cells=cells,
    figures=figures,
)
