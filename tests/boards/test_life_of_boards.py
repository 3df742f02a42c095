"""Boards of all games as objects: copies, pickling, subclasses, threads, and the end of the process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading

import pytest
from every_game import Subject, every_game


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )


@every_game
def test_a_copy_lives_on_its_own(subject: Subject) -> None:
    for number in range(24):
        board = list(subject.play(number))[-1]
        for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            assert twin == board
            assert twin.move_stack == board.move_stack
            if hasattr(board, "is_repetition"):
                assert twin.is_repetition(2) == board.is_repetition(2)
            before = subject.text(board)
            twin.reset()
            assert (subject.text(board), subject.text(twin)) == (before, subject.start)
            assert twin.move_stack == []
        bare = board.copy(stack=False)
        assert bare == board
        assert bare.move_stack == []
        root = board.root()
        for move in board.move_stack:
            root.push(move)
        assert root == board


@every_game
def test_boards_are_unhashable(subject: Subject) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(subject.Board())


@every_game
def test_legal_moves_are_a_view(subject: Subject) -> None:
    board = subject.Board()
    view, count = board.legal_moves, subject.counts[None][1]
    assert (len(view), view.count(), bool(view)) == (count, count, True)
    moves = iter(view)
    subject.set(board, subject.over)
    assert len(list(moves)) == count
    assert (len(view), bool(view), list(view)) == (0, False, [])
    assert subject.first not in subject.Board().legal_moves
    assert subject.parse(subject.Board(), subject.first) in subject.Board().legal_moves


@every_game
def test_a_subclass_stays_itself(subject: Subject) -> None:
    mine = type("Mine", (subject.Board,), {})
    board = mine()
    board.push(subject.first)
    assert type(board.copy()) is type(board.root()) is mine
    assert repr(board).startswith("Mine('")


@every_game
def test_an_uninitialised_board_raises_instead_of_crashing(subject: Subject) -> None:
    board = subject.Board.__new__(subject.Board)
    with pytest.raises(RuntimeError, match="the board was not initialised: its __init__ was never called"):
        subject.text(board)


@every_game
def test_boards_of_several_threads_do_not_disturb_one_another(subject: Subject) -> None:
    expected = [[subject.text(board) for board in subject.play(number, plies=60)] for number in range(6)]
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        found[number] = [subject.text(board) for board in subject.play(number, plies=60)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(6)] == expected


# ---- the process ---------------------------------------------------------------------------------


@every_game
def test_the_package_needs_no_other_library_of_the_game(subject: Subject) -> None:
    if subject.oracle is None:
        pytest.skip("there is none")
    result = python(
        f"import sys; sys.modules[{subject.oracle!r}] = None\n"
        f"from tabiya import {subject.name}\nprint({subject.name}.Board().perft(2))"
    )
    assert (result.stdout, result.stderr) == (f"{subject.counts[None][2]}\n", "")


@every_game
def test_a_pure_installation_says_what_is_missing(subject: Subject) -> None:
    result = python(
        f"import tabiya._native; tabiya._native.HAS_CORE = False\nfrom tabiya import {subject.name}"
    )
    assert result.stderr.endswith(
        f"ImportError: tabiya.{subject.name} needs the native core, which this installation does not have\n"
    )


@every_game
def test_nothing_leaks_when_python_ends(subject: Subject) -> None:
    code = f"""
from tabiya import PerftTable, chess, {subject.name}
board = {subject.name}.Board()
board.push({subject.first!r})
kept = [list(board.legal_moves), board.copy(), board.legal_moves, list(chess.Board().legal_moves)]
board.perft(3, table=PerftTable(1))
"""
    result = python(code)
    assert (result.returncode, result.stderr) == (0, "")


@every_game
def test_a_move_after_the_end_of_python_is_an_error_and_no_crash(subject: Subject) -> None:
    code = f"""
from tabiya import _core, {subject.name}
board = {subject.name}.Board()
_core._forget_{subject.name}_moves()
_core._forget_{subject.name}_moves()
try:
    list(board.legal_moves)
except RuntimeError as error:
    print(error)
"""
    result = python(code)
    assert result.stdout == f"tabiya.{subject.name} is not loaded, or Python is ending\n", result.stderr
    assert result.returncode == 0


# ---- the modules ---------------------------------------------------------------------------------


@every_game
def test_all_names_exist(subject: Subject) -> None:
    names = subject.module.__all__
    assert sorted(names) == sorted(set(names))
    for name in names:
        assert hasattr(subject.module, name)
