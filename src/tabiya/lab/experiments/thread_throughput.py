"""Probes and stores per second with one thread and with two."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from ... import Sync
from ..experiment import NO_GAME, Experiment, Plot, Row, Scale, cell
from ..jobs import Job
from ..ticks import filled

LOCKS = (1, 16, 256, 4096)
WRITES = {"writes5": 0.05, "writes10": 0.1}
CHUNK = 10_000


def settings_of(locks: int) -> dict[str, Any]:
    """Returns the table's settings; 0 means no locks."""
    return {"sync": Sync.BUCKET_LOCKS, "buckets": locks} if locks else {"sync": Sync.LOCK_FREE}


def mixed(table: Any, keys: Any, writes: float) -> None:
    """Alternates probes and stores, with a share of `writes` stores."""
    stores = int(CHUNK * writes)
    for first in range(0, len(keys), CHUNK):
        table.store_many(keys[first : first + stores], depths=4)
        table.probe_many(keys[first + stores : first + CHUNK])


def timed(work: Callable[[Any], object], parts: Sequence[Any]) -> float:
    """Returns seconds until all parts are done, each by its own thread."""
    crew = [threading.Thread(target=work, args=(part,)) for part in parts]
    begin = time.perf_counter()
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return time.perf_counter() - begin


def throughput(*, hash_mb: float, times: int, repeats: int) -> dict[str, list[float]]:
    """Returns the best seconds for the same work with one thread and two, by kind of work and locks."""
    table, some = filled(hash_mb)
    keys = np.tile(some, times)
    half = len(keys) // 2
    works: dict[str, tuple[int, Callable[[Any], object]]] = {"probes": (0, table.probe_many)}
    for locks in (0, *LOCKS):
        works[f"stores_locks{locks}"] = (locks, lambda part: table.store_many(part, depths=4))
        for name, share in WRITES.items():
            works[f"{name}_locks{locks}"] = (locks, partial(mixed, table, writes=share))
    found: dict[str, list[float]] = {}
    for _ in range(repeats):
        for name, (locks, work) in works.items():
            table.reconfigure(**settings_of(locks))
            pair = [timed(work, parts) for parts in ((keys,), (keys[:half], keys[half:]))]
            found[name] = [min(both) for both in zip(found.get(name, pair), pair, strict=True)]
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    yield cell(
        throughput, hash_mb=scale.pick(1, 64, 256), times=scale.pick(1, 2, 10), repeats=scale.pick(1, 2, 3)
    )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    """Returns the speedup of two threads over one. A table without locks has 0 of them."""
    found = {f"{name}_2": one / two for name, (one, two) in rows[0].value.items()}
    single = {name: one for name, (one, _) in rows[0].value.items()}
    costs = {
        f"cost_of_{locks}_locks": 100 * (single[f"stores_locks{locks}"] / single["stores_locks0"] - 1)
        for locks in LOCKS
    }
    return {
        **found,
        **costs,
        "stores_2": found["stores_locks0_2"],
        "stores_one_lock_2": found["stores_locks1_2"],
        "stores_256_locks_2": found["stores_locks256_2"],
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    named = figures(rows)
    names = [("none", 0), *((str(locks), locks) for locks in LOCKS)]
    bars = {
        title: [(name, named[f"{kind}_locks{locks}_2"]) for name, locks in names]
        for title, kind in (("5% writes", "writes5"), ("10% writes", "writes10"), ("writes alone", "stores"))
    }
    return [Plot("Two threads over one, by locks (measured)", "locks", "times", bars, base=1)]


EXPERIMENT = Experiment(
    name="thread_throughput",
    title="Do two threads do twice the work on one table?",
    varies="one thread or two; probes, stores, or 5 and 10% stores; no locks, or 1 to 4,096 locks",
    measures="the ratio of one thread's time to two threads' time for the same batch",
    unit="a batch of probes or stores by one thread and by two",
    sample="best of 3 batches per kind",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
