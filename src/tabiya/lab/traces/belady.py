"""Belady's optimum: the number of hits of a table that knows the future.

Between two operations on a key, the second of which is a probe, a table may keep the key. If it does, the
probe hits. So the question is how many such intervals fit if at most as many overlap as a cluster has slots.
The answer is to drop the interval that ends last whenever there are too many. A key may be kept from its
first store on; here also from a probe that missed, which no real table can do. That makes the result an upper
bound for every policy.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._utils.mixing import mix
from ...table.config import TableConfig
from ..designs import Design
from .trace import Trace

__all__ = ["belady", "belady_design", "clusters_of", "intervals", "mixed_keys"]


def belady(trace: Trace, table: dict[str, Any] | None = None, fully_associative: bool = False) -> int:
    """Returns the most hits that any replacement policy could have on a trace, with this size and layout.

    With `fully_associative`, a key may be anywhere in the table, not only in its cluster.

    >>> from tabiya import chess
    >>> from tabiya.lab.traces import record, replay
    >>> trace = record("chess", chess.Board(), depth=6, table={"hash_mb": 1})
    >>> belady(trace, {"hash_mb": 0.01}) >= replay(trace, {"hash_mb": 0.01}).hits
    True
    """
    settings = dict(trace.about.get("table", {}) if table is None else table)
    config = TableConfig(**settings)
    begins, ends, keys = intervals(trace)
    if fully_associative:
        return _most(begins, ends, np.zeros(len(begins), np.uint64), config.clusters * config.layout.ways)
    clusters = clusters_of(keys, config.clusters, config.random_keys)
    return _most(begins, ends, clusters, config.layout.ways)


def belady_design(trace: Trace, design: Design, size: float, fully_associative: bool = False) -> int:
    """Like `belady`, for a table of another design with `size` bytes, whatever its rules."""
    begins, ends, keys = intervals(trace)
    if fully_associative:
        return _most(begins, ends, np.zeros(len(begins), np.uint64), design.entries(size))
    return _most(begins, ends, clusters_of(keys, design.lines(size)), design.ways)


def intervals(trace: Trace) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Intervals in which a stored key waits for its next probe: begin, end, key, ordered by begin."""
    if not len(trace):
        nowhere = np.zeros(0, np.int64)
        return nowhere, nowhere, np.zeros(0, np.uint64)
    order = np.argsort(trace.keys, kind="stable")
    ordered, stores = trace.keys[order], trace.is_store[order]
    # Operations whose key was stored before: the running count of stores, minus that of earlier keys.
    count = np.cumsum(stores)
    first = np.ones(len(order), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    known: NDArray[np.bool_] = count > np.maximum.accumulate(np.where(first, count - stores, 0))
    followed = ~first[1:] & ~stores[1:] & known[:-1]
    begins, ends = order[:-1][followed], order[1:][followed]
    by_begin = np.argsort(begins, kind="stable")
    begins, ends = begins[by_begin], ends[by_begin]
    return begins, ends, trace.keys[begins]


def clusters_of(keys: NDArray[np.uint64], clusters: int, mixed: bool = False) -> NDArray[np.uint64]:
    """Returns the cluster of each key as in the table: the high word of hash × clusters."""
    hashes = keys if mixed else mixed_keys(keys)
    low, high = hashes & np.uint64(0xFFFFFFFF), hashes >> np.uint64(32)
    count = np.uint64(clusters)
    if clusters < 2**32:
        whole: NDArray[np.uint64] = (high * count + (low * count >> np.uint64(32))) >> np.uint64(32)
        return whole
    return np.array([int(value) * clusters >> 64 for value in hashes], np.uint64)


def mixed_keys(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The table's `mix` for whole arrays."""
    with np.errstate(over="ignore"):
        z: NDArray[np.uint64] = keys ^ (keys >> np.uint64(30))
        z = z * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    assert not len(keys) or int(z[0]) == mix(int(keys[0]))
    return z


def _most(begins: Any, ends: Any, clusters: Any, ways: int) -> int:
    """Returns the largest number of intervals of which at most `ways` per cluster overlap at any time."""
    kept: dict[int, tuple[list[int], list[int], set[int]]] = {}
    hits = 0
    for begin, end, cluster in zip(begins.tolist(), ends.tolist(), clusters.tolist(), strict=True):
        # Two heaps of the same intervals, by first and by last end. Dropped ones remain in the first.
        soonest, latest, dropped = kept.setdefault(cluster, ([], [], set()))
        while soonest and soonest[0] <= begin:
            done = heappop(soonest)
            if done in dropped:
                dropped.remove(done)
            else:
                hits += 1
        heappush(soonest, end)
        heappush(latest, -end)
        if len(soonest) - len(dropped) > ways:
            dropped.add(-heappop(latest))
        if len(latest) > 4 * (ways + len(soonest)):
            latest[:] = sorted(-other for other in soonest if other not in dropped)
    return hits + sum(len(soonest) - len(dropped) for soonest, _, dropped in kept.values())
