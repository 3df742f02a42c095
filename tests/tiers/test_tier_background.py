"""The background thread of the tiers: it loses nothing, and pauses during copies and loads."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from processes import wait_until
from tabiya import TranspositionTable

KEYS = np.random.default_rng(11).integers(0, 2**64, 900_000, dtype=np.uint64)
LINE_MB = 128 / 2**20


def moves_of(keys: Any) -> Any:
    return (1 + keys % np.uint64(4000)).astype(np.uint32)


def check(table: TranspositionTable) -> int:
    """The number of keys found, all with their own moves."""
    records = table.probe_many(KEYS)
    hits = records["hit"] == 1
    assert (records["move"][hits] == moves_of(KEYS[hits])).all()
    return int(hits.sum())


@pytest.fixture
def at_rest() -> Iterator[TranspositionTable]:
    """A table whose first tier is full of entries of an earlier search, which its thread must not demote.

    The thread of a copy finds the same work as soon as it has the generation, and the second tier is large
    enough that its copy is still running then.
    """
    table = TranspositionTable(hash_mb=4, l2_mb=96, l2_background=True, l2_promote_depth=255)
    table._pause_tiers(True)
    table.store_many(KEYS, moves=moves_of(KEYS), depths=6, bounds=2)
    table.new_search()
    yield table
    table._pause_tiers(False)
    table.close()


def test_a_copy_has_its_moves(at_rest: TranspositionTable) -> None:
    """If the copy's thread ran meanwhile, moves would get other numbers than in the lines."""
    known = check(at_rest)
    assert known > 850_000
    for _ in range(3):
        with at_rest.copy() as twin:
            assert check(twin) > known * 0.99
            _wait_until_all_is_below(twin)
            assert check(twin) > known * 0.99


def test_a_loaded_table_has_its_moves(at_rest: TranspositionTable, tmp_path: Path) -> None:
    known = check(at_rest)
    path = tmp_path / "both.tabiya"
    at_rest.save(path, compression="none")
    for _ in range(3):
        with TranspositionTable.load(path) as twin:
            assert check(twin) > known * 0.99
            _wait_until_all_is_below(twin)
            assert check(twin) > known * 0.99


def _wait_until_all_is_below(table: TranspositionTable) -> None:
    wait_until(lambda: len(table) == 0)


def test_what_finds_no_room_below_stays_above() -> None:
    with TranspositionTable(hash_mb=4, l2_mb=LINE_MB, l2_background=True, statistics=True) as table:
        table._pause_tiers(True)
        table.store_many(KEYS, depths=(KEYS % np.uint64(50)).astype(np.uint8) + 1, bounds=2)
        table.new_search()
        table.reset_stats()
        before = len(table)
        table._pause_tiers(False)
        wait_until(lambda: table.stats.second_tier.demotions >= before)
        counts = table.stats.second_tier
        assert counts.demotions == before
        assert counts.refused > before * 0.9
        assert before - len(table) == counts.added + counts.replaced + counts.updated


def test_a_child_of_fork_waits_for_no_lock_of_the_thread() -> None:
    """Otherwise one fork in ten would copy a bucket lock held by the thread, which is never released."""
    program = """
import os, random, signal, sys, time, warnings
import numpy as np
from tabiya import TranspositionTable
warnings.simplefilter("ignore")
table = TranspositionTable(hash_mb=4, l2_mb=16, l2_background=True, sync="bucket_locks")
keys = np.random.default_rng(1).integers(0, 2**64, 260_000, dtype=np.uint64)
for _ in range(int(sys.argv[1])):
    table.clear()
    table.store_many(keys, depths=3)
    table.new_search()
    time.sleep(0.002 + 0.03 * random.random())
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        table.clear()  # takes every lock
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    command = [sys.executable, "-c", program, sized("20", "200")]
    done = subprocess.run(command, timeout=600, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
