"""After Ctrl-C at any moment of any call, a table is not held and has the size that it reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from storms import WARNINGS, storm
from tabiya import TranspositionTable
from tabiya.books import BookBuilder
from tabiya.reference import ReferenceTable
from tabiya.storage.export import FORMATS, export

pytestmark = WARNINGS
KEYS = np.arange(1, 200, dtype=np.uint64)
CLUSTERS = 4 * 65_536
Call = Callable[[], Any]


def take_two(table: Any) -> None:
    pairs = table.items()
    next(pairs)
    next(pairs)


def with_statement(table: Any) -> None:
    with table.copy() as twin:
        twin.store(1)


def book() -> Any:
    builder = BookBuilder("chess")
    builder.add_line(["e2e4", "e7e5", "g1f3", "b8c6"])
    return builder.book()


CALLS: dict[str, Callable[[Any, Path], Call]] = {
    "making": lambda table, _: partial(type(table), entries=65_536),
    "resize": lambda table, _: partial(table.resize, 8),
    "set_layout": lambda table, _: partial(table.set_layout, "cluster4"),
    "set_clustered": lambda table, _: partial(table.set_clustered, True),
    "reconfigure": lambda table, _: partial(table.reconfigure, clamp_scores=True),
    "statistics": lambda table, _: table.with_statistics_tracking,
    "stats": lambda table, _: partial(getattr, table, "stats"),
    "clear": lambda table, _: table.clear,
    "copy": lambda table, _: table.copy,
    "with": lambda table, _: partial(with_statement, table),
    "items": lambda table, _: partial(take_two, table),
    "save": lambda table, folder: partial(table.save, folder / "saved"),
    "load": lambda table, folder: partial(type(table).load, folder / "saved"),
    "merge": lambda table, _: partial(table.merge, type(table)(entries=65_536, layout="single")),
    "prefill": lambda table, _: partial(table.prefill_from_book, book()),
}
NATIVE: dict[str, Callable[[Any, Path], Call]] = {
    **CALLS,
    "second_tier": lambda table, _: partial(getattr, table, "second_tier"),
    "probe_many": lambda table, _: partial(table.probe_many, KEYS),
    "store_many": lambda table, _: partial(table.store_many, KEYS),
    "to_numpy": lambda table, _: table.to_numpy,
    **{
        f"export {format}": lambda _, folder, format=format: partial(
            export, str(folder / "saved"), str(folder / "exported"), format
        )
        for format in FORMATS
    },
}


def storm_on(table: Any, call: Call, folder: Path) -> None:
    """Interrupts the call at every point, and resets the table each time."""
    entries = table.config.entries

    def restore(result: object = None) -> None:
        if table.config.layout.value != "single":
            table.set_layout("single")
        if table.config.entries != entries:
            table.resize(entries=entries)

    def check(moment: str) -> None:
        assert table.memory_usage.slots == table.config.clusters * table.config.layout.cluster_bytes, moment
        table.reconfigure(clamp_scores=False)  # raises if anything holds the table
        table.verify()
        restore()

    storm(folder, call, check=check, undo=restore)


TIERED = (
    "resize",
    "set_layout",
    "clear",
    "copy",
    "items",
    "save",
    "load",
    "merge",
    "probe_many",
    "second_tier",
)


@pytest.mark.parametrize(
    ("name", "l2_mb"), [*((name, 0) for name in NATIVE), *((name, 1) for name in TIERED)]
)
def test_an_interrupted_call_lets_go_of_the_table(name: str, l2_mb: int, folder: Path) -> None:
    table = TranspositionTable(entries=CLUSTERS, layout="single", l2_mb=l2_mb)
    table.store_many(KEYS)
    table.save(folder / "saved")
    storm_on(table, NATIVE[name](table, folder), folder)


@pytest.mark.parametrize("name", ["resize", "set_layout", "reconfigure", "copy", "clear", "save", "merge"])
def test_an_interrupted_call_leaves_a_table_its_shadow(name: str, folder: Path) -> None:
    table = TranspositionTable(entries=CLUSTERS, layout="single", validation="paranoid")
    table.store_many(KEYS)
    storm_on(table, CALLS[name](table, folder), folder)


REFERENCE = ("making", "reconfigure", "stats", "clear", "copy", "save", "load", "prefill")


@pytest.mark.parametrize("name", REFERENCE)
def test_an_interrupted_reference_lets_go(name: str, folder: Path) -> None:
    table = ReferenceTable(entries=65_536, layout="single")
    table.store(1), table.store(2)
    table.save(folder / "saved")
    storm_on(table, CALLS[name](table, folder), folder)
