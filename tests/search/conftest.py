"""An engine for the tests of the search."""

from __future__ import annotations

import pytest

from tabiya import Engine


@pytest.fixture
def engine() -> Engine:
    return Engine("chess", hash_mb=2)
