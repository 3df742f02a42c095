"""Benchmarks of `tabiya bench table`: one function per group of peers."""

from __future__ import annotations

import ctypes
import random
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from ... import Layout, Sync, TranspositionTable, Validation, _lab
from ..timing import BenchRow, Case, in_turns, measure, seconds_of

__all__ = ["A_MILLION", "GROUPS", "HOT", "headline"]

Progress = Callable[[str], None]
A_MILLION = "probe, hit, a million random keys"
HOT = "probe, hit, hot 1,000 keys"
MOST_STORES = 2**20
"""Keys of one call, where the table holds as many."""
STORE_TURNS = 5
STORE_LIMITS = {16: 5.0, 256: 2.5}
"""By megabytes: how many times as long as the limit loop a store may take."""
FILLED = 4
"""A table is full after so many times its capacity in keys."""


def headline() -> Iterator[BenchRow]:
    """The figures of README's first table, as it names them: a dict and a table of a million keys.

    In addition 1,000 keys, which the processor's cache holds for both.
    """
    yield from _scalar_probes(A_MILLION, 1_000_000, 1_000_000, {}, alone=True)
    yield from _scalar_probes(HOT, 1_000, 100_000, {}, alone=True)
    yield from memory(quick=False)


def scalar_calls(quick: bool) -> Iterator[BenchRow]:
    """probe and store from Python, vs dicts, caches and arrays."""
    count = 100_000 if quick else 1_000_000
    # 100,000 keys fit the processor's cache, which favours a dict: no target there.
    yield from _scalar_probes("probe, hit, random keys", count, count, {} if quick else {"tabiya": 0.4})
    yield from _scalar_probes(HOT, 1_000, count, {"tabiya": 1.0})
    yield from _scalar_stores(count, {} if quick else {"tabiya": 0.5, "tabiya, by keyword": 0.5})


def _scalar_probes(
    group: str, size: int, count: int, targets: dict[str, float], alone: bool = False
) -> list[BenchRow]:
    """Probes of a dict and a table; of caches and arrays too unless they are `alone`, which saves time."""
    keys = _keys(size)
    order = random.Random(7).choices(keys, k=count) if size < count else random.Random(7).sample(keys, size)
    order = [key + 0 for key in order]  # new int objects, as in a search
    table, plain, cache, array = _filled_peers(keys, alone)
    mask = len(array) - 1

    def over(get: Callable[[int], object]) -> Callable[[], None]:
        def run() -> None:
            for key in order:
                get(key)

        return run

    def numpy_get(key: int) -> object:
        record = array[key & mask]
        return record if record["key"] == key else None

    subjects = {"dict.get": over(plain.get), "tabiya": over(table.probe)}
    if cache is not None:
        subjects["cachetools.LRUCache"] = over(cache.get)
    if not alone:
        subjects["NumPy structured array"] = over(numpy_get)
    return measure(Case(group, count, subjects, targets, repeats=2 if alone else 5))


def _scalar_stores(count: int, targets: dict[str, float]) -> list[BenchRow]:
    keys = _keys(count)
    order = [key + 0 for key in random.Random(8).sample(keys, count)]
    table, plain, cache, array = _filled_peers(keys)
    mask = len(array) - 1

    def dict_store() -> None:
        for key in order:
            plain[key] = (77, 25, 12, 6, 3, 0, 4, False)

    def table_store() -> None:
        store = table.store
        for key in order:
            store(key, 77, 25, 12, 6)

    def keyword_store() -> None:
        store = table.store
        for key in order:
            store(key, move=77, score=25, eval=12, depth=6)

    def numpy_store() -> None:
        for key in order:
            array[key & mask] = (key, 77, 25, 12, 6)

    subjects: dict[str, Callable[[], object]] = {
        "dict[k] = tuple": dict_store,
        "tabiya": table_store,
        "tabiya, by keyword": keyword_store,
    }
    if cache is not None:

        def cache_store() -> None:
            for key in order:
                cache[key] = (77, 25, 12, 6, 3, 0, 4, False)

        subjects["cachetools.LRUCache"] = cache_store
    subjects["NumPy structured array"] = numpy_store
    return measure(Case("store, update, random keys", count, subjects, targets))


