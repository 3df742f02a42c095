"""Perft from Python: with and without a table, on threads, interrupted, and with wrong arguments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from tabiya import PerftTable, TranspositionTable
from tabiya.chess import Board, Move

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (None, [1, 20, 400, 8902, 197281]),
        (KIWIPETE, [1, 48, 2039, 97862]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [1, 6, 264, 9467, 422333]),
    ],
)
def test_all_ways_of_counting_agree(fen: str | None, counts: list[int]) -> None:
    board = Board(fen)
    table = PerftTable(hash_mb=4)
    for depth, count in enumerate(counts):
        assert board.perft(depth) == count
        for _ in range(2):
            assert board.perft(depth, table=table) == count
        assert board.perft(depth, threads=3) == count
        assert board.perft(depth, table, 2) == count
        if depth <= 3:
            assert board.perft(depth, bulk=False) == count
            assert board.perft(depth, verify=True) == count
        if depth > 0:
            plain = board.divide(depth)
            assert sum(plain.values()) == count
            assert plain == board.divide(depth, table=table) == board.divide(depth, threads=2)
            assert set(plain) == set(board.legal_moves)
    assert board == Board(fen)


def test_divide_is_perft_below_each_move() -> None:
    board = Board(KIWIPETE)
    for move, nodes in board.divide(3).items():
        assert isinstance(move, Move)
        board.push(move)
        assert board.perft(2) == nodes
        board.pop()


def test_a_position_without_moves_counts_nothing() -> None:
    board = Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (board.perft(0), board.perft(1), board.perft(5), board.divide(2)) == (1, 0, 0, {})


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"depth": -1}, ValueError, "depth must be between 0 and 255, not -1"),
        ({"depth": 2.0}, TypeError, r"depth must be an integer, not float \(2.0\)"),
        ({"depth": "3"}, TypeError, "depth must be an integer, not str"),
        ({"depth": 2, "threads": 0}, ValueError, "threads must be between 1 and 1024, not 0"),
        ({"depth": 2, "bulk": 1}, TypeError, r"bulk must be a bool, not int \(1\)"),
        ({"depth": 2, "verify": None}, TypeError, "verify must be a bool, not NoneType"),
        ({"depth": 2, "table": {}}, TypeError, r"table must be a tabiya\.PerftTable or None, not dict"),
    ],
)
def test_a_wrong_argument_is_named(
    arguments: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        Board().perft(**arguments)  # type: ignore[arg-type]


def test_a_transposition_table_is_no_perft_table() -> None:
    with pytest.raises(TypeError, match=r"table must be a tabiya\.PerftTable or None, not Tr"):
        Board().perft(2, table=TranspositionTable(hash_mb=1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="depth must be between 1 and 255, not 0"):
        Board().divide(0)


def test_python_threads_count_at_the_same_time_on_one_table() -> None:
    table = PerftTable(hash_mb=8)
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(Board().perft(5, table=table))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4865609] * 4


def test_a_board_may_change_while_it_is_counted() -> None:
    """The count is of the position at the call."""
    board = Board(KIWIPETE)
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(board.perft(4)))
    thread.start()
    while thread.is_alive():
        for move in ("e1g1", "e8g8", "g1h1", "g8h8"):
            board.push(move)
        for _ in range(4):
            board.pop()
        board.set_fen(KIWIPETE)
    thread.join()
    assert counts == [4085603]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("options", ["", ", threads=2", ", table=PerftTable(16)", ", verify=True"])
def test_ctrl_c_ends_a_long_perft_promptly(options: str) -> None:
    code = f"""
import time
from tabiya import PerftTable, chess
board = chess.Board()
print("ready", flush=True)
try:
    board.perft(12{options})
except KeyboardInterrupt:
    print(time.time(), board.perft(3), flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    assert process.poll() is None
    sent = time.time()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    ended, count = out.split()
    assert int(count) == 8902
    # Usually 30 ms; a machine that is busy with other tests gets more.
    assert float(ended) - sent < 2
