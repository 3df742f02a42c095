"""The loop that plays games: it ends by the rules, a player or adjudication."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabiya.games import GAMES, Ending, GameSpec, game_spec
from tabiya.games.play import Adjudicator, Choice, play_game, random_board

CHESS, SHOGI = game_spec("chess"), game_spec("shogi")


def shuffling(*moves: str) -> Any:
    """A player that makes the same moves again and again."""
    made: list[str] = []

    def choose(board: Any) -> Choice:
        made.append(moves[len(made) % len(moves)])
        return Choice(CHESS.notation.parse(board, made[-1]), 0)

    return choose


def at_random(seed: int, score: int | None = None) -> Any:
    rng = Random(seed)
    return lambda board: Choice(rng.choice(list(board.legal_moves)), score)


def test_a_position_that_stands_for_the_third_time_ends_a_game_of_chess() -> None:
    board = CHESS.board()
    players = {True: shuffling("g1f3", "f3g1"), False: shuffling("g8f6", "f6g8")}
    assert play_game(CHESS, board, players) == Ending(None, "repetition")
    assert len(board.move_stack) == 8


def test_fifty_moves_end_a_game_of_chess_unless_the_last_one_mates() -> None:
    quiet = CHESS.board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")
    assert CHESS.rules.ending(quiet) == Ending(None, "fifty moves")
    mated = CHESS.board("R3k3/8/4K3/8/8/8/8/8 b - - 100 80")
    assert CHESS.rules.ending(mated) == Ending(True, "checkmate")


def test_a_king_that_has_entered_may_be_declared_in_shogi_alone() -> None:
    entered = SHOGI.board("4K4/PPPPPPPPP/RR+B+BGGGG1/9/9/9/9/9/4k4 b 2P 1")
    declared = SHOGI.rules.declaration(entered)
    assert declared is not None
    assert (declared.winner, declared.kind) == (True, "declaration")
    assert SHOGI.rules.ending(entered) is None
    assert SHOGI.rules.declaration(SHOGI.board()) is None
    assert CHESS.rules.declaration(CHESS.board()) is None


def test_a_player_may_end_the_game() -> None:
    gives_up = Ending(True, "resigned")
    board = CHESS.board()
    assert play_game(CHESS, board, {True: at_random(1), False: lambda _: gives_up}) is gives_up
    assert len(board.move_stack) == 1


@pytest.mark.parametrize(("score", "points"), [(900, 1.0), (-900, 0.0)])
def test_scores_on_which_both_agree_decide(score: int, points: float) -> None:
    board = CHESS.board()
    players = {True: at_random(1, score), False: at_random(2, -score)}
    ending = play_game(CHESS, board, players, Adjudicator(800, resign_plies=4))
    assert (ending.kind, ending.points, len(board.move_stack)) == ("adjudicated", points, 4)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_more_plies_than_it_may(game: str) -> None:
    spec: GameSpec = game_spec(game)
    board = spec.board()
    ending = play_game(spec, board, {True: at_random(1), False: at_random(2)}, Adjudicator(longest=10))
    assert (ending.kind, ending.points, len(board.move_stack)) == ("too long", 0.5, 10)


@pytest.mark.parametrize("game", GAMES)
def test_a_random_board_is_the_same_for_the_same_seed_and_not_over(game: str) -> None:
    spec = game_spec(game)
    first, again = random_board(spec, Random(3), 20), random_board(spec, Random(3), 20)
    assert first == again
    assert len(first.move_stack) == 20
    assert spec.rules.ending(first) is None
