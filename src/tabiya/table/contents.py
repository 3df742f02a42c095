"""Iterates over, merges and copies the entries of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from .config import TableConfig
from .entry import Entry
from .entry_values import FULL_KEY_CLUSTERS, GENERATIONS
from .figures import TableFigures

__all__ = ["copied", "items", "merge", "need_full_keys"]

SCAN_ENTRIES = 4096
"""Entries that an iterator fetches from the backend at a time."""

T = TypeVar("T", bound=TableFigures)


def need_full_keys(config: TableConfig, what: str) -> None:
    """Raises if a table is too small to recover its keys."""
    if not config.layout.whole_keys:
        raise ValueError(
            f"{what} needs whole keys, which layout='dense' does not keep; layout='cluster4' does"
        )
    if config.clusters < FULL_KEY_CLUSTERS:
        raise ValueError(
            f"{what} needs whole keys, which only tables of at least {FULL_KEY_CLUSTERS} clusters have "
            f"(4 MB; single slots 1 MB); this one has {config.clusters}"
        )


def items(table: TableFigures) -> Iterator[tuple[int, Entry]]:
    """`TableFront.items`."""
    need_full_keys(table.config, "items")
    return _pairs(table, table._pin())  # pins the table until the iterator ends or is collected


def _pairs(table: TableFigures, pin: Any) -> Iterator[tuple[int, Entry]]:
    with pin:
        need_full_keys(table.config, "items")  # another thread may have changed it
        cluster, clusters = 0, table.config.clusters
        while cluster < clusters:
            cluster, pairs = table._scan(cluster, SCAN_ENTRIES)
            yield from pairs


def merge(table: TableFigures, other: TableFigures) -> None:
    """`TableFront.merge`."""
    if not isinstance(other, TableFigures):
        raise TypeError(f"other must be a table, not {type(other).__name__}")
    need_full_keys(other.config, "merge")
    if not table.config.layout.whole_keys:
        raise ValueError(
            "merge cannot add to layout='dense', whose fields are narrower; use layout='cluster4'"
        )
    if other is table:
        return
    if other._backend is table._backend:
        table._merge(other)
        return
    age_shift = table.generation - other.generation
    table._insert([(key, _aged(entry, age_shift)) for key, entry in items(other)])


def _aged(entry: Entry, shift: int) -> Entry:
    """Returns the entry with its generation shifted, for a table with another current generation."""
    generation = (entry.generation + shift) % GENERATIONS
    return Entry(
        entry.move,
        entry.score,
        entry.eval,
        entry.depth,
        entry.bound,
        generation,
        entry.source,
        entry.pv,
    )


def copied(table: T) -> T:
    """`TableFront.copy`."""
    with table._pin():
        twin = type(table)(table.config)
        twin._copy_from(table)
        twin.enabled = table.enabled
    return twin
