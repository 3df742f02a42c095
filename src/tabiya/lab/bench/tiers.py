"""Benchmarks of `tabiya bench tiers`: bytes per entry, cost, hits, and searches at equal memory.

A second tier is compared with a flat table of the same total memory, smaller than the search would fill. With
more memory a flat table keeps everything, and nothing can be gained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import TableConfig, TranspositionTable
from ...engine.engine import Engine
from ...games.positions import positions
from ..games import games
from ..timing import BenchRow, Case, measure
from .search_runs import rows
from .tier_searches import ENTRIES_A_MB, searches

if TYPE_CHECKING:
    from ...table.fields import TableFields

__all__ = ["GROUPS"]

FIRST_MB = 4
"""The smallest first tier of clusters: it must have full keys."""


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


def size(quick: bool) -> Iterator[BenchRow]:
    """Bytes per entry in a full second tier, with and without evals, and the false match rate."""
    megabytes = 4 if quick else 32
    yield BenchRow("bytes per entry", "first tier", 16, "bytes", 1.0)
    kinds: dict[str, TableFields] = {
        "second tier, no evals": {},
        "second tier, evals": {"l2_evals": True},
        "second tier, no evals, lru": {"l2_eviction": "lru"},
    }
    for name, settings in kinds.items():
        table = TranspositionTable(TableConfig(hash_mb=FIRST_MB, l2_mb=megabytes), **settings)
        _store(table, _entries(megabytes * ENTRIES_A_MB * 4))
        tier = table.second_tier
        assert tier is not None
        each = tier.bytes / tier.entries
        yield BenchRow("bytes per entry", name, each, "bytes", each / 16, None if settings else 0.5)
        yield BenchRow("bytes per entry, without empty room", name, tier.bytes_per_entry, "bytes")
        yield BenchRow("false matches", name, tier.false_match_rate * 2**32, "· 2^-32 per probe")


def neighbours(quick: bool) -> Iterator[BenchRow]:
    """What other codes could use: neighbours that are equal, for run lengths; the entropy of the moves."""
    for game in games():
        with TranspositionTable(hash_mb=FIRST_MB) as table:
            board = positions(game)[0].board(game)
            Engine(game, table=table).search(board, nodes=20_000 if quick else 400_000)
            entries = table.to_numpy()
        same = {name: entries[name][1:] == entries[name][:-1] for name in ("move", "score", "depth", "bound")}
        group = f"{game}: neighbouring entries that are equal"
        for name, equal in {**same, "all of these": np.logical_and.reduce(list(same.values()))}.items():
            yield BenchRow(group, name, 100 * float(equal.mean()), "%")
        moves = entries["move"][entries["move"] != 0]
        shares = np.unique(moves, return_counts=True)[1] / len(moves)
        yield BenchRow(f"{game}: moves", "entries that have one", 100 * len(moves) / len(entries), "%")
        yield BenchRow(f"{game}: moves", "entropy", float(-(shares * np.log2(shares)).sum()), "bits")


def cost(quick: bool) -> Iterator[BenchRow]:
    """Cost of probes that hit the first tier, the second or neither, and of stores with demotion."""
    megabytes = 8 if quick else 32
    entries = _entries(megabytes * ENTRIES_A_MB)
    tables = {
        "flat": TranspositionTable(hash_mb=2 * megabytes),
        "first tier": TranspositionTable(hash_mb=2 * megabytes, l2_mb=megabytes),
        # No promotion, so that every round hits the second tier again.
        "second tier": TranspositionTable(hash_mb=FIRST_MB, l2_mb=2 * megabytes, l2_promote_depth=255),
    }
    for table in tables.values():
        _store(table, entries)
    first_tier = tables["second tier"].to_numpy()["key"]
    keys = np.setdiff1d(entries["keys"], first_tier)  # keys that only the second tier has
    keys = keys[tables["second tier"].probe_many(keys)["hit"] == 1]
    np.random.default_rng(8).shuffle(keys)
    hits = {name: partial(table.probe_many, keys) for name, table in tables.items()}
    yield from measure(Case("probe_many, a hit in", len(keys), hits))
    some = [int(key) for key in keys[: 20_000 if quick else 100_000]]
    one = {name: partial(_probe_each, table, some) for name, table in tables.items()}
    yield from measure(Case("probe, a hit in", len(some), one))
    absent = _entries(len(keys), seed=4)["keys"]
    misses = {name: partial(tables[name].probe_many, absent) for name in ("flat", "second tier")}
    yield from measure(Case("probe_many, a miss of all", len(absent), misses))
    yield from _stores(megabytes, len(keys) // 8)


def _probe_each(table: Any, keys: list[int]) -> None:
    probe = table.probe
    for key in keys:
        probe(key)


def _stores(megabytes: int, count: int) -> Iterator[BenchRow]:
    tables = {
        "flat": TranspositionTable(hash_mb=FIRST_MB),
        "without demotion": TranspositionTable(hash_mb=FIRST_MB, l2_mb=megabytes, l2_demote_depth=255),
        "with demotion": TranspositionTable(hash_mb=FIRST_MB, l2_mb=megabytes),
    }
    for table in tables.values():
        _store(table, _entries(FIRST_MB * ENTRIES_A_MB * 3))
    fresh = {name: iter([_entries(count, seed=seed) for seed in range(10, 13)]) for name in tables}
    work = {name: partial(_next_stores, table, fresh[name]) for name, table in tables.items()}
    yield from measure(Case("store_many, new keys, a full first tier", count, work, repeats=3))


def _next_stores(table: Any, fresh: Iterator[dict[str, Any]]) -> None:
    _store(table, next(fresh))


def equal_memory(quick: bool) -> Iterator[BenchRow]:
    """Hits among all stored entries, flat vs two tiers of the same memory, as the table overflows."""
    megabytes = 16 if quick else 64
    kinds: dict[str, TableFields] = {
        "flat": {"hash_mb": megabytes},
        "half and half": {"hash_mb": megabytes / 2, "l2_mb": megabytes / 2},
        "a quarter in the first tier": {"hash_mb": megabytes / 4, "l2_mb": megabytes * 3 / 4},
    }
    for load in (1, 2, 4):
        entries = _entries(megabytes * ENTRIES_A_MB * load)
        shares: dict[str, float] = {}
        for name, settings in kinds.items():
            table = TranspositionTable(**settings)
            _store(table, entries)
            shares[name] = float(table.probe_many(entries["keys"])["hit"].mean())
        group = f"hits, {load} times as many entries as a flat table has slots"
        yield from rows(group, {name: 100 * share for name, share in shares.items()}, "%")


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "size": size,
    "neighbours": neighbours,
    "cost": cost,
    "equal memory": equal_memory,
    "searches": searches,
}
