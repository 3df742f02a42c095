"""After Ctrl-C at any moment of any call, an engine is free again and none of its threads runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from processes import wait_until
from storms import WARNINGS, storm
from tabiya import Engine, PerftTable, chess, shogi
from tabiya.engine.background import PendingSearch
from tabiya.protocols.problem import Problem

pytestmark = WARNINGS
MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


def analyse_two(engine: Engine) -> None:
    for info in engine.analyse(chess.Board()):
        if info.depth == 2:
            break


def resize_table(engine: Engine) -> None:
    assert engine.table is not None
    engine.table.resize(2, discard=True)
    engine.table.resize(1, discard=True)


def set_settings(engine: Engine) -> None:
    engine.threads = 2
    engine.overhead = 0.005
    engine.set_options(null_move=False)
    engine.set_options(null_move=True)


CALLS: dict[str, Callable[[Engine], Callable[[], Any]]] = {
    "making": lambda _: partial(Engine, hash_mb=1),
    "search": lambda engine: partial(engine.search, chess.Board(), depth=1),
    "search with infos": lambda engine: partial(engine.search, chess.Board(), depth=2, on_info=id),
    "search on a clock": lambda engine: partial(
        engine.search, chess.Board(), white_clock=0.01, black_clock=0.01
    ),
    "analyse": lambda engine: partial(analyse_two, engine),
    "new_game": lambda engine: engine.new_game,
    "resize": lambda engine: partial(resize_table, engine),
    "settings": lambda engine: partial(set_settings, engine),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupted_engine_is_free(name: str, folder: Path) -> None:
    engine = Engine(hash_mb=1)

    def check(moment: str) -> None:
        wait_until(lambda: not engine.is_searching, f"an idle engine {moment}")
        assert engine.search(chess.Board(), depth=1).depth == 1, moment

    storm(folder, CALLS[name](engine), check=check)


def solve() -> None:
    board = shogi.Board(MATE_IN_ONE)
    pending = PendingSearch(Engine("shogi", hash_mb=0), board, {"mate": 5, "time": 2})
    Problem(board).solve(pending, 2.0)


def make_moves() -> None:
    board = chess.Board()
    for move in list(board.legal_moves)[:3]:
        board.push(move)
        board.pop()


BESIDE: dict[str, Callable[[], Any]] = {
    "a problem": solve,
    "perft": partial(chess.Board().perft, 2, threads=2),
    "perft with a table": partial(chess.Board().divide, 3, PerftTable(hash_mb=1)),
    "moves": make_moves,
}


@pytest.mark.parametrize("name", BESIDE)
def test_interrupted_work_beside_engines_leaves_no_thread(name: str, folder: Path) -> None:
    storm(folder, BESIDE[name])
