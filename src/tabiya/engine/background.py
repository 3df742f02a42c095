"""Searches on threads of their own: for loops over infos, and for asyncio."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .threads import Background

if TYPE_CHECKING:
    from .engine import Engine
    from .result import Info, Result

__all__ = ["PendingSearch", "analysing", "search_in_background", "stop_at_exit"]


def analysing(engine: Engine, board: Any, arguments: dict[str, Any]) -> Iterator[Info[Any]]:
    """Starts at once, so that mistakes show where the call is, and yields what the search tells."""
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
    next(infos)  # from here on the generator's end ends the search
    return infos


class PendingSearch:
    """A search that has claimed its engine: it can be stopped from now on, and begins with `run`."""

    def __init__(self, engine: Engine, board: Any, arguments: dict[str, Any]) -> None:
        self._engine = engine
        self._run = engine._checked(board, arguments)
        self._claim = engine._native._claim()
        self.stop = self._claim.stop
        """Ends this search and no other; once is enough, and before `run` is not too early.

        The core's own function: an interrupt of a `finally` cannot come between its call and what it does."""
        try:
            engine._begin(self._run, self._claim)
        except BaseException:
            self._claim.release()
            raise

    def run(self) -> Result[Any]:
        """The search, on whatever thread calls."""
        with self._claim:
            return self._engine._search(self._run)

    def background(self, name: str, done: Callable[[Any, Any], object]) -> Background:
        """A thread for it, to be started, where `done` is called with the result and the error.

        A daemon: Python's end does not wait for it, and the core ends its search then.
        """

        def work() -> None:
            result, error = None, None
            try:
                result = self.run()
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
        with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits any more
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
    except KeyboardInterrupt:
        search.stop()
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
            run.stop()


# `atexit` runs after Python has waited for its threads: too late for the threads that it would wait for.
_register = getattr(threading, "_register_atexit", None)
if _register is not None:
    _register(_stop_endless)
