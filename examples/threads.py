"""Threads that share one table: what one stores the others find, and batches run in parallel.

    python examples/threads.py

A table needs no lock around it: stores and probes may run at once, and a probe never mixes two stores. Single
calls take a fraction of a microsecond and keep the GIL, so threads of plain Python take turns. Batches
release it: each thread then has a core of its own, if the machine has one to spare.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import Queue
from threading import Thread
from typing import Any

import numpy as np

from tabiya import HAS_CORE, Bound, TranspositionTable

BATCH = 1_000_000
REPEATS = 5


def run(tasks: Sequence[Callable[[], Any]]) -> float:
    """Runs each task in a thread of its own; returns the seconds until the last has ended."""
    threads = [Thread(target=task) for task in tasks]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin


def show_sharing() -> None:
    """Two threads of plain Python: one searches and stores, the other meets the same positions and probes."""
    table = TranspositionTable(hash_mb=16)
    positions: Queue[int | None] = Queue()
    found = []

    def searcher() -> None:
        for key in range(1, 10_001):
            table.store(key, move=key % 7 + 1, score=key % 100, depth=key % 20, bound=Bound.EXACT)
            positions.put(key)  # only the key goes from thread to thread; the rest is in the table
        positions.put(None)

    def helper() -> None:
        while (key := positions.get()) is not None:
            entry = table.probe(key)
            found.append(entry is not None and (entry.move, entry.score) == (key % 7 + 1, key % 100))

    run([searcher, helper])
    print(f"one thread stored {len(found):,} positions, another found {sum(found):,} of them")


def show_batches() -> None:
    """The same million keys, filled and probed by one thread and by two with half of the keys each."""
    keys = np.random.default_rng(1).integers(0, 2**64, BATCH, dtype=np.uint64)
    scores = (keys % 1000).astype(np.int32)
    table = TranspositionTable(hash_mb=64)

    def store(part: slice) -> None:
        table.store_many(keys[part], scores=scores[part], depths=5)

    def probe(part: slice) -> None:
        table.probe_many(keys[part])

    halves = (slice(0, BATCH // 2), slice(BATCH // 2, BATCH))
    print(f"{'a million':<12}{'1 thread':>12}{'2 threads':>12}{'ratio':>8}")
    for name, task in (("stores", store), ("probes", probe)):
        task(slice(None))  # once before the clock runs: the memory's pages come with the first touch
        one, two = [], []
        for _ in range(REPEATS):
            one.append(run([partial(task, slice(None))]))
            two.append(run([partial(task, half) for half in halves]))
        print(f"{name:<12}{min(one) * 1e3:>9.1f} ms{min(two) * 1e3:>9.1f} ms{min(one) / min(two):>8.2f}")

    # Who stored an entry does not matter to who reads it: each half again, read by the other thread.
    table.clear()
    run([partial(store, half) for half in halves])
    found, wrong = [], []

    def check(part: slice) -> None:
        entries = table.probe_many(keys[part])
        found.append(int(entries["hit"].sum()))
        wrong.append(int((entries["hit"] & (entries["score"] != scores[part])).sum()))

    run([partial(check, half) for half in reversed(halves)])
    # Four slots for a key are enough for nearly all; a few clusters got more than four keys, and some entries
    # had to go. Rarely, both threads write one slot at the same moment: an entry is lost then, never mixed.
    print(f"two threads stored {BATCH:,} entries: {sum(found):,} are found, {sum(wrong)} of those wrong")


if __name__ == "__main__":
    if not HAS_CORE:
        raise SystemExit(
            "this example needs the native core: the table in plain Python is not made for threads"
        )
    show_sharing()
    show_batches()
