"""Stores whose fields identify the store, so that a read that mixes two is detected."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["HOT", "Mixture", "Stores"]

KEYS, VARIANTS = 2048, 16
HOT = 8
"""Keys that single calls take most of the time, so that threads meet."""
FIELDS = ("move", "score", "eval", "depth", "bound", "source", "pv")


class Mixture(AssertionError):
    """A read returned fields that were never stored together."""


class Stores:
    """All possible stores: `VARIANTS` entries per key, each with its own move."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        count = KEYS * VARIANTS
        self.keys = random.integers(1, 2**64, KEYS, dtype=np.uint64)
        self.key_of = np.repeat(self.keys, VARIANTS)
        self.columns: dict[str, Any] = {
            "move": np.arange(1, count + 1),
            "score": random.integers(-500_000, 500_001, count),
            "eval": random.integers(-32_767, 32_768, count),  # never none: an update would fill it in
            "depth": random.integers(0, 256, count),
            "bound": random.integers(1, 4, count),
            "source": random.integers(0, 5, count),
            "pv": random.integers(0, 2, count).astype(bool),
        }
        self._known = np.sort(self.keys)
        lists = [column.tolist() for column in self.columns.values()]
        self._rows = [dict(zip(self.columns, row, strict=True)) for row in zip(*lists, strict=True)]

    def entry(self, row: int) -> tuple[int, dict[str, Any]]:
        """A key, and the keywords of `store`."""
        return int(self.key_of[row]), self._rows[row]

    def batch(self, rows: Any) -> dict[str, Any]:
        """The arguments of `store_many`."""
        return {
            "keys": self.key_of[rows],
            **{f"{name}s": column[rows] for name, column in self.columns.items()},
        }

    def check(self, key: int, entry: Any) -> None:
        """Checks that an entry, if any, is exactly one of the key's."""
        if entry is None:
            return
        found = {name: getattr(entry, name) for name in FIELDS}
        row = entry.move - 1
        if not 0 <= row < len(self._rows) or self.entry(row) != (key, found):
            raise Mixture(f"key {key:#x} was read with {entry}")

    def check_many(self, keys: Any, records: Any) -> None:
        """The same for the rows of `probe_many` that are hits, or of `to_numpy`."""
        rows = records["move"].astype(np.int64) - 1
        right = (rows >= 0) & (rows < len(self._rows))
        rows = np.where(right, rows, 0)
        right &= self.key_of[rows] == keys
        for name in FIELDS:
            right &= self.columns[name][rows] == records[name]
        if not right.all():
            wrong = int(np.argmin(right))
            raise Mixture(f"key {int(keys[wrong]):#x} was read with {records[wrong]}")

    def known(self, keys: Any) -> Any:
        """The keys ever stored. A scan may return a torn slot under a key that was never stored."""
        places = np.minimum(np.searchsorted(self._known, keys), KEYS - 1)
        return self._known[places] == keys
