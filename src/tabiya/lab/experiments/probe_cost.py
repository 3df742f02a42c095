"""The cost of a probe and of its parts, in ticks of the processor's clock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from typing import Any

from ... import _lab
from ...plots.plotting import lines
from ...stats.bootstrap import Interval
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..filled import KEYS, absent_keys, filled
from ..timing import in_turns

CALL, FIXED, CHAINED, INDEX, LOAD, UNPACKED, CHOSEN = range(7)
IN_CACHE_MB = 0.125
RUNS = 13
"""Runs with their own keys, whose lines take 170 MB. Prime, so that each path meets all of them."""


def probes(*, hash_mb: float, repeats: int) -> dict[str, Any]:
    """Returns ticks per probe of a table of this size by path and turn, for present and absent keys.

    A turn has other keys than the turns before it, whose lines may still be in a cache.
    """
    table, present = filled(hash_mb, RUNS * KEYS)
    paths = {
        "call": CALL,
        "fixed": FIXED,
        "chained": CHAINED,
        "index": INDEX,
        "load": LOAD,
        "unpacked": UNPACKED,
    }

    def timed(runs: Iterator[Any], path: int) -> float:
        return _lab.time_probes(table, next(runs), path)

    def ticks(keys: Any) -> dict[str, list[float]]:
        runs = cycle(keys.reshape(RUNS, KEYS))
        return in_turns({name: partial(timed, runs, path) for name, path in paths.items()}, repeats)

    return {"hit": ticks(present), "miss": ticks(absent_keys(RUNS * KEYS))}


def cells(scale: Scale, game: str) -> Cells:
    sizes = scale.pick((IN_CACHE_MB, 64), (IN_CACHE_MB, 16, 64), (IN_CACHE_MB, 1, 4, 16, 64, 256, 1024))
    for size in sizes:
        yield cell(probes, hash_mb=size, repeats=scale.pick(1, 7, 15))


def figures(rows: Rows) -> Figures:
    sizes = {row.arguments["hash_mb"]: row.value for row in rows}
    hit, miss = sizes[IN_CACHE_MB]["hit"], sizes[IN_CACHE_MB]["miss"]

    def without(whole: str, part: str) -> Interval:
        turns = zip(hit[whole], hit[part], strict=True)
        return median_interval([ticks - before for ticks, before in turns])

    found: Figures = {
        "hit_in_cache": median_interval(hit["unpacked"]),
        "hit_call_in_cache": median_interval(hit["call"]),
        "hit_chained_in_cache": median_interval(hit["chained"]),
        "miss_in_cache": median_interval(miss["fixed"]),
        "miss_call_in_cache": median_interval(miss["call"]),
        "index": median_interval(hit["index"]),
        "load": without("load", "index"),
        "compare": without("fixed", "load"),
        "decode": without("unpacked", "fixed"),
    }
    for name, path in (("chained", "chained"), ("independent", "fixed")):
        for size, value in sizes.items():
            if size >= 1:
                found[f"{name}_{size:g}"] = median_interval(value["hit"][path])
    return found


def plots(game: str, rows: Rows) -> Plots:
    named = {
        name: {row.arguments["hash_mb"]: median_interval(row.value["hit"][path]) for row in rows}
        for name, path in (("each after the last", "chained"), ("independent", "fixed"))
    }
    return [lines("Ticks per probe by table size", "MB", "ticks", named, log_x=True)]


EXPERIMENT = Experiment(
    name="probe_cost",
    title="What does a probe cost?",
    varies="the size of the table, 128 KB to 1 GB; keys that are present or absent",
    measures="ticks of the time stamp counter, for chained and independent probes; the parts of a probe",
    unit="a run of random probes",
    sample="the median of 15 runs per size, in turns",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
