"""Searches in background threads, for `analysis` and asyncio."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .threads import Background

if TYPE_CHECKING:
    from .engine import Engine
    from .result import Info, Result

__all__ = ["PendingSearch", "analysing", "analysing_async", "search_in_background", "stop_at_exit"]


def analysing(engine: Engine, board: Any, arguments: dict[str, Any]) -> Iterator[Info[Any]]:
    """Starts a search at once, so that errors appear at the call, and yields its infos."""
    news: queue.SimpleQueue[Any] = queue.SimpleQueue()
    told = arguments.get("on_info")

    def put(info: Info[Any]) -> None:
        if told is not None:
            told(info)
        news.put(info)

    def tell_failure(error: BaseException | None) -> None:
        if error is not None:
            news.put(error)
        news.put(None)

    search = PendingSearch(engine, board, {**arguments, "on_info": put})
    infos = _yield_news(search, news, lambda _, error: tell_failure(error))
    next(infos)  # from here on, closing the generator stops the search
    return infos


class PendingSearch:
    """A search that has claimed its engine. It can be stopped from now on; `run` starts it."""

    def __init__(self, engine: Engine, board: Any, arguments: dict[str, Any]) -> None:
        self._engine = engine
        self._run = engine._checked(board, arguments)
        self._claim = engine._native._claim()
        self.stop = self._claim.stop
        """Stops this search and no other. It may be called before `run`, and once is enough.

        It is the core's own function, so that an interrupt cannot come between a call and its effect."""
        try:
            engine._begin(self._run, self._claim)
        except BaseException:
            self._claim.release()
            raise

    def run(self) -> Result[Any]:
        """Runs the search on the calling thread."""
        with self._claim:
            return self._engine._prepared(self._run)()

    def background(self, name: str, done: Callable[[Any, Any], object]) -> Background:
        """Returns an unstarted thread for the search, which calls `done` with the result and the error.

        It is a daemon: Python does not wait for it at exit, and the core then ends its search. It does not
        refer to the engine: an engine and a generator that only refer to each other are garbage, and
        collecting them stops the search.
        """
        claim, search = self._claim, self._engine._prepared(self._run)

        def work() -> None:
            result, error = None, None
            try:
                with claim:
                    result = search()
            except BaseException as raised:
                error = raised
            done(result, error)

        return Background(work, name)


def _yield_news(
    search: PendingSearch, news: queue.SimpleQueue[Any], done: Callable[[Any, Any], object]
) -> Iterator[Any]:
    thread = search.background("tabiya analysis", done)
    try:
        thread.start()
        yield None
        while (item := news.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        search.stop()
        thread.join()


async def search_in_background(engine: Engine, board: Any, arguments: dict[str, Any]) -> Result[Any]:
    """Awaits a search on a thread. If the task is cancelled, stops the search and waits for it."""
    import asyncio

    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result[Any]] = loop.create_future()
    failure: list[BaseException] = []

    def tell(callback: Any, news: Any) -> None:
        try:
            callback(news)
        except BaseException as error:
            failure.append(error)
            search.stop()

    def in_loop(callback: Any) -> Any:
        if callback is None or not callable(callback):
            return callback
        return lambda news: loop.call_soon_threadsafe(tell, callback, news)

    for name in ("on_info", "on_current_move"):
        if name in arguments:
            arguments[name] = in_loop(arguments[name])
    search = PendingSearch(engine, board, arguments)

    def done(outcome: Any, error: BaseException | None) -> None:
        with suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, outcome, error)

    def settle(outcome: Any, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(outcome)

    try:
        search.background("tabiya search", done).start()
        result = await asyncio.shield(answer)
    except asyncio.CancelledError:
        search.stop()
        await asyncio.wait([answer])
        answer.exception()
        raise
    except BaseException:  # Ctrl-C, or the coroutine is closed
        search.stop()
        raise
    if failure:
        raise failure[0]
    return result


async def analysing_async(
    engine: Engine, board: Any, arguments: dict[str, Any]
) -> AsyncGenerator[Info[Any], None]:
    """Yields the infos of a search in a task of its own."""
    import asyncio

    news: asyncio.Queue[Info[Any] | None] = asyncio.Queue()
    told = arguments.get("on_info")

    def put(info: Info[Any]) -> None:
        if told is not None:
            told(info)
        news.put_nowait(info)

    search = asyncio.ensure_future(search_in_background(engine, board, {**arguments, "on_info": put}))
    search.add_done_callback(lambda _: news.put_nowait(None))
    try:
        while (info := await news.get()) is not None:
            yield info
        await search  # raises what ended it
    finally:
        search.cancel()
        await asyncio.wait([search])
        if not search.cancelled():
            search.exception()  # has been raised, or comes too late for anyone


# ---- Python's end ------------------------------------------------------------------------------------------

_endless: weakref.WeakSet[Engine] = weakref.WeakSet()


def stop_at_exit(engine: Engine) -> None:
    """Stops the engine at exit. Otherwise Python would wait forever for a thread with an endless search."""
    _endless.add(engine)


def _stop_endless() -> None:
    for engine in list(_endless):
        run = engine._run
        if run is not None and run.limits.endless:
            run.stop()


# `atexit` is too late: it runs after Python has waited for its threads.
_register = getattr(threading, "_register_atexit", None)
if _register is not None:
    _register(_stop_endless)
