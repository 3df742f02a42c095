"""What a table that can be resized while it is probed would cost every probe."""

from __future__ import annotations

from functools import partial

from ... import _lab
from ...stats.bootstrap import ratio_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..timing import least_seconds

WORK = 150
"""Dependent steps of a node, about 550 ticks."""
MOVED = {"fixed": -1.0, "idle": 0.0, "halfway": 0.5}
"""Shares of the clusters that have moved: of a table that cannot be resized, is not, and is."""


def probed(*, hash_mb: float, turns: int, run: int) -> dict[str, float]:
    """Returns the processor time of 200,000 nodes by state, the best of some turns."""
    old, keys = filled(hash_mb)
    new, _ = filled(2 * hash_mb)
    with old, new:
        calls = {
            name: partial(_lab.time_resizing, old, new, keys, moved, WORK) for name, moved in MOVED.items()
        }
        return least_seconds(calls, turns)


def cells(scale: Scale, game: str) -> Cells:
    runs, turns = scale.pick((2, 1), (5, 3), (20, 7))
    for run in range(runs):
        yield cell(probed, hash_mb=scale.pick(4, 32, 64), turns=turns, run=run)


def figures(rows: Rows) -> Figures:
    fixed = [row.value["fixed"] for row in rows]
    return {
        f"{name}_over_fixed": ratio_interval([row.value[name] for row in rows], fixed)
        for name in ("idle", "halfway")
    }


EXPERIMENT = Experiment(
    name="live_resize",
    title="What would resizing in small steps, beside the search, cost its probes?",
    varies="a table that cannot be resized beside probes; one that can, idle and halfway",
    measures="processor time per node, with a node's work and a prefetch before its probe",
    unit="a run of 200,000 probes of 64 MB, or of both tables, in turns",
    sample="20 runs, best of 7 turns each",
    power="detects differences of 1%",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
