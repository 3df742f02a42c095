"""Work that takes long and cannot be awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ..engine.threads import Background

__all__ = ["in_thread"]

T = TypeVar("T")

AGAIN = 0.02
"""Seconds between two calls of `stop`."""


async def in_thread(
    function: Callable[..., T], *arguments: Any, stop: Callable[[], object] | None = None
) -> T:
    """Calls a function on its own thread.

    If the task is cancelled, calls `stop`, which should make the function return soon, and waits for it.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)

    def work() -> None:
        result, error = None, None
        try:
            result = function(*arguments)
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, result, error)

    Background(work, "tabiya web").start()
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        while not answer.done():
            if stop is not None:
                stop()  # repeatedly: the function may not yet have begun the work that `stop` ends
            await asyncio.wait([answer], timeout=AGAIN)
        answer.exception()
        raise