def memory(quick: bool) -> Iterator[BenchRow]:
    """Bytes per entry."""
    count = 100_000 if quick else 1_000_000
    keys = _keys(count)
    plain = {key: (key & 0xFFFFFF, key % 999, key % 499, key % 63, 3) for key in keys}
    value = next(iter(plain.values()))
    numbers = sum(sys.getsizeof(part) for part in value if part > 256)
    used = sys.getsizeof(plain) + count * (sys.getsizeof(value) + numbers + sys.getsizeof(keys[0]))
    yield BenchRow("memory", "dict of tuples", used / count, "bytes", 1.0)
    table = TranspositionTable(entries=count)
    yield BenchRow(
        "memory", "tabiya", int(table.memory_usage.slots) / table.capacity, "bytes", 16 * count / used
    )


def batches(quick: bool) -> Iterator[BenchRow]:
    """probe_many vs the limit loop: the same mix and prefetch, one load per line, 16 bytes written."""
    for megabytes, target in ((16, 1.6), (128, None)) if quick else ((16, 1.6), (1024, 1.3)):
        yield from _beside_the_limit(megabytes, target)


def _beside_the_limit(megabytes: int, target: float | None) -> list[BenchRow]:
    table, keys = _three_quarters_full(hash_mb=megabytes)
    records = table.probe_many(keys)
    raw = records.view(np.uint8)
    subjects = {
        "limit loop": lambda: table._limit_many(keys, raw),
        "tabiya": lambda: table.probe_many(keys, records),
    }
    targets = {"tabiya": target} if target else {}
    return measure(Case(f"probe_many, {megabytes} MB", len(keys), subjects, targets, repeats=9))


def stores(quick: bool) -> Iterator[BenchRow]:
    """store_many vs a loop that reads the same lines and writes two words of each again.

    *update*: the key is in the table. *replace*: the table is full of other keys. *fill*: the table is empty,
    and its memory new. *alike*: all entries have the same fields; *random*: each has its own.
    """
    for megabytes in (1, 16) if quick else (1, 16, 256):
        yield from _updates_and_replacements(megabytes)
    yield from _fills(64 if quick else 256)


