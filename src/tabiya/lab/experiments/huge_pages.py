"""What huge pages are worth."""

from __future__ import annotations

from functools import partial
from typing import Any

from ... import _lab
from ...stats.bootstrap import Interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..timing import in_turns, ratio_of_turns
from .probe_cost import CHAINED, FIXED


def pages(*, hash_mb: float, repeats: int) -> dict[str, Any]:
    """Returns ticks per probe with and without huge pages by turn, and what the kernel granted."""
    tables = {name: filled(hash_mb, huge_pages=on) for name, on in (("huge", True), ("small", False))}
    found: dict[str, Any] = {
        kind: in_turns(
            {name: partial(_lab.time_probes, table, keys, path) for name, (table, keys) in tables.items()},
            repeats,
        )
        for kind, path in (("chained", CHAINED), ("independent", FIXED))
    }
    usages = {name: table.memory_usage for name, (table, _) in tables.items()}
    found["share"] = {
        name: 0.0 if usage.huge is None else min(1.0, usage.huge / usage.slots)
        for name, usage in usages.items()
    }
    return found


def cells(scale: Scale, game: str) -> Cells:
    yield cell(pages, hash_mb=scale.pick(4, 128, 512), repeats=scale.pick(1, 7, 9))


def figures(rows: Rows) -> Figures:
    found = rows[0].value

    def gain(kind: str) -> Interval:
        return ratio_of_turns(found[kind]["small"], found[kind]["huge"]).percent_more()

    return {
        "chained_gain": gain("chained"),
        "independent_gain": gain("independent"),
        "given_when_asked": 100 * found["share"]["huge"],
        "given_when_not": 100 * found["share"]["small"],
    }


EXPERIMENT = Experiment(
    name="huge_pages",
    title="What are huge pages worth?",
    varies="huge pages, requested or not",
    measures="ticks per probe of a large table, and the share of huge pages that the kernel granted",
    unit="a run of random probes",
    sample="the median of 9 turns with and without",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
