"""`board.evaluate()`: the static evaluation for the side to move."""

from __future__ import annotations

import pytest
from every_game import Subject, every_game

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import chess, shogi


def test_the_score_is_for_the_side_to_move() -> None:
    white = chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").evaluate()
    black = chess.Board("q3k3/8/8/8/8/8/8/4K3 b - - 0 1").evaluate()
    assert 600 < white == black
    assert chess.Board("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").evaluate() < -600
    sente = shogi.Board("4k4/9/9/9/9/9/9/9/4K4 b 2R 1").evaluate()
    gote = shogi.Board("4k4/9/9/9/9/9/9/9/4K4 w 2r 1").evaluate()
    assert 600 < sente == gote
    assert shogi.Board("4k4/9/9/9/9/9/9/9/4K4 w 2R 1").evaluate() < -600


@every_game
def test_an_evaluation_changes_nothing(subject: Subject) -> None:
    board = subject.Board()
    text, key = str(board), board.key
    assert board.evaluate() == board.evaluate() == board.copy().evaluate()
    assert abs(board.evaluate()) < 100
    assert (str(board), board.key) == (text, key)
