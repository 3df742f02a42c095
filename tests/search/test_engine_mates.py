"""Mates that other solvers have proved: a mate in N is reported as a mate in N, whatever the table knows.

tests/data/make_mates.py made the file. `--long` takes all of it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from forms import sized
from tabiya import Bound, Engine, TranspositionTable, chess
from tabiya.games.score import MATE

LINES = (Path(__file__).parent.parent / "data" / "mates_chess.epd").read_text().splitlines()
MATES: list[tuple[chess.Board, list[chess.Move], int]] = []
for line in LINES:
    board, operations = chess.Board.from_epd(line)
    MATES.append((board, list(operations["bm"]), int(operations["dm"])))  # type: ignore[arg-type, call-overload]
SOME = MATES[:: sized(4, 1)]
NODES = 3_000_000


def check(board: chess.Board, result: Any, best: list[chess.Move], moves: int) -> None:
    """The mate has its true length, the first move keeps it, and the line ends in mate."""
    assert result.score.mate == moves, board.fen()
    assert result.score.plies == 2 * moves - 1
    assert result.best_move in best, board.fen()
    play_to_the_mate(board, result.pv, 2 * moves - 1)


def mate_of(engine: Engine, board: chess.Board, moves: int, nodes: int = NODES) -> Any:
    return engine.search(board, mate=moves, nodes=nodes)


def test_the_file_has_mates_of_every_length() -> None:
    counts = {moves: sum(mate == moves for _, _, mate in MATES) for moves in range(1, 7)}
    assert len(MATES) >= 200
    assert all(count >= 20 for count in counts.values()), counts


@pytest.mark.parametrize("layout", ["cluster4", "single"])
def test_a_mate_in_n_is_reported_as_n_by_a_cold_table(layout: str) -> None:
    table = TranspositionTable(hash_mb=4, layout=layout)
    engine = Engine(table=table)
    for board, best, moves in SOME:
        table.clear()
        engine.new_game()
        check(board, mate_of(engine, board, moves), best, moves)


def test_a_mate_in_n_is_reported_as_n_without_a_table() -> None:
    engine = Engine(hash_mb=0)
    for board, best, moves in SOME:
        if moves <= 4:
            engine.new_game()
            check(board, mate_of(engine, board, moves), best, moves)


def play_to_the_mate(board: chess.Board, pv: tuple[chess.Move, ...], plies: int) -> None:
    copy = board.copy()
    for move in pv:
        assert move in copy.legal_moves
        copy.push(move)
    assert len(pv) == plies, board.fen()
    assert copy.is_checkmate()


def test_a_mate_in_n_is_reported_as_n_by_a_table_that_knows_it() -> None:
    """Again with the table of the first search, and from the following positions."""
    engine = Engine(hash_mb=8)
    lost_games = seen = 0
    for board, best, moves in SOME:
        for _ in range(2):
            found = mate_of(engine, board, moves)
            check(board, found, best, moves)
        lost = board.copy()
        lost.push(found.best_move)
        if moves == 1:
            continue
        answer = engine.search(lost, depth=2 * moves + 6, nodes=NODES)
        lost_games += 1
        # The losing side may not see the mate for long. If it does, its count is right.
        if answer.score.mate is None:
            continue
        seen += 1
        assert answer.score.mate == -(moves - 1), lost.fen()
        lost.push(answer.best_move)
        assert mate_of(engine, lost, moves - 1).score.mate == moves - 1, lost.fen()
    assert seen >= 0.95 * lost_games


def test_a_mate_in_n_is_reported_as_n_from_every_path() -> None:
    """Plays the moves to the mate, and searches each position on the way."""
    engine = Engine(hash_mb=1)
    for board, best, moves in SOME:
        line = mate_of(engine, board, moves).pv
        path = board.copy()
        for played in range(0, len(line), 2):
            left = moves - played // 2
            assert engine.search(path, mate=left, nodes=NODES).score.mate == left, path.fen()
            for move in line[played : played + 2]:
                path.push(move)
        check(board, mate_of(engine, board, moves), best, moves)


def test_a_longer_mate_is_asked_for_and_the_shortest_is_told() -> None:
    engine = Engine(hash_mb=4)
    for board, best, moves in SOME:
        if moves <= 4:
            check(board, mate_of(engine, board, moves + 2), best, moves)


def test_a_search_by_depth_that_finds_a_mate_tells_the_shortest() -> None:
    engine = Engine(hash_mb=4)
    found = 0
    for board, best, moves in SOME:
        engine.new_game()
        result = engine.search(board, depth=2 * moves + 6, nodes=NODES)
        if result.score.mate is not None:
            check(board, result, best, moves)
            found += 1
    assert found >= 0.95 * len(SOME)


def test_a_search_for_a_mate_that_is_not_there_ends() -> None:
    result = Engine(hash_mb=4).search(chess.Board(), mate=2)
    assert result.score.mate is None
    assert result.best_move in chess.Board().legal_moves


def test_mates_survive_unrelated_searches() -> None:
    rng = random.Random(5)
    engine = Engine(hash_mb=1)
    board = chess.Board()
    for _ in range(sized(100, 1000)):
        if board.is_game_over() or len(board.move_stack) > 120:
            board = chess.Board()
        engine.search(board, nodes=500)
        board.push(rng.choice(list(board.legal_moves)))
    for position, best, moves in SOME:
        check(position, mate_of(engine, position, moves), best, moves)


def test_two_threads_report_the_same_mates() -> None:
    """The first thread alone proves mates: on a busy machine the other may use up most of the nodes."""
    engine = Engine(hash_mb=4, threads=2)
    for board, best, moves in SOME[::2]:
        check(board, mate_of(engine, board, moves, 10 * NODES), best, moves)


def test_a_mate_found_once_is_not_lost_by_the_next_search() -> None:
    """Deep entries of the first search must not hide the mate from the second, at whatever depth it stops."""
    board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    engine = Engine(hash_mb=4)
    assert engine.search(board, depth=8).score.mate == 2
    for depth in range(1, 16):
        assert engine.search(board, depth=depth).score.mate == 2, depth


def test_every_mate_found_once_is_not_lost_by_the_next_search() -> None:
    engine = Engine(hash_mb=8)
    for board, best, moves in SOME:
        check(board, mate_of(engine, board, moves), best, moves)
        for depth in (1, 2, 6):
            assert engine.search(board, depth=depth, nodes=NODES).score.mate == moves, (board.fen(), depth)


def test_a_false_claim_of_a_mate_is_not_believed_at_the_root() -> None:
    board = chess.Board()
    engine = Engine(hash_mb=4)
    table = engine.table
    assert table is not None
    table.store(board.key, score=MATE - 3, depth=50, bound=Bound.EXACT)
    result = engine.search(board, depth=6)
    assert result.score.mate is None
