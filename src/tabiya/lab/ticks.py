"""Helpers for measurements in ticks: filled tables, present and absent keys, repeated runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import TranspositionTable
from ..stats.bootstrap import Interval
from ..stats.exact import median_interval

__all__ = ["KEYS", "absent_keys", "best", "filled", "in_turns", "least_seconds", "ratio_of_turns"]

SEED = 1
KEYS = 200_000
"""Keys of a run. Their lines take 13 MB, which many third caches hold: repeats need other keys."""


def filled(hash_mb: float, count: int = KEYS, **settings: Any) -> tuple[Any, NDArray[np.uint64]]:
    """Returns a table that is three quarters full, and `count` of its keys, shuffled."""
    table = TranspositionTable(hash_mb=hash_mb, **settings)
    source = np.random.default_rng(SEED)
    keys = source.integers(0, 2**64, table.capacity * 3 // 4, dtype=np.uint64)
    table.store_many(keys, moves=5, depths=3)
    some = source.permutation(keys[: 4 * count])
    present = some[table.probe_many(some)["hit"].astype(bool)][:count]
    # Repeat the keys of small tables: measurements need many.
    return table, np.resize(present, count)


def absent_keys(count: int = KEYS) -> NDArray[np.uint64]:
    return np.random.default_rng(SEED + 1).integers(0, 2**64, count, dtype=np.uint64)


def best(measure: Callable[[], float], repeats: int) -> float:
    """Returns the least of several measurements, because noise only adds time.

    >>> best(iter([3.0, 1.0, 2.0]).__next__, 3)
    1.0
    """
    return min(measure() for _ in range(repeats))


def in_turns(measures: Mapping[str, Callable[[], float]], repeats: int) -> dict[str, list[float]]:
    """Returns several measurements of each kind. They take turns, so that a slow moment hits all of them.

    >>> in_turns({"one": lambda: 1.0, "two": lambda: 2.0}, 3)
    {'one': [1.0, 1.0, 1.0], 'two': [2.0, 2.0, 2.0]}
    """
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(repeats):
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def least_seconds(calls: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Returns the least processor time of each call in seconds. They take turns.

    >>> sorted(least_seconds({"a": lambda: sum(range(1000)), "b": lambda: 0}, 3))
    ['a', 'b']
    """
    found = in_turns({name: partial(_seconds, call) for name, call in calls.items()}, turns)
    return {name: max(min(seconds), 1e-9) for name, seconds in found.items()}


def _seconds(call: Callable[[], object]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def ratio_of_turns(tops: list[float], bottoms: list[float]) -> Interval:
    """Returns the median ratio of measurements that took turns.

    >>> ratio_of_turns([2.0, 4.0, 9.0], [1.0, 2.0, 3.0]).value
    2.0
    """
    return median_interval([top / bottom for top, bottom in zip(tops, bottoms, strict=True)])
