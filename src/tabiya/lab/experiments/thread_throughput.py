"""Probes and stores a second by one thread and by two."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ... import Sync
from ..experiment import NO_GAME, Cell, Experiment, Row, Scale, cell
from ..ticks import filled

KINDS: dict[str, dict[str, Any]] = {
    "lock_free": {"sync": Sync.LOCK_FREE},
    "one_lock": {"sync": Sync.BUCKET_LOCKS, "buckets": 1},
    "256_locks": {"sync": Sync.BUCKET_LOCKS, "buckets": 256},
}


def throughput(*, hash_mb: float, times: int, repeats: int) -> dict[str, list[float]]:
    """The best seconds of the same work by one thread and by two, for probes and for stores of each kind."""
    table, some = filled(hash_mb)
    keys = np.tile(some, times)
    half = len(keys) // 2

    def timed(work: Callable[[Any], object], threads: int) -> float:
        parts = (keys,) if threads == 1 else (keys[:half], keys[half:])
        crew = [threading.Thread(target=work, args=(part,)) for part in parts]
        begin = time.perf_counter()
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
        return time.perf_counter() - begin

    works: dict[str, tuple[dict[str, Any], Callable[[Any], object]]] = {
        "probes": (KINDS["lock_free"], table.probe_many),
        **{
            f"stores_{name}": (settings, lambda part: table.store_many(part, depths=4))
            for name, settings in KINDS.items()
        },
    }
    found: dict[str, list[float]] = {}
    for _ in range(repeats):
        for name, (settings, work) in works.items():
            table.reconfigure(**settings)
            pair = [timed(work, threads) for threads in (1, 2)]
            found[name] = [min(both) for both in zip(found.get(name, pair), pair, strict=True)]
    return found


def cells(scale: Scale, game: str) -> Iterator[Cell]:
    yield cell(
        throughput, hash_mb=scale.pick(1, 64, 256), times=scale.pick(1, 5, 10), repeats=scale.pick(1, 3, 5)
    )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = {name: one / two for name, (one, two) in rows[0].value.items()}
    return {
        "probes_2": found["probes"],
        "stores_2": found["stores_lock_free"],
        "stores_one_lock_2": found["stores_one_lock"],
        "stores_256_locks_2": found["stores_256_locks"],
    }


EXPERIMENT = Experiment(
    name="thread_throughput",
    title="Do two threads do twice the work on one table?",
    varies="one thread or two; probes, and stores without locks, with one, with 256",
    measures="the same batch's time by one thread over that by two",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
