"""Names for shared tables."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabiya.storage.shared import path_of


@pytest.fixture
def name() -> Iterator[str]:
    """A unique name, removed at the end in any case."""
    chosen = f"test-{uuid.uuid4().hex}"
    yield chosen
    Path(path_of(chosen)).unlink(missing_ok=True)
