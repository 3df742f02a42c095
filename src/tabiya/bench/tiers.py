"""What `tabiya bench tiers` measures: bytes an entry, costs, and hit rates at equal memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from .. import TranspositionTable
from .timing import Case, Row, measure

__all__ = ["GROUPS"]

ENTRIES_A_MB = 2**20 // 16


def _entries(count: int, seed: int = 3) -> dict[str, Any]:
    """Keys and columns in the proportions of a chess search: see docs/tiers.md."""
    source = np.random.default_rng(seed)
    lower = source.random(count) < 0.66
    scores = np.rint(source.laplace(20, 150, count)).astype(np.int32)
    return {
        "keys": source.integers(0, 2**64, count, dtype=np.uint64),
        "moves": np.where(lower, 1 + source.geometric(0.004, count) % 1800, 0).astype(np.uint32),
        "scores": scores,
        "evals": np.clip(scores + np.rint(source.laplace(0, 110, count)), -30_000, 30_000).astype(np.int16),
        "depths": np.minimum(source.geometric(0.45, count), 30).astype(np.uint8),
        "bounds": np.where(lower, 2, 1).astype(np.uint8),
    }


def _store(table: Any, entries: dict[str, Any]) -> None:
    columns = dict(entries)
    table.store_many(columns.pop("keys"), **columns)


def size(quick: bool) -> Iterator[Row]:
    """Bytes an entry in a full second tier, with and without evals, and its rate of false matches."""
    megabytes = 4 if quick else 32
    flat = TranspositionTable(hash_mb=4)
    yield Row("bytes an entry", "first tier", int(flat.memory_usage.slots) / flat.capacity, "bytes", 1.0)
    for name, evals in (("second tier, no evals", False), ("second tier, evals", True)):
        table = TranspositionTable(hash_mb=4, l2_mb=megabytes, l2_evals=evals)
        _store(table, _entries(megabytes * ENTRIES_A_MB * 4))
        tier = table.second_tier
        assert tier is not None
        each = tier.bytes / tier.entries
        yield Row("bytes an entry", name, each, "bytes", each / 16, None if evals else 0.5)
        yield Row("false matches", name, tier.false_match_rate * 2**32, "· 2^-32 a probe")


def cost(quick: bool) -> Iterator[Row]:
    """A probe that ends in the first tier, in the second, in neither; stores without and with a demotion."""
    megabytes = 16 if quick else 64
    entries = _entries(megabytes * ENTRIES_A_MB)
    flat = TranspositionTable(hash_mb=2 * megabytes)
    # What is found below stays there, so that every round finds it there again.
    tiered = TranspositionTable(hash_mb=4, l2_mb=2 * megabytes, l2_promote_depth=255)
    for table in (flat, tiered):
        _store(table, entries)
    there = entries["keys"]
    absent = _entries(len(there), seed=4)["keys"]
    for name, keys in (("probe_many, hits", there), ("probe_many, misses", absent)):
        subjects = {"flat": partial(flat.probe_many, keys), "two tiers": partial(tiered.probe_many, keys)}
        yield from measure(Case(name, len(keys), subjects))
    fresh = iter([_entries(len(there) // 8, seed=seed) for seed in range(10, 30)])
    again = {"flat": partial(_next_stores, flat, fresh), "two tiers": partial(_next_stores, tiered, fresh)}
    yield from measure(Case("store_many, new keys", len(there) // 8, again, repeats=3))


def _next_stores(table: Any, fresh: Iterator[dict[str, Any]]) -> None:
    _store(table, next(fresh))


def equal_memory(quick: bool) -> Iterator[Row]:
    """Hits among all that was stored, flat against two tiers of the same memory, as the table overflows."""
    megabytes = 16 if quick else 64
    for load in (1, 2, 4):
        entries = _entries(megabytes * ENTRIES_A_MB * load)
        shares: dict[str, float] = {}
        for name, settings in (
            ("flat", {"hash_mb": megabytes}),
            ("half and half", {"hash_mb": megabytes / 2, "l2_mb": megabytes / 2}),
            ("a quarter in the first tier", {"hash_mb": megabytes / 4, "l2_mb": megabytes * 3 / 4}),
        ):
            table = TranspositionTable(**settings)
            _store(table, entries)
            shares[name] = float(table.probe_many(entries["keys"])["hit"].mean())
        for name, share in shares.items():
            group = f"hits, {load} times as many entries as a flat table has slots"
            yield Row(group, name, 100 * share, "%", share / shares["flat"])


GROUPS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "size": size,
    "cost": cost,
    "equal memory": equal_memory,
}
