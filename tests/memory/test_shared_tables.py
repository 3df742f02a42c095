"""Shared tables: one memory, several processes."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from attaching import SCRIPT, in_another_process, path_of

from tabiya import ReferenceTable, TableStats, TranspositionTable
from tabiya.errors import TableFileError

PRELUDE = "import fcntl, os, tabiya.storage.shared\nos.setuid(65534)\n"
"""Becomes another user, who may not be allowed to read Python's library: so what is needed comes first."""


# ---- what a table is, wherever it is attached -------------------------------------------------------------


def test_processes_see_each_others_stores_at_once(name: str) -> None:
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        table.store(1, move=5, depth=9)
        assert in_another_process(name, "print(table.probe(1).move); table.store(2, score=-7)") == "5\n"
        assert table.probe(2).score == -7


def test_the_header_tells_everything(name: str) -> None:
    settings: dict[str, Any] = {
        "entries": 999,
        "layout": "cluster3",
        "policy": "depth_and_age",
        "sync": "bucket_locks",
        "buckets": 8,
        "strict": True,
        "source_priority": False,
        "depth_weight": 2.5,
        "age_weight": 0.25,
        "max_age": 3,
        "aging_interval": 1000,
        "clamp_scores": True,
        "random_keys": True,
    }
    with TranspositionTable.create_shared(name, **settings) as table:
        table.new_search()
        with TranspositionTable.attach(name, statistics=True) as other:
            for field in (*settings, "clusters"):
                if field != "entries":
                    assert getattr(other.config, field) == getattr(table.config, field)
            assert (other.generation, other.capacity) == (1, 999)
            assert other.config.statistics
            assert not table.config.statistics


def test_the_generation_is_shared_and_statistics_are_not(name: str) -> None:
    with (
        TranspositionTable.create_shared(name, hash_mb=1, statistics=True) as table,
        TranspositionTable.attach(name, statistics=True) as other,
    ):
        other.new_search()
        table.store(1)
        other.probe(1)
        assert table.generation == 1
        assert (table.stats.stores, table.stats.probes, other.stats.stores, other.stats.probes) == (
            1,
            0,
            0,
            1,
        )
        both: TableStats = sum([table.stats, other.stats])  # type: ignore[assignment]
        assert (both.stores, both.hits) == (1, 1)
        assert other.probe(1).generation == 1


def test_a_shared_table_answers_like_a_private_one(name: str) -> None:
    private = TranspositionTable(hash_mb=1, sync="bucket_locks")
    keys = np.random.default_rng(1).integers(0, 2**64, 100_000, dtype=np.uint64)
    with TranspositionTable.create_shared(name, hash_mb=1, sync="bucket_locks") as table:
        for one in (private, table):
            one.store_many(keys, depths=np.arange(100_000) % 60, moves=3)
            one.new_search()
            one.store_many(keys[::3], scores=5)
        assert table._raw() == private._raw()
        table.clear()
        assert len(table) == 0
        table.merge(TranspositionTable(hash_mb=4))
        twin = private.copy()
        assert twin.memory_kind == "private"


# ---- names and permissions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad", ["", ".", "..", "a/b", "/a", "../a", "a..b", "a b", "ä", "a\0b", "-x", "x" * 201, "a\n"]
)
def test_a_name_is_one_plain_word(bad: str) -> None:
    for call in (TranspositionTable.attach, lambda n: TranspositionTable.create_shared(n, hash_mb=1)):
        with pytest.raises(ValueError, match=r"^name must "):
            call(bad)
    with pytest.raises(TypeError, match=r"^name must be a str, not bytes"):
        TranspositionTable.attach(b"x")  # type: ignore[arg-type]


def test_a_taken_name_and_a_missing_one_are_said(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=f"there is no shared table '{name}'"):
        TranspositionTable.attach(name)
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        table.store(7)
        with pytest.raises(FileExistsError, match="exists already"):
            TranspositionTable.create_shared(name, hash_mb=2)
        assert 7 in table


def test_only_the_owner_may_attach_unless_the_mode_says_so(name: str) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    script = SCRIPT.format(work="pass").replace("with ", PRELUDE + "with ", 1)
    for mode, allowed in ((0o600, False), (0o666, True)):
        with TranspositionTable.create_shared(name, hash_mb=1, mode=mode):
            assert path_of(name).stat().st_mode & 0o777 == mode
            done = subprocess.run([sys.executable, "-c", script, name], capture_output=True, text=True)
            assert (done.returncode == 0) is allowed, done.stderr
            if not allowed:
                assert "belongs to another user and is not shared" in done.stderr


