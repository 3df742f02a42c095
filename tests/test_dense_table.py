"""The dense layout where tables are used: searches, books, files, shared memory, engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import Bound, Engine, Layout, ReferenceTable, TableConfig, TranspositionTable, chess, shogi
from tabiya.books import BookBuilder
from tabiya.solve.principal_variation import remembered

GAMES = {"chess": chess, "shogi": shogi}
OPENINGS = {"chess": ["e2e4", "e7e5", "g1f3"], "shogi": ["7g7f", "3c3d", "8h2b+"]}


def dense(**settings: Any) -> TranspositionTable:
    return TranspositionTable(**{"hash_mb": 1, "layout": "dense", **settings})


@pytest.mark.parametrize(
    "settings", [{}, {"sync": "bucket_locks"}, {"statistics": True}, {"validation": "paranoid"}]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_search_remembers_its_line(game: str, settings: dict[str, Any]) -> None:
    table, board = dense(**settings), GAMES[game].Board()
    result = Engine(game, table=table).search(board, depth=8)
    line = table.principal_variation(board)
    assert line[:1] == (result.best_move,)
    assert table.hashfull() > 0
    entry = table.probe(board.key)
    assert entry is not None
    assert remembered(board, entry.move, Layout.DENSE) == result.best_move
    table.verify()


@pytest.mark.parametrize("game", GAMES)
def test_a_search_with_all_switches_decides_as_in_a_large_table_of_whole_keys(game: str) -> None:
    """Nothing is evicted, so that only the narrower fields could make a difference."""
    searched = []
    for layout in ("cluster4", "dense"):
        table = TranspositionTable(hash_mb=64, layout=layout)
        result = Engine(game, table=table).search(GAMES[game].Board(), depth=7)
        searched.append((result.best_move, result.score, result.nodes))
    assert searched[0] == searched[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_found_from_sixteen_bits(game: str) -> None:
    board = GAMES[game].Board()
    for text in OPENINGS[game]:
        board.push(text)
        for move in board.legal_moves:
            assert remembered(board, move.pack() & 0xFFFF, Layout.DENSE) == move


@pytest.mark.parametrize("make", [TranspositionTable, ReferenceTable])
@pytest.mark.parametrize("game", GAMES)
def test_a_book_is_tried_first_and_never_believed(game: str, make: Any) -> None:
    builder = BookBuilder(game)
    builder.add_line(OPENINGS[game])
    table = make(entries=6000, layout="dense")
    assert table.prefill_from_book(builder.book()).stored == 3
    board = GAMES[game].Board()
    entry = table.probe(board.key)
    assert (table.generation - entry.generation) % 64 == 8
    assert entry.score == -100_000
    assert entry.bound is Bound.LOWER
    assert [str(move) for move in table.principal_variation(board)] == OPENINGS[game]


def filled(table: Any) -> dict[int, Any]:
    keys = np.random.default_rng(3).integers(0, 2**64, 5000, dtype=np.uint64)
    table.store_many(keys, moves=np.arange(5000), scores=-91_000, depths=np.arange(5000) % 64)
    table.new_search()
    return {key: table.probe(key) for key in keys.tolist()}


def test_a_saved_table_comes_back_in_its_size_only(tmp_path: Path) -> None:
    table = dense(hash_mb=0.25)
    known = filled(table)
    path = tmp_path / "dense.tt"
    table.save(path)
    for make in (TranspositionTable, ReferenceTable):
        loaded = make.load(path)
        assert loaded._raw() == table._raw()
        assert {key: loaded.probe(key) for key in known} == known
        with pytest.raises(ValueError, match="only a table with 4096 clusters of dense can load it"):
            make.load(path, hash_mb=0.5)
        with pytest.raises(ValueError, match="only a table with 4096 clusters of dense can load it"):
            make.load(path, layout="cluster4")


def test_a_file_with_a_line_that_no_store_wrote_is_refused(tmp_path: Path) -> None:
    for make in (TranspositionTable, ReferenceTable):
        table = make(entries=6, layout="dense")
        table.store(1, depth=5)
        raw = bytearray(table._raw())
        raw[63] |= 0x80  # the spare bit of the second word of pieces
        with pytest.raises(ValueError, match="line 0 holds an invalid entry"):
            table._load_slots(bytes(raw))


def test_shared_and_mapped_tables_may_be_dense(tmp_path: Path) -> None:
    name = f"tabiya-dense-{tmp_path.name}"
    with TranspositionTable.create_shared(name, hash_mb=0.25, layout="dense") as table:
        known = filled(table)
        with TranspositionTable.attach(name) as other:
            assert other.config.layout is Layout.DENSE
            assert {key: other.probe(key) for key in known} == known
    path = tmp_path / "mapped"
    with TranspositionTable.open(path, hash_mb=0.25, layout="dense") as table:
        known = filled(table)
    with TranspositionTable.open(path) as table:
        assert table.config.layout is Layout.DENSE
        assert {key: table.probe(key) for key in known} == known


def test_a_second_tier_needs_whole_keys() -> None:
    with pytest.raises(
        ValueError, match="l2_mb must be 0 with layout='dense', not 1: a second tier needs whole"
    ):
        TableConfig(layout="dense", hash_mb=16, l2_mb=1)


def test_regions_and_inspection_show_the_line() -> None:
    for table in (dense(hash_mb=0.25), ReferenceTable(hash_mb=0.25, layout="dense")):
        keys = list(range(3000))
        for key in keys:
            table.store(key, move=key, depth=key % 64)
        assert table.regions(16, sample=10**6)["entries"].sum() == len(table)
        found = table.inspect(2999)
        assert found.entry == table.probe(2999)
        assert len(found.slots) == 6
        assert all(slot.key is None for slot in found.slots)


def test_a_six_slot_line_holds_six() -> None:
    for table in (TranspositionTable(entries=6, layout="dense"), ReferenceTable(entries=6, layout="dense")):
        assert table.capacity == 6
        assert table.memory_usage.slots == 64
        for key in range(6):
            table.store(key, depth=key)
        assert len(table) == 6
