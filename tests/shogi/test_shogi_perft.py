"""Perft of shogi: counts that other programs agree on, with and without a table, on threads, interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tabiya import PerftTable, chess
from tabiya.shogi import Board, Move

DATA = Path(__file__).parents[1] / "data"
LONG = bool(os.environ.get("TABIYA_LONG"))
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
        depth = max(d for d, count in enumerate(counts, 1) if d == 1 or count <= (10**6 if LONG else 30_000))
        assert Board(sfen).perft(depth, verify=True) == counts[depth - 1], sfen


@pytest.mark.skipif(not LONG, reason="half a minute: TABIYA_LONG=1")
def test_the_start_to_depth_6() -> None:
    assert Board().perft(6, threads=2) == 547_581_517


@pytest.mark.parametrize(
    ("sfen", "counts"),
    [
        (None, [1, 30, 900, 25470, 719731]),
        (DROPS, [1, 207, 28684]),
        ("4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1", [1, 525, 251422]),
    ],
)
def test_all_ways_of_counting_agree(sfen: str | None, counts: list[int]) -> None:
    board = Board(sfen)
    table = PerftTable(hash_mb=4)
    for depth, count in enumerate(counts):
        assert board.perft(depth) == count
        for _ in range(2):
            assert board.perft(depth, table=table) == count
        assert board.perft(depth, threads=3) == count
        assert board.perft(depth, table, 2) == count
        if count < 300_000:
            assert board.perft(depth, bulk=False) == count
        if depth > 0:
            plain = board.divide(depth)
            assert sum(plain.values()) == count
            assert plain == board.divide(depth, table=table) == board.divide(depth, threads=2)
            assert set(plain) == set(board.legal_moves)
    assert board == Board(sfen)


def test_divide_is_perft_below_each_move() -> None:
    board = Board(DROPS)
    for move, nodes in board.divide(2).items():
        assert isinstance(move, Move)
        board.push(move)
        assert board.perft(1) == nodes
        board.pop()


def test_a_table_keeps_two_games_apart_only_by_their_keys() -> None:
    """One cache may serve both games: the keys of one are not those of the other."""
    table = PerftTable(hash_mb=4)
    for _ in range(2):
        assert Board().perft(3, table=table) == 25470
        assert chess.Board().perft(4, table=table) == 197281


def test_a_position_without_moves_counts_nothing() -> None:
    board = Board("4k4/4+R4/4L4/9/9/9/9/9/4K4 w - 1")
    assert (board.perft(0), board.perft(1), board.perft(5), board.divide(2)) == (1, 0, 0, {})


def test_wrong_arguments_are_named_as_in_chess() -> None:
    with pytest.raises(ValueError, match="depth must be between 0 and 255, not -1"):
        Board().perft(-1)
    with pytest.raises(ValueError, match="depth must be between 1 and 255, not 0"):
        Board().divide(0)
    with pytest.raises(TypeError, match=r"table must be a tabiya\.PerftTable or None, not dict"):
        Board().perft(2, table={})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, not 0"):
        Board().perft(2, threads=0)


def test_a_board_may_change_while_it_is_counted() -> None:
    """The count is of the position at the call."""
    board = Board()
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(board.perft(5)))
    thread.start()
    while thread.is_alive():
        for move in ("7g7f", "3c3d", "8h2b+", "3a2b"):
            board.push(move)
        for _ in range(4):
            board.pop()
        board.reset()
    thread.join()
    assert counts == [19861490]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("options", ["", ", threads=2, table=PerftTable(16)", ", verify=True"])
def test_ctrl_c_ends_a_long_perft_promptly(options: str) -> None:
    code = f"""
import time
from tabiya import PerftTable, shogi
board = shogi.Board()
print("ready", flush=True)
try:
    board.perft(12{options})
except KeyboardInterrupt:
    print(time.time(), board.perft(3), flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    assert process.poll() is None
    sent = time.time()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    ended, count = out.split()
    assert int(count) == 25470
    # Usually 30 ms; a machine that is busy with other tests gets more.
    assert float(ended) - sent < 2
