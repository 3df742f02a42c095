"""Measures for `tabiya bench values`: values of any dtype, counters, memoized functions and self-play."""

from __future__ import annotations

import functools
import itertools
import random
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from ... import TranspositionTable, ValueTable, memoize
from ..timing import BenchRow, Case, measure
from .self_play import self_play

__all__ = ["GROUPS", "functions", "probes"]

KEYS = 2_000
SLICE = 100
"""Keys of one turn: short, so that a busy machine leaves some turns alone."""
DTYPES: dict[int, Any] = {
    16: "f8",
    32: [("n", "i8"), ("w", "f8"), ("x", "f8")],
    64: [(name, "f8") for name in "abcdefg"],
}
VALUES: dict[int, Any] = {16: 0.5, 32: (1, 2.0, 3.0), 64: (1.0,) * 7}


def _keys() -> list[int]:
    numbers = random.Random(1)
    return [numbers.getrandbits(64) for _ in range(KEYS)]


def _over(call: Callable[..., object], keys: list[int], *more: Any) -> Callable[[], None]:
    """Calls with the next keys each time."""
    turn = 0

    def work() -> None:
        nonlocal turn
        part = keys[turn : turn + SLICE]
        turn = (turn + SLICE) % len(keys)
        for key in part:
            call(key, *more)

    return work


def _tables(keys: list[int]) -> tuple[TranspositionTable, dict[int, ValueTable]]:
    main = TranspositionTable(hash_mb=4)
    tables = {size: ValueTable(dtype, 8) for size, dtype in DTYPES.items()}
    for key in keys:
        main.store(key, move=7, score=30, depth=5)
        for size, table in tables.items():
            table.store(key, VALUES[size])
    return main, tables


def probes(quick: bool) -> Iterator[BenchRow]:
    """A probe of each size of entry vs one of the main table; all hit, in the cache."""
    keys = _keys()
    main, tables = _tables(keys)
    known = dict.fromkeys(keys, VALUES[32])
    subjects = {"TranspositionTable.probe": _over(main.probe, keys)}
    subjects |= {f"ValueTable.probe, {size} bytes": _over(tables[size].probe, keys) for size in tables}
    subjects["dict.get"] = _over(known.get, keys)
    targets = {"ValueTable.probe, 32 bytes": 1.3}
    yield from measure(Case("probe", SLICE, subjects, targets, repeats=200 if quick else 2000))


def writes(quick: bool) -> Iterator[BenchRow]:
    """store and add vs a store into the main table."""
    keys = _keys()
    main, tables = _tables(keys)
    subjects = {"TranspositionTable.store": _over(main.store, keys, 7, 30)}
    subjects |= {f"store, {size} bytes": _over(tables[size].store, keys, VALUES[size]) for size in tables}
    subjects["add one number"] = _over(tables[16].add, keys, 1.0)
    subjects["add to a field"] = _over(tables[32].add, keys, {"n": 1})
    subjects["update a field, add to another"] = _over(tables[32].update, keys, {"w": 1.0}, {"n": 1})
    yield from measure(Case("write", SLICE, subjects, repeats=200 if quick else 2000))


def batches(quick: bool) -> Iterator[BenchRow]:
    """A million keys at once, most of them outside of the cache."""
    import numpy as np

    count = 200_000 if quick else 1_000_000
    keys = np.random.default_rng(1).integers(0, 2**64, count, dtype=np.uint64)
    main, table = TranspositionTable(hash_mb=64), ValueTable(DTYPES[32], 64)
    rows = np.zeros(count, table.dtype)
    main.store_many(keys, depths=5)
    table.store_many(keys, rows)
    probing = {
        "TranspositionTable.probe_many": lambda: main.probe_many(keys),
        "ValueTable.probe_many, 32 bytes": lambda: table.probe_many(keys),
    }
    yield from measure(Case("probe_many", count, probing))
    writing = {
        "TranspositionTable.store_many": lambda: main.store_many(keys, depths=5),
        "ValueTable.store_many, 32 bytes": lambda: table.store_many(keys, rows),
        "ValueTable.add_many, 32 bytes": lambda: table.add_many(keys, rows),
    }
    yield from measure(Case("store_many", count, writing))


def coins(cached: Callable[[Callable[..., int]], Any], amount: int) -> Callable[[], object]:
    """How many ways there are to pay an amount: a recursive solver, fresh each time."""

    def work() -> object:
        @cached
        def ways(rest: int, largest: int) -> int:
            if rest == 0 or largest == 0:
                return int(rest == 0)
            without: int = ways(rest, largest - 1)
            return without + (ways(rest - largest, largest) if rest >= largest else 0)

        return ways(amount, 40)

    return work


def functions(quick: bool) -> Iterator[BenchRow]:
    """A recursive solver under `memoize`, `functools.cache` and joblib.Memory, each of them empty."""
    amount = 40 if quick else 100
    versions = itertools.count()
    with tempfile.TemporaryDirectory() as folder:

        def in_file(function: Callable[..., int]) -> Any:
            return memoize(hash_mb=4, path=f"{folder}/cache", version=next(versions))(function)

        subjects = {
            "functools.cache": coins(functools.cache, amount),
            "tabiya.memoize": coins(memoize(hash_mb=4), amount),
            "tabiya.memoize in a file": coins(in_file, amount),
        }
        try:
            import joblib
        except ImportError:
            pass
        else:
            memory = joblib.Memory(folder, verbose=0)

            def with_joblib(function: Callable[..., int]) -> Any:
                memory.clear(warn=False)
                return memory.cache(function)

            subjects["joblib.Memory"] = coins(with_joblib, amount)
        yield from measure(Case(f"ways to pay {amount}", 1, subjects, unit="ms", repeats=3))


GROUPS = {"probe": probes, "write": writes, "batch": batches, "memoize": functions, "self-play": self_play}