@pytest.mark.parametrize("mode", [0o400, 0o1600, -1])
def test_a_mode_lets_the_owner_in(mode: int, name: str) -> None:
    with pytest.raises(ValueError, match=r"^mode must be permissions from 0o600 to 0o777"):
        TranspositionTable.create_shared(name, hash_mb=1, mode=mode)
    assert not path_of(name).exists()


# ---- what a shared table refuses --------------------------------------------------------------------------


def test_size_and_common_settings_stay(name: str) -> None:
    with TranspositionTable.create_shared(name, hash_mb=4) as table:
        for change in (
            lambda: table.resize(8),
            lambda: table.set_layout("single"),
            lambda: table.set_clustered(False),
        ):
            with pytest.raises(ValueError, match="other processes may be using its memory; make a new table"):
                change()
        for setting in ({"policy": "always"}, {"sync": "bucket_locks"}, {"clamp_scores": True}):
            with pytest.raises(ValueError, match=r"all users of .* share it"):
                table.reconfigure(**setting)
        table.reconfigure(statistics=True, validation="debug", prefetch=False)
        table.store(1)
        assert (1 in table, table.stats.stores) == (True, 1)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"sync": "one_thread"}, "sync='one_thread' is not for shared tables"),
        ({"validation": "paranoid"}, "validation='paranoid' is for private tables"),
        ({"huge_pages": "explicit"}, "huge_pages='explicit' is for private tables"),
    ],
)
def test_what_cannot_be_shared_is_refused(setting: dict[str, Any], sentence: str, name: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TranspositionTable.create_shared(name, hash_mb=1, **setting)
    assert not path_of(name).exists()


def test_attach_takes_only_what_is_a_processs_own(name: str) -> None:
    with pytest.raises(TypeError, match="attach cannot change policy, which belongs to the table"):
        TranspositionTable.attach(name, policy="always")


def test_more_than_there_is_gets_a_sentence_and_leaves_nothing(name: str) -> None:
    with pytest.raises(
        MemoryError, match="could not allocate 15,000,000 MB for a shared table: /dev/shm has room"
    ):
        TranspositionTable.create_shared(name, hash_mb=15_000_000)
    assert not path_of(name).exists()


def test_the_table_in_plain_python_says_that_it_is_private() -> None:
    for call in (
        lambda: ReferenceTable.create_shared("x", entries=4),
        lambda: ReferenceTable.attach("x"),
        lambda: ReferenceTable.open("x"),
    ):
        with pytest.raises(NotImplementedError, match="need the native core"):
            call()


# ---- headers that are not to be trusted -------------------------------------------------------------------


def test_an_unfinished_table_cannot_be_attached(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.storage.shared.SECONDS_WITHOUT_A_LOCK", 0.5)
    with TranspositionTable.create_shared(name, hash_mb=1) as table, open(path_of(name), "r+b") as file:
        file.write(bytes(8))  # the magic number, which is written last
        file.flush()
        with pytest.raises(TableFileError, match="is not finished: its creator died or is still working"):
            TranspositionTable.attach(name)
        table.store(1)


@pytest.mark.parametrize(
    ("offset", "value", "sentence"),
    [
        (0, b"SOMETHIN", "is not a table"),
        (8, struct.pack("<I", 99), "has format version 99; this tabiya supports version 1"),
        (12, struct.pack(">I", 0x01020304), "another byte order"),
        (16, struct.pack("<Q", 2**63), "damaged header"),
        (16, struct.pack("<Q", 0), "damaged header"),
        (16, struct.pack("<Q", 16385), "has 1314816 bytes, but its header requires 1314880"),
        (24, struct.pack("<Q", 0), "damaged header"),
        (32, b"\x07", "damaged header"),
        (35, b"\xff", "damaged header"),
        (36, struct.pack("<I", 3), "damaged header: buckets must be a power of two"),
    ],
)
def test_a_header_that_cannot_be_is_refused(name: str, offset: int, value: bytes, sentence: str) -> None:
    with TranspositionTable.create_shared(name, hash_mb=1), open(path_of(name), "r+b") as file:
        file.seek(offset)
        file.write(value)
        file.flush()
        with pytest.raises(TableFileError, match=sentence):
            TranspositionTable.attach(name)
