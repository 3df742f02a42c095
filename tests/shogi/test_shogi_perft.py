"""Perft of shogi: counts that other programs agree on, with and without a table, on threads, interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from forms import sized
from tabiya.shogi import Board

DATA = Path(__file__).parents[1] / "data"
DROPS = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"


def suite() -> list[tuple[str, list[int]]]:
    """The positions of shogi.perft with their counts by depth."""
    found = []
    for line in (DATA / "shogi.perft").read_text().splitlines():
        if not line.startswith("#"):
            sfen, *counts = line.split(" ;")
            found.append((sfen, [int(count.split()[1]) for count in counts]))
    return found


def test_the_suite_has_the_published_counts() -> None:
    counts = dict(suite())
    assert len(counts) > 100
    assert counts[Board().sfen()] == [30, 900, 25470, 719731, 19861490]
    assert counts[Board(DROPS).sfen()] == [207, 28684, 4809015]
    assert counts["R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"][0] == 593


@pytest.mark.parametrize("part", range(4))
def test_every_count_of_the_suite_is_ours(part: int) -> None:
    for sfen, counts in suite()[part::4]:
        board = Board(sfen)
        assert board.sfen() == sfen
        assert [board.perft(depth) for depth in range(1, len(counts) + 1)] == counts, sfen


def test_shadow_mode_finds_no_drift() -> None:
    """Board, key, key_after, gives_check and the packing of each move, at every node."""
    for sfen, counts in suite():
        depth = max(d for d, count in enumerate(counts, 1) if d == 1 or count <= sized(30_000, 10**6))
        assert Board(sfen).perft(depth, verify=True) == counts[depth - 1], sfen


@pytest.mark.slow
def test_the_start_to_depth_6() -> None:
    assert Board().perft(6, threads=2) == 547_581_517
