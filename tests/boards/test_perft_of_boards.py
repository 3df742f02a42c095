"""Perft in all games: with and without a table, on threads, interrupted, with wrong arguments."""

from __future__ import annotations

import os
import threading

import pytest
from every_game import SUBJECTS, Subject, every_game

from processes import interrupted
from tabiya import PerftTable, TranspositionTable


@pytest.mark.parametrize(
    ("subject", "text"),
    [(subject, text) for subject in SUBJECTS for text in subject.counts],
    ids=lambda value: str(value)[:12],
)
def test_all_ways_of_counting_agree(subject: Subject, text: str | None) -> None:
    board = subject.Board(text)
    table = PerftTable(hash_mb=4)
    for depth, count in enumerate(subject.counts[text]):
        assert board.perft(depth) == count
        for _ in range(2):
            assert board.perft(depth, table=table) == count
        assert board.perft(depth, threads=3) == count
        assert board.perft(depth, table, 2) == count
        if count < 300_000:
            assert board.perft(depth, bulk=False) == count
        if count < 100_000:
            assert board.perft(depth, verify=True) == count
        if depth > 0:
            plain = board.divide(depth)
            assert sum(plain.values()) == count
            assert plain == board.divide(depth, table=table) == board.divide(depth, threads=2)
            assert set(plain) == set(board.legal_moves)
    assert board == subject.Board(text)


@every_game
def test_divide_is_perft_below_each_move(subject: Subject) -> None:
    board = subject.Board(subject.rich)
    for move, nodes in board.divide(2).items():
        assert isinstance(move, subject.Move)
        board.push(move)
        assert board.perft(1) == nodes
        board.pop()


@every_game
def test_a_position_without_moves_counts_nothing(subject: Subject) -> None:
    board = subject.Board(subject.over)
    assert (board.perft(0), board.perft(1), board.perft(5), board.divide(2)) == (1, 0, 0, {})


@every_game
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
    subject: Subject, arguments: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        subject.Board().perft(**arguments)


@every_game
def test_a_transposition_table_is_no_perft_table(subject: Subject) -> None:
    with pytest.raises(TypeError, match=r"table must be a tabiya\.PerftTable or None, not Tr"):
        subject.Board().perft(2, table=TranspositionTable(hash_mb=1))
    with pytest.raises(ValueError, match="depth must be between 1 and 255, not 0"):
        subject.Board().divide(0)


def test_one_cache_serves_all_games() -> None:
    """The keys of one are not those of another."""
    table = PerftTable(hash_mb=4)
    for _ in range(2):
        for subject in SUBJECTS:
            assert subject.Board().perft(3, table=table) == subject.counts[None][3]


@every_game
def test_python_threads_count_at_the_same_time_on_one_table(subject: Subject) -> None:
    depth, count = subject.deeper
    table = PerftTable(hash_mb=8)
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(subject.Board().perft(depth, table=table)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [count] * 4


@every_game
def test_a_board_may_change_while_it_is_counted(subject: Subject) -> None:
    """The count is of the position at the call."""
    depth, count = subject.rich_deeper
    board = subject.Board(subject.rich)
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(board.perft(depth)))
    thread.start()
    while thread.is_alive():
        for move in subject.shuffle:
            board.push(move)
        for _ in subject.shuffle:
            board.pop()
        subject.set(board, subject.rich)
    thread.join()
    assert counts == [count]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@every_game
@pytest.mark.parametrize("options", ["", ", threads=2", ", table=PerftTable(16)", ", verify=True"])
def test_ctrl_c_ends_a_long_perft_promptly(subject: Subject, options: str) -> None:
    setup = f"from tabiya import PerftTable, {subject.name}; board = {subject.name}.Board()"
    took, count = interrupted(setup, f"board.perft(30{options})", "board.perft(3)")
    assert int(count) == subject.counts[None][3]
    assert took < 1  # usually 0.03
