"""Tables and keys for measurements: filled tables, present and absent keys."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import TranspositionTable

__all__ = ["KEYS", "absent_keys", "filled"]

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
