"""Hints of the prefetch in turns, and how many probes a prefetch along the principal variation could help."""

from __future__ import annotations

from functools import partial
from typing import Any

from ... import _lab
from ...engine.engine import Engine
from ...recording.columns import PV
from ...stats.bootstrap import ratio_interval, share_interval
from ...table.transposition import TranspositionTable
from ..compare.measure import following
from ..compare.positions import middlegames
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..timing import least_seconds

HINTS = {"t0": 3, "t1": 2, "t2": 1, "nta": 0, "none": -1}
"""The search uses T0, into the nearest cache; T2 goes to a farther one."""
WORK = 150
"""Dependent steps of a node, about 550 ticks."""
RECORDED = 8_000_000


def hinted(*, game: str, hash_mb: float, turns: int, run: int) -> dict[str, float]:
    """Returns the processor time of 200,000 nodes by hint: prefetched at their start, probed at the end."""
    table, keys = filled(hash_mb)
    with table:
        calls = {
            name: partial(_lab.time_prefetch, table, keys, 0, WORK, hint) for name, hint in HINTS.items()
        }
        return least_seconds(calls, turns)


def on_the_principal_variation(*, game: str, position: str, nodes: int) -> dict[str, int]:
    """Returns the probes of a search, and those on its principal variations of all iterations."""
    with TranspositionTable(hash_mb=64) as table:
        engine = Engine(game, table=table)
        recording: Any = engine.search(
            following(game, position, 1)[0], nodes=nodes, record=RECORDED
        ).recording
    asked = recording.visits[recording.visits["probe"] >= 0]
    return {"probes": len(asked), "pv": int((asked["flags"] & PV != 0).sum())}


def cells(scale: Scale, game: str) -> Cells:
    positions, nodes, turns = scale.pick((2, 2_000, 1), (6, 30_000, 5), (40, 60_000, 5))
    for number, position in enumerate(middlegames(game, positions)):
        yield cell(on_the_principal_variation, game=game, position=position, nodes=nodes)
        if number % 4 == 0:
            yield cell(hinted, game=game, hash_mb=scale.pick(4, 64, 64), turns=turns, run=number)


def figures(rows: Rows) -> Figures:
    timed = [row.value for row in rows if "t0" in row.value]
    counted = [row.value for row in rows if "pv" in row.value]
    named: Figures = {
        f"{name}_over_t0": ratio_interval([one[name] for one in timed], [one["t0"] for one in timed])
        for name in HINTS
        if name != "t0"
    }
    pv = share_interval([one["pv"] for one in counted], [one["probes"] for one in counted])
    return {**named, "probes_on_the_pv": pv.scaled(100)}


EXPERIMENT = Experiment(
    name="prefetch_hints",
    title="Which hint should a prefetch have, and is there much to prefetch on the principal variation?",
    varies="the hint: T0, T1, T2, non-temporal, none",
    measures="processor time per node, whose probe is prefetched at its start; % of probes on principal "
    "variations",
    unit="a run of 200,000 probes with every hint in turns; a recorded search of a middlegame",
    sample="10 runs, best of 5 turns; 40 searches of 60,000 nodes",
    power="detects differences of 1% in time; probes are counted exactly",
    cells=cells,
    figures=figures,
    alone=True,
)
