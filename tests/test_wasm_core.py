"""The core in WebAssembly: boards, table and search on one thread, in Node."""

from __future__ import annotations

import subprocess

import pytest

from core_programs import HAS_EMSCRIPTEN, program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not HAS_EMSCRIPTEN, reason="emscripten or Node is not installed"),
]
MATES = {
    "chess": ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
    "shogi": ("1+Ns3sn1/l2kgl2l/1+P2pp1P1/3+B2p1p/ppppP2p1/PRG2S1GP/2P3P2/3N1S2l/1g1PK1RN1 b Bp 131", 5),
}
"""Positions and the plies of their shortest mates: a mate in 2 in chess, in 3 in shogi."""


def in_node(name: str, *arguments: str) -> str:
    path = program(name, "wasm-core")
    command = ["node", "--no-experimental-fetch", str(path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("game", "depth", "nodes"), [("chess", 4, 197_281), ("shogi", 4, 719_731), ("othello", 7, 55_092)]
)
def test_perft_counts_in_webassembly(game: str, depth: int, nodes: int) -> None:
    assert in_node(f"{game}_perft", str(depth)).startswith(f"{nodes} nodes")
    assert in_node(f"{game}_perft", str(depth - 1), "--verify")


@pytest.mark.parametrize("game", MATES)
def test_a_mate_is_found_in_webassembly(game: str) -> None:
    position, plies = MATES[game]
    for most in (plies, plies + 2):
        assert in_node("mate", game, position, str(most)).startswith(f"mate in {plies} plies:")


def test_where_there_is_no_mate_none_is_found_in_webassembly() -> None:
    path = program("mate", "wasm-core")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    command = ["node", "--no-experimental-fetch", str(path), "chess", start, "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "no mate\n")
