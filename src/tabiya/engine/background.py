"""Searches on threads of their own: for loops over infos, and for asyncio."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine import Engine
    from .result import Info, Result
    from .run import Run

__all__ = ["analysing", "search_in_background", "stop_at_exit"]


def analysing(engine: Engine, board: Any, arguments: dict[str, Any]) -> Iterator[Info[Any]]:
    """Starts at once, so that mistakes show where the call is, and yields what the search tells."""
    news: queue.SimpleQueue[Any] = queue.SimpleQueue()
    told = arguments.get("on_info")

    def put(info: Info[Any]) -> None:
        if told is not None:
            told(info)
        news.put(info)

    run = engine._begin(board, {**arguments, "on_info": put})
    infos = _yield_news(engine, run, news)
    next(infos)  # from here on the generator's end ends the search
    return infos


def _yield_news(engine: Engine, run: Run, news: queue.SimpleQueue[Any]) -> Iterator[Any]:
    def work() -> None:
        try:
            engine._search(run)
        except BaseException as error:
            news.put(error)
        finally:
            engine._end()
            news.put(None)

    # A daemon: Python's end does not wait for it, and the core ends its search then.
    thread = threading.Thread(target=work, name="tabiya analysis", daemon=True)
    thread.start()
    try:
        yield None
        while (item := news.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        engine._stop_run(run)
        thread.join()


async def search_in_background(engine: Engine, board: Any, arguments: dict[str, Any]) -> Result[Any]:
    """Awaits a search on a thread; if the task is cancelled, the search is stopped and waited for."""
    import asyncio

    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result[Any]] = loop.create_future()
    failure: list[BaseException] = []

    def tell(callback: Any, news: Any) -> None:
        try:
            callback(news)
        except BaseException as error:
            failure.append(error)
            engine._stop_run(run)

    def in_loop(callback: Any) -> Any:
        if callback is None or not callable(callback):
            return callback
        return lambda news: loop.call_soon_threadsafe(tell, callback, news)

    for name in ("on_info", "on_current_move"):
        if name in arguments:
            arguments[name] = in_loop(arguments[name])
    run = engine._begin(board, arguments)

    def work() -> None:
        try:
            outcome, error = engine._search(run), None
        except BaseException as raised:
            outcome, error = None, raised
        finally:
            engine._end()
        with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits any more
            loop.call_soon_threadsafe(settle, outcome, error)

    def settle(outcome: Any, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(outcome)

    threading.Thread(target=work, name="tabiya search", daemon=True).start()
    try:
        result = await asyncio.shield(answer)
    except asyncio.CancelledError:
        engine._stop_run(run)
        await asyncio.wait([answer])
        answer.exception()
        raise
    if failure:
        raise failure[0]
    return result


# ---- Python's end ------------------------------------------------------------------------------------------

_endless: weakref.WeakSet[Engine] = weakref.WeakSet()


def stop_at_exit(engine: Engine) -> None:
    """An endless search on a thread that Python waits for would keep it from ever ending."""
    _endless.add(engine)


def _stop_endless() -> None:
    for engine in list(_endless):
        run = engine._run
        if run is not None and run.limits.endless:
            engine._stop_run(run)


# `atexit` runs after Python has waited for its threads: too late for the threads that it would wait for.
_register = getattr(threading, "_register_atexit", None)
if _register is not None:
    _register(_stop_endless)
