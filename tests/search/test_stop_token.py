"""A stop is never lost, and an engine is free again whatever interrupts its search."""

from __future__ import annotations

import gc
import signal
import threading
import time
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from tabiya import Engine, chess, shogi
from tabiya.engine.background import PendingSearch

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"
BOARDS: dict[str, Any] = {"chess": chess.Board, "shogi": shogi.Board}


@pytest.mark.parametrize("game", BOARDS)
def test_a_stop_before_the_search_begins_is_heard(game: str) -> None:
    engine = Engine(game, hash_mb=1)
    pending = PendingSearch(engine, BOARDS[game](), {"infinite": True})
    assert engine.is_searching
    engine.stop()
    result = pending.run()
    assert not engine.is_searching
    assert result.depth >= 1


def test_a_stop_is_for_its_own_run_only() -> None:
    engine = Engine(hash_mb=1)
    first = PendingSearch(engine, chess.Board(), {"depth": 3})
    assert first.run().depth == 3
    first.stop()
    second = PendingSearch(engine, chess.Board(), {"depth": 4})
    first.stop()
    assert second.run().depth == 4


def test_a_stop_that_comes_while_the_start_stalls_is_heard() -> None:
    engine = Engine(hash_mb=1)
    claimed, go_on = threading.Event(), threading.Event()
    fill = engine._opening.fill

    def stalled(table: Any) -> Any:
        claimed.set()
        go_on.wait()
        return fill(table)

    engine._opening.fill = stalled  # type: ignore[method-assign]
    thread = threading.Thread(target=engine.search, args=(chess.Board(),), kwargs={"infinite": True})
    thread.start()
    claimed.wait()
    engine.stop()
    time.sleep(0.1)
    go_on.set()
    thread.join(20)
    assert not thread.is_alive()


def test_a_stop_from_a_signal_handler_is_never_lost() -> None:
    engine = Engine(hash_mb=0)
    board = chess.Board()
    stops: list[bool] = []  # whether a search was running

    def stop(*_: object) -> None:
        stops.append(engine.is_searching)
        engine.stop()
        # A stop before the search begins is rightly forgotten, so another follows at once. After a stop of
        # a running search, only a lost one needs another: long after any stall of a busy machine.
        signal.setitimer(signal.ITIMER_REAL, 30 if stops[-1] else 0.001)

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for i in range(sized(60, 1000)):
            stops.clear()
            signal.setitimer(signal.ITIMER_REAL, 0.00002 * (1 + i % 40))
            engine.search(board, infinite=True)
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert stops.count(True) == 1, "a stop of a running search was lost, and repeated by the timer"
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)  # a handler that still runs would set the timer again
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not engine.is_searching


def test_an_interrupted_engine_is_free() -> None:
    """Ctrl-C at any moment of a search, also between the claim and the search itself."""
    engine = Engine(hash_mb=0)
    board = chess.Board()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # an interrupt in a callback of the collector is not an interrupt of the search
    try:
        for i in range(1500):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.000005 * (1 + i % 200))
                engine.search(board, depth=1)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                pass
            assert not engine.is_searching
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    assert engine.search(board, depth=2).depth == 2


def test_a_claim_that_is_forgotten_is_given_back() -> None:
    engine = Engine(hash_mb=0)
    claim = engine._native._claim()
    assert engine.is_searching
    with pytest.raises(RuntimeError, match="this engine is searching"):
        engine.search(chess.Board(), depth=1)
    del claim
    assert not engine.is_searching


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 1e-06},
        {"white_clock": 0.001, "black_clock": 0.001},
        {"white_clock": -0.5, "black_clock": 0.001},
    ],
)
def test_however_short_the_clock_depth_1_is_complete(limits: dict[str, Any]) -> None:
    engine = Engine(hash_mb=1)
    for _ in range(20):
        engine.new_game()
        result = engine.search(chess.Board(MATE_IN_ONE), **limits)
        assert result.depth >= 1
        assert str(result.best_move) == "d1d8"
        assert result.score.mate == 1


def test_a_stop_at_once_leaves_a_searched_move() -> None:
    engine = Engine(hash_mb=1)
    pending = PendingSearch(engine, chess.Board(MATE_IN_ONE), {"infinite": True})
    pending.stop()
    assert str(pending.run().best_move) == "d1d8"
