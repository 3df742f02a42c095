"""What a single thread pays for thread safety."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from ... import Sync
from ..experiment import NO_GAME, Experiment, Row, Scale, cell
from ..jobs import Job
from ..ticks import filled

KINDS = {"single": Sync.ONE_THREAD, "lock_free": Sync.LOCK_FREE, "bucket_locks": Sync.BUCKET_LOCKS}


def in_turns(*, hash_mb: float, repeats: int) -> dict[str, dict[str, float]]:
    """Returns the best seconds for batches of probes and stores with each kind, taking turns on one table."""
    table, keys = filled(hash_mb)
    out = table.probe_many(keys)
    found: dict[str, dict[str, float]] = {name: {} for name in KINDS}
    works: dict[str, Callable[[], object]] = {
        "probe": lambda: table.probe_many(keys, out),
        "store": lambda: table.store_many(keys, depths=5),
    }
    for _ in range(repeats):
        for name, sync in KINDS.items():
            table.reconfigure(sync=sync)
            for verb, work in works.items():
                begin = time.perf_counter()
                work()
                seconds = time.perf_counter() - begin
                found[name][verb] = min(found[name].get(verb, seconds), seconds)
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    yield cell(in_turns, hash_mb=scale.pick(1, 16, 16), repeats=scale.pick(1, 9, 41))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = rows[0].value
    return {
        "lock_free_over_single": 100 * (found["lock_free"]["probe"] / found["single"]["probe"] - 1),
        "lock_free_over_single_stores": 100 * (found["lock_free"]["store"] / found["single"]["store"] - 1),
        "bucket_locks_over_single_stores": 100
        * (found["bucket_locks"]["store"] / found["single"]["store"] - 1),
    }


EXPERIMENT = Experiment(
    name="sync_cost",
    title="What does a single thread pay for thread safety?",
    varies="the synchronisation: single, lock_free, bucket_locks",
    measures="the time of batches of probes and of stores by one thread, in 16 MB, taking turns",
    unit="a batch of probes or stores",
    sample="best of 41 batches, in turns",
    power="differences under 3% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
