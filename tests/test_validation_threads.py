"""Paranoid validation with threads: it reports damage, never a race."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from tabiya import TranspositionTable
from test_threads import run_all

KEYS = np.random.default_rng(1).integers(0, 2**64, 40_000, dtype=np.uint64)
SYNCS = ("lock_free", "bucket_locks")


def disturbed(work: Callable[[], object], disturb: Callable[[], object]) -> None:
    """Runs `work` in a thread, and `disturb` over and over in another until it ends."""
    done = threading.Event()

    def run_work() -> None:
        try:
            work()
        finally:
            done.set()

    def run_disturb() -> None:
        while not done.is_set():
            disturb()
            time.sleep(0.001)  # locks are not fair: without a pause the work would starve

    run_all(run_work, run_disturb)


@pytest.mark.parametrize("sync", SYNCS)
def test_clearing_and_verifying_beside_batches_is_no_damage(sync: str) -> None:
    table = TranspositionTable(entries=20_000, validation="paranoid", sync=sync)

    def batches() -> None:
        for _ in range(25):
            table.store_many(KEYS, depths=4)
            table.probe_many(KEYS)

    def disturb() -> None:
        table.clear()
        table.verify()
        table.new_search()

    disturbed(batches, disturb)
    table.verify()


@pytest.mark.parametrize("sync", SYNCS)
def test_merging_beside_single_calls_is_no_damage(sync: str) -> None:
    """Batches would raise during a merge; single calls continue."""
    other = TranspositionTable(entries=65_536, layout="single")
    other.store_many(KEYS[::2], depths=9)
    table = TranspositionTable(entries=20_000, validation="paranoid", sync=sync)

    def singles() -> None:
        for key in KEYS.tolist() * 3:
            table.store(key, depth=5)
            table.probe(key)

    disturbed(singles, lambda: table.merge(other))
    table.verify()
