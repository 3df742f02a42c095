"""The soak in short form: `make searchsoak SECONDS=3600` is the long one."""

from __future__ import annotations

import os
import sys

import pytest

from tabiya.bench.search_soak import LARGEST_MB, soak

SECONDS = float(os.environ.get("TABIYA_SOAK_SECONDS", "600" if os.environ.get("TABIYA_LONG") else "5"))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says what a process holds")
def test_nothing_leaks_and_every_move_is_legal() -> None:
    found = soak(SECONDS)
    assert found.searches > 10
    assert found.illegal_table_moves == 0
    assert found.files[1] <= found.files[0]
    assert found.memory_mb[1] <= found.memory_mb[0] + 2 * LARGEST_MB
