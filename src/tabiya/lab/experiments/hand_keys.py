"""The cost of updating hand keys by looping over all hands."""

from __future__ import annotations

from ... import _lab
from ...stats.exact import median_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..timing import ratio_of_turns


def updates(*, count: int, repeats: int) -> dict[str, list[float]]:
    """Returns ticks per move with a loop over 2 × 7 hands, and with only the changed one, by turn."""
    times = [_lab.time_hands(count) for _ in range(repeats)]
    return {"loop": [loop for loop, _ in times], "changed": [changed for _, changed in times]}


def cells(scale: Scale, game: str) -> Cells:
    yield cell(updates, count=scale.pick(10_000, 1_000_000, 5_000_000), repeats=scale.pick(1, 6, 15))


def figures(rows: Rows) -> Figures:
    found = rows[0].value
    return {
        "loop": median_interval(found["loop"]),
        "changed": median_interval(found["changed"]),
        "loop_over_changed": ratio_of_turns(found["loop"], found["changed"]),
    }


EXPERIMENT = Experiment(
    name="hand_keys",
    title="What does it cost to update hand keys by looping over all hands?",
    varies="the update: a loop over 2 × 7 hands, or only the changed hand",
    measures="ticks per move",
    unit="a run of five million moves",
    sample="the median of 15 runs",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=("shogi",),
    alone=True,
)
