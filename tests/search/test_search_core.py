"""The laws that the search checks by itself in C++, and random searches under the sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from core_programs import program
from forms import sized

ROUNDS = "200"


def test_the_search_holds_its_laws() -> None:
    path = program("search_laws", "race")
    assert "all laws of the search hold" in run(path, sized("0.3", "5"))


def test_random_searches_are_sound() -> None:
    assert "searches were sound" in run(program("search_chaos", "race"), sized("100", "3000"))


@pytest.mark.slow  # compiling the searches of all games with a sanitizer takes half a minute
@pytest.mark.parametrize("build", ["asan", "tsan"])
def test_random_searches_are_clean_under(build: str) -> None:
    assert "searches were sound" in run(program("search_chaos", build), ROUNDS)


def run(path: Path, *arguments: str) -> str:
    # The deadlock detector knows at most 64 locks held at once; clearing a table holds all of its buckets'.
    settings = {
        "TSAN_OPTIONS": "halt_on_error=1:detect_deadlocks=0",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }
    done = subprocess.run(
        [str(path), *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, **settings},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
