"""The cost of a store: known and new keys, free and full places, in and out of the cache, with locks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import Sync, TranspositionTable, _lab
from ...plots.plotting import bars
from ...stats.bootstrap import Interval
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..filled import SEED

KINDS: dict[str, dict[str, Any]] = {
    "single": {"sync": Sync.ONE_THREAD},
    "lock_free": {"sync": Sync.LOCK_FREE},
    "bucket_locks": {"sync": Sync.BUCKET_LOCKS, "buckets": 256},
    "one_lock": {"sync": Sync.BUCKET_LOCKS, "buckets": 1},
}
CASES = ("known", "new", "replacing")
"""A key that is there, a new one with a free place, a new one in a full table."""
PLACES = {"in_cache": 0.125, "in_memory": 256}
SHARE = 8
"""A run stores one key for this many entries of the table, so that most clusters are hit once."""
FILL = 4
"""Stores per entry that leave hardly a place free."""
MOST = 200_000
ALL_STORES = 1000
WRITERS = 2


def stores(*, hash_mb: float, repeats: int) -> dict[str, Any]:
    """Returns ticks per store by kind and case, taking turns, and by how much a store filled the table.

    Each run has its own keys: its known keys are the new keys of the run before it.
    """
    empty, full = TranspositionTable(hash_mb=hash_mb), full_table(hash_mb)
    source = np.random.default_rng(SEED)
    count = min(empty.capacity // SHARE, MOST)
    found: dict[str, Any] = {name: {case: [] for case in CASES} for name in KINDS}
    more: dict[str, int] = dict.fromkeys(CASES, 0)
    for _ in range(repeats):
        for name, settings in KINDS.items():
            empty.clear()
            new = source.integers(0, 2**64, (2, count), dtype=np.uint64)
            runs: tuple[tuple[str, Any, Any], ...] = (
                ("new", empty, new[0]),
                ("known", empty, new[0][source.permutation(count)]),
                ("replacing", full, new[1]),
            )
            for case, table, keys in runs:
                table.reconfigure(**settings)
                before = len(table)
                found[name][case].append(_lab.time_stores(table, keys))
                more[case] += len(table) - before
    stored = repeats * len(KINDS) * count
    return {"ticks": found, "filled": {case: more[case] / stored for case in CASES}}


def full_table(hash_mb: float) -> Any:
    """Returns a table without a free place, whose entries are shallow and old."""
    table = TranspositionTable(hash_mb=hash_mb)
    keys = np.random.default_rng(SEED + 1).integers(0, 2**64, FILL * table.capacity, dtype=np.uint64)
    table.store_many(keys, depths=1)
    table.new_search()
    return table


def contended(*, hash_mb: float, repeats: int) -> list[float]:
    """Returns ticks per store of a thread, while another stores under the same lock."""
    table = TranspositionTable(hash_mb=hash_mb, **KINDS["one_lock"])
    source = np.random.default_rng(SEED)
    found = []
    for _ in range(repeats):
        keys = source.integers(0, 2**64, MOST, dtype=np.uint64)
        found.append(WRITERS * _lab.time_threads(table, keys, WRITERS, ALL_STORES))
    return found


def cells(scale: Scale, game: str) -> Cells:
    repeats = scale.pick(2, 4, 15)
    for place, size in PLACES.items():
        hash_mb = size if place == "in_cache" else scale.pick(1, 64, size)
        yield cell(stores, hash_mb=hash_mb, repeats=repeats)
        yield cell(contended, hash_mb=hash_mb, repeats=repeats)


def by_place(rows: Rows) -> dict[str, dict[str, dict[str, Interval]]]:
    """Returns ticks by place, kind and case."""
    small = PLACES["in_cache"]
    return {
        "in_cache" if row.arguments["hash_mb"] == small else "in_memory": {
            kind: {case: median_interval(ticks) for case, ticks in cases.items()}
            for kind, cases in row.value["ticks"].items()
        }
        for row in rows
        if isinstance(row.value, dict)
    }


def figures(rows: Rows) -> Figures:
    named: Figures = {
        f"{kind}_{case}_{place}": ticks
        for place, kinds in by_place(rows).items()
        for kind, cases in kinds.items()
        for case, ticks in cases.items()
    }
    for row in rows:
        place = "in_cache" if row.arguments["hash_mb"] == PLACES["in_cache"] else "in_memory"
        if isinstance(row.value, list):
            named[f"contended_{place}"] = median_interval(row.value)
        else:
            named |= {f"filled_by_{case}_{place}": share for case, share in row.value["filled"].items()}
    return named


def plots(game: str, rows: Rows) -> Plots:
    return [
        bars(f"Ticks per store, {place.replace('_', ' ')}", "ticks", kinds)
        for place, kinds in by_place(rows).items()
    ]


EXPERIMENT = Experiment(
    name="store_cost",
    title="What does a store cost?",
    varies="the key: known, new with a free place, new in a full table; the synchronisation; 128 KB, 256 MB",
    measures="ticks of the time stamp counter per store by one thread; and by two under one lock",
    unit="a run of random stores, with keys of its own",
    sample="the median of 15 runs per case, in turns",
    power="detects differences of 5% on a quiet machine",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
