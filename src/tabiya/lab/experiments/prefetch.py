"""How far ahead, and with which hint, to prefetch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import _lab
from ..experiment import NO_GAME, Experiment, Plot, Row, Scale, cell
from ..jobs import Job
from ..ticks import best, filled

NONE = -1
HINTS = {"nta": 0, "t2": 1, "t1": 2, "t0": 3}
DISTANCES = (0, 1, 2, 4, 8)
WORK = {"little": 30, "a node's": 150}
"""Dependent steps between a key and its probe: about 110 ticks, and about 550."""


def ahead(*, hash_mb: float, work: int, repeats: int) -> dict[str, dict[str, float]]:
    """Returns ticks per node by hint and distance; "none" is without prefetch."""
    table, keys = filled(hash_mb)

    def ticks(distance: int, hint: int) -> float:
        return best(lambda: _lab.time_prefetch(table, keys, distance, work, hint), repeats)

    found = {
        name: {str(distance): ticks(distance, hint) for distance in DISTANCES} for name, hint in HINTS.items()
    }
    return {"none": {"0": ticks(0, NONE)}, **found}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for work in WORK.values():
        yield cell(ahead, hash_mb=scale.pick(1, 64, 256), work=work, repeats=scale.pick(1, 2, 5))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    """Returns the gain of a prefetch at the start of a node for its own probe, as in the search."""
    found: dict[str, float] = {}
    for name, work in WORK.items():
        value = next(row.value for row in rows if row.arguments["work"] == work)
        without = value["none"]["0"]
        found["node_gain" if work == 150 else "little_work_gain"] = 100 * (1 - value["t0"]["0"] / without)
        if name == "a node's":
            choices = {
                (hint, distance): value[hint][str(distance)] for hint in HINTS for distance in DISTANCES
            }
            hint, distance = min(choices, key=lambda choice: choices[choice])
            found |= {"best_distance": distance, "best_hint": HINTS[hint], "ticks_without": without}
            found |= {f"ticks_at_{d}": value["t0"][str(d)] for d in DISTANCES}
    return found


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    value = next(row.value for row in rows if row.arguments["work"] == WORK["a node's"])
    bars = {hint: [(str(distance), value[hint][str(distance)]) for distance in DISTANCES] for hint in HINTS}
    bars = {"none": [(str(distance), value["none"]["0"]) for distance in DISTANCES], **bars}
    return [Plot("Ticks per node by prefetch distance and hint", "nodes ahead", "ticks", bars)]


EXPERIMENT = Experiment(
    name="prefetch",
    title="How far ahead, and with which hint, should a cluster be prefetched?",
    varies="the distance in nodes, the hint, the work between key and probe",
    measures="ticks per node, in search order: each node's work waits for the previous answer",
    unit="a run of probes in search order",
    sample="best of 5 runs per distance and hint",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
