"""Ctrl-C while a table is made, opened, attached or removed leaves no segment, file or descriptor."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interrupts import count_points, interrupted_at
from storms import NAME, WARNINGS, Watch, storm
from tabiya import TranspositionTable
from tabiya.storage.shared import segments

pytestmark = WARNINGS


def put_away(table: Any) -> None:
    table.close()
    if table.memory_kind == "shared" and table._home.creator:
        table.unlink()


def remove(path: Path, table: Any) -> None:
    table.close()
    path.unlink()


def test_interrupted_creation_leaves_no_segment(folder: Path) -> None:
    storm(folder, partial(TranspositionTable.create_shared, NAME, hash_mb=1), undo=put_away)


def end_of_a_with() -> Callable[[], None]:
    return partial(TranspositionTable.create_shared(NAME, hash_mb=1).__enter__().__exit__, None, None, None)


def test_the_interrupted_end_of_a_with_leaves_no_segment(folder: Path) -> None:
    watch = Watch(folder)
    watch.begin()
    points = count_points(end_of_a_with())[1]
    for point in range(1, points + 1):
        interrupted_at(end_of_a_with(), point)
        watch.check(f"after an interrupt at point {point} of {points}")


def send(table: Any) -> Any:
    return pickle.loads(pickle.dumps(table))


def list_all() -> None:
    assert NAME in [segment.name for segment in segments()]


SHARED: dict[str, Callable[[Any], Callable[[], Any]]] = {
    "attach": lambda _: partial(TranspositionTable.attach, NAME),
    "pickle": lambda table: partial(send, table),
    "copy": lambda table: table.copy,
    "list": lambda _: list_all,
}


@pytest.mark.parametrize("name", SHARED)
def test_an_interrupted_call_on_a_shared_table_leaves_nothing(name: str, folder: Path) -> None:
    with TranspositionTable.create_shared(NAME, hash_mb=1) as table:
        storm(folder, SHARED[name](table), undo=lambda found: found is None or put_away(found))


def test_interrupted_opening_leaves_no_file(folder: Path) -> None:
    path = folder / "table"
    storm(folder, partial(TranspositionTable.open, path, hash_mb=1), undo=partial(remove, path))


@pytest.mark.parametrize("shared", [False, True])
def test_interrupted_opening_leaves_a_table_as_it_was(shared: bool, folder: Path) -> None:
    path = folder / "table"
    with TranspositionTable.open(path, hash_mb=1) as table:
        table.store(7, depth=3)

    def check(moment: str) -> None:
        with TranspositionTable.open(path) as table:
            assert table.probe(7).depth == 3, moment

    storm(folder, partial(TranspositionTable.open, path, shared=shared), check=check, undo=put_away)
