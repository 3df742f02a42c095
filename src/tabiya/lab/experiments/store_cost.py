"""The cost of a store with each kind of synchronisation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ... import Sync, _lab
from ..experiment import NO_GAME, Experiment, Row, Scale, cell
from ..jobs import Job
from ..ticks import best, filled

KINDS: dict[str, dict[str, Any]] = {
    "single": {"sync": Sync.ONE_THREAD},
    "lock_free": {"sync": Sync.LOCK_FREE},
    "bucket_locks": {"sync": Sync.BUCKET_LOCKS, "buckets": 256},
    "one_lock": {"sync": Sync.BUCKET_LOCKS, "buckets": 1},
}


def stores(*, hash_mb: float, repeats: int) -> dict[str, float]:
    """Returns ticks per store of present keys for each kind, taking turns on one table."""
    table, keys = filled(hash_mb)
    found = dict.fromkeys(KINDS, float("inf"))
    for _ in range(repeats):
        for name, settings in KINDS.items():
            table.reconfigure(**settings)
            found[name] = min(found[name], best(lambda: _lab.time_stores(table, keys), 1))
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for size in scale.pick((1,), (0.125, 64), (0.125, 64)):
        yield cell(stores, hash_mb=size, repeats=scale.pick(1, 3, 7))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    large = max(rows, key=lambda row: row.arguments["hash_mb"]).value
    small = min(rows, key=lambda row: row.arguments["hash_mb"]).value
    return {**large, **{f"{name}_in_cache": ticks for name, ticks in small.items()}}


EXPERIMENT = Experiment(
    name="store_cost",
    title="What does a store cost?",
    varies="the synchronisation, in 128 KB and in 64 MB",
    measures="ticks of the time stamp counter per store by one thread",
    unit="a run of random stores",
    sample="best of 7 runs per size",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
