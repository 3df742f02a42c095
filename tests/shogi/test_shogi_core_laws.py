"""The laws that the shogi core checks by itself in C++, also under the sanitizers and in a portable build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from core_programs import program

DATA = Path(__file__).parent.parent / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


@pytest.mark.parametrize(
    ("build", "options", "nodes"),
    [("race", (), "1000000"), ("portable-core", ("-DTABIYA_PORTABLE=ON",), "100000")],
)
def test_the_core_holds_its_laws(build: str, options: tuple[str, ...], nodes: str) -> None:
    path = program("shogi_laws", build, *options)
    assert "all laws of shogi hold" in run(path, str(DATA), "--nodes", nodes)


def test_perft_is_clean_under_the_sanitizers() -> None:
    """With threads and in shadow mode, which visits every part of a board at every node."""
    path = program(
        "shogi_perft", "asan", "-DTABIYA_SANITIZE=address,undefined", "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
    )
    lines = [line for line in (DATA / "shogi.perft").read_text().splitlines() if not line.startswith("#")]
    for line in lines[::8]:
        sfen, *counts = line.split(" ;")
        small = [depth for depth, count in enumerate(counts, 1) if int(count.split()[1]) <= 3_000]
        run(path, sfen, str(small[-1]), "--verify")
    assert run(path, START, "3", "--verify", "--threads", "2").startswith("25470 nodes")
    assert run(path, START, "3", "--no-bulk").startswith("25470 nodes")


def run(path: Path, *arguments: str) -> str:
    done = subprocess.run([str(path), *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
