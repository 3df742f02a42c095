"""A writer that waits for a bucket lock holds the table: neither memory nor locks change meanwhile."""

from __future__ import annotations

import ctypes
import errno
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from test_locks import GENEROUS, PTHREAD, held, in_thread, key_in, locked_table

CHANGES: dict[str, Callable[[Any], Any]] = {
    "resize": lambda table: table.resize(entries=400, discard=True),
    "set_layout": lambda table: table.set_layout("single"),
    "reconfigure": lambda table: table.reconfigure(buckets=8),
    "close": lambda table: table.close(),
}


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_memory_and_locks_are_not_taken_from_a_waiting_writer(change: str, batch: bool) -> None:
    table = locked_table()
    begun = threading.Event()

    def write() -> None:
        begun.set()
        if batch:
            table.store_many(np.array([key_in(0)], dtype=np.uint64), depths=3)
        else:
            table.store(key_in(0), depth=3)

    with held(table, 0):
        thread, done = in_thread(write)
        assert begun.wait(GENEROUS)
        assert not done.wait(0.3)
        with pytest.raises(BufferError, match=r"^the table is in use by a "):
            CHANGES[change](table)
    thread.join(GENEROUS)
    assert table.probe(key_in(0)).depth == 3
    CHANGES[change](table)


def test_the_switch_leaves_locks_alone() -> None:
    """It may be used during a running batch, whose locks must stay locked."""
    table = locked_table()
    answers: list[int] = []
    with held(table, 0):
        table.enabled = False
        table.enabled = True
        lock = ctypes.c_void_p(table._lock_address(0))
        other = threading.Thread(target=lambda: answers.append(PTHREAD.pthread_mutex_trylock(lock)))
        other.start()
        other.join()
    assert answers == [errno.EBUSY]


def test_the_switch_works_beside_a_running_batch() -> None:
    table = locked_table(statistics=True)
    keys = np.full(2_000_000, key_in(1), dtype=np.uint64)
    thread, done = in_thread(lambda: table.store_many(keys))
    while table.stats.stores == 0 and not done.is_set():
        pass
    table.enabled = False
    thread.join(GENEROUS)
    assert 0 < table.stats.stores <= len(keys)
    table.enabled = True
    assert table.probe(key_in(1)) is not None


WAITS: dict[str, Callable[[Any], Any]] = {
    "store": lambda table: table.store(key_in(0), depth=3),
    "store_many": lambda table: table.store_many(np.array([key_in(0)], dtype=np.uint64), depths=3),
    "clear": lambda table: table.clear(),
}


@pytest.mark.parametrize("name", WAITS)
def test_ctrl_c_ends_the_wait_for_a_lock(name: str) -> None:
    """The holder is another thread; a stopped process holds its locks just so."""
    table = locked_table()
    release, locked = threading.Event(), threading.Event()

    def hold() -> None:
        with held(table, 0):
            locked.set()
            release.wait(GENEROUS)

    thread, _ = in_thread(hold)
    assert locked.wait(GENEROUS)
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            WAITS[name](table)
        assert thread.is_alive()  # the lock is still held: nothing else ended the wait
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        release.set()
        thread.join(GENEROUS)
    table.store(key_in(0), depth=4)
    assert table.probe(key_in(0)).depth == 4
