"""A published perft suite: every position to every listed depth (4.8 billion leaves, 10 s)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabiya.chess import Board

DATA = Path(__file__).parent.parent / "data"


def suite(name: str) -> list[tuple[str, list[int]]]:
    """Positions and their counts at depth 1, 2, ..."""
    lines = [line for line in (DATA / name).read_text().splitlines() if line and not line.startswith("#")]
    parts = [[part.strip() for part in line.split(";")] for line in lines]
    return [(fen, [int(count.split()[1]) for count in counts]) for fen, *counts in parts]


SUITE = suite("perftsuite.perft")


def test_the_suite_is_whole() -> None:
    assert len(SUITE) == 126
    assert all(len(counts) == 6 or fen.startswith("r3k2r/p1ppqpb1") for fen, counts in SUITE)


@pytest.mark.parametrize(("fen", "counts"), SUITE, ids=[fen for fen, _ in SUITE])
def test_counts_are_the_published_ones(fen: str, counts: list[int]) -> None:
    board = Board(fen)
    for depth, count in enumerate(counts, start=1):
        assert board.perft(depth) == count, f"depth {depth}"
