"""Bucket locks: who waits for whom, and what happens if a holder dies."""

from __future__ import annotations

import ctypes
import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from tabiya import Engine, ReferenceTable, Sync, TableConfig, TranspositionTable, chess
from tabiya.cli.info import machine

PTHREAD = ctypes.CDLL(None, use_errno=True)
GENEROUS = 20.0  # seconds that a thread may take to come through


def locked_table(**settings: Any) -> TranspositionTable:
    """Four clusters, two locks: clusters 0 and 2 share the first one, 1 and 3 the second."""
    return TranspositionTable(entries=16, sync="bucket_locks", random_keys=True, buckets=2, **settings)


def key_in(cluster: int) -> int:
    return (cluster << 62) + 5


@contextmanager
def held(table: TranspositionTable, bucket: int) -> Iterator[None]:
    mutex = ctypes.c_void_p(table._lock_address(bucket))
    assert PTHREAD.pthread_mutex_lock(mutex) == 0
    try:
        yield
    finally:
        assert PTHREAD.pthread_mutex_unlock(mutex) == 0


def in_thread(work: Any) -> tuple[threading.Thread, threading.Event]:
    done = threading.Event()

    def run() -> None:
        work()
        done.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, done


@pytest.mark.parametrize("cluster", [1, 3])
def test_writers_of_another_bucket_do_not_wait(cluster: int) -> None:
    table = locked_table()
    with held(table, 0):
        thread, _ = in_thread(lambda: table.store(key_in(cluster), depth=3))
        thread.join(GENEROUS)
        assert not thread.is_alive()
    assert table.probe(key_in(cluster)).depth == 3


@pytest.mark.parametrize("cluster", [0, 2])
def test_writers_of_the_same_bucket_wait(cluster: int) -> None:
    table = locked_table()
    with held(table, 0):
        thread, done = in_thread(lambda: table.store(key_in(cluster), depth=3))
        # The waiting writer has let the GIL go, or this thread would not be here.
        assert not done.wait(0.2)
        assert table.probe(key_in(cluster)) is None
    thread.join(GENEROUS)
    assert table.probe(key_in(cluster)).depth == 3


def test_probes_never_wait() -> None:
    table = locked_table()
    table.store(key_in(0), depth=4)
    with held(table, 0), held(table, 1):
        assert table.probe(key_in(0)).depth == 4


def test_clear_takes_all_locks() -> None:
    table = locked_table()
    table.store(key_in(0))
    with held(table, 1):
        thread, done = in_thread(table.clear)
        assert not done.wait(0.2)
        assert len(table) == 1
    thread.join(GENEROUS)
    assert len(table) == 0


def test_a_lock_of_a_dead_thread_is_recovered_counted_and_said(caplog: pytest.LogCaptureFixture) -> None:
    table = locked_table()
    mutex = ctypes.c_void_p(table._lock_address(0))
    dying = threading.Thread(target=PTHREAD.pthread_mutex_lock, args=(mutex,))
    dying.start()
    dying.join()
    assert table.stats.lock_recoveries == 0
    with caplog.at_level(logging.WARNING, logger="tabiya"):
        table.store(key_in(0), depth=9)
    assert table.probe(key_in(0)).depth == 9
    assert table.stats.lock_recoveries == 1
    assert "1 bucket lock(s) whose holder had died were recovered" in caplog.text
    caplog.clear()
    table.store(key_in(0), depth=10)
    assert caplog.text == ""
    assert table.stats.lock_recoveries == 1


def test_a_batch_recovers_locks_too(caplog: pytest.LogCaptureFixture) -> None:
    np = pytest.importorskip("numpy")
    table = locked_table()
    for bucket in (0, 1):
        mutex = ctypes.c_void_p(table._lock_address(bucket))
        dying = threading.Thread(target=PTHREAD.pthread_mutex_lock, args=(mutex,))
        dying.start()
        dying.join()
    with caplog.at_level(logging.WARNING, logger="tabiya"):
        table.store_many(np.array([key_in(cluster) for cluster in range(4)], dtype=np.uint64))
    assert len(table) == 4
    assert table.stats.lock_recoveries == 2
    assert "2 bucket lock(s)" in caplog.text


