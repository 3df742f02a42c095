"""Othello games as transcripts: passes are implied, faults are named."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import othello
from tabiya.analysis import analyse_game, parse_games
from tabiya.othello.move import PASS


def test_random_games_come_back_with_their_passes() -> None:
    passes = 0
    for seed in range(40):
        rng = random.Random(seed)
        board = othello.Board()
        while moves := list(board.legal_moves):
            board.push(rng.choice(moves))
        (game,) = parse_games("".join(str(move) for move in board.move_stack if move != PASS))
        assert list(game.moves) == list(board.move_stack)
        outcome = board.outcome()
        assert outcome is not None
        assert game.points == {True: 1.0, False: 0.0, None: 0.5}[outcome.winner]
        passes += list(board.move_stack).count(PASS)
    assert passes > 0


@pytest.mark.parametrize(
    ("line", "plies", "sentence"),
    [
        ("F5 d6 c3 a1 b2", 3, "line 2: move 4, 'a1', is not legal"),
        ("f5d6c3d3c4b5x9", 6, "line 2: 'x9' is not a square"),
    ],
)
def test_a_broken_game_has_a_fault_and_the_others_go_on(line: str, plies: int, sentence: str) -> None:
    good = "f5d6c3d3c4b5  # a comment"
    first, broken, last = parse_games(f"{good}\n{line}\n{good}\n")
    assert len(broken.moves) == plies
    assert sentence in str(broken.fault)
    assert len(first.moves) == len(last.moves) == 6
    assert len(analyse_game(last, depth=2, hash_mb=1).moves) == 6