def _updates_and_replacements(megabytes: int) -> Iterator[BenchRow]:
    source = np.random.default_rng(3)

    def strangers(count: int) -> Any:
        return source.integers(0, 2**64, count, dtype=np.uint64)

    table, keys = _three_quarters_full(hash_mb=megabytes)
    yield from _stores_of("update", table, megabytes, lambda: keys)
    for _ in range(table.capacity * FILLED // MOST_STORES + 1):
        table.store_many(strangers(MOST_STORES), **_random_columns(MOST_STORES))
    yield from _stores_of("replace", table, megabytes, lambda: strangers(MOST_STORES))


def _stores_of(kind: str, table: Any, megabytes: int, keys: Callable[[], Any]) -> list[BenchRow]:
    """Keys of its own for each call: a stranger that was stored is none any more."""
    count = len(keys())
    columns = _random_columns(count)

    def work(call: Callable[[Any], object]) -> Callable[[], object]:
        turns = iter([keys() for _ in range(STORE_TURNS)])
        return lambda: call(next(turns))

    subjects = {
        "reads and writes two words": work(table._rewrite_many),
        "tabiya, alike": work(lambda keys: table.store_many(keys, scores=17, depths=5, moves=77)),
        "tabiya, random": work(lambda keys: table.store_many(keys, **columns)),
    }
    limit = STORE_LIMITS.get(megabytes)
    targets = {"tabiya, random": limit} if limit else {}
    return measure(Case(f"store_many, {kind}, {megabytes} MB", count, subjects, targets, repeats=STORE_TURNS))


def _fills(megabytes: int) -> Iterator[BenchRow]:
    """New memory for each call, and memory that was used before."""
    keys = np.random.default_rng(6).integers(0, 2**64, megabytes * 2**15, dtype=np.uint64)
    columns = _random_columns(len(keys))
    used = TranspositionTable(hash_mb=megabytes)

    def cleared() -> float:
        used.clear()
        return seconds_of(lambda: used.store_many(keys, **columns))

    def new() -> float:
        table = TranspositionTable(hash_mb=megabytes)
        return seconds_of(lambda: table.store_many(keys, **columns))

    for name, found in in_turns({"cleared memory": cleared, "new memory": new}, 5).items():
        yield BenchRow(f"store_many, fill, {megabytes} MB", name, min(found) / len(keys) * 1e9, "ns")


def _random_columns(count: int) -> dict[str, Any]:
    random_numbers = np.random.default_rng(2)

    def between(low: int, high: int, kind: Any) -> Any:
        return random_numbers.integers(low, high, count).astype(kind)

    return {
        "moves": between(0, 2**16, np.uint32),
        "scores": between(-3000, 3000, np.int32),
        "evals": between(-500, 500, np.int16),
        "depths": between(0, 20, np.uint8),
        "bounds": between(1, 4, np.uint8),
        "sources": between(0, 5, np.uint8),
    }


def overheads(quick: bool) -> Iterator[BenchRow]:
    """The cost of synchronisation, statistics, validation and layouts in batches, with 16 MB."""
    plain: dict[str, Any] = {"sync": Sync.LOCK_FREE, "statistics": False, "validation": Validation.RELEASE}
    # One table, reconfigured: two would compete for the processor's cache.
    variants: dict[str, dict[str, Any]] = {
        "single": {**plain, "sync": Sync.ONE_THREAD},
        "lock_free": plain,
        "bucket_locks": {**plain, "sync": Sync.BUCKET_LOCKS},
        "lock_free, statistics on": {**plain, "statistics": True},
        "lock_free, validation debug": {**plain, "validation": Validation.DEBUG},
    }
    table, keys = _three_quarters_full(hash_mb=16)
    records = table.probe_many(keys)

    def probing(settings: dict[str, Any]) -> None:
        table.reconfigure(**settings)
        table.probe_many(keys, records)

    def storing(settings: dict[str, Any]) -> None:
        table.reconfigure(**settings)
        table.store_many(keys, moves=3, depths=5)

    # Targets are ratios to lock_free without statistics, except that of lock_free itself.
    targets = {"lock_free": 1.05, "lock_free, statistics on": 1.03, "lock_free, validation debug": 1.05}
    for group, work in (("probe_many by variant, 16 MB", probing), ("store_many by variant, 16 MB", storing)):
        subjects = {name: partial(work, settings) for name, settings in variants.items()}
        rows = measure(Case(group, len(keys), subjects, repeats=5 if quick else 25))
        for row in rows:
            base = rows[0] if row.subject in ("single", "lock_free") else rows[1]
            target = targets.get(row.subject) if work is probing else None
            yield BenchRow(group, row.subject, row.value, row.unit, row.value / base.value, target)
    table.reconfigure(**plain)
    yield from _other_tables(quick)


def _other_tables(quick: bool) -> Iterator[BenchRow]:
    """Layouts and paranoid validation, which need separate tables."""
    settings: dict[str, dict[str, Any]] = {str(layout): {"layout": layout} for layout in reversed(Layout)}
    if not quick:
        settings["cluster4, validation paranoid"] = {"validation": Validation.PARANOID}
    filled = {name: _three_quarters_full(hash_mb=16, **fields) for name, fields in settings.items()}
    count = min(len(keys) for _, keys in filled.values())
    for verb in ("probe_many", "store_many"):
        subjects = {
            name: partial(getattr(table, verb), keys[:count]) for name, (table, keys) in filled.items()
        }
        yield from measure(Case(f"{verb} by layout, 16 MB", count, subjects))


def prefetch(quick: bool) -> Iterator[BenchRow]:
    """The gain of prefetching, in ticks of the processor's clock."""
    size = 128 if quick else 1024
    table, keys = _three_quarters_full(hash_mb=size)
    records = table.probe_many(keys)
    table.reconfigure(prefetch=False)
    without = measure(Case("", len(keys), {"": lambda: table.probe_many(keys, records)}))[0].value
    table.reconfigure(prefetch=True)
    ahead = measure(Case("", len(keys), {"": lambda: table.probe_many(keys, records)}))[0].value
    ticks = _lab.ticks_per_nanosecond()
    group = f"prefetch in batches, {size} MB"
    yield BenchRow(group, "without", without * ticks, "ticks", 1.0)
    yield BenchRow(group, "with", ahead * ticks, "ticks", ahead / without)


def packing(quick: bool) -> Iterator[BenchRow]:
    """Packing an entry into its two words and back."""
    pack, unpack = min(_lab.time_packing(1_000_000) for _ in range(5))
    yield BenchRow("packing", "pack", pack, "ns")
    yield BenchRow("packing", "unpack", unpack, "ns")


def threads(quick: bool) -> Iterator[BenchRow]:
    """One thread vs two on one table; bucket locks by number."""
    size = 16 if quick else 256
    table, keys = _three_quarters_full(hash_mb=size)
    yield from _by_threads(f"probe_many, {size} MB", keys, lambda part: table.probe_many(part))
    yield from _by_threads(
        f"store_many, lock_free, {size} MB", keys, lambda part: table.store_many(part, depths=4)
    )
    for buckets in (1, 16, 256, 4096):
        table.reconfigure(sync=Sync.BUCKET_LOCKS, buckets=buckets)
        yield from _by_threads(
            f"store_many, {buckets} bucket locks, {size} MB",
            keys,
            lambda part: table.store_many(part, depths=4),
        )


def _by_threads(group: str, keys: Any, work: Callable[[Any], object]) -> list[BenchRow]:
    half = len(keys) // 2

    def together() -> None:
        parts = (keys[:half], keys[half:])
        runners = [threading.Thread(target=work, args=(part,)) for part in parts]
        for runner in runners:
            runner.start()
        for runner in runners:
            runner.join()

    return measure(Case(group, len(keys), {"1 thread": lambda: work(keys), "2 threads": together}, repeats=9))


def whole_table(quick: bool) -> Iterator[BenchRow]:
    """clear vs memset, and resize."""
    size = 128 if quick else 1024
    memory = np.ones(size * 2**20, dtype=np.uint8)
    table = TranspositionTable(hash_mb=size)
    touch = np.random.default_rng(5).integers(0, 2**64, size * 2**14, dtype=np.uint64)
    best: float | None = None
    cleared: float | None = None
    for _ in range(3):
        zeroed = measure(
            Case("", 1, {"": lambda: ctypes.memset(memory.ctypes.data, 0, len(memory))}, unit="ms", repeats=1)
        )
        table.store_many(touch)  # every page in memory again
        emptied = measure(Case("", 1, {"": table.clear}, unit="ms", repeats=1))
        best = min(best or zeroed[0].value, zeroed[0].value)
        cleared = min(cleared or emptied[0].value, emptied[0].value)
    assert best is not None
    assert cleared is not None
    yield BenchRow(f"clear, {size} MB", "memset", best, "ms", 1.0)
    yield BenchRow(f"clear, {size} MB", "tabiya", cleared, "ms", cleared / best, 0.2)
    table, _ = _three_quarters_full(hash_mb=size // 4)
    for after in (size // 2, size // 4, size // 8):
        row = measure(Case("", 1, {"": partial(table.resize, after)}, unit="ms", repeats=1))[0]
        yield BenchRow("resize", f"to {after} MB, {len(table):,} entries kept", row.value, "ms")


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "scalar calls": scalar_calls,
    "memory": memory,
    "batches": batches,
    "stores": stores,
    "overheads": overheads,
    "prefetch": prefetch,
    "packing": packing,
    "threads": threads,
    "whole table": whole_table,
}


def _keys(count: int) -> list[int]:
    source = random.Random(1)
    return [source.getrandbits(64) for _ in range(count)]


def _filled_peers(keys: list[int], alone: bool = False) -> tuple[Any, dict[int, Any], Any, Any]:
    table = TranspositionTable(hash_mb=64)
    plain: dict[int, Any] = {}
    slots = 1 if alone else 1 << (2 * len(keys) - 1).bit_length()
    array = np.zeros(
        slots, dtype=[("key", "u8"), ("move", "u4"), ("score", "i4"), ("eval", "i2"), ("depth", "u1")]
    )
    cache: Any = None
    if find_spec("cachetools") is not None and not alone:
        import cachetools

        cache = cachetools.LRUCache(2 * len(keys))
    for key in keys:
        table.store(key, 77, 25, 12, 6)
        plain[key] = (77, 25, 12, 6, 3, 0, 4, False)
        if cache is not None:
            cache[key] = plain[key]
        if not alone:
            array[key & (slots - 1)] = (key, 77, 25, 12, 6)
    return table, plain, cache, array


def _three_quarters_full(**settings: Any) -> tuple[Any, Any]:
    """A table and at most four million of its keys, shuffled; some of them were evicted."""
    table = TranspositionTable(**settings)
    source = np.random.default_rng(3)
    stored = source.integers(0, 2**64, table.capacity * 3 // 4, dtype=np.uint64)
    table.store_many(stored, moves=5, depths=3)
    wanted = min(len(stored), 786_432 if settings["hash_mb"] <= 16 else 4_000_000)
    return table, source.permutation(stored)[:wanted]
