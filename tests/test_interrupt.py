"""Ctrl-C ends a batch promptly; what is done is a prefix, and the exception says how long it is."""

from __future__ import annotations

import signal
import time

import numpy as np
import pytest

from tabiya import TranspositionTable

GENEROUS = 5.0  # seconds; it takes a twentieth of one
KEYS = np.random.default_rng(1).integers(1, 2**64, 60_000_000, dtype=np.uint64)


@pytest.fixture
def alarm() -> object:
    """SIGINT, as Ctrl-C sends it, 0.1 s from now."""
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_store_many_stops_after_a_prefix(alarm: object) -> None:
    table = TranspositionTable(hash_mb=4, policy="always", statistics=True)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as raised:
        table.store_many(KEYS, depths=3)
    assert time.monotonic() - begin < GENEROUS
    done = raised.value.done
    assert 0 < done < len(KEYS)
    assert raised.value.__notes__ == [f"store_many was interrupted after {done} of {len(KEYS)} keys"]
    assert table.stats.stores == done
    assert table.probe(int(KEYS[done - 1])).depth == 3
    table.store(5, depth=1)
    assert table.resize(8) > 0


def test_probe_many_stops_after_a_prefix(alarm: object) -> None:
    table = TranspositionTable(hash_mb=64, statistics=True, prefetch=False)
    table.store(int(KEYS[0]), depth=8)

    def for_ever() -> None:
        while True:
            table.probe_many(KEYS)

    with pytest.raises(KeyboardInterrupt) as raised:
        for_ever()
    assert 0 < raised.value.done < len(KEYS)
    assert table.probe(int(KEYS[0])).depth == 8
