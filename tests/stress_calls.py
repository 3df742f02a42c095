"""The calls of the stress program: each does one public thing to one of the tables that all threads share."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from stress_entries import HOT, KEYS, VARIANTS, Stores
from tabiya import TranspositionTable

__all__ = ["CALLS", "Arena", "refusal"]

POLICIES = ("cascade", "always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred")
LAYOUTS = ("single", "cluster3", "cluster4")
SMALL, LARGE = (1, 4, 16, 64), (4, 5, 6)
"""Entries of tables without whole keys: nearly all threads meet in a slot. Megabytes of tables with them."""
BATCH = 4000
FILES = 3
"""Saved files. Threads save to the same ones, and load what another thread is replacing."""


class Arena:
    """What all threads share: tables, a table in shared memory, one in a file, and a folder."""

    def __init__(self, folder: Path, name: str, validation: str, seed: int) -> None:
        self.stores = Stores(seed)
        self.folder, self.name, self.validation = folder, name, validation
        tiers: dict[str, Any] = {"l2_mb": 0.25, "l2_evals": True, "l2_background": True}
        self.kinds: list[dict[str, Any]] = [
            {"entries": 4},
            {"entries": 16, "sync": "bucket_locks", "buckets": 2},
            {"hash_mb": 4, "policy": "always", "statistics": True},
            {"hash_mb": 4, **({} if validation == "paranoid" else tiers)},
        ]
        self.tables = [self.make(number) for number in range(len(self.kinds))]
        self.torn = 0

    def make(self, number: int) -> TranspositionTable:
        return TranspositionTable(**self.kinds[number], validation=self.validation)

    def any_table(self, random: Random) -> TranspositionTable:
        return random.choice(self.tables)

    def check_scan(self, records: Any) -> None:
        known = self.stores.known(records["key"])
        self.torn += int((~known).sum())
        self.stores.check_many(records["key"][known], records[known])

    def check_all(self, table: TranspositionTable) -> None:
        self.check_probes(table, self.stores.keys)

    def check_probes(self, table: TranspositionTable, keys: Any) -> None:
        found = table.probe_many(keys)
        self.stores.check_many(keys[found["hit"]], found[found["hit"]])


Call = Callable[[Arena, Random], object]


def refusal(error: Exception) -> str | None:
    """The name of a refusal that a caller beside other threads must expect; None for a fault."""
    text = str(error)
    if isinstance(error, BufferError):
        return "in use"
    if isinstance(error, ValueError) and text == "the table is closed":
        return "closed"
    if isinstance(error, ValueError) and "needs whole keys" in text:
        return "no whole keys"
    return None


# ---- entries -----------------------------------------------------------------------------------------------


def some_row(random: Random) -> int:
    keys = HOT if random.random() < 0.9 else KEYS
    return random.randrange(keys * VARIANTS)


def probe(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    for _ in range(20):
        key = int(arena.stores.key_of[some_row(random)])
        arena.stores.check(key, table.probe(key))


def probe_with_prefetch(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    key, following = (int(arena.stores.key_of[some_row(random)]) for _ in range(2))
    table.prefetch(key)
    arena.stores.check(key, table.probe_with_prefetch(key, following))
    assert (following in table) in (True, False)


def store(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    for _ in range(20):
        key, fields = arena.stores.entry(some_row(random))
        table.store(key, **fields)


def some_rows(random: Random) -> Any:
    """Rows for a batch, which runs without the GIL: here words of a slot are read while they are written."""
    keys = HOT if random.random() < 0.7 else KEYS
    return np.random.default_rng(random.getrandbits(32)).integers(0, keys * VARIANTS, BATCH)


def probe_many(arena: Arena, random: Random) -> None:
    arena.check_probes(arena.any_table(random), arena.stores.key_of[some_rows(random)])


def store_many(arena: Arena, random: Random) -> None:
    arena.any_table(random).store_many(**arena.stores.batch(some_rows(random)))


def items(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    pairs = table.items()
    config = table.config
    for key, entry in islice(pairs, random.choice((0, 1, 50, 5000))):
        assert table.config is config, "a table changed under its iterator"
        if arena.stores.known(np.uint64(key)):
            arena.stores.check(key, entry)


def to_numpy(arena: Arena, random: Random) -> None:
    arena.check_scan(arena.any_table(random).to_numpy())


# ---- whole tables ------------------------------------------------------------------------------------------


def copy(arena: Arena, random: Random) -> None:
    arena.check_all(arena.any_table(random).copy())


def merge(arena: Arena, random: Random) -> None:
    arena.any_table(random).merge(arena.any_table(random))


def save(arena: Arena, random: Random) -> None:
    path = arena.folder / f"saved-{random.randrange(FILES)}"
    arena.any_table(random).save(path, compression=random.choice(("none", "zlib", "auto")))


def load(arena: Arena, random: Random) -> None:
    with TranspositionTable.load(arena.folder / f"saved-{random.randrange(FILES)}") as table:
        arena.check_all(table)


def resize(arena: Arena, random: Random) -> None:
    number = random.randrange(len(arena.tables))
    table = arena.tables[number]
    if "entries" in arena.kinds[number]:
        table.resize(entries=random.choice(SMALL), discard=True)
    else:
        table.resize(random.choice(LARGE), discard=True)


def set_layout(arena: Arena, random: Random) -> None:
    arena.any_table(random).set_layout(random.choice(LAYOUTS))


def set_clustered(arena: Arena, random: Random) -> None:
    arena.any_table(random).set_clustered(random.random() < 0.5)


def reconfigure(arena: Arena, random: Random) -> None:
    arena.any_table(random).reconfigure(
        policy=random.choice(POLICIES),
        sync=random.choice(("lock_free", "bucket_locks")),
        buckets=random.choice((1, 16, 256)),
        statistics=random.random() < 0.5,
        prefetch=random.random() < 0.5,
        validation="paranoid" if arena.validation == "paranoid" else random.choice(("release", "debug")),
    )


def clear(arena: Arena, random: Random) -> None:
    arena.any_table(random).clear()


def close(arena: Arena, random: Random) -> None:
    """Closes a table and puts a new one in its place, also where an interrupt came between the two."""
    number = random.randrange(len(arena.tables))
    arena.tables[number].close()
    arena.tables[number] = arena.make(number)


# ---- counts and switches -----------------------------------------------------------------------------------


def look(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    assert 0 <= table.hashfull() <= 1000
    assert 0.0 <= table.fill_rate() <= 1.0
    assert len(table) >= 0
    assert table.memory_usage.slots > 0
    assert "slots" in repr(table)
    assert table.second_tier is None or table.second_tier.lines > 0


def statistics(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    assert table.stats.probes >= 0
    if random.random() < 0.3:
        table.reset_stats()


def new_search(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    table.new_search()
    table.add_nodes(1000)


def verify(arena: Arena, random: Random) -> None:
    arena.any_table(random).verify()


def switch(arena: Arena, random: Random) -> None:
    table = arena.any_table(random)
    table.enabled = False
    table.enabled = True


# ---- memory that others see --------------------------------------------------------------------------------


def visit(arena: Arena, table: TranspositionTable, random: Random) -> None:
    key, fields = arena.stores.entry(some_row(random))
    table.store(key, **fields)
    arena.check_all(table)


def attach(arena: Arena, random: Random) -> None:
    with TranspositionTable.attach(arena.name) as table:
        visit(arena, table, random)


def open_mapped(arena: Arena, random: Random) -> None:
    with TranspositionTable.open(arena.folder / "mapped", shared=True) as table:
        visit(arena, table, random)
        table.flush()


CALLS: dict[Call, int] = {
    probe: 30,
    probe_with_prefetch: 10,
    store: 30,
    probe_many: 8,
    store_many: 8,
    items: 4,
    to_numpy: 4,
    copy: 4,
    merge: 3,
    save: 3,
    load: 3,
    resize: 4,
    set_layout: 4,
    set_clustered: 2,
    reconfigure: 4,
    clear: 3,
    close: 3,
    look: 4,
    statistics: 4,
    new_search: 4,
    verify: 2,
    switch: 1,
    attach: 3,
    open_mapped: 2,
}
"""The calls, and how often each is chosen."""
