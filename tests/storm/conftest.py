"""A folder for storms, and a check that no shared table is left behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from storms import NAME


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for name in os.listdir("/dev/shm"):
        if NAME in name:
            os.unlink(f"/dev/shm/{name}")
