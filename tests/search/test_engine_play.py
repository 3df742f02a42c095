"""Thousands of searches: every line legal to its last move, every move legal, whatever is done to the engine.

The long form: 10,000 searches and 100,000 moves.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from forms import sized
from tabiya import Engine, TranspositionTable, chess
from tabiya.games.positions import positions

LAYOUTS = ("single", "cluster3", "cluster4", "dense")
POLICIES = ("cascade", "always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred")


def check_line(board: chess.Board, result: Any) -> None:
    copy = board.copy()
    assert result.pv[0] == result.best_move
    for number, move in enumerate(result.pv):
        assert move in copy.legal_moves, (board.fen(), [str(m) for m in result.pv], number)
        copy.push(move)


@pytest.mark.parametrize("threads", [1, 2])
def test_lines_are_legal_to_the_last_move(threads: int) -> None:
    rng = random.Random(threads)
    engine = Engine(hash_mb=1, threads=threads)
    starts = [position.board("chess") for position in positions("chess")]
    board = chess.Board()
    for _ in range(sized(150, 5000)):
        if len(board.move_stack) > 60 or not board._has_legal_move():
            board = rng.choice(starts).copy()
            if rng.random() < 0.3:
                engine.new_game()
        multipv = rng.choice((1, 1, 1, 3))
        result = engine.search(board, nodes=rng.choice((50, 300, 1000, 3000)), multipv=multipv)
        check_line(board, result)
        for line in result.lines:
            copy = board.copy()
            for move in line.pv:
                assert move in copy.legal_moves
                copy.push(move)
        board.push(result.best_move if rng.random() < 0.5 else rng.choice(list(board.legal_moves)))


def test_self_play_with_a_small_table_and_two_threads_tries_no_illegal_move() -> None:
    rng = random.Random(9)
    engine = Engine(hash_mb=1, threads=2)
    moves = illegal = 0
    while moves < sized(300, 10_000):
        board = chess.Board()
        for ply in range(200):
            if board.is_game_over(claim_draw=False):
                break
            if ply < 6:
                board.push(rng.choice(list(board.legal_moves)))
                continue
            result = engine.search(board, nodes=400)
            assert result.best_move in board.legal_moves
            illegal += result.stats["illegal_table_moves"]
            board.push(result.best_move)
            moves += 1
    assert illegal == 0


def test_collisions_never_play_an_illegal_move() -> None:
    """A table full of wrong moves under this search's keys: illegal ones are noticed and skipped."""
    board = chess.Board()
    table = TranspositionTable(hash_mb=1)
    rng = random.Random(4)
    keys = [board.key]
    for first in board.legal_moves:
        board.push(first)
        keys.append(board.key)
        for second in board.legal_moves:
            keys.append(board.key_after(second))
        board.pop()
    for key in keys:
        table.store(key, move=rng.randrange(1, 2**15), score=rng.randrange(-300, 300), depth=0)
    result = Engine(table=table).search(board, depth=4)
    check_line(board, result)
    assert result.stats["illegal_table_moves"] > 0


def test_chaos() -> None:
    """Sizes, layouts, policies, clears, new games, stops and thread counts at random."""
    rng = random.Random(17)
    table: TranspositionTable | None = TranspositionTable(hash_mb=1)
    engine = Engine(table=table)
    starts = [position.board("chess") for position in positions("chess")]
    board = chess.Board()
    for _ in range(sized(120, 3000)):
        match rng.randrange(10):
            case 0:
                engine.new_game()
            case 1:
                table = rng.choice((None, TranspositionTable(entries=rng.choice((1, 3, 64, 5000, 70_000)))))
                engine.table = table
            case 2 if table is not None:
                table.set_layout(rng.choice(LAYOUTS))
            case 3 if table is not None:
                table.reconfigure(policy=rng.choice(POLICIES), sync=rng.choice(("lock_free", "bucket_locks")))
            case 4 if table is not None:
                if rng.random() < 0.5:
                    table.clear()
                else:
                    table.resize(rng.choice((0.1, 1, 5)), discard=True)
            case 5:
                engine.threads = rng.choice((1, 2, 3, 5))
            case 6:
                engine.set_options(
                    rule50_keys=rng.choice(("off", "bucketed", "full")),
                    table_mode=rng.choice(("use", "use", "probe_only", "read_only")),
                    iid=rng.random() < 0.5,
                    null_move=rng.random() < 0.8,
                    quiescence_table=rng.random() < 0.8,
                )
            case 7:
                board = rng.choice(starts).copy()
        result = search_somehow(engine, board, rng)
        check_line(board, result)
        if rng.random() < 0.7:
            board.push(result.best_move)
        if not board._has_legal_move():
            board = chess.Board()


def search_somehow(engine: Engine, board: chess.Board, rng: random.Random) -> Any:
    way = rng.randrange(4)
    if way == 0:
        return engine.search(board, nodes=rng.randrange(1, 3000))
    if way == 1:
        return engine.search(board, depth=rng.randrange(1, 5), multipv=rng.randrange(1, 5))
    if way == 2:
        return engine.search(board, white_clock=rng.uniform(0.001, 0.3), black_clock=rng.uniform(0.001, 0.3))
    timer = threading.Timer(rng.random() / 50, engine.stop)
    timer.start()
    # A stop before the search begins has no effect.
    result = engine.search(board, time=0.3)
    timer.join()
    return result


def test_a_table_changes_hands_between_engines_that_search() -> None:
    """Four engines on one table, started and stopped at random."""
    table = TranspositionTable(hash_mb=1)
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        rng, engine = random.Random(seed), Engine(table=table, threads=1 + seed % 2)
        try:
            board = chess.Board()
            end = time.perf_counter() + sized(1, 60)
            while time.perf_counter() < end:
                result = engine.search(board, nodes=rng.randrange(1, 2000))
                check_line(board, result)
                board.push(result.best_move)
                if board.is_game_over() or len(board.move_stack) > 80:
                    board = chess.Board()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(200)
    assert failures == []
