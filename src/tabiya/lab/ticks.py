"""Helpers for measurements in ticks: filled tables, present and absent keys, best of several."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import TranspositionTable

__all__ = ["absent_keys", "best", "filled", "in_turns"]

SEED = 1


def filled(hash_mb: float, **settings: Any) -> tuple[Any, NDArray[np.uint64]]:
    """Returns a table that is three quarters full, and 200,000 of its keys, shuffled."""
    table = TranspositionTable(hash_mb=hash_mb, **settings)
    source = np.random.default_rng(SEED)
    keys = source.integers(0, 2**64, table.capacity * 3 // 4, dtype=np.uint64)
    table.store_many(keys, moves=5, depths=3)
    some = source.permutation(keys[: 4 * 200_000])
    present = some[table.probe_many(some)["hit"].astype(bool)][:200_000]
    # Repeat the keys of small tables: measurements need many.
    return table, np.resize(present, 200_000)


def absent_keys(count: int = 200_000) -> NDArray[np.uint64]:
    return np.random.default_rng(SEED + 1).integers(0, 2**64, count, dtype=np.uint64)


def best(measure: Callable[[], float], repeats: int) -> float:
    """Returns the least of several measurements, because noise only adds time.

    >>> best(iter([3.0, 1.0, 2.0]).__next__, 3)
    1.0
    """
    return min(measure() for _ in range(repeats))


def in_turns(calls: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Returns the least processor time of each call in seconds. They take turns, so that load hits all alike.

    >>> sorted(in_turns({"a": lambda: sum(range(1000)), "b": lambda: 0}, 3))
    ['a', 'b']
    """
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(turns):
        for name, call in calls.items():
            begin = time.process_time()
            call()
            seconds[name].append(time.process_time() - begin)
    return {name: max(min(found), 1e-9) for name, found in seconds.items()}
