"""What huge pages are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import _lab
from ..experiment import NO_GAME, Experiment, Row, Scale, cell
from ..jobs import Job
from ..ticks import filled
from .probe_cost import CHAINED, FIXED


def pages(*, hash_mb: float, repeats: int) -> dict[str, dict[str, float]]:
    """Returns ticks per probe with and without huge pages, taking turns, and what the kernel granted."""
    tables = {name: filled(hash_mb, huge_pages=on) for name, on in (("huge", True), ("small", False))}
    found: dict[str, dict[str, float]] = {name: {} for name in tables}
    for _ in range(repeats):
        for name, (table, keys) in tables.items():
            for kind, path in (("chained", CHAINED), ("independent", FIXED)):
                ticks = _lab.time_probes(table, keys, path)
                found[name][kind] = min(found[name].get(kind, ticks), ticks)
    for name, (table, _) in tables.items():
        usage = table.memory_usage
        found[name]["share"] = 0.0 if usage.huge is None else min(1.0, usage.huge / usage.slots)
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    yield cell(pages, hash_mb=scale.pick(4, 128, 512), repeats=scale.pick(1, 3, 7))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    huge, small = rows[0].value["huge"], rows[0].value["small"]
    return {
        "chained_gain": 100 * (small["chained"] / huge["chained"] - 1),
        "independent_gain": 100 * (small["independent"] / huge["independent"] - 1),
        "given_when_asked": 100 * huge["share"],
        "given_when_not": 100 * small["share"],
    }


EXPERIMENT = Experiment(
    name="huge_pages",
    title="What are huge pages worth?",
    varies="huge pages, requested or not",
    measures="ticks per probe of a large table, and the share of huge pages that the kernel granted",
    unit="a run of random probes",
    sample="best of 7 runs with and without, in turns",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
