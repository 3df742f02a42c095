"""The cost of choosing layout, tier and statistics at run time."""

from __future__ import annotations

from functools import partial

from ... import _lab
from ...stats.bootstrap import Interval
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Row, Rows, Scale, cell
from ..filled import filled
from ..timing import in_turns, ratio_of_turns
from .probe_cost import CALL, CHOSEN, FIXED, IN_CACHE_MB

SIZE_MB = 64


PATHS = {"fixed": FIXED, "chosen_once": CHOSEN, "call": CALL}


def switched(*, hash_mb: float, repeats: int) -> dict[str, list[float]]:
    """Returns ticks per probe with a choice at compile time, once per batch, and at every call, by turn."""
    table, keys = filled(hash_mb)
    return in_turns(
        {name: partial(_lab.time_probes, table, keys, path) for name, path in PATHS.items()}, repeats
    )


def cells(scale: Scale, game: str) -> Cells:
    for size in (IN_CACHE_MB, scale.pick(1, SIZE_MB, SIZE_MB)):
        yield cell(switched, hash_mb=size, repeats=scale.pick(1, 9, 25))


def figures(rows: Rows) -> Figures:
    small, large = sorted(rows, key=lambda row: row.arguments["hash_mb"])

    def cost(row: Row, name: str) -> Interval:
        return ratio_of_turns(row.value[name], row.value["fixed"]).percent_more()

    return {
        "cost_of_a_choice": cost(large, "chosen_once"),
        "cost_of_a_choice_in_cache": cost(small, "chosen_once"),
        "cost_of_a_call": cost(large, "call"),
        "cost_of_a_call_in_cache": cost(small, "call"),
        **{f"ticks_{name}": median_interval(turns) for name, turns in large.value.items()},
    }


EXPERIMENT = Experiment(
    name="run_time_switch",
    title="What does choosing layout, tier and statistics at run time cost?",
    varies="when the choice is made: at compile time, once per batch or search, at every call",
    measures="ticks per probe, in cache and in 64 MB",
    unit="a run of random probes",
    sample="the median of 25 turns",
    power="differences under 3% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
