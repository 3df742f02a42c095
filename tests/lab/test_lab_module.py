"""`tabiya._lab` measures tables of `tabiya._core`, and has no copy of the core's state."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import TranspositionTable, _lab
from tabiya.errors import ValidationError

BUILD = Path(__file__).parents[2] / "build" / str(sys.implementation.cache_tag)
KEYS = np.arange(1, 1001, dtype=np.uint64)


def test_what_the_lab_stores_the_table_counts() -> None:
    """Counters are kept by thread, and the numbers of threads are state of the core."""
    table = TranspositionTable(hash_mb=4, statistics=True)
    assert _lab.time_stores(table, KEYS) > 0
    assert _lab.time_probes(table, KEYS, 0) > 0
    stats = table.stats
    assert (stats.stores, stats.probes, stats.hits) == (1000, 1000, 1000)
    table.store(5, depth=9)
    assert table.stats.stores == 1001
    assert len(table) == 1000


def test_a_table_is_held_while_it_is_measured() -> None:
    table = TranspositionTable(hash_mb=1)
    access = table._access()
    with pytest.raises(BufferError):
        table.resize(2)
    del access
    table.resize(2)
    table.close()
    with pytest.raises(ValueError, match="the table is closed"):
        _lab.time_stores(table, KEYS)


def test_what_goes_wrong_in_the_table_is_raised_by_the_lab() -> None:
    table = TranspositionTable(entries=64, validation="paranoid")
    table._load_raw(bytes([7]) * int(table.memory_usage.slots))
    with pytest.raises(ValidationError):
        _lab.time_stores(table, KEYS)


@pytest.mark.parametrize("path", range(7))
def test_every_path_of_a_probe_can_be_timed(path: int) -> None:
    table = TranspositionTable(hash_mb=1)
    assert _lab.time_probes(table, KEYS, path) > 0
    with pytest.raises(ValueError, match="cluster4"):
        _lab.time_probes(TranspositionTable(hash_mb=1, layout="single"), KEYS, path)


STATE = re.compile(
    # Functions of what has state, defined or called, and variables of the table's headers.
    r"tabiya::table::(Table|Locks|Statistics|Memory|Readers|Shadow|LeafMutex|BucketGuard|tier)::"
    r"|tabiya::table::thread_number\b|tabiya::(chess|shogi|othello|search)::"
    r"|^[0-9a-f]+ [bBdDuV] tabiya::table::"
)


def stateful(*patterns: str) -> list[str]:
    """Symbols of the core's state in objects of this build: the modules are stripped of theirs."""
    objects = [file for pattern in patterns for file in BUILD.rglob(pattern)]
    if not objects or shutil.which("nm") is None:
        pytest.skip("there are no objects of this build, or there is no nm")
    done = subprocess.run(["nm", "-C", *objects], capture_output=True, text=True, check=True)
    assert "tabiya::" in done.stdout
    return [line for line in done.stdout.splitlines() if STATE.search(line)]


def test_the_lab_has_no_code_or_data_of_the_core() -> None:
    assert any("forks_so_far" in line for line in stateful("core/table/**/*.o"))
    assert stateful("core/bindings/**/_lab.dir/**/*.o", "core/lab/**/*.o") == []


def test_playing_does_not_load_the_lab() -> None:
    code = "import sys, tabiya, tabiya.engine, tabiya.protocols.uci; print('tabiya._lab' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_front_answers_what_was_stored_or_found_before() -> None:
    table = TranspositionTable(hash_mb=1)
    table.store(1, depth=3)
    stored = np.uint64(2 << 58)  # a store of a lower bound of depth 0
    keys = np.array([1, 1, 2, 2, 3, 3], dtype=np.uint64)
    words = np.array([0, 0, stored, 0, 0, 0], dtype=np.uint64)
    assert _lab.time_front(table, keys, words, 64, 1)[1] == 2  # the second 1, and 2; never 3
    assert _lab.time_front(table, keys, words, 0, 1)[1] == 0
    with pytest.raises(ValueError, match="same length"):
        _lab.time_front(table, keys, words[:3], 64, 1)


def test_a_resize_beside_probes_can_be_timed() -> None:
    old, new = TranspositionTable(hash_mb=1), TranspositionTable(hash_mb=2)
    for moved in (-1.0, 0.0, 0.5):
        assert _lab.time_resizing(old, new, KEYS, moved, 1) > 0
    with pytest.raises(ValueError, match="cluster4"):
        _lab.time_resizing(old, TranspositionTable(hash_mb=1, layout="single"), KEYS, 0.5, 1)


def test_one_thread_loses_no_store() -> None:
    for offset in (False, True):
        assert _lab.race_offset(1, 10_000, 4, offset)[0] == 0
