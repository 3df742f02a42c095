"""A caller's mistake gets a sentence about it, not the signature of a native function."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import PerftTable, TranspositionTable, ValueTable, memoize
from tabiya.chess import Board as ChessBoard
from tabiya.othello import Board as OthelloBoard
from tabiya.shogi import Board as ShogiBoard

KEYS = np.zeros(1, np.uint64)
TABLE_CALLS: dict[str, Callable[[Any], Any]] = {
    "len": len,
    "repr": repr,
    "contains": lambda table: 1 in table,
    "probe": lambda table: table.probe(1),
    "clear": lambda table: table.clear(),
    "new_search": lambda table: table.new_search(),
    "items": lambda table: list(table.items()),
    "copy": lambda table: table.copy(),
    "probe_many": lambda table: table.probe_many(KEYS),
    "to_numpy": lambda table: table.to_numpy(),
    "save": lambda table: table.save("never"),
    "flush": lambda table: table.flush(),
    "generation": lambda table: table.generation,
    "memory_usage": lambda table: table.memory_usage,
    "capacity": lambda table: table.capacity,
    "close": lambda table: table.close(),
}
BOARD_CALLS: dict[str, Callable[[Any], Any]] = {
    "key": lambda board: board.key,
    "legal_moves": lambda board: list(board.legal_moves),
    "perft": lambda board: board.perft(2),
    "pop": lambda board: board.pop(),
    "copy": lambda board: board.copy(),
    "evaluate": lambda board: board.evaluate(),
}


def without_init(kind: type) -> Any:
    """An instance of a subclass that forgets `super().__init__()`."""
    return type("Forgetful", (kind,), {"__init__": lambda self: None})()


@pytest.mark.parametrize("call", TABLE_CALLS)
@pytest.mark.parametrize("kind", [TranspositionTable, ValueTable])
def test_a_table_that_was_not_initialised_says_so(kind: type, call: str) -> None:
    with pytest.raises(RuntimeError, match="the table was not initialised: its __init__ was never called"):
        TABLE_CALLS[call](without_init(kind))


def test_a_perft_table_that_was_not_initialised_says_so() -> None:
    for call in (len, lambda table: table.clear(), lambda table: table.stats):
        with pytest.raises(RuntimeError, match="the table was not initialised"):
            call(without_init(PerftTable))


@pytest.mark.parametrize("call", BOARD_CALLS)
@pytest.mark.parametrize("kind", [ChessBoard, ShogiBoard, OthelloBoard])
def test_a_board_that_was_not_initialised_says_so(kind: type, call: str) -> None:
    with pytest.raises(RuntimeError, match="the board was not initialised: its __init__ was never called"):
        BOARD_CALLS[call](without_init(kind))


@pytest.mark.parametrize("value", ["explicit", 1, None])
def test_huge_pages_of_value_and_perft_tables_are_a_switch(value: Any, tmp_path: Path) -> None:
    path = tmp_path / "values"
    for make in (
        lambda: ValueTable("i8", 1, huge_pages=value),
        lambda: ValueTable.create_shared(f"plain-errors-{os.getpid()}", "i8", 1, huge_pages=value),
        lambda: ValueTable.open(path, "i8", 1, huge_pages=value),
        lambda: PerftTable(1, huge_pages=value),
    ):
        with pytest.raises(TypeError, match="huge_pages must be True or False, not "):
            make()
    assert not path.exists()


PATHS: dict[str, Callable[[Any], Any]] = {
    "ValueTable.open": lambda path: ValueTable.open(path, "i8", 1),
    "TranspositionTable.open": lambda path: TranspositionTable.open(path, hash_mb=1),
    "ValueTable.save": lambda path: ValueTable("i8", 1).save(path),
    "TranspositionTable.save": lambda path: TranspositionTable(hash_mb=1).save(path),
    "ValueTable.load": ValueTable.load,
    "TranspositionTable.load": TranspositionTable.load,
    "memoize": lambda path: memoize(path=path, hash_mb=1)(len),
}


@pytest.mark.parametrize("call", PATHS)
def test_a_path_with_a_zero_is_refused_before_it_names_another_file(call: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="path must not contain a zero byte, as "):
        PATHS[call](f"{tmp_path}/table\0rest")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["ValueTable", "TranspositionTable"])
@pytest.mark.parametrize("name", [b"plain", b"not-utf-8-\xff"])
def test_paths_may_be_bytes(kind: str, name: bytes, tmp_path: Path) -> None:
    saved, mapped = (os.fsencode(tmp_path) + b"/" + name + end for end in (b".saved", b".mapped"))
    PATHS[f"{kind}.save"](saved)
    PATHS[f"{kind}.load"](saved).close()
    with PATHS[f"{kind}.open"](mapped) as table:
        assert os.fsencode(table.name) == mapped
    assert {os.fsencode(path.name) for path in tmp_path.iterdir()} == {name + b".saved", name + b".mapped"}


@pytest.mark.parametrize("table", [ValueTable("i8", 1), TranspositionTable(hash_mb=1)])
def test_the_pickle_error_of_a_private_table_names_the_way_out(table: Any) -> None:
    with pytest.raises(TypeError, match=r"private memory cannot be pickled: .*use create_shared"):
        pickle.dumps(table)
