"""Perft of Othello: the counts of the suite, and how published counts differ."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from core_programs import program
from forms import sized
from tabiya import othello

DATA = Path(__file__).parents[1] / "data"
MOST = sized(4_000_000, 250_000_000)
"""Depth 9 of the start, or 11."""


def suite() -> list[tuple[str, list[int]]]:
    lines = (DATA / "othello.perft").read_text().splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            text, *counts = line.split(";")
            found.append((text.strip(), [int(count.split()[1]) for count in counts]))
    return found


@pytest.mark.parametrize(("text", "counts"), suite(), ids=lambda value: str(value)[:24])
def test_the_counts_are_the_published_ones(text: str, counts: list[int]) -> None:
    board = othello.Board(text)
    for depth, count in enumerate(counts, 1):
        if count <= MOST:
            assert board.perft(depth, threads=2) == count, depth


@pytest.mark.slow
def test_counts_published_from_depth_ten_on_include_games_that_ended_before() -> None:
    """24,571,284 and 212,258,800 are 24,571,056 and 212,258,216 plus the games that ended earlier."""
    path = program("othello_laws", "race")
    done = subprocess.run([str(path), str(DATA), "--nodes", "250000000"], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("all laws of othello hold\n", "")
