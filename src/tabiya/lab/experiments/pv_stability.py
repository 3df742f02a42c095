"""Whether the table makes the best line more stable from one iteration to the next."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from ...stats.bootstrap import Interval, mean_interval, share_interval
from ..experiment import Experiment, Figures, Rows
from .nodes_to_depth import cells, pairs

FROM_DEPTH = 4
"""The first iterations often change in any search, so they do not count."""


def changes(measured: Any) -> tuple[int, int]:
    """Returns the iterations whose first three moves differ from the previous one's, and all iterations."""
    lines = [it["pv"] for it in measured["iterations"] if it["depth"] >= FROM_DEPTH]
    return sum(a != b for a, b in pairwise(lines)), max(len(lines) - 1, 0)


def best_changes(measured: Any) -> tuple[int, int]:
    lines = [it["pv"][:1] for it in measured["iterations"] if it["depth"] >= FROM_DEPTH]
    return sum(a != b for a, b in pairwise(lines)), max(len(lines) - 1, 0)


def share(counts: list[tuple[int, int]]) -> Interval:
    """Returns the percentage of iterations that changed."""
    changed, total = ([pair[at] for pair in counts] for at in (0, 1))
    return share_interval(changed, total).scaled(100)


def figures(rows: Rows) -> Figures:
    found = list(pairs(rows).values())
    without, with_table = (share([changes(pair[on]) for pair in found]) for on in (False, True))
    # Paired: extra changes per position with the table, as a share of all changes without it.
    steps = sum(changes(pair[False])[1] for pair in found) / max(len(found), 1)
    more = mean_interval(
        [(changes(pair[True])[0] - changes(pair[False])[0]) / max(steps, 1) for pair in found]
    )
    nothing = Interval(1.0, 0.0, math.inf, len(found))
    ratio = more.scaled(100 / without.value, 1) if without.value else nothing
    return {
        "changes_without": without,
        "changes_with": with_table,
        "changes_with_over_without": ratio,
        "best_move_changes_without": share([best_changes(pair[False]) for pair in found]),
        "best_move_changes_with": share([best_changes(pair[True]) for pair in found]),
    }


EXPERIMENT = Experiment(
    name="pv_stability",
    title="Does the table make the principal variation more stable?",
    varies="the table: none, or 64 MB",
    measures="the percentage of iterations that changed the best move, or one of the first three PV moves",
    unit="a middlegame, searched to one depth without a table and with one",
    sample="64 positions from 64 self-played games, some ten iterations each",
    power="detects differences of 5 points",
    cells=cells,
    figures=figures,
)
