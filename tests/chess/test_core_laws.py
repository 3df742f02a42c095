"""The laws that the chess core checks by itself in C++, also under the sanitizers and in a portable build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from core_programs import program

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize(
    ("build", "options", "nodes"),
    [
        ("race", (), "1000000"),
        ("portable-core", ("-DTABIYA_PORTABLE=ON",), "100000"),
        ("asan", ("-DTABIYA_SANITIZE=address,undefined", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"), "20000"),
    ],
)
def test_the_core_holds_its_laws(build: str, options: tuple[str, ...], nodes: str) -> None:
    path = program("chess_laws", build, *options)
    done = subprocess.run(
        [str(path), str(DATA), "--nodes", nodes], capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "all laws of chess hold" in done.stdout
