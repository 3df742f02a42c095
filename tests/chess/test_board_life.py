"""Boards as objects: copies, comparison, pickling, pictures, and the end of the process."""

from __future__ import annotations

import sys

import pytest

from tabiya.chess import Board, Move

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


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


def test_pictures_show_the_position() -> None:
    board = Board()
    assert str(board).splitlines()[0] == "r n b q k b n r"
    assert board.unicode().splitlines()[0] == "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert board.unicode(invert_color=True, empty_square=".").splitlines()[-1] == "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert board.unicode(borders=True).splitlines()[-1] == "   a b c d e f g h"


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
