"""Whether the table makes the best line steadier from one iteration to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..experiment import Experiment, Row
from .nodes_to_depth import cells, pairs

FROM_DEPTH = 4
"""The first iterations change their mind in any search."""


def changes(measured: Any) -> tuple[int, int]:
    """Iterations whose first three moves differ from the last one's, and how many there were."""
    lines = [it["pv"] for it in measured["iterations"] if it["depth"] >= FROM_DEPTH]
    return sum(a != b for a, b in pairwise(lines)), max(len(lines) - 1, 0)


def best_changes(measured: Any) -> tuple[int, int]:
    lines = [it["pv"][:1] for it in measured["iterations"] if it["depth"] >= FROM_DEPTH]
    return sum(a != b for a, b in pairwise(lines)), max(len(lines) - 1, 0)


def share(counts: list[tuple[int, int]]) -> float:
    return 100 * sum(changed for changed, _ in counts) / max(sum(total for _, total in counts), 1)


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = pairs(rows).values()
    without, with_table = (share([changes(pair[on]) for pair in found]) for on in (False, True))
    return {
        "changes_without": without,
        "changes_with": with_table,
        "changes_with_over_without": with_table / without if without else 1.0,
        "best_move_changes_without": share([best_changes(pair[False]) for pair in found]),
        "best_move_changes_with": share([best_changes(pair[True]) for pair in found]),
    }


EXPERIMENT = Experiment(
    name="pv_stability",
    title="Does the table make the principal variation more stable?",
    varies="the table: none, or 64 MB",
    measures="the percentage of iterations that changed the best move, or one of the first three PV moves",
    cells=cells,
    figures=figures,
)
