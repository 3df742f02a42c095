"""Mates that other solvers have proved: a mate in N is reported as a mate in N, whatever the table knows.

No search may ever report a mate that is shorter than the truth. The shortest mate itself is found by all but
one in a hundred within the nodes that are given: pruning may hide it for long behind a mate that is a move
longer. tests/data/make_mates.py made the file; TABIYA_LONG=1 takes all of it.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from tabiya import Engine, TranspositionTable, chess

LONG = bool(os.environ.get("TABIYA_LONG"))
LINES = (Path(__file__).parent.parent / "data" / "mates_chess.epd").read_text().splitlines()
MATES: list[tuple[chess.Board, list[chess.Move], int]] = []
for line in LINES:
    board, operations = chess.Board.from_epd(line)
    MATES.append((board, list(operations["bm"]), int(operations["dm"])))  # type: ignore[arg-type, call-overload]
SOME = MATES if LONG else MATES[::4]
NODES = 3_000_000


class Count:
    """How many mates were reported as they are."""

    def __init__(self) -> None:
        self.seen = 0
        self.late: list[str] = []

    def take(self, board: chess.Board, result: Any, moves: int) -> bool:
        mate = result.score.mate
        assert mate is None or mate >= moves, board.fen()
        self.seen += 1
        if mate != moves:
            self.late.append(f"{board.fen()}: {mate} instead of {moves}")
        else:
            assert result.score.plies == 2 * moves - 1
        return mate == moves

    def check(self) -> None:
        assert len(self.late) <= max(self.seen / 50, 1), self.late


def mate_of(engine: Engine, board: chess.Board, moves: int) -> Any:
    return engine.search(board, mate=moves, nodes=NODES)


def test_the_file_has_mates_of_every_length() -> None:
    counts = {moves: sum(mate == moves for _, _, mate in MATES) for moves in range(1, 7)}
    assert len(MATES) >= 200
    assert all(count >= 20 for count in counts.values()), counts


@pytest.mark.parametrize("layout", ["cluster4", "single"])
def test_a_mate_in_n_is_reported_as_n_by_a_cold_table(layout: str) -> None:
    table = TranspositionTable(hash_mb=4, layout=layout)
    engine, count = Engine(table=table), Count()
    for board, best, moves in SOME:
        table.clear()
        engine.new_game()
        result = mate_of(engine, board, moves)
        if count.take(board, result, moves):
            assert result.best_move in best, board.fen()
            play_to_the_mate(board, result.pv, 2 * moves - 1)
    count.check()


def play_to_the_mate(board: chess.Board, pv: tuple[chess.Move, ...], plies: int) -> None:
    """The line is legal; if it is told to its end, that is the mate."""
    copy = board.copy()
    for move in pv:
        assert move in copy.legal_moves
        copy.push(move)
    if len(pv) == plies:
        assert copy.is_checkmate()


def test_a_mate_in_n_is_reported_as_n_by_a_table_that_knows_it() -> None:
    """Again with the table of the first search, and from the positions that follow."""
    engine, first, again, after = Engine(hash_mb=8), Count(), Count(), Count()
    for board, best, moves in SOME:
        found = mate_of(engine, board, moves)
        if not first.take(board, found, moves):
            continue
        again.take(board, mate_of(engine, board, moves), moves)
        if moves > 1:
            assert found.best_move in best
            lost = board.copy()
            lost.push(found.best_move)
            answer = engine.search(lost, depth=2 * moves, nodes=NODES)
            # The loser may believe for long that it lasts longer; never that it is mated sooner.
            assert answer.score.mate is None or answer.score.mate <= -(moves - 1), lost.fen()
            lost.push(answer.best_move)
            rest = mate_of(engine, lost, moves - 1).score.mate
            assert rest is not None
            assert rest >= 1
            after.seen += 1
            after.late += [lost.fen()] if rest > moves - 1 else []
    for count in (first, again, after):
        count.check()


def test_mates_survive_unrelated_searches() -> None:
    rng = random.Random(5)
    engine, count = Engine(hash_mb=1), Count()
    board = chess.Board()
    for _ in range(1000 if LONG else 100):
        if board.is_game_over() or len(board.move_stack) > 120:
            board = chess.Board()
        engine.search(board, nodes=500)
        board.push(rng.choice(list(board.legal_moves)))
    for position, best, moves in SOME:
        result = mate_of(engine, position, moves)
        if count.take(position, result, moves):
            assert result.best_move in best
    count.check()


def test_two_threads_report_the_same_mates() -> None:
    engine, count = Engine(hash_mb=1, threads=2), Count()
    for board, best, moves in SOME[::2]:
        result = mate_of(engine, board, moves)
        if count.take(board, result, moves):
            assert result.best_move in best
    count.check()
