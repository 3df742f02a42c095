"""Both tiers in a file and back; a damaged line is a miss."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import ReferenceTable, TranspositionTable
from tabiya.errors import TableFileError

KEYS = np.random.default_rng(5).integers(0, 2**64, 300_000, dtype=np.uint64)
LINE = 128


def moves_of(keys: Any) -> Any:
    return (1 + keys % np.uint64(3000)).astype(np.uint32)


def scores_of(keys: Any) -> Any:
    return (keys // np.uint64(4096) % np.uint64(2001)).astype(np.int32) - 1000


def filled(**settings: Any) -> TranspositionTable:
    table = TranspositionTable(**{"hash_mb": 4, "l2_mb": 2, **settings})
    table.store_many(KEYS, moves=moves_of(KEYS), scores=scores_of(KEYS), depths=6, bounds=2)
    return table


def found(table: Any) -> set[int]:
    """The keys found. All their fields must be correct."""
    records = table.probe_many(KEYS)
    hits = records["hit"] == 1
    keys = KEYS[hits]
    assert (records["move"][hits] == moves_of(keys)).all()
    assert (records["score"][hits] == scores_of(keys)).all()
    assert (records["depth"][hits] == 6).all()
    return set(map(int, keys))


@pytest.fixture
def saved(tmp_path: Path) -> Iterator[tuple[TranspositionTable, Path]]:
    # What is found below stays there, so that looking changes nothing.
    table = filled(l2_promote_depth=255, l2_background=True)
    yield table, tmp_path / "two.tabiya"
    table.close()


@pytest.mark.parametrize("compression", ["none", "zlib"])
def test_a_file_keeps_both_tiers(saved: tuple[TranspositionTable, Path], compression: str) -> None:
    table, path = saved
    assert table.save(path, compression=compression) == len(table)
    twin = TranspositionTable.load(path)
    assert twin.config == table.config
    assert twin.second_tier == table.second_tier
    assert table.second_tier is not None
    assert table.second_tier.entries > 30_000
    assert found(twin) == found(table)


def test_the_first_tier_may_be_of_another_size(saved: tuple[TranspositionTable, Path]) -> None:
    table, path = saved
    table.save(path)
    larger = TranspositionTable.load(path, 8)
    assert larger.second_tier == table.second_tier
    assert found(larger) >= found(table)


def test_what_was_learnt_after_loading_does_not_mix_with_it(saved: tuple[TranspositionTable, Path]) -> None:
    """New moves get numbers after those of the file."""
    table, path = saved
    table.save(path)
    twin = TranspositionTable.load(path)
    before = found(twin)
    others = np.random.default_rng(6).integers(0, 2**64, 20_000, dtype=np.uint64)
    twin.store_many(others, moves=(others % np.uint64(2**24)).astype(np.uint32), depths=5)
    assert len(found(twin) & before) > len(before) * 0.8


def test_a_second_tier_loads_into_its_like_only(saved: tuple[TranspositionTable, Path]) -> None:
    table, path = saved
    table.save(path)
    for other in ({"l2_mb": 4}, {"l2_evals": True}, {"l2_eviction": "lru"}, {"random_keys": True}):
        with pytest.raises(ValueError, match="l2_mb=0 loads only the first tier"):
            TranspositionTable.load(path, **other)
    alone = TranspositionTable.load(path, l2_mb=0)
    assert alone.second_tier is None
    assert len(alone) == len(table)
    in_python = ReferenceTable.load(path, l2_mb=0)
    assert len(in_python) == len(table)


def test_a_file_without_a_second_tier_is_as_ever(tmp_path: Path) -> None:
    table = TranspositionTable(hash_mb=4)
    table.store(7, depth=3)
    path = tmp_path / "one.tabiya"
    table.save(path)
    head = path.read_bytes()[:128]
    assert int.from_bytes(head[8:12], "little") == 1
    assert head[104:124] == bytes(20)
    two = TranspositionTable.load(path, l2_mb=1)
    assert two.probe(7).depth == 3  # type: ignore[union-attr]
    assert two.second_tier.entries == 0  # type: ignore[union-attr]


def test_a_damaged_file_is_refused(saved: tuple[TranspositionTable, Path], tmp_path: Path) -> None:
    table, path = saved
    table.save(path, compression="none")
    whole = path.read_bytes()
    chance = random.Random(3)
    broken = tmp_path / "broken.tabiya"
    tail = [chance.randrange(len(whole) - 2_000_000, len(whole)) for _ in range(12)]
    for position in [*range(8, 128, 7), *tail]:
        damaged = bytearray(whole)
        damaged[position] ^= 1 << chance.randrange(8)
        broken.write_bytes(damaged)
        with pytest.raises(TableFileError):
            TranspositionTable.load(broken)
    for length in (len(whole) - 1, len(whole) - 100_000):
        broken.write_bytes(whole[:length])
        with pytest.raises(TableFileError):
            TranspositionTable.load(broken)


def test_moves_that_cannot_be_are_refused(saved: tuple[TranspositionTable, Path]) -> None:
    empty = TranspositionTable(hash_mb=4, l2_mb=2)
    for moves in ([0], [2**24], [5, 5]):
        with pytest.raises(ValueError, match="the moves of its second tier are invalid"):
            empty._load_moves(np.array(moves, dtype=np.uint32).tobytes())
    with pytest.raises(ValueError, match="not in the second tier"):
        empty._load_lines(16_384, bytes(LINE))


@pytest.mark.parametrize("settings", [{}, {"l2_eviction": "lru"}, {"l2_evals": True}])
def test_a_corrupted_line_is_a_miss(settings: dict[str, Any]) -> None:
    """Flipped bits and garbage in every line: no wrong field is ever found, and the table still works."""
    table = filled(l2_promote_depth=255, **settings)
    before = found(table)
    chance = np.random.default_rng(9)
    lines = np.frombuffer(table._save_lines(0, 16_384), dtype=np.uint8).reshape(-1, LINE).copy()
    positions = chance.integers(0, LINE, len(lines))
    lines[np.arange(len(lines)), positions] ^= (1 << chance.integers(0, 8, len(lines))).astype(np.uint8)
    table._load_lines(0, lines.tobytes())
    left = found(table)
    assert left < before
    lines[:] = chance.integers(0, 256, lines.shape, dtype=np.uint8)
    table._load_lines(0, lines.tobytes())
    above = found(table)
    assert above <= left
    table.store_many(KEYS, moves=moves_of(KEYS), scores=scores_of(KEYS), depths=6, bounds=2)
    assert len(found(table)) > len(above)


def test_a_file_with_a_second_tier_has_format_version_3(
    saved: tuple[TranspositionTable, Path],
) -> None:
    table, path = saved
    table.save(path)
    assert int.from_bytes(path.read_bytes()[8:12], "little") == 3
