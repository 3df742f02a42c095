"""The laws that the chess core checks by itself in C++, also under the sanitizers and in a portable build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from core_programs import program

DATA = Path(__file__).parent.parent / "data"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("build", "options", "nodes"),
    [("race", (), "1000000"), ("portable-core", ("-DTABIYA_PORTABLE=ON",), "100000")],
)
def test_the_core_holds_its_laws(build: str, options: tuple[str, ...], nodes: str) -> None:
    path = program("chess_laws", build, *options)
    assert "all laws of chess hold" in run(path, str(DATA), "--nodes", nodes)


def test_perft_is_clean_under_the_sanitizers() -> None:
    """With threads and in shadow mode, which visits every part of a board at every node."""
    path = program(
        "chess_perft", "asan", "-DTABIYA_SANITIZE=address,undefined", "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
    )
    positions = [line.partition(";")[0] for line in (DATA / "chess.perft").read_text().splitlines()]
    for fen in [fen.strip() for fen in positions if fen and not fen.startswith("#")][::8]:
        run(path, fen, "2", "--verify")
    assert run(path, KIWIPETE, "3", "--verify", "--threads", "2").startswith("97862 nodes")
    assert run(path, KIWIPETE, "3", "--no-bulk").startswith("97862 nodes")


def run(path: Path, *arguments: str) -> str:
    done = subprocess.run([str(path), *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
