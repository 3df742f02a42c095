"""Memory: allocation, release, and failure."""

from __future__ import annotations

import gc
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabiya import TranspositionTable

TOO_MUCH = 15_000_000  # MB


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_table_that_cannot_be_had_says_how_much_was_asked() -> None:
    with pytest.raises(MemoryError, match=r"(?m)^the system could not allocate 15,000,000 MB for a table$"):
        TranspositionTable(hash_mb=TOO_MUCH)


def test_after_a_failed_resize_the_table_is_as_it_was() -> None:
    table = TranspositionTable(hash_mb=4)
    table.store(1, depth=3)
    with pytest.raises(MemoryError):
        table.resize(TOO_MUCH)
    assert (table.probe(1).depth, table.config.hash_mb, table.capacity) == (3, 4, 262_144)
    assert table.resize(8) == 1


def test_sixteen_bytes_an_entry() -> None:
    for layout in ("single", "cluster4"):
        table = TranspositionTable(hash_mb=3, layout=layout)
        assert table.memory_usage.slots == 16 * table.capacity == 3 * 2**20


def test_usage_counts_header_and_locks() -> None:
    plain = TranspositionTable(hash_mb=1).memory_usage
    assert (plain.header, plain.locks, plain.total, int(plain)) == (4096, 0, 2**20 + 4096, 2**20 + 4096)
    assert TranspositionTable(hash_mb=1, sync="bucket_locks", buckets=8).memory_usage.locks == 512


def test_clear_gives_the_pages_back() -> None:
    table = TranspositionTable(hash_mb=64)
    table.store_many(np.random.default_rng(1).integers(0, 2**64, 2_000_000, dtype=np.uint64))
    full = table.memory_usage.resident
    if full is None:
        pytest.skip("the kernel does not tell")
    assert full >= 60 * 2**20
    table.new_search()
    table.clear()
    assert table.memory_usage.resident < 8 * 2**20
    assert (len(table), table.generation) == (0, 1)


@pytest.mark.parametrize("megabytes", [0.25, 1, 4.7])
def test_clear_empties_tables_of_any_size(megabytes: float) -> None:
    table = TranspositionTable(hash_mb=megabytes)
    table.store_many(np.random.default_rng(1).integers(0, 2**64, table.capacity, dtype=np.uint64))
    assert len(table) > table.capacity // 2
    table.clear()
    assert table._raw() == bytes(len(table._raw()))


def test_memory_comes_back_when_a_table_goes() -> None:
    keys = np.random.default_rng(1).integers(0, 2**64, 200_000, dtype=np.uint64)
    gc.collect()
    before, descriptors = resident(), len(os.listdir("/proc/self/fd"))
    for round_ in range(100):
        table = TranspositionTable(hash_mb=8)
        table.store_many(keys)
        table.resize(4)
        if round_ % 2:
            table.close()
    del table
    gc.collect()
    assert resident() - before < 64 * 2**20  # a hundred leaks would be 400 MB and more
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_a_context_manager_closes() -> None:
    with TranspositionTable(hash_mb=1) as table:
        table.store(1)
    with pytest.raises(ValueError, match=r"^the table is closed$"):
        table.probe(1)
    table.close()  # again is nothing


CALLS: dict[str, Any] = {
    "probe": lambda table: table.probe(1),
    "store": lambda table: table.store(1),
    "probe_with_prefetch": lambda table: table.probe_with_prefetch(1, 2),
    "probe_many": lambda table: table.probe_many(np.zeros(3, dtype=np.uint64)),
    "store_many": lambda table: table.store_many(np.zeros(3, dtype=np.uint64)),
    "clear": lambda table: table.clear(),
    "new_search": lambda table: table.new_search(),
    "add_nodes": lambda table: table.add_nodes(5),
    "hashfull": lambda table: table.hashfull(),
    "fill_rate": lambda table: table.fill_rate(),
    "len": len,
    "items": lambda table: list(table.items()),
    "to_numpy": lambda table: table.to_numpy(),
    "resize": lambda table: table.resize(8),
    "set_layout": lambda table: table.set_layout("single"),
    "reconfigure": lambda table: table.reconfigure(statistics=True),
    "copy": lambda table: table.copy(),
    "merge": lambda table: table.merge(TranspositionTable(hash_mb=4)),
    "generation": lambda table: table.generation,
    "enabled": lambda table: table.enabled,
    "memory_usage": lambda table: table.memory_usage,
    "verify": lambda table: table.verify(),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_closed_table_says_so(name: str) -> None:
    table = TranspositionTable(hash_mb=4)
    table.close()
    with pytest.raises(ValueError, match=r"^the table is closed$"):
        CALLS[name](table)


@pytest.mark.parametrize("name", [*CALLS, "prefetch", "stats", "reset_stats", "close"])
def test_a_table_without_init_raises_and_does_not_crash(name: str) -> None:
    calls = {
        **CALLS,
        "prefetch": lambda table: table.prefetch(1),
        "stats": lambda table: table.stats,
        "reset_stats": lambda table: table.reset_stats(),
        "close": lambda table: table.close(),
    }
    table = TranspositionTable.__new__(TranspositionTable)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanobind warns before it raises
        with pytest.raises((RuntimeError, TypeError, AttributeError)):
            calls[name](table)
