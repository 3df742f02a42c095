"""Searches to iterate over and to await."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest
from engine_searches import KIWIPETE

from forms import sized
from processes import wait_until
from tabiya import Engine, chess
from tabiya.engine.result import Info


def test_analysis_ends_with_its_loop(engine: Engine) -> None:
    for info in engine.analyse(chess.Board()):
        if info.depth == 6:
            break
    assert info.depth == 6
    wait_until(lambda: not engine.is_searching)
    assert engine.search(chess.Board(), depth=2).depth == 2
    infos = engine.analyse(chess.Board())
    next(infos)
    infos.close()  # type: ignore[attr-defined]
    assert not engine.is_searching


def test_analysis_with_a_limit_ends_by_itself(engine: Engine) -> None:
    assert [info.depth for info in engine.analyse(chess.Board(), depth=4)] == [1, 2, 3, 4]
    heard: list[Any] = []
    lines = list(engine.analyse(chess.Board(), depth=2, multipv=3, on_info=heard.append))
    assert [info.multipv for info in lines] == [1, 2, 3] * 2
    assert heard == lines


@pytest.mark.parametrize("threads", [1, 2])
def test_infos_tell_how_often_the_table_was_asked_and_knew(threads: int) -> None:
    infos: list[Any] = []
    engine = Engine(hash_mb=4, threads=threads)
    result = engine.search(chess.Board(), depth=9, on_info=infos.append)
    assert 0 < infos[-1].hits < infos[-1].probes <= result.stats["probes"]
    assert infos[-1].hit_rate == infos[-1].hits / infos[-1].probes
    assert [info.probes for info in infos] == sorted(info.probes for info in infos)
    if threads == 1:
        assert infos[-1].probes == result.stats["probes"]
        assert infos[-1].hits == result.stats["hits"]
    Engine(hash_mb=0).search(chess.Board(), depth=4, on_info=infos.append)
    assert (infos[-1].probes, infos[-1].hit_rate) == (0, 0.0)


def test_a_search_ends_with_the_last_reference_to_its_engine_and_generator() -> None:
    """An engine that holds its own generator is a cycle, which only the garbage collector can end."""
    threads = threading.active_count()
    for _ in range(sized(10, 100)):
        engine: Any = Engine(hash_mb=1)
        engine.infos = engine.analyse(chess.Board())
        next(engine.infos)
    assert threading.active_count() > threads
    del engine
    gc.collect()
    wait_until(lambda: threading.active_count() == threads)


def test_closing_an_awaited_search_stops_it() -> None:
    """Python closes the coroutine of a loop that is dropped."""
    loop, engine = asyncio.new_event_loop(), Engine(hash_mb=1)

    async def search() -> None:
        await engine.search_async(chess.Board(), infinite=True)

    async def begin(coroutine: Any) -> None:
        coroutine.send(None)
        coroutine.close()

    loop.run_until_complete(begin(search()))
    loop.close()
    wait_until(lambda: not engine.is_searching)


def test_analysis_raises_where_it_is_called(engine: Engine) -> None:
    with pytest.raises(ValueError, match="depth must be between"):
        engine.analyse(chess.Board(), depth=-1)
    assert not engine.is_searching


def test_await_a_search() -> None:
    engine = Engine(hash_mb=1)
    heard: list[Any] = []

    async def main() -> Any:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        result = await engine.search_async(chess.Board(KIWIPETE), time=0.2, on_info=heard.append)
        ticking.cancel()
        return ticks, result

    ticks, result = asyncio.run(main())
    assert ticks > 5
    assert heard
    assert result.best_move in chess.Board(KIWIPETE).legal_moves


def test_cancelling_stops_the_search() -> None:
    engine = Engine(hash_mb=1)

    async def main() -> None:
        task = asyncio.create_task(engine.search_async(chess.Board(), infinite=True))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not engine.is_searching
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(engine.search_async(chess.Board(), infinite=True), 0.1)
        assert not engine.is_searching

    asyncio.run(main())


def test_what_an_async_callback_raises_is_raised_by_the_await() -> None:
    engine = Engine(hash_mb=1)

    def raising(info: Info[Any]) -> None:
        raise KeyError("mine")

    async def main() -> None:
        with pytest.raises(KeyError, match="mine"):
            await engine.search_async(chess.Board(), infinite=True, on_info=raising)
        with pytest.raises(TypeError, match="a search needs a limit"):
            await engine.search_async(chess.Board())

    asyncio.run(main())
    assert engine.search(chess.Board(), depth=2).depth == 2
