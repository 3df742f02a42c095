"""The race again, under ThreadSanitizer, and under AddressSanitizer with UBSan."""

from __future__ import annotations

import pytest

from core_programs import program, race
from forms import SANITIZED, sized

OPERATIONS = sized("2e5", "1e7")


@pytest.mark.parametrize("build", SANITIZED)
def test_the_table_is_clean_under(build: str) -> None:
    path = program("tabiya_race", build)
    for subject in ("table", "links", "swaps"):
        for threads in ("2", "16"):
            lines = race(path, subject, "--operations", OPERATIONS, "--threads", threads)
            assert sum(line["hits"] for line in lines) > 0


@pytest.mark.parametrize("build", SANITIZED)
def test_the_value_table_is_clean_under(build: str) -> None:
    path = program("value_race", build)
    for threads in ("2", "16"):
        lines = race(path, "--operations", OPERATIONS, "--threads", threads)
        assert sum(line["hits"] for line in lines) > 0
