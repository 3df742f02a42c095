"""Whether the table's move is a good one to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..experiment import Experiment, Row
from ..searching import percent
from ..stats.bootstrap import Figure, mean_interval
from .nodes_to_depth import cells, pairs


def first_moves(search: Any) -> float:
    """Returns the percentage of a search's cutoffs made by the first move."""
    stats = search["stats"]
    return float(100 * stats["first_move_cutoffs"] / max(stats["beta_cutoffs"], 1))


def figures(rows: Sequence[Row]) -> dict[str, Figure]:
    found = list(pairs(rows).values())
    off, on = [pair[False] for pair in found], [pair[True] for pair in found]
    return {
        "first_move_without": percent(off, "first_move_cutoffs", "beta_cutoffs"),
        "first_move_with": percent(on, "first_move_cutoffs", "beta_cutoffs"),
        "first_move_gain": mean_interval(
            [first_moves(pair[True]) - first_moves(pair[False]) for pair in found]
        ),
        "table_move_share": percent(on, "table_move_cutoffs", "first_move_cutoffs"),
        "table_move_cuts": percent(on, "table_move_cutoffs", "table_moves_first"),
    }


EXPERIMENT = Experiment(
    name="move_ordering",
    title="Is the table's move a good one to try first?",
    varies="the table: none, or 64 MB",
    measures="the percentage of cutoffs made by the first move, and how many of them by the table's move",
    unit="a middlegame, searched to one depth without a table and with one",
    sample="64 positions from 64 self-played games",
    power="detects differences of 1 point",
    cells=cells,
    figures=figures,
)
