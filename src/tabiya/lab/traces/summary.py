"""Summarizes traces: reuse distances, hot keys and phases."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .trace import Trace

__all__ = ["lru_misses", "summary"]

HOT = 10
PHASES = 10


def summary(trace: Trace) -> dict[str, Any]:
    """Returns counts, reuse distances, the hottest keys and the phases of a trace, as plain values.

    A reuse distance is the number of operations until the next one on the same key, counted by powers of two.
    """
    keys, first, counts = np.unique(trace.keys, return_index=True, return_counts=True)
    hottest = np.argsort(counts)[::-1][:HOT]
    return {
        "operations": len(trace),
        "probes": trace.probes,
        "stores": trace.stores,
        "hits": trace.hits,
        "hit_rate": trace.hits / max(trace.probes, 1),
        "keys": len(keys),
        "used_once": int((counts == 1).sum()),
        "reuse_distances": _by_power_of_two(reuse_distances(trace.keys)),
        "hot_keys": [
            {"key": f"{int(keys[i]):016x}", "operations": int(counts[i]), "first": int(first[i])}
            for i in hottest
        ],
        "phases": _phases(trace),
        "about": dict(trace.about),
    }


def reuse_distances(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Returns the number of operations until the next one on the same key, if there is one."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    same = ordered[1:] == ordered[:-1]
    distances: NDArray[np.int64] = (order[1:] - order[:-1])[same]
    return distances


def _by_power_of_two(distances: NDArray[np.int64]) -> dict[str, int]:
    """
    >>> _by_power_of_two(np.array([1, 2, 3, 9]))
    {'1': 1, '2': 2, '8': 1}
    """
    if not len(distances):
        return {}
    powers = np.floor(np.log2(np.maximum(distances, 1))).astype(int)
    values, counts = np.unique(powers, return_counts=True)
    return {str(2 ** int(value)): int(count) for value, count in zip(values, counts, strict=True)}


def _phases(trace: Trace) -> list[dict[str, float]]:
    """The trace in ten parts: hits per probe, stores per operation, mean depth of stores."""
    parts = []
    for words in np.array_split(trace.words, PHASES):
        stores = (words >> np.uint64(58)) & np.uint64(3) != 0
        depths = (words[stores] >> np.uint64(44)) & np.uint64(255)
        probes = max(int((~stores).sum()), 1)
        parts.append(
            {
                "hit_rate": float((words == 1).sum()) / probes,
                "store_share": float(stores.mean()) if len(words) else 0.0,
                "mean_depth": float(depths.mean()) if len(depths) else 0.0,
            }
        )
    return parts


def lru_misses(places: Sequence[int], capacities: Sequence[int]) -> dict[int, float]:
    """Returns the miss rates of LRU caches of these capacities.

    >>> lru_misses([1, 2, 1, 3, 1], [1, 2])
    {1: 1.0, 2: 0.6}
    """
    found = {}
    for capacity in capacities:
        held: OrderedDict[int, None] = OrderedDict()
        misses = 0
        for place in places:
            if place in held:
                held.move_to_end(place)
                continue
            misses += 1
            held[place] = None
            if len(held) > capacity:
                held.popitem(last=False)
        found[capacity] = misses / max(len(places), 1)
    return found
