"""Iterates over, merges and copies the entries of a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from .config import TableConfig
from .entry import Entry
from .entry_values import FULL_KEY_CLUSTERS, GENERATIONS, NO_EVAL, Bound, Source
from .figures import TableFigures

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = ["columns", "copied", "html", "items", "merge", "need_full_keys"]

SCAN_ENTRIES = 4096
"""Entries that an iterator fetches from the backend at a time."""
SHOWN_ENTRIES = 10
"""Entries that a notebook shows."""

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


def columns(table: Any) -> dict[str, NDArray[Any]]:
    """`TableFront.to_columns`."""
    import numpy as np

    rows = table.to_numpy()
    decoded: dict[str, NDArray[Any]] = {name: rows[name].copy() for name in rows.dtype.names}
    evals = rows["eval"].astype(np.float64)
    decoded["eval"] = np.where(rows["eval"] == NO_EVAL, np.nan, evals)
    for name, members in (("bound", Bound), ("source", Source)):
        names = np.array([str(member) for member in members])
        decoded[name] = names[np.minimum(rows[name], len(names) - 1)]
    return decoded


def html(table: TableFigures) -> str:
    """The settings of a table and some of its entries, for notebooks."""
    from .._utils.html import html_table

    config = table.config
    settings = [
        ("memory", f"{config.clusters * config.layout.cluster_bytes / 2**20:g} MB"),
        ("layout", config.layout),
        ("policy", config.policy),
        ("slots", table.capacity),
        ("filled by the last search", f"{table.hashfull() / 10:.1f}%"),
        ("generation", table.generation),
    ]
    shown = ""
    if table.full_keys and config.layout.whole_keys:
        pairs = islice(items(table), SHOWN_ENTRIES)
        rows = [{"key": f"{key:016x}", **entry.as_dict()} for key, entry in pairs]
        cells = ([("" if value is None else value) for value in row.values()] for row in rows)
        shown = html_table(cells, rows[0], "first entries") if rows else ""
    return html_table(settings, caption=type(table).__name__) + shown


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
