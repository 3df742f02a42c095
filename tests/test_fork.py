"""A child of fork never waits for a lock that a thread of its parent held."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tabiya import TranspositionTable

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
PTHREAD = ctypes.CDLL(None)
SECONDS = 20


def exit_code_of_child(work: Callable[[], object]) -> int:
    """Returns 7 if `work` completed in a child of fork, -SIGALRM if it hung."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        try:
            work()
            os._exit(7)
        finally:
            os._exit(8)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextmanager
def held_by_a_thread(table: TranspositionTable, bucket: int) -> Iterator[None]:
    mutex = ctypes.c_void_p(table._lock_address(bucket))
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        assert PTHREAD.pthread_mutex_lock(mutex) == 0
        taken.set()
        done.wait()
        assert PTHREAD.pthread_mutex_unlock(mutex) == 0

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait()
    try:
        yield
    finally:
        done.set()
        thread.join()


def test_private_bucket_locks_are_free_in_the_child() -> None:
    table = TranspositionTable(entries=64, sync="bucket_locks", buckets=2)

    def use_every_lock() -> None:
        for key in range(100):
            table.store(key << 57)
        table.clear()

    with held_by_a_thread(table, 0), held_by_a_thread(table, 1):
        assert exit_code_of_child(use_every_lock) == 7
        assert exit_code_of_child(lambda: exit_code_of_child(use_every_lock) == 7 or 1 / 0) == 7
    use_every_lock()
    assert table.stats.lock_recoveries == 0


def test_locks_in_shared_memory_belong_to_both() -> None:
    name = f"fork-{os.getpid()}"
    with TranspositionTable.create_shared(name, entries=64, sync="bucket_locks", buckets=1) as table:
        with held_by_a_thread(table, 0):
            codes: list[int] = []
            child = threading.Thread(target=lambda: codes.append(exit_code_of_child(lambda: table.store(5))))
            child.start()
            child.join(0.5)
            assert child.is_alive(), "the child did not wait for the lock of its parent"
        child.join()
        assert codes == [7]
        assert 5 in table


@pytest.mark.parametrize("settings", [{}, {"validation": "paranoid"}, {"statistics": True}])
def test_children_born_beside_storing_threads_go_on(settings: dict[str, object]) -> None:
    np = pytest.importorskip("numpy")
    table = TranspositionTable(entries=4, sync="bucket_locks", buckets=1, **settings)  # type: ignore[arg-type]
    keys = np.arange(20_000, dtype=np.uint64) << np.uint64(40)
    stop = threading.Event()

    def store_for_ever() -> None:
        while not stop.is_set():
            table.store_many(keys, depths=3)

    def work() -> None:
        for key in range(50):
            table.store(key, depth=9)
            table.probe(key)

    threads = [threading.Thread(target=store_for_ever) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        assert [exit_code_of_child(work) for _ in range(12)] == [7] * 12
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_a_child_waits_for_no_search_of_its_parent() -> None:
    """Python waits for running searches at exit. A child has the list but not the threads."""
    program = """
import os, threading, time, warnings
from tabiya import Engine, chess
warnings.simplefilter("ignore")
engine = Engine("chess", hash_mb=1)
thread = threading.Thread(target=lambda: engine.search(chess.Board(), time=4))
thread.start()
time.sleep(0.5)
started = time.monotonic()
child = os.fork()
if child == 0:
    raise SystemExit(0)
os.waitpid(child, 0)
print(time.monotonic() - started)
engine.stop()
thread.join()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert float(done.stdout) < 1.5, done.stdout
