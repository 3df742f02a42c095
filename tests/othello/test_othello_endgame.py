"""The endgame search finds the exact score, like plain Python, the engine and published results."""

from __future__ import annotations

import os
import random
from dataclasses import asdict
from typing import Any

import pytest
from othello_oracle import Position, play
from othello_oracle import solve as solve_by_rules

from forms import sized
from processes import interrupted
from tabiya import Bound, Engine, SearchOptions, TranspositionTable, chess
from tabiya.othello import PASS, Board, solve

FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, {"a2"}),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, {"h4"}),
    42: ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, {"g2"}),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, {"c7", "g3"}),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, {"d2", "b8"}),
}
"""Positions of the FFO endgame suite with their published scores and best moves."""


def endings(count: int, empties: int) -> list[Board]:
    """Ends of random games with a given number of empty squares."""
    found = []
    for number in range(count):
        for position in play(1000 + number):
            if position.squares.count("-") == empties:
                found.append(Board(str(position)))
                break
    return found


@pytest.mark.parametrize("empties", range(1, 9))
def test_a_solution_is_that_of_plain_python(empties: int) -> None:
    table = TranspositionTable(hash_mb=1)
    for board in endings(sized(12, 60), empties):
        expected = solve_by_rules(Position.parse(board.position()))
        for memory in (None, table, table):
            solution = solve(board, table=memory)
            assert solution.score == expected, board
            if board.is_game_over():
                assert solution.best_move is None
            else:
                assert solution.best_move in board.legal_moves


def test_a_solution_is_that_of_the_engine_without_pruning() -> None:
    """Another search, from another folder, and another table."""
    engine = Engine("othello", hash_mb=64)
    engine.set_options(**asdict(SearchOptions.plain()))
    table = TranspositionTable(hash_mb=16)
    for board in endings(sized(3, 12), sized(13, 15)):
        score = engine.search(board, depth=40).score
        assert score.cp == 100 * solve(board, table=table).score, board


def test_the_best_move_reaches_the_score() -> None:
    for board in endings(sized(10, 100), 14):
        solution = solve(board, table=TranspositionTable(hash_mb=4))
        assert solution.best_move is not None
        child = board.copy()
        child.push(solution.best_move)
        assert -solve(child).score == solution.score


@pytest.mark.slow
@pytest.mark.parametrize("number", FFO)
def test_published_problems_are_solved(number: int) -> None:
    text, score, best = FFO[number]
    solution = solve(Board(text), table=TranspositionTable(hash_mb=256))
    assert (solution.score, str(solution.best_move) in best) == (score, True)


def test_a_table_saves_nodes_and_changes_no_score() -> None:
    """`tabiya bench othello` measures how many it saves."""
    saved = 0
    for board in endings(4, 16):
        without = solve(board)
        table = TranspositionTable(hash_mb=16)
        cold, warm = solve(board, table=table), solve(board, table=table)
        assert cold.score == warm.score == without.score
        assert warm.nodes < cold.nodes / 10
        saved += without.nodes - cold.nodes
    assert saved > 0


@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4", "dense"])
@pytest.mark.parametrize("settings", [{}, {"statistics": True}, {"sync": "bucket_locks"}, {"l2_mb": 1}])
def test_every_kind_of_table_serves(layout: Any, settings: dict[str, Any]) -> None:
    if layout == "dense" and "l2_mb" in settings:
        pytest.skip("a second tier needs whole keys")
    table = TranspositionTable(hash_mb=4, layout=layout, **settings)
    for board in endings(3, 13):
        assert solve(board, table=table).score == solve(board).score
    assert len(table) > 0
    if settings == {"statistics": True}:
        assert table.stats.probes > table.stats.hits > 0
    table.close()


def test_engine_and_endgame_search_do_not_take_each_others_entries() -> None:
    """One table for both: the entries of an engine that prunes are not exact."""
    for board in endings(sized(8, 40), 12):
        table = TranspositionTable(hash_mb=64)
        searched = Engine("othello", table=table).search(board, depth=8)
        solution = solve(board, table=table)
        alone = solve(board, table=TranspositionTable(hash_mb=64))
        assert (solution.score, solution.nodes) == (alone.score, alone.nodes)
        table = TranspositionTable(hash_mb=64)
        solve(board, table=table)
        again = Engine("othello", table=table).search(board, depth=8)
        assert (again.score, again.nodes) == (searched.score, searched.nodes)


def test_entries_say_what_was_found() -> None:
    """In the units of the search, under a key of their own, with the empty squares as the depth."""
    table = TranspositionTable(hash_mb=16)
    (board,) = endings(1, 12)
    solution = solve(board, table=table)
    assert table.probe(board.key) is None
    exact = [entry for _, entry in table.items() if entry.depth == 12 and entry.bound is Bound.EXACT]
    assert [(entry.score, entry.move) for entry in exact] == [
        (100 * solution.score, solution.best_move.pack() if solution.best_move else 0)
    ]


def test_a_switched_off_table_is_left_alone() -> None:
    table = TranspositionTable(hash_mb=1)
    table.enabled = False
    (board,) = endings(1, 10)
    assert solve(board, table=table).nodes == solve(board).nodes
    assert len(table) == 0


def test_passes_and_finished_games_are_solved() -> None:
    over = solve(Board("XXXX" + "-" * 60 + " O"))
    assert (over.score, over.best_move) == (-64, None)
    forced = solve(Board("O" * 62 + "X- X"))
    assert (forced.score, forced.best_move) == (-64, PASS)


def test_a_board_may_change_while_it_is_solved() -> None:
    import threading

    (board,) = endings(1, 17)
    expected, found = solve(board).score, []
    thread = threading.Thread(target=lambda: found.append(solve(board).score))
    thread.start()
    while thread.is_alive():
        board.push(random.choice(list(board.legal_moves)))
        board.pop()
    thread.join()
    assert found == [expected]


def test_a_wrong_argument_is_named() -> None:
    with pytest.raises(TypeError, match=r"board must be a tabiya\.othello\.Board, not Board"):
        solve(chess.Board())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"table must be a tabiya\.TranspositionTable or None, not dict"):
        solve(Board(), table={})  # type: ignore[arg-type]
    table = TranspositionTable(hash_mb=1)
    table.close()
    with pytest.raises(ValueError, match="closed"):
        solve(Board("O" * 62 + "X- X"), table=table)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_long_search_promptly_and_leaves_the_table_usable() -> None:
    setup = """
from tabiya import TranspositionTable
from tabiya.othello import Board, solve
table = TranspositionTable(hash_mb=16)
def solve_again():
    table.resize(1)
    return solve(Board("O" * 62 + "X- X"), table=table).score
"""
    took, score = interrupted(setup, "solve(Board(), table=table)", "solve_again()")
    assert (took < 1, score) == (True, "-64")
