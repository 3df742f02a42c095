"""Ctrl-C ends a batch promptly. A prefix is done, and the exception tells its length."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tabiya import TranspositionTable

GENEROUS = 5.0  # seconds of the processor; it takes a twentieth of one


@pytest.fixture(scope="module")
def keys() -> Any:
    """More keys than can be processed in 0.1 s."""
    return np.random.default_rng(1).integers(1, 2**64, 60_000_000, dtype=np.uint64)


@pytest.fixture
def alarm(keys: Any) -> Iterator[None]:
    """Sends SIGINT, as Ctrl-C does, after 0.1 s."""
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
def test_store_many_stops_after_a_prefix(keys: Any) -> None:
    table = TranspositionTable(hash_mb=4, policy="always", statistics=True)
    begin = time.process_time()
    with pytest.raises(KeyboardInterrupt) as raised:
        table.store_many(keys, depths=3)
    assert time.process_time() - begin < GENEROUS
    done = raised.value.done
    assert 0 < done < len(keys)
    assert raised.value.__notes__ == [f"store_many was interrupted after {done} of {len(keys)} keys"]
    assert table.stats.stores == done
    assert table.probe(int(keys[done - 1])).depth == 3
    table.store(5, depth=1)
    assert table.resize(8) > 0


@pytest.mark.usefixtures("alarm")
def test_probe_many_stops_after_a_prefix(keys: Any) -> None:
    table = TranspositionTable(hash_mb=64, statistics=True, prefetch=False)
    table.store(int(keys[0]), depth=8)

    def for_ever() -> None:
        while True:
            table.probe_many(keys)

    with pytest.raises(KeyboardInterrupt) as raised:
        for_ever()
    assert 0 < raised.value.done < len(keys)
    assert table.probe(int(keys[0])).depth == 8