def test_a_search_recovers_locks_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    table = TranspositionTable(hash_mb=1, sync="bucket_locks", buckets=1)
    mutex = ctypes.c_void_p(table._lock_address(0))
    dying = threading.Thread(target=PTHREAD.pthread_mutex_lock, args=(mutex,))
    dying.start()
    dying.join()
    with caplog.at_level(logging.WARNING, logger="tabiya"):
        Engine("chess", table=table).search(chess.Board(), depth=4)
        assert caplog.text.count("1 bucket lock(s) whose holder had died were recovered") == 1
        Engine("chess", table=table).search(chess.Board(), depth=4)
    assert len(caplog.records) == 1
    assert table.stats.lock_recoveries == 1


def test_a_batch_that_is_interrupted_at_a_lock_tells_what_is_stored() -> None:
    """Sorted by bucket, 4,096 keys at a time: those before are stored, of those some, and all are counted."""
    table = locked_table(policy="always", statistics=True)
    keys = np.arange(10_000, dtype=np.uint64)  # all in cluster 0, so that the last ones are found
    keys[9_000] = key_in(1)
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with held(table, 1):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt) as raised:
                table.store_many(keys, depths=3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert raised.value.done == 8_192
    assert table.probe(key_in(1)) is None
    assert table.stats.stores == len(keys) - 1
    table.store_many(keys[raised.value.done :], depths=4)
    assert table.probe(key_in(1)).depth == 4


def test_what_waited_for_a_lock_is_of_the_generation_in_which_it_is_stored() -> None:
    table = locked_table()
    keys = np.full(64, key_in(0), dtype=np.uint64)
    with held(table, 0):
        thread, done = in_thread(lambda: table.store_many(keys, depths=7))
        assert not done.wait(0.3)
        table.new_search()
    thread.join(GENEROUS)
    assert table.probe(key_in(0)).generation == table.generation == 1


@pytest.mark.parametrize("sync", ["lock_free", "one_thread", "auto"])
def test_without_bucket_locks_there_are_none(sync: Any) -> None:
    for kind in (TranspositionTable, ReferenceTable):
        assert kind(hash_mb=1, sync=sync, buckets=64).bucket_count == 0


def test_the_reference_table_has_no_locks_at_all() -> None:
    table = ReferenceTable(hash_mb=1, sync="bucket_locks")
    assert (table.bucket_count, table.sync) == (0, Sync.ONE_THREAD)


@pytest.mark.parametrize(
    ("preset", "locks"), [("default", 256), ("memory", 128), ("performance", 512), ("debug", 16)]
)
def test_presets_have_their_own_number_of_locks(preset: str, locks: int) -> None:
    config = getattr(TableConfig, preset)()
    table = TranspositionTable(config, sync="bucket_locks", hash_mb=1)
    assert table.bucket_count == locks
    assert TranspositionTable(config, hash_mb=1).bucket_count == 0


def test_auto_says_what_it_chose() -> None:
    table = TranspositionTable(hash_mb=1, sync="auto")
    assert (table.config.sync, table.sync) == (Sync.AUTO, Sync.LOCK_FREE)
    table.reconfigure(sync="bucket_locks")
    assert table.sync is Sync.BUCKET_LOCKS
    assert ReferenceTable(hash_mb=1, sync="auto").sync is Sync.ONE_THREAD
    assert machine()["sync_auto"] == "lock_free"


@pytest.mark.parametrize("buckets", [2**power for power in range(13)])
def test_every_number_of_buckets_works(buckets: int) -> None:
    table = TranspositionTable(hash_mb=1, sync="bucket_locks", buckets=buckets)
    for key in range(500):
        table.store(key, depth=key % 200)
    assert all(table.probe(key).depth == key % 200 for key in range(500))
    assert table.bucket_count == buckets
