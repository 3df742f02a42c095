"""The line that a table remembers is legal, ends, and leaves the board as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from small_games import TicTacToe

from tabiya import (
    Bound,
    Engine,
    ReferenceTable,
    TranspositionTable,
    chess,
    negamax,
    othello,
    shogi,
)
from tabiya.games import GAMES, game_spec


@pytest.fixture(params=[TranspositionTable, ReferenceTable])
def table(request: pytest.FixtureRequest) -> Iterator[Any]:
    with request.param(hash_mb=1) as made:
        yield made


def plant(table: Any, board: Any, *moves: str) -> None:
    """Stores the moves of a line, each in its position. The board ends up where it was."""
    for move in moves:
        table.store(board.key, move=game_spec(board._game).packed_move(board, move), bound=Bound.EXACT)
        board.push(move)
    for _ in moves:
        board.pop()


def texts(line: tuple[Any, ...]) -> list[str]:
    return [str(move) for move in line]


def test_it_is_the_line_that_was_stored(table: Any) -> None:
    for board, line in (
        (chess.Board(), "e2e4 e7e5 g1f3"),
        (shogi.Board(), "7g7f 3c3d 8h2b+"),
        (othello.Board(), "f5 d6"),
    ):
        table.clear()
        plant(table, board, *line.split())
        before = board.copy()
        assert texts(table.principal_variation(board)) == line.split()
        assert texts(table.principal_variation(board, 1)) == line.split()[:1]
        assert table.principal_variation(board, max_length=0) == ()
        assert board == before
        assert board.move_stack == before.move_stack


def test_a_planted_cycle_ends_with_the_move_that_closes_it(table: Any) -> None:
    board = chess.Board()
    cycle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    plant(table, board, *cycle)
    assert texts(table.principal_variation(board, 9000)) == cycle
    # From the middle of the cycle too: the rest of it, then round to where it began.
    board.push("g1f3")
    assert texts(table.principal_variation(board, 9000)) == [*cycle[1:], cycle[0]]


def test_an_illegal_move_ends_it(table: Any) -> None:
    board = chess.Board()
    plant(table, board, "e2e4")
    after = chess.Board()
    after.push("e2e4")
    table.store(after.key, move=chess.Move.from_uci("e2e4").pack(), bound=Bound.EXACT)  # not black's move
    assert texts(table.principal_variation(board)) == ["e2e4"]


@pytest.mark.parametrize("code", [1, 0x123456, 0xFFFFFF])
def test_an_entry_of_another_program_ends_it(table: Any, code: int) -> None:
    for game in GAMES:
        board = game_spec(game).board()
        table.clear()
        table.store(board.key, move=code, score=99, depth=40)
        assert table.principal_variation(board) == ()


def test_an_entry_without_a_move_and_no_entry_end_it(table: Any) -> None:
    board = chess.Board()
    assert table.principal_variation(board) == ()
    table.store(board.key, depth=9)
    assert table.principal_variation(board) == ()


def test_the_end_of_the_game_ends_it(table: Any) -> None:
    board = chess.Board()
    plant(table, board, "f2f3", "e7e5", "g2g4", "d8h4")
    mated = chess.Board()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        mated.push(move)
    table.store(mated.key, move=1, bound=Bound.EXACT)
    assert texts(table.principal_variation(board)) == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert table.principal_variation(mated) == ()


def test_keys_with_the_fifty_move_counter_are_followed_if_asked_for() -> None:
    board = chess.Board()
    table = TranspositionTable(hash_mb=1)
    board.push("g1f3")  # the counter is 1
    result = Engine("chess", table=table, rule50_keys="full").search(board, depth=6)
    found = table.principal_variation(board, 1, rule50_keys="full")
    assert found == result.pv[:1]
    assert table.principal_variation(board) == ()


@pytest.mark.parametrize("game", GAMES)
def test_after_a_search_it_begins_with_the_best_move(game: str) -> None:
    board = game_spec(game).board()
    table = TranspositionTable(hash_mb=16)
    result = Engine(game, table=table).search(board, depth=6)
    line = table.principal_variation(board)
    assert line[0] == result.best_move
    for move in line:
        assert board.is_legal(move)
        board.push(move)


def test_a_game_in_python_has_one_too(table: Any) -> None:
    game = TicTacToe()
    result = negamax(game, depth=9, table=table)
    key = game.key
    line = table.principal_variation(game)
    assert line[0] == result.best_move
    assert len(line) == 9  # a draw: the board is full
    assert game.key == key


def test_wrong_arguments_are_named(table: Any) -> None:
    with pytest.raises(ValueError, match="max_length must be between 0 and 9000, not -1"):
        table.principal_variation(chess.Board(), -1)
    with pytest.raises(TypeError, match=r"game must be a tabiya\.Game: str has no moves"):
        table.principal_variation("startpos")
    with pytest.raises(ValueError, match="bucketed"):
        table.principal_variation(chess.Board(), rule50_keys="some")
