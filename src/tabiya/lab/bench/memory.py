"""Benchmarks of `tabiya bench memory`: shared, mapped and saved tables vs their peers."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from multiprocessing import shared_memory
from pathlib import Path
from typing import Any

import numpy as np

from ... import TranspositionTable
from ...table.memory import MemoryUsage
from ..timing import BenchRow, Case, measure
from .shared_search import engines

__all__ = ["GROUPS"]

VALUE = (77, 25, 12, 6, 3)
"""The value that every peer stores: move, score, eval, depth, bound."""


def _name() -> str:
    return f"bench-{os.getpid()}-{time.monotonic_ns()}"


def _keys(count: int) -> Any:
    return np.random.default_rng(1).integers(0, 2**64, count, dtype=np.uint64)


def _pages(usage: MemoryUsage) -> str:
    if usage.huge is None or not usage.resident:
        return "pages unknown"
    return f"{min(1.0, usage.huge / usage.slots):.0%} huge pages"


def shared(quick: bool) -> Iterator[BenchRow]:
    """probe and store of shared and mapped tables vs a private one, with their share of huge pages."""
    size = 64 if quick else 256
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for pages in (True, False):
            tables = {
                "private": TranspositionTable(hash_mb=size, huge_pages=pages),
                "shared": stack.enter_context(
                    TranspositionTable.create_shared(_name(), hash_mb=size, huge_pages=pages)
                ),
                "mapped": stack.enter_context(
                    TranspositionTable.open(f"{folder}/{pages}", hash_mb=size, huge_pages=pages)
                ),
            }
            yield from _beside_private(tables, size)


def _beside_private(tables: dict[str, Any], size: int) -> Iterator[BenchRow]:
    keys = _keys(size * 2**20 // 16 * 3 // 4)
    some = np.random.default_rng(2).permutation(keys)[:1_000_000]
    scalar = [int(key) for key in some[:100_000]]
    for table in tables.values():
        table.store_many(keys, depths=5)
    named = {f"{name}, {_pages(table.memory_usage)}": table for name, table in tables.items()}

    def over(call: Callable[[int], object]) -> Callable[[], None]:
        def run() -> None:
            for key in scalar:
                call(key)

        return run

    # Page size dominates the cost, so a target only applies if both have the same kind of pages.
    first = _pages(tables["private"].memory_usage)
    equal = {who: 1.1 for who in named if who.endswith(first)}
    works: dict[str, tuple[int, Callable[[Any], Callable[[], object]]]] = {
        "probe_many": (len(some), lambda table: lambda: table.probe_many(some)),
        "store_many": (len(some), lambda table: lambda: table.store_many(some, depths=6)),
        "probe": (len(scalar), lambda table: over(table.probe)),
        "store": (len(scalar), lambda table: over(table.store)),
    }
    for verb, (count, work) in works.items():
        subjects = {who: work(table) for who, table in named.items()}
        yield from measure(Case(f"{verb}, {size} MB, {first}", count, subjects, equal, repeats=7))


# ---- what else processes share ----------------------------------------------------------------------------


def peers(quick: bool) -> Iterator[BenchRow]:
    """probe and store from Python vs common ways to share positions between processes."""
    count = 2_000 if quick else 20_000
    keys = [int(key) for key in _keys(count)]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        makers: list[tuple[str, Callable[[], tuple[Any, Any]]]] = [
            ("tabiya, shared", lambda: _tabiya(stack)),
            ("Manager().dict()", lambda: _manager(stack)),
            ("shared_memory + pickle", lambda: _pickled(stack, count)),
            ("sqlite3", lambda: _sqlite(stack, folder)),
            ("lmdb", lambda: _lmdb(stack, folder)),
            ("diskcache", lambda: _diskcache(stack, folder)),
        ]
        known = {
            name: make() for name, make in makers if name not in ("lmdb", "diskcache") or find_spec(name)
        }
        subjects: dict[str, dict[str, Callable[[], object]]] = {"store": {}, "probe": {}}
        for name, (put, get) in known.items():
            subjects["store"][name] = _each(put, keys)
            subjects["probe"][name] = _each(get, keys)
        for verb, works in subjects.items():
            yield from measure(Case(f"{verb} between processes", count, works, repeats=3))


def _each(call: Callable[[int], object], keys: list[int]) -> Callable[[], None]:
    def run() -> None:
        for key in keys:
            call(key)

    return run


def _tabiya(stack: ExitStack) -> tuple[Any, Any]:
    table = stack.enter_context(TranspositionTable.create_shared(_name(), hash_mb=16))
    return lambda key: table.store(key, *VALUE), table.probe


def _manager(stack: ExitStack) -> tuple[Any, Any]:
    positions = stack.enter_context(multiprocessing.get_context("spawn").Manager()).dict()
    return lambda key: positions.__setitem__(key, VALUE), positions.get


def _pickled(stack: ExitStack, count: int) -> tuple[Any, Any]:
    """A hand-written hash table in shared memory, with fixed-size records of pickles."""
    size, slots = 64, 4 * count
    memory = shared_memory.SharedMemory(create=True, size=size * slots)
    stack.callback(memory.unlink)
    stack.callback(memory.close)
    buffer: Any = memory.buf

    def put(key: int) -> None:
        record = pickle.dumps((key, VALUE))
        start = key % slots * size
        buffer[start : start + len(record)] = record

    def get(key: int) -> object:
        start = key % slots * size
        found, value = pickle.loads(buffer[start : start + size])
        return value if found == key else None

    return put, get


def _sqlite(stack: ExitStack, folder: str) -> tuple[Any, Any]:
    database = sqlite3.connect(f"{folder}/positions.sqlite", isolation_level=None)
    stack.callback(database.close)
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = off")
    database.execute("create table positions (key integer primary key, m, s, e, d, b)")
    insert = "insert or replace into positions values (?, ?, ?, ?, ?, ?)"
    select = "select m, s, e, d, b from positions where key = ?"
    return (
        lambda key: database.execute(insert, (key - 2**63, *VALUE)),
        lambda key: database.execute(select, (key - 2**63,)).fetchone(),
    )


def _lmdb(stack: ExitStack, folder: str) -> tuple[Any, Any]:
    import lmdb

    database = stack.enter_context(lmdb.open(f"{folder}/lmdb", map_size=2**28, sync=False))

    def put(key: int) -> None:
        with database.begin(write=True) as transaction:
            transaction.put(key.to_bytes(8), pickle.dumps(VALUE))

    def get(key: int) -> object:
        with database.begin() as transaction:
            return pickle.loads(transaction.get(key.to_bytes(8)) or b"")

    return put, get


def _diskcache(stack: ExitStack, folder: str) -> tuple[Any, Any]:
    import diskcache

    cache = stack.enter_context(diskcache.Cache(f"{folder}/diskcache"))
    return lambda key: cache.set(key - 2**63, VALUE), lambda key: cache.get(key - 2**63)


# ---- files ------------------------------------------------------------------------------------------------


def files(quick: bool) -> Iterator[BenchRow]:
    """save and load vs cp of the same bytes. The target is at most twice the time."""
    size = 64 if quick else 512
    table = TranspositionTable(hash_mb=size)
    keys = _keys(table.capacity)
    table.store_many(keys, moves=keys & np.uint64(0xFFFFFF), depths=keys % np.uint64(40), evals=9)
    with tempfile.TemporaryDirectory(dir=os.environ.get("TABIYA_BENCH_FOLDER")) as folder:
        path, copy = f"{folder}/saved", f"{folder}/copy"
        table.save(path, compression="none")

        def copied() -> None:
            Path(copy).unlink(missing_ok=True)
            shutil.copyfile(path, copy)
            descriptor = os.open(copy, os.O_RDWR)
            os.fsync(descriptor)
            os.close(descriptor)

        subjects: dict[str, Callable[[], object]] = {
            "cp and fsync": copied,
            "save, not compressed": lambda: table.save(path, compression="none"),
            "load, not compressed": lambda: TranspositionTable.load(path),
        }
        megabytes = os.path.getsize(path) / 2**20
        group = f"a file of {megabytes:,.0f} MB, {size} MB table"
        targets = dict.fromkeys(list(subjects)[1:], 2.0)
        yield from measure(Case(group, 1, subjects, targets, unit="ms", repeats=3 if quick else 5))
        for compression in ("zlib", "zstd") if find_spec("zstandard") else ("zlib",):
            yield from _compressed(table, f"{folder}/{compression}", compression, megabytes)


def _compressed(table: Any, path: str, compression: str, megabytes: float) -> Iterator[BenchRow]:
    subjects: dict[str, Callable[[], object]] = {
        "save": lambda: table.save(path, compression=compression),
        "load": lambda: TranspositionTable.load(path),
    }
    rows = measure(Case("", 1, subjects, unit="ms", repeats=1))
    share = os.path.getsize(path) / 2**20 / megabytes
    for row in rows:
        yield BenchRow(f"{compression}, {share:.0%} of the bytes", row.subject, row.value, row.unit)


def whole_table(quick: bool) -> Iterator[BenchRow]:
    """resize, merge and clear of large tables."""
    size = 64 if quick else 1024
    table = TranspositionTable(hash_mb=size)
    table.store_many(_keys(table.capacity * 3 // 4))
    other = table.copy()

    def timed(work: Callable[[], object]) -> float:
        return measure(Case("", 1, {"": work}, unit="ms", repeats=1))[0].value

    yield BenchRow("whole table", f"merge of {size} MB", timed(partial(other.merge, table)), "ms")
    other.close()
    yield BenchRow(
        "whole table", f"resize {size} → {2 * size} MB", timed(partial(table.resize, 2 * size)), "ms"
    )
    yield BenchRow("whole table", f"clear of {2 * size} MB, private", timed(table.clear), "ms")
    table.close()
    made: list[Any] = []

    def create() -> None:
        made.append(TranspositionTable.create_shared(_name(), hash_mb=size))

    yield BenchRow("whole table", f"create_shared of {size} MB", timed(create), "ms")
    with made[0]:
        made[0].store_many(_keys(1_000_000))
        clear = timed(made[0].clear)
        yield BenchRow("whole table", f"clear of {size} MB, shared, {os.cpu_count()} threads", clear, "ms")


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "shared": shared,
    "peers": peers,
    "files": files,
    "whole table": whole_table,
    "engines": engines,
}
