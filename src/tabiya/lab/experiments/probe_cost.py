"""The cost of a probe and of its parts, in ticks of the processor's clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ... import _lab
from ..experiment import NO_GAME, Experiment, Plot, Row, Scale, cell
from ..jobs import Job
from ..ticks import absent_keys, best, filled

CALL, FIXED, CHAINED, INDEX, LOAD, UNPACKED, CHOSEN = range(7)
IN_CACHE_MB = 0.125


def probes(*, hash_mb: float, repeats: int) -> dict[str, Any]:
    """Returns ticks per probe of a table of this size on each path, for present and absent keys."""
    table, present = filled(hash_mb)
    paths = {
        "call": CALL,
        "fixed": FIXED,
        "chained": CHAINED,
        "index": INDEX,
        "load": LOAD,
        "unpacked": UNPACKED,
    }

    def ticks(keys: Any, path: int) -> float:
        return best(lambda: _lab.time_probes(table, keys, path), repeats)

    absent = absent_keys()
    return {
        "hit": {name: ticks(present, path) for name, path in paths.items()},
        "miss": {name: ticks(absent, path) for name, path in paths.items()},
    }


def cells(scale: Scale, game: str) -> Iterator[Job]:
    sizes = scale.pick((IN_CACHE_MB, 64), (IN_CACHE_MB, 16, 64), (IN_CACHE_MB, 1, 4, 16, 64, 256, 1024))
    for size in sizes:
        yield cell(probes, hash_mb=size, repeats=scale.pick(1, 3, 7))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    sizes = {row.arguments["hash_mb"]: row.value for row in rows}
    small = sizes[IN_CACHE_MB]
    found = {
        "hit_in_cache": small["hit"]["unpacked"],
        "hit_call_in_cache": small["hit"]["call"],
        "hit_chained_in_cache": small["hit"]["chained"],
        "miss_in_cache": small["miss"]["fixed"],
        "miss_call_in_cache": small["miss"]["call"],
        "index": small["hit"]["index"],
        "load": small["hit"]["load"] - small["hit"]["index"],
        "compare": small["hit"]["fixed"] - small["hit"]["load"],
        "decode": small["hit"]["unpacked"] - small["hit"]["fixed"],
    }
    found |= {f"chained_{size:g}": value["hit"]["chained"] for size, value in sizes.items() if size >= 1}
    return found | {
        f"independent_{size:g}": value["hit"]["fixed"] for size, value in sizes.items() if size >= 1
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    lines = {
        name: [(row.arguments["hash_mb"], row.value["hit"][path]) for row in rows]
        for name, path in (("each after the last", "chained"), ("independent", "fixed"))
    }
    return [Plot("Ticks per probe by table size", "MB", "ticks", lines, log_x=True)]


EXPERIMENT = Experiment(
    name="probe_cost",
    title="What does a probe cost?",
    varies="the size of the table, 128 KB to 1 GB; keys that are present or absent",
    measures="ticks of the time stamp counter, for chained and independent probes; the parts of a probe",
    unit="a run of random probes",
    sample="best of 7 runs per size",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
