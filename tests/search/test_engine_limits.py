"""What ends a search of `tabiya.Engine`, and what its result tells.

A busy machine may delay a search, but not make it work more: upper bounds are of processor time.
"""

from __future__ import annotations

import time

from engine_searches import KIWIPETE

from tabiya import Engine, chess

MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def test_a_result_tells_what_was_found(engine: Engine) -> None:
    board = chess.Board()
    result = engine.search(board, depth=6)
    assert result.depth == 6 <= result.seldepth
    assert result.best_move == result.pv[0]
    assert result.ponder == result.pv[1]
    assert result.best_move in board.legal_moves
    assert result.lines[0].pv == result.pv
    assert abs(result.score.cp or 999) < 200
    assert result.nodes > 100
    assert result.nps > 0
    assert 0 <= result.hashfull <= 1000
    assert result.stats["probes"] >= result.stats["hits"] > 0
    assert board == chess.Board()


def test_one_thread_searches_the_same_nodes_every_time() -> None:
    results = [Engine(hash_mb=2).search(chess.Board(KIWIPETE), depth=8) for _ in range(2)]
    assert results[0].nodes == results[1].nodes
    assert results[0].pv == results[1].pv


def test_new_game_is_as_good_as_a_new_engine(engine: Engine) -> None:
    first = engine.search(chess.Board(), depth=8)
    engine.search(chess.Board(KIWIPETE), depth=7)
    engine.new_game()
    again = engine.search(chess.Board(), depth=8)
    assert (again.nodes, again.pv) == (first.nodes, first.pv)


def test_nodes_end_a_search(engine: Engine) -> None:
    for nodes in (1, 100, 5000):
        result = engine.search(chess.Board(KIWIPETE), nodes=nodes)
        assert result.nodes <= nodes + 1
        assert result.best_move in chess.Board(KIWIPETE).legal_moves


def test_time_ends_a_search(engine: Engine) -> None:
    begin, worked = time.perf_counter(), time.process_time()
    engine.search(chess.Board(KIWIPETE), time=0.1)
    assert time.perf_counter() - begin > 0.09
    assert time.process_time() - worked < 1.0


def test_a_clock_ends_a_search_within_what_it_shows(engine: Engine) -> None:
    for clock in (
        {"white_clock": 0.5},
        {"white_clock": 0.5, "movestogo": 1},
        {"white_clock": 0, "byoyomi_time": 0.2},
        {"white_clock": -0.005},
    ):
        begin = time.process_time()
        engine.search(chess.Board(KIWIPETE), **clock)  # type: ignore[arg-type]
        assert time.process_time() - begin < 0.6


def test_a_single_move_is_played_at_once(engine: Engine) -> None:
    board = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert board.legal_moves.count() == 1
    begin = time.process_time()
    engine.search(board, black_clock=600)
    assert time.process_time() - begin < 2


def test_a_mate_ends_a_search(engine: Engine) -> None:
    result = engine.search(chess.Board(MATE_IN_2), mate=2, time=20)
    assert result.score.mate == 2
    assert result.score.plies == 3


def test_several_lines_come_best_first(engine: Engine) -> None:
    result = engine.search(chess.Board(), depth=5, multipv=4)
    assert len(result.lines) == 4
    assert len({line.pv[0] for line in result.lines}) == 4
    assert [line.score for line in result.lines] == sorted(
        (line.score for line in result.lines), reverse=True
    )
    assert len(engine.search(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"), depth=2, multipv=50).lines) == 3


def test_search_moves_are_the_only_ones(engine: Engine) -> None:
    board = chess.Board()
    for moves in (["a2a3"], [chess.Move.from_uci("a2a3"), "h2h3"], ("g1h3",)):
        result = engine.search(board, depth=4, search_moves=moves)
        assert str(result.best_move) in map(str, moves)


def test_search_moves_know_castling_and_promotions(engine: Engine) -> None:
    assert str(engine.search(chess.Board(KIWIPETE), depth=2, search_moves=["e1c1"]).best_move) == "e1c1"
    board = chess.Board("8/2P5/8/8/8/8/8/k6K w - - 0 1")
    assert str(engine.search(board, depth=2, search_moves=["c7c8n"]).best_move) == "c7c8n"
