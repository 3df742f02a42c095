"""A table of 65,536 clusters or more never answers for a key that it does not hold."""

from __future__ import annotations

import numpy as np
import pytest

from forms import sized
from tabiya import TranspositionTable

_lab = pytest.importorskip("tabiya._lab", reason="the native core is not built", exc_type=ImportError)

CLUSTERS = 65_536
SLOTS = 4 * CLUSTERS
PROBES = sized(10**7, 10**10)
STEP = 10**8  # probes per call, so that Ctrl-C does not wait


@pytest.fixture(scope="module")
def full_table() -> TranspositionTable:
    """A full table of even keys. The table mixes keys, so these are as good as random ones."""
    table = TranspositionTable(entries=SLOTS)
    table.store_many(np.arange(0, 32 * SLOTS, 2, dtype=np.uint64), depths=1)
    assert len(table) == SLOTS
    return table


def test_keys_that_were_never_stored_are_never_found(full_table: TranspositionTable) -> None:
    steps = [min(STEP, PROBES - done) for done in range(0, PROBES, STEP)]
    hits = sum(_lab.count_hits(full_table, 1 + 2 * STEP * i, count) for i, count in enumerate(steps))
    assert (sum(steps), hits) == (PROBES, 0)


def test_the_count_of_hits_finds_every_entry(full_table: TranspositionTable) -> None:
    assert _lab.count_hits(full_table, 0, 16 * SLOTS) == SLOTS
