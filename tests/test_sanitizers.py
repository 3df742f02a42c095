"""The race again, under ThreadSanitizer, and under AddressSanitizer with UBSan."""

from __future__ import annotations

import os

import pytest

from core_programs import program, race

OPERATIONS = os.environ.get("TABIYA_SANITIZER_OPERATIONS", "4e5")


@pytest.mark.parametrize(("build", "sanitizers"), [("tsan", "thread"), ("asan", "address,undefined")])
def test_the_table_is_clean_under(build: str, sanitizers: str) -> None:
    # Sanitizers look at memory, not at speed, and optimised code takes them minutes to compile.
    options = (f"-DTABIYA_SANITIZE={sanitizers}", "-DCMAKE_CXX_FLAGS_RELEASE=-O0")
    path = program("tabiya_race", build, *options)
    for subject in ("table", "links"):
        for threads in ("2", "16"):
            lines = race(path, subject, "--operations", OPERATIONS, "--threads", threads)
            assert sum(line["hits"] for line in lines) > 0
