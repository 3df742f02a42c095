"""The engine plays Othello: exact scores in discs, no mates, and it beats random moves."""

from __future__ import annotations

import random

import pytest
from othello_oracle import play

from tabiya import Engine
from tabiya.games import game_spec
from tabiya.games.play import Choice, play_game
from tabiya.games.positions import positions
from tabiya.games.score import Score
from tabiya.othello import PASS, Board, solve


def test_an_exact_ending_is_shown_in_discs() -> None:
    for number in range(6):
        position = list(play(number))[-9]
        board = Board(str(position))
        result = Engine("othello", hash_mb=1, lmr=False, reverse_futility=False, razoring=False).search(
            board, depth=20
        )
        assert result.score == Score(100 * solve(board).score)
        assert str(result.score) == f"{solve(board).score:+}.00"
        end = board.copy()
        for move in result.pv:
            end.push(move)
        assert end.is_game_over()


def test_a_pass_is_found_and_played() -> None:
    result = Engine("othello", hash_mb=1).search(Board("O" * 62 + "X- X"), depth=5)
    assert (result.best_move, str(result.score)) == (PASS, "-64.00")


def test_nobody_is_mated() -> None:
    with pytest.raises(ValueError, match="mate must be None, not 3: othello has no mates"):
        Engine("othello", hash_mb=1).search(Board(), mate=3)
    assert positions("othello_mates") == []


def test_a_finished_game_is_not_searched() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        Engine("othello", hash_mb=1).search(Board("XXXX" + "-" * 60 + " O"), depth=1)


def test_the_engine_beats_chance() -> None:
    chance, engine = random.Random(2), Engine("othello", hash_mb=4)
    spec = game_spec("othello")

    def at_random(board: Board) -> Choice:
        return Choice(chance.choice(list(board.legal_moves)))

    def by_search(board: Board) -> Choice:
        return Choice(engine.search(board, nodes=300).best_move)

    won = 0
    for game in range(10):
        side = game % 2 == 0
        ending = play_game(spec, Board(), {side: by_search, not side: at_random})
        won += ending.winner == side
    assert won >= 9


def test_the_set_has_forty_positions_with_legal_solutions() -> None:
    found = positions("othello")
    assert len({position.text for position in found}) == len({position.name for position in found}) == 40
    assert len(found) == 40
    for position in found:
        board = position.board("othello")
        assert not board.is_game_over()
        assert all(move in board.legal_moves for move in position.best)
    assert sum(bool(position.best) for position in found) == 5
