"""Tables in files: they outlive their process, and no process writes to one by accident."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabiya import TranspositionTable
from tabiya.errors import TableFileError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "analysis.table"


def filled(path: Path, **settings: Any) -> tuple[dict[int, Any], bytes]:
    """A file with a table, closed; its entries and its slots."""
    with TranspositionTable.open(path, **{"hash_mb": 4, **settings}) as table:
        keys = np.random.default_rng(1).integers(0, 2**64, 50_000, dtype=np.uint64)
        table.store_many(keys, depths=np.arange(50_000) % 99, evals=3)
        table.new_search()
        return dict(table.items()), table._raw()


@pytest.mark.parametrize("sync", ["lock_free", "bucket_locks", "one_thread"])
def test_a_file_reopened_has_the_same_items(path: Path, sync: str) -> None:
    items, raw = filled(path, sync=sync, policy="age_based", max_age=2)
    with TranspositionTable.open(path) as table:
        assert (table._raw(), dict(table.items()), table.generation) == (raw, items, 1)
        config = table.config
        assert (config.sync, config.policy, config.max_age, config.hash_mb) == (sync, "age_based", 2, 4)
        assert (table.memory_kind, table.name) == ("mapped", str(path))
        table.store(5, depth=3)
        table.flush()
    with TranspositionTable.open(path, hash_mb=4) as table:
        assert table.probe(5).depth == 3


def test_the_file_keeps_what_a_killed_process_stored(path: Path) -> None:
    script = (
        "import os, signal, sys\nfrom tabiya import TranspositionTable\n"
        "TranspositionTable.open(sys.argv[1], hash_mb=1).store(77, score=-3)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    with TranspositionTable.open(path) as table:
        assert table.probe(77).score == -3


def test_two_writers_must_know_of_each_other(path: Path) -> None:
    with TranspositionTable.open(path, hash_mb=1):
        for shared in (False, True):
            with pytest.raises(BlockingIOError, match="is in use by another table or process"):
                TranspositionTable.open(path, shared=shared)
    with (
        TranspositionTable.open(path, shared=True) as one,
        TranspositionTable.open(path, shared=True, statistics=True) as two,
    ):
        two.store(1, depth=8)
        assert one.probe(1).depth == 8
        with pytest.raises(BlockingIOError, match="open it with shared=True in all processes"):
            TranspositionTable.open(path)
        with pickle.loads(pickle.dumps(one)) as three:
            assert three.probe(1).depth == 8
    with TranspositionTable.open(path) as table, pytest.raises(TypeError, match="open it with shared=True"):
        pickle.dumps(table)


def test_locks_are_made_anew_by_the_first_opener(path: Path) -> None:
    """A file may come from a crashed machine, with locks that no process will release."""
    settings: dict[str, Any] = {"hash_mb": 1, "sync": "bucket_locks", "buckets": 4}
    TranspositionTable.open(path, **settings).close()
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(b"\x01\xff\xff\x7f" * 64)
    with TranspositionTable.open(path) as table:
        table.store_many(np.arange(1000, dtype=np.uint64))
        table.clear()
        assert len(table) == 0


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"hash_mb": 8}, "has 65536 clusters, not the 131072 asked for"),
        ({"policy": "always"}, "has policy='cascade', not the 'always' asked for"),
        ({"random_keys": True}, "has random_keys='False', not the 'True' asked for"),
    ],
)
def test_a_file_that_is_otherwise_is_not_opened(path: Path, setting: dict[str, Any], sentence: str) -> None:
    _, raw = filled(path)
    with pytest.raises(ValueError, match=sentence):
        TranspositionTable.open(path, **setting)
    with TranspositionTable.open(path) as table:
        assert table._raw() == raw


def test_what_is_no_table_is_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"a novel, by somebody\n" * 100)
    with pytest.raises(TableFileError, match="is not a table"):
        TranspositionTable.open(path)
    assert path.read_bytes() == b"a novel, by somebody\n" * 100
    path.write_bytes(bytes(10_000))
    with pytest.raises(TableFileError, match="has no complete table"):
        TranspositionTable.open(path)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(TableFileError, match="is not a regular file"):
        TranspositionTable.open(fifo)
    with pytest.raises(IsADirectoryError):
        TranspositionTable.open(tmp_path)


@pytest.mark.parametrize("length", [1, 7, 8, 100, 191, 192, 4096, 266_240, 2**20])
def test_a_truncated_file_is_refused_before_it_is_mapped(path: Path, length: int) -> None:
    filled(path)
    os.truncate(path, length)
    with pytest.raises(TableFileError, match=r"is truncated|is not a table"):
        TranspositionTable.open(path)
    assert path.stat().st_size == length


def test_a_file_without_room_is_an_error_at_once_and_leaves_nothing(path: Path) -> None:
    """A limit on the size of files stands for a full disk: the same call fails in the same way."""
    script = (
        "import resource, signal, sys\nfrom tabiya import TranspositionTable\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))\n"
        "try:\n    TranspositionTable.open(sys.argv[1], hash_mb=64)\n"
        "except OSError as error:\n    print(error.errno, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith(f"{errno.EFBIG} ")
    assert "the disk has no space for a table of 64 MB" in done.stdout
    assert not path.exists()


def test_a_full_disk_is_an_error_at_creation(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no right to mount a small disk")
    try:
        with pytest.raises(OSError, match="the disk has no space for a table of 4 MB") as caught:
            TranspositionTable.open(small / "table", hash_mb=4)
        assert caught.value.errno == errno.ENOSPC
        assert os.listdir(small) == []
        table = TranspositionTable(hash_mb=4)
        table.store_many(np.arange(200_000, dtype=np.uint64))
        with pytest.raises(OSError, match="No space left"):
            table.save(small / "saved", compression="none")
        assert os.listdir(small) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_space_is_reserved_even_in_a_copy_with_holes(path: Path) -> None:
    TranspositionTable.open(path, hash_mb=8).close()
    assert path.stat().st_blocks * 512 >= 8 * 2**20
    copy = path.with_suffix(".copy")
    with open(copy, "wb") as file:
        file.write(path.read_bytes()[:4096])
        file.truncate(path.stat().st_size)
    assert copy.stat().st_blocks * 512 < 2**20
    with TranspositionTable.open(copy):
        assert copy.stat().st_blocks * 512 >= 8 * 2**20


def test_a_file_may_be_larger_than_memory_and_private_memory_may_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.table.memory_request.physical_bytes", lambda: 2 * 2**20)
    with pytest.raises(MemoryError, match="could not allocate 4 MB for a table") as caught:
        TranspositionTable(hash_mb=4)
    assert caught.value.__notes__ == ["this machine has 2 MB; TranspositionTable.open maps larger files"]
    with TranspositionTable.open(path, hash_mb=4) as table:
        table.store(1)
        assert 1 in table
