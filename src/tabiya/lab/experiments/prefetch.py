"""How much of a probe's latency a prefetch hides, by the time between the two and by hint."""

from __future__ import annotations

from functools import partial
from typing import Any

from ... import _lab
from ...plots.plotting import bars
from ...stats.bootstrap import Interval
from ...stats.exact import median_interval
from .. import timing
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..filled import KEYS, filled

NO_PREFETCH, NO_PROBE = -1, -2
HINTS = {"nta": 0, "t2": 1, "t1": 2, "t0": 3}
DISTANCES = (1, 2, 4, 8)
WORK = {"at_once": 0, "after_a_move": 30, "after_a_node": 150}
"""Dependent steps between a key and its probe: none, some 110 ticks, some 550.

The search prefetches before it makes a move and probes after it: `after_a_move` is what it does.
"""


def variants() -> dict[str, tuple[int, int]]:
    """Returns hints and distances in nodes by name."""
    own = {hint: (number, 0) for hint, number in HINTS.items()}
    ahead = {f"t0_{distance}": (HINTS["t0"], distance) for distance in DISTANCES}
    return {"no_probe": (NO_PROBE, 0), "no_prefetch": (NO_PREFETCH, 0), **own, **ahead}


def in_turns(*, hash_mb: float, work: int, probes: int, repeats: int) -> dict[str, list[float]]:
    """Returns ticks per node by hint and distance, taking turns. Each key depends on the last answer.

    Every turn of a variant has keys that none has probed before, so that caches do not hold their lines.
    """
    chosen = variants()
    table, keys = filled(hash_mb, probes * len(chosen) * repeats)
    runs = iter(keys.reshape(-1, probes))

    def ticks(hint: int, distance: int) -> float:
        return _lab.time_prefetch(table, next(runs), distance, work, hint)

    return timing.in_turns({name: partial(ticks, *variant) for name, variant in chosen.items()}, repeats)


def cells(scale: Scale, game: str) -> Cells:
    hash_mb, probes, repeats = scale.pick((1, 2_000, 2), (64, KEYS, 4), (512, KEYS, 12))
    for work in WORK.values():
        yield cell(in_turns, hash_mb=hash_mb, work=work, probes=probes, repeats=repeats)


def latencies(value: Any, name: str) -> list[float]:
    """Returns the ticks that a node spends on its probe, turn by turn."""
    return [max(ticks - alone, 1.0) for ticks, alone in zip(value[name], value["no_probe"], strict=True)]


def hidden(value: Any, name: str) -> Interval:
    """Returns the percentage of a probe's latency that a prefetch hides."""
    pairs = zip(latencies(value, name), latencies(value, "no_prefetch"), strict=True)
    return median_interval([100 * (1 - fetched / plain) for fetched, plain in pairs])


def by_work(rows: Rows) -> dict[str, Any]:
    found = {row.arguments["work"]: row.value for row in rows}
    return {name: found[work] for name, work in WORK.items()}


def figures(rows: Rows) -> Figures:
    values = by_work(rows)
    search = values["after_a_move"]
    return {
        **{f"hidden_{name}": hidden(value, "t0") for name, value in values.items()},
        **{f"hidden_by_{hint}": hidden(search, hint) for hint in HINTS},
        **{f"hidden_{distance}_ahead": hidden(search, f"t0_{distance}") for distance in DISTANCES},
        "latency": median_interval(latencies(search, "no_prefetch")),
        "ticks_of_a_move": median_interval(search["no_probe"]),
        "ticks_of_a_node": median_interval(values["after_a_node"]["no_probe"]),
    }


def plots(game: str, rows: Rows) -> Plots:
    groups = {
        name: {hint: hidden(value, hint) for hint in HINTS}
        | {f"t0, {distance} ahead": hidden(value, f"t0_{distance}") for distance in DISTANCES}
        for name, value in by_work(rows).items()
    }
    named = {name.replace("_", " "): group for name, group in groups.items()}
    return [bars("Latency of a probe that a prefetch hides", "% of the latency", named)]


EXPERIMENT = Experiment(
    name="prefetch",
    title="How much of a probe's latency does a prefetch hide?",
    varies="the work between prefetch and probe, the hint, and how many nodes ahead the key is known",
    measures="ticks per node less those without a probe; a key depends on the answer of the last probe",
    unit="a run of 200,000 dependent probes of 512 MB, with keys of its own",
    sample="the median of 12 runs per variant, in turns",
    power="detects differences of 5 points on a quiet machine",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
