"""Boards as objects: copies, comparison, pickling, pictures, and the end of the process."""

from __future__ import annotations

import copy
import doctest
import pickle
import subprocess
import sys
import threading
from importlib import import_module
from pkgutil import iter_modules

import pytest
from chess_games import play

import tabiya.chess
from tabiya.chess import Board, Move

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def python(code: str, *, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout, check=False
    )


def test_a_copy_lives_on_its_own() -> None:
    for number in range(10):
        _, board = list(play(number))[-1]
        for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            assert twin == board
            assert twin.move_stack == board.move_stack
            assert twin.chess960 == board.chess960
            assert twin.is_repetition(2) == board.is_repetition(2)
            before = board.fen()
            twin.reset()
            assert (board.fen(), twin.fen(), twin.move_stack) == (before, START, [])
        bare = board.copy(stack=False)
        assert bare == board
        assert bare.ep_square == board.ep_square
        assert bare.move_stack == []


def test_boards_are_equal_by_position_and_counters() -> None:
    board = Board()
    assert board == Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push(move)
    assert board != Board()
    assert board == Board(START.replace("0 1", "4 3"))
    assert board.key == Board().key
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_legal_moves_are_a_view() -> None:
    board = Board()
    view = board.legal_moves
    assert (len(view), view.count(), bool(view)) == (20, 20, True)
    moves = iter(view)
    board.push("f2f3")
    assert len(list(moves)) == 20
    for move in ("e7e5", "g2g4", "d8h4"):
        board.push(move)
    assert (len(view), bool(view), list(view)) == (0, False, [])
    assert "e2e4" not in Board().legal_moves
    assert repr(Board("4k3/8/8/8/8/8/8/4K2R w - -").legal_moves).count("Rh8+") == 1


def test_a_subclass_stays_itself() -> None:
    class Mine(Board):
        pass

    board = Mine()
    board.push("e2e4")
    assert type(board.copy()) is type(board.root()) is Mine
    assert type(Mine.from_epd(START[:-4])[0]) is Mine
    assert repr(board).startswith("Mine('")


def test_an_uninitialised_board_raises_instead_of_crashing() -> None:
    board = Board.__new__(Board)
    with pytest.raises(TypeError), pytest.warns(RuntimeWarning):
        board.fen()


def test_pictures_show_the_position() -> None:
    board = Board()
    assert str(board).splitlines()[0] == "r n b q k b n r"
    assert board.unicode().splitlines()[0] == "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert board.unicode(invert_color=True, empty_square=".").splitlines()[-1] == "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert board.unicode(borders=True).splitlines()[-1] == "   a b c d e f g h"


def test_a_notebook_gets_a_picture_only_with_python_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    board.push("e2e4")
    assert board._repr_svg_().startswith("<svg")
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.delitem(sys.modules, "chess.svg", raising=False)
    assert board._repr_svg_() is None


def test_adapters_say_that_python_chess_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from tabiya.chess import adapters

    monkeypatch.setitem(sys.modules, "chess", None)
    for call, argument in (
        (adapters.board_to_chess, Board()),
        (adapters.board_from_chess, None),
        (adapters.move_to_chess, Move.null()),
        (adapters.move_from_chess, None),
    ):
        with pytest.raises(ImportError, match="needs python-chess, which is not installed: pip"):
            call(argument)  # type: ignore[operator]


def test_the_package_needs_no_python_chess() -> None:
    result = python(
        "import sys; sys.modules['chess'] = None\nfrom tabiya import chess\nprint(chess.Board().perft(2))"
    )
    assert (result.stdout, result.stderr) == ("400\n", "")


def test_a_pure_installation_says_what_is_missing() -> None:
    result = python("import tabiya; tabiya.HAS_CORE = False\nfrom tabiya import chess")
    assert result.stderr.endswith(
        "ImportError: tabiya.chess needs the native core, which this installation does not have\n"
    )


def test_nothing_leaks_when_python_ends() -> None:
    code = """
from tabiya import PerftTable, chess
board = chess.Board()
board.push("e2e4")
kept = [list(board.legal_moves), board.copy(), board.legal_moves]
board.perft(3, table=PerftTable(1))
"""
    result = python(code)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_move_after_the_end_of_python_is_an_error_and_no_crash() -> None:
    code = """
from tabiya import _core, chess
board = chess.Board()
_core._forget_chess_moves()
_core._forget_chess_moves()
try:
    list(board.legal_moves)
except RuntimeError as error:
    print(error)
"""
    result = python(code)
    assert result.stdout == "tabiya.chess is not loaded, or Python is ending\n", result.stderr
    assert result.returncode == 0


def test_boards_of_several_threads_do_not_disturb_one_another() -> None:
    failures: list[str] = []

    def work(number: int) -> None:
        for theirs, ours in play(number, plies=60):
            if ours.fen() != theirs.fen():
                failures.append(theirs.fen())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize("name", [module.name for module in iter_modules(tabiya.chess.__path__)])
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(import_module(f"tabiya.chess.{name}")).failed == 0


def test_all_names_exist() -> None:
    assert sorted(tabiya.chess.__all__) == sorted(set(tabiya.chess.__all__))
    for name in tabiya.chess.__all__:
        assert hasattr(tabiya.chess, name)
