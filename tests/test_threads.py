"""Threads share a table: no read mixes two stores, and no count is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from tabiya import TranspositionTable
from tabiya._utils.mixing import mix

ROUNDS = 400
BATCH = 512


def checksum(key: Any, move: Any) -> Any:
    """An eval derived from key and move, as arrays or numbers."""
    return (key * 31 + move * 17) % 60001 - 30000


def run_all(*workers: Callable[[], None]) -> None:
    """Runs the workers at once and fails with the first exception of any."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


@pytest.mark.parametrize("sync", ["lock_free", "bucket_locks"])
@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4"])
def test_stores_of_one_key_that_differ_in_move_and_eval_are_never_mixed(layout: str, sync: str) -> None:
    table = TranspositionTable(entries=8, layout=layout, sync=sync, policy="always")
    checked = 0
    for key in (1, 2, 3, 4):  # a reader that comes before the writers finds something too
        table.store(key, move=5, score=7, eval=int(checksum(key, 5)), depth=3)

    def write(seed: int) -> None:
        source = np.random.default_rng(seed)
        for _ in range(ROUNDS):
            keys = source.integers(1, 5, BATCH, dtype=np.uint64)
            moves = source.integers(1, 2**24, BATCH)
            table.store_many(
                keys, moves=moves, evals=checksum(keys.astype(np.int64), moves), scores=7, depths=3
            )

    def read() -> None:
        nonlocal checked
        keys = np.tile(np.arange(1, 5, dtype=np.uint64), BATCH // 4)
        for _ in range(ROUNDS):
            found = table.probe_many(keys)
            hit = found["hit"]
            expected = checksum(keys[hit].astype(np.int64), found["move"][hit].astype(np.int64))
            assert (found["eval"][hit] == expected).all()
            assert (found["score"][hit] == 7).all()
            checked += int(hit.sum())

    def read_singly() -> None:
        for key in [1, 2, 3, 4] * 2000:
            entry = table.probe(key)
            if entry is not None:
                assert entry.eval == checksum(key, entry.move)

    run_all(lambda: write(1), lambda: write(2), read, read_singly)
    assert checked > 0


def test_statistics_of_many_threads_add_up() -> None:
    table = TranspositionTable(hash_mb=1, statistics=True)
    keys = np.arange(1000, dtype=np.uint64)

    def work() -> None:
        table.store_many(keys)
        table.probe_many(keys)
        for key in range(50):
            table.probe(key)
            table.store(key)

    # More than have counters of their own, in two waves: the second takes over the numbers of the first.
    for _ in range(2):
        run_all(*[work] * 80)
    stats = table.stats
    assert stats.probes == 160 * 1050
    assert stats.stores == 160 * 1050
    assert stats.hits + stats.empties + stats.mismatches == stats.probes
    assert stats.updates + stats.refused + stats.reasons.empty + stats.replacements == stats.stores


def test_what_one_thread_stores_another_finds() -> None:
    table = TranspositionTable(hash_mb=1)
    stored = threading.Event()
    answer: list[Any] = []

    def write() -> None:
        table.store(77, score=-3, depth=11)
        stored.set()

    def read() -> None:
        assert stored.wait(20)
        answer.append(table.probe(77))

    run_all(read, write)
    assert (answer[0].score, answer[0].depth) == (-3, 11)


def test_memory_is_not_taken_from_a_running_batch() -> None:
    table = TranspositionTable(hash_mb=4)
    keys = np.random.default_rng(1).integers(0, 2**64, 3_000_000, dtype=np.uint64)
    running = threading.Event()
    refusals: set[str] = set()

    def batch() -> None:
        running.set()
        for _ in range(20):
            table.probe_many(keys)

    def disturb() -> None:
        assert running.wait(20)
        for call in (lambda: table.resize(8), lambda: table.set_layout("single"), table.close) * 30:
            try:
                call()
            except BufferError as error:
                refusals.add(str(error))
            except ValueError:
                return  # the batches had ended and the table is closed

    # Between two batches the table may be closed or rebuilt, and the next batch then says so.
    with suppress(ValueError, BufferError):
        run_all(batch, disturb)
    assert refusals == {"the table is in use by a batch, search or iterator: wait until it ends"}


def test_keys_of_all_kinds_reach_their_own_clusters() -> None:
    """Sequential, shifted and random keys spread alike, because the table mixes them."""
    clusters = 1024
    for keys in (range(20_000), [n << 44 for n in range(20_000)], [n * n for n in range(20_000)]):
        counts = np.bincount([mix(key) * clusters >> 64 for key in keys], minlength=clusters)
        expected = 20_000 / clusters
        chi_square = float(((counts - expected) ** 2 / expected).sum())
        assert abs(chi_square - clusters) < 6 * (2 * clusters) ** 0.5
