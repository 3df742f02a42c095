"""Shared tables that are sent to other processes, left, unlinked, killed."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attaching import in_another_process, path_of

from processes import child
from tabiya import TableConfig, TranspositionTable
from tabiya.storage.shared import segments

# ---- sending a table to other processes -------------------------------------------------------------------


def store_square(table: Any, key: int) -> int:
    table.store(key, score=key * key)
    return os.getpid()


def test_a_pickle_is_the_name(name: str) -> None:
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        table.store(3, depth=4)
        text = pickle.dumps(table)
        assert len(text) < 500
        with pickle.loads(text) as other:
            assert (other.probe(3).depth, other.name, other.memory_kind) == (4, name, "shared")
    with pytest.raises(FileNotFoundError):
        pickle.loads(text)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_workers_of_a_pool_share_the_table(name: str, method: str) -> None:
    context = multiprocessing.get_context(method)
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            workers = set(pool.map(store_square, [table] * 20, range(20)))
        assert os.getpid() not in workers
        assert [table.probe(key).score for key in range(20)] == [key * key for key in range(20)]


def test_joblib_workers_share_the_table(name: str) -> None:
    joblib = pytest.importorskip("joblib")
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib's own
            joblib.Parallel(n_jobs=2)(joblib.delayed(store_square)(table, key) for key in range(20))
            from joblib.externals.loky import get_reusable_executor

            get_reusable_executor().shutdown(wait=True)
        assert [table.probe(key).score for key in range(20)] == [key * key for key in range(20)]


def test_a_user_that_ends_takes_nothing_along(name: str) -> None:
    """`multiprocessing`'s resource tracker would unlink the memory while others use it."""
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        in_another_process(name, "table.store(1)")
        assert path_of(name).exists()
        assert 1 in table


# ---- life and leaks ---------------------------------------------------------------------------------------


def test_names_end_with_unlink_and_memory_with_its_last_user(name: str) -> None:
    table = TranspositionTable.create_shared(name, hash_mb=1)
    other = TranspositionTable.attach(name)
    table.close()
    assert path_of(name).exists()
    table.unlink()
    with pytest.raises(FileNotFoundError, match="is already unlinked"):
        other.unlink()
    other.store(1)
    assert 1 in other
    other.close()
    with pytest.raises(ValueError, match="only a table in named shared memory"):
        TranspositionTable(hash_mb=1).unlink()


def test_unlink_spares_a_newer_table_of_the_same_name(name: str) -> None:
    old = TranspositionTable.create_shared(name, hash_mb=1)
    old.unlink()
    with TranspositionTable.create_shared(name, hash_mb=1):
        with pytest.raises(FileNotFoundError):
            old.unlink()
        assert path_of(name).exists()
    old.close()


def test_a_with_statement_of_the_creator_removes_the_name(name: str) -> None:
    with TranspositionTable.create_shared(name, hash_mb=1):
        with TranspositionTable.attach(name):
            pass
        assert path_of(name).exists()
    assert not path_of(name).exists()


def test_a_thousand_rounds_leave_nothing_behind(name: str) -> None:
    gc.collect()
    descriptors = len(os.listdir("/proc/self/fd"))
    mappings = len(Path("/proc/self/maps").read_text().splitlines())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for round_ in range(1000):
            table = TranspositionTable.create_shared(name, entries=64)
            other = TranspositionTable.attach(name)
            other.store(round_)
            assert round_ in table
            if round_ % 3:
                other.close()
                table.close()
            table.unlink()
        del table, other
        gc.collect()
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert not path_of(name).exists()
    assert len(Path("/proc/self/maps").read_text().splitlines()) < mappings + 50


def test_what_a_killed_process_leaves_can_be_listed_and_removed(name: str) -> None:
    script = (
        "import os, signal, sys\nfrom tabiya import TranspositionTable\n"
        "table = TranspositionTable.create_shared(sys.argv[1], hash_mb=1)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with child([sys.executable, "-c", script, name]) as process:
        process.wait()
    (segment,) = (s for s in segments() if s.name == name)
    assert segment.stale
    assert segment.header is not None
    assert segment.header.creator == process.pid
    assert segment.header.config == TableConfig(hash_mb=1)
    with TranspositionTable.attach(name):
        (segment,) = (s for s in segments() if s.name == name)
        assert segment.used


def test_a_forked_child_that_leaves_the_with_statement_takes_nothing_along(name: str) -> None:
    script = (
        "import os, sys\nfrom tabiya import TranspositionTable\n"
        "with TranspositionTable.create_shared(sys.argv[1], hash_mb=1) as table:\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        table.store(1, depth=2)\n"
        "    else:\n"
        "        os.waitpid(child, 0)\n"
        "        print(table.probe(1).depth, os.path.exists('/dev/shm/tabiya.' + sys.argv[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, name], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2 True\n", "")
    assert not path_of(name).exists()
