"""The short form of the soak test. `make searchsoak SECONDS=3600` is the long one."""

from __future__ import annotations

import sys

import pytest

from forms import sized
from tabiya.lab.bench.search_soak import LARGEST_MB, soak

SECONDS = sized(2, 120)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says what a process holds")
def test_nothing_leaks_and_every_move_is_legal() -> None:
    found = soak(SECONDS)
    assert found.searches > 10
    assert found.illegal_table_moves == 0
    assert found.files[1] <= found.files[0]
    assert found.memory_mb[1] <= found.memory_mb[0] + 2 * LARGEST_MB
