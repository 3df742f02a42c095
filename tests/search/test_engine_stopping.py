"""Callbacks of a running search, and the ways to stop it."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from engine_searches import KIWIPETE, later

from processes import PATIENCE, interrupted
from tabiya import Engine, chess
from tabiya.engine.result import CurrentMove, Info

# ---- infos -------------------------------------------------------------------------------------------------


def test_infos_come_with_every_iteration(engine: Engine) -> None:
    infos: list[Info[Any]] = []
    result = engine.search(chess.Board(), depth=7, on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6, 7]
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)
    assert infos[-1].score == result.score
    assert infos[-1].pv == result.pv


def test_long_searches_tell_their_current_move(engine: Engine) -> None:
    seen: list[CurrentMove[Any]] = []

    def enough(current: CurrentMove[Any]) -> None:
        seen.append(current)
        if len(seen) == 3:
            engine.stop()

    engine.search(chess.Board(KIWIPETE), time=15, on_current_move=enough)
    assert seen[0].number >= 1
    assert seen[0].move in chess.Board(KIWIPETE).legal_moves
    assert seen[0].time > 2.9


@pytest.mark.parametrize("error", [KeyError("mine"), KeyboardInterrupt(), SystemExit(3)])
def test_what_a_callback_raises_ends_the_search_and_is_raised(engine: Engine, error: BaseException) -> None:
    def raising(info: Info[Any]) -> None:
        if info.depth == 3:
            raise error

    begin = time.process_time()
    with pytest.raises(type(error)):
        engine.search(chess.Board(), infinite=True, on_info=raising)
    assert time.process_time() - begin < 2
    assert not engine.is_searching
    assert engine.search(chess.Board(), depth=3).depth == 3


def test_a_callback_may_use_engine_and_table(engine: Engine) -> None:
    refused: list[str] = []

    def meddling(info: Info[Any]) -> None:
        for call in (lambda: engine.search(chess.Board(), depth=1), engine.new_game):
            with pytest.raises(RuntimeError, match="this engine is searching") as caught:
                call()
            refused.append(str(caught.value))
        assert engine.table is not None
        with pytest.raises(BufferError):
            engine.table.resize(4, discard=True)
        engine.stop()

    engine.search(chess.Board(), infinite=True, on_info=meddling)
    assert len(refused) >= 2


# ---- stopping ----------------------------------------------------------------------------------------------


def test_stop_from_another_thread(engine: Engine) -> None:
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.process_time())
        engine.stop()

    later(0.15, stop)
    result = engine.search(chess.Board(), infinite=True)
    assert time.process_time() - stopped[0] < 0.5
    assert result.best_move in chess.Board().legal_moves


@pytest.mark.parametrize("limit", [{"infinite": True}, {"time": 60}])
def test_a_stop_that_comes_at_once_is_not_lost(limit: dict[str, Any]) -> None:
    engine = Engine(hash_mb=1)
    for delay in (0, 0, 0, 0.0001, 0.0002, 0.0005, 0.001, 0.002):
        thread = threading.Thread(target=engine.search, args=(chess.Board(),), kwargs=limit)
        thread.start()
        while not engine.is_searching:
            time.sleep(0)
        time.sleep(delay)
        engine.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_stop_without_a_search_does_nothing(engine: Engine) -> None:
    engine.stop()
    engine.ponderhit()
    assert engine.search(chess.Board(), depth=4).depth == 4


def test_an_infinite_search_waits_even_when_nothing_is_left_to_search(engine: Engine) -> None:
    later(0.3, engine.stop)
    begin = time.perf_counter()
    result = engine.search(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"), infinite=True)
    assert time.perf_counter() - begin >= 0.29
    assert result.score.cp == 0


def test_ctrl_c_ends_a_search_promptly() -> None:
    setup = "from tabiya import Engine, chess; engine = Engine(hash_mb=2, threads=2)"
    took, depth = interrupted(
        setup, "engine.search(chess.Board(), infinite=True)", "engine.search(chess.Board(), depth=3).depth"
    )
    assert depth == "3"
    assert took < 0.5  # of two threads; usually 0.01


def test_ponderhit_starts_the_clock(engine: Engine) -> None:
    for seconds, limits in ((0.4, {"white_clock": 1, "black_clock": 1}), (0.2, {"time": 0.2})):
        begin, worked = time.perf_counter(), time.process_time()
        later(seconds, engine.ponderhit)
        engine.search(chess.Board(KIWIPETE), ponder=True, **limits)
        assert time.perf_counter() - begin > seconds - 0.01
        assert time.process_time() - worked < 2.0
    later(0.2, engine.stop)
    engine.search(chess.Board(KIWIPETE), ponder=True, white_clock=1000)
