"""Whether the table's move is a good one to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..experiment import Experiment, Row
from .nodes_to_depth import cells, pairs


def rate(searches: Sequence[Any], part: str, whole: str) -> float:
    """Per cent of a count in another, over all searches."""
    total = sum(search["stats"][whole] for search in searches)
    return float(100 * sum(search["stats"][part] for search in searches) / max(total, 1))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = pairs(rows).values()
    off, on = [pair[False] for pair in found], [pair[True] for pair in found]
    without = rate(off, "first_move_cutoffs", "beta_cutoffs")
    with_table = rate(on, "first_move_cutoffs", "beta_cutoffs")
    return {
        "first_move_without": without,
        "first_move_with": with_table,
        "first_move_gain": with_table - without,
        "table_move_share": rate(on, "table_move_cutoffs", "first_move_cutoffs"),
        "table_move_cuts": rate(on, "table_move_cutoffs", "table_moves_first"),
    }


EXPERIMENT = Experiment(
    name="move_ordering",
    title="Is the table's move a good one to try first?",
    varies="the table: none, or 64 MB",
    measures="the percentage of cutoffs made by the first move, and how many of them by the table's move",
    cells=cells,
    figures=figures,
)
