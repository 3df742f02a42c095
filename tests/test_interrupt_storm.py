"""Ctrl-C at every moment of every call that claims something: nothing stays claimed."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forms import sized
from interrupts import count_points, interrupted_at
from tabiya import TranspositionTable
from tabiya.reference import ReferenceTable

POINTS = sized(40, 10**9)
"""At most so many moments of a call are tried, chosen at random."""
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # what is dropped is closed all the same
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),  # interrupts of finalisers
]
KEYS = np.arange(1, 200, dtype=np.uint64)
CLUSTERS = 4 * 65_536
NAME = f"storm-{os.getpid()}"


def claims(folder: Path) -> dict[str, Any]:
    """What a process may forget to give back."""
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "segments": sorted(name for name in os.listdir("/dev/shm") if NAME in name),
        "files": sorted(os.listdir(folder)),
        "threads": len(os.listdir("/proc/self/task")),
    }


def assert_nothing_is_claimed(before: dict[str, Any], folder: Path, moment: str) -> None:
    deadline = time.monotonic() + 2
    while (now := claims(folder)) != before and time.monotonic() < deadline:
        time.sleep(0.001)  # a thread that has ended is there a little longer
    assert now == before, moment


def storm(call: Callable[[], Any], check: Callable[[str], None], undo: Callable[[Any], None]) -> None:
    undo(call())  # imports
    result, points = count_points(call)
    undo(result)
    assert points > 0
    chosen = set(range(1, points + 1))
    if points > POINTS:  # much is given back at the end
        chosen = {*random.Random(1).sample(sorted(chosen), POINTS), *range(points - POINTS // 2, points + 1)}
    for point in sorted(chosen):
        interrupted, result = interrupted_at(call, point)
        if not interrupted:
            undo(result)
        check(f"after an interrupt at point {point} of {points}")


def check_table(table: Any, before: dict[str, Any], folder: Path, moment: str) -> None:
    assert table.memory_usage.slots == table.config.clusters * table.config.layout.cluster_bytes, moment
    table.reconfigure(clamp_scores=False)  # raises if anything holds the table
    assert_nothing_is_claimed(before, folder, moment)
    restore(table)


def restore(table: Any, result: object = None) -> None:
    if isinstance(table, ReferenceTable):
        return
    table.set_layout("single")
    if table.config.clusters != CLUSTERS:
        table.resize(entries=CLUSTERS)


def take_two(table: Any) -> None:
    pairs = table.items()
    next(pairs)
    next(pairs)


PRIVATE: dict[str, Callable[[Any, Path], Callable[[], Any]]] = {
    "resize": lambda table, _: partial(table.resize, 8),
    "set_layout": lambda table, _: partial(table.set_layout, "cluster4"),
    "reconfigure": lambda table, _: partial(table.reconfigure, clamp_scores=True),
    "clear": lambda table, _: table.clear,
    "copy": lambda table, _: table.copy,
    "items": lambda table, _: partial(take_two, table),
    "save": lambda table, folder: partial(table.save, folder / "saved"),
    "load": lambda table, folder: partial(type(table).load, folder / "saved"),
    "probe_many": lambda table, _: partial(table.probe_many, KEYS),
    "store_many": lambda table, _: partial(table.store_many, KEYS),
    "merge": lambda table, _: partial(table.merge, TranspositionTable(hash_mb=4)),
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for name in os.listdir("/dev/shm"):
        if NAME in name:
            os.unlink(f"/dev/shm/{name}")


@pytest.mark.parametrize("name", PRIVATE)
@pytest.mark.parametrize("tiers", [False, True])
def test_an_interrupted_call_lets_go_of_the_table(name: str, tiers: bool, folder: Path) -> None:
    extras: dict[str, Any] = {"l2_mb": 1} if tiers else {}
    table = TranspositionTable(entries=CLUSTERS, layout="single", **extras)
    table.store_many(KEYS)
    table.save(folder / "saved")
    before = claims(folder)
    storm(PRIVATE[name](table, folder), partial(check_table, table, before, folder), partial(restore, table))


@pytest.mark.parametrize("name", ["reconfigure", "save", "load"])
def test_an_interrupted_reference_lets_go(name: str, folder: Path) -> None:
    table = ReferenceTable(entries=65_536, layout="single")
    table.store(1), table.store(2)
    table.save(folder / "saved")
    before = claims(folder)
    storm(PRIVATE[name](table, folder), partial(check_table, table, before, folder), partial(restore, table))


def put_away(table: Any) -> None:
    table.close()
    if table.memory_kind == "shared" and table._creator:
        table.unlink()


def remove(path: Path, table: Any) -> None:
    table.close()
    path.unlink()


def test_interrupted_creation_leaves_no_segment(folder: Path) -> None:
    before = claims(folder)
    create = partial(TranspositionTable.create_shared, NAME, hash_mb=1)
    storm(create, partial(assert_nothing_is_claimed, before, folder), put_away)


def end_of_a_with() -> Callable[[], None]:
    return partial(TranspositionTable.create_shared(NAME, hash_mb=1).__enter__().__exit__, None, None, None)


def test_the_interrupted_end_of_a_with_leaves_no_segment(folder: Path) -> None:
    before = claims(folder)
    points = count_points(end_of_a_with())[1]
    for point in range(1, points + 1):
        interrupted_at(end_of_a_with(), point)
        assert_nothing_is_claimed(before, folder, f"after an interrupt at point {point} of {points}")


def test_interrupted_attaching_leaves_nothing(folder: Path) -> None:
    with TranspositionTable.create_shared(NAME, hash_mb=1):
        before = claims(folder)
        attach = partial(TranspositionTable.attach, NAME)
        storm(attach, partial(assert_nothing_is_claimed, before, folder), put_away)


def test_interrupted_opening_leaves_no_file(folder: Path) -> None:
    before, path = claims(folder), folder / "table"
    make = partial(TranspositionTable.open, path, hash_mb=1)
    storm(make, partial(assert_nothing_is_claimed, before, folder), partial(remove, path))


def test_interrupted_opening_leaves_a_table_as_it_was(folder: Path) -> None:
    path = folder / "table"
    with TranspositionTable.open(path, hash_mb=1) as table:
        table.store(7, depth=3)
    before = claims(folder)

    def check(moment: str) -> None:
        assert_nothing_is_claimed(before, folder, moment)
        with TranspositionTable.open(path) as table:
            assert table.probe(7).depth == 3, moment

    storm(partial(TranspositionTable.open, path), check, put_away)
