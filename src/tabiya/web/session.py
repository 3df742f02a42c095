"""`Session`: one open page. It reads commands, answers them, and ends all that the page started."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .desk import Desk
from .quota import Quota
from .topic import Topic
from .topics import TOPICS

__all__ = ["Session"]

LOG = logging.getLogger(__name__)
MAX_UNSENT = 256
"""Messages that may wait for a slow client. One more ends the session."""
MAX_TASKS = 8


class Session:
    """The life of a WebSocket."""

    def __init__(self, socket: WebSocket, quota: Quota) -> None:
        self.quota = quota
        self.desk = Desk(quota)
        self._socket = socket
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MAX_UNSENT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._overrun = asyncio.Event()
        self._topics: dict[str, Topic] = {topic.name: topic(self) for topic in TOPICS}

    async def run(self) -> None:
        """Serves the page until it goes away."""
        own = [asyncio.create_task(part) for part in (self._read(), self._write(), self._watch())]
        try:
            await asyncio.wait(own, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._end(own)

    async def _watch(self) -> None:
        await self._overrun.wait()

    async def _end(self, own: list[asyncio.Task[None]]) -> None:
        ending = (*own, *self._tasks)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for topic in self._topics.values():
            await topic.close()
        await self.desk.close()

    # ---- messages ----------------------------------------------------------------------------------

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        number: Any = None
        try:
            message = _parsed(text)
            number = message.pop("id", None)
            answer = await self._answer(message)
        except ValueError as error:
            self.send({"id": _plain(number), "error": _sentence(error)})
        except Exception as error:
            LOG.exception("a command failed")
            self.send(
                {"id": _plain(number), "error": f"this failed: {type(error).__name__}: {_sentence(error)}"}
            )
        else:
            self.send({"id": _plain(number), "answer": answer})

    async def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        name, order = message.pop("topic", None), message.pop("do", None)
        if not isinstance(name, str) or name not in self._topics or not isinstance(order, str):
            raise ValueError(f"a message needs a topic ({', '.join(self._topics)}) and a command in do")
        return await self._topics[name].call(order, message)

    def send(self, message: dict[str, Any]) -> None:
        """Queues a message. A client that does not read loses its session."""
        try:
            self._unsent.put_nowait(json.dumps(message, allow_nan=False))
        except asyncio.QueueFull:
            self._overrun.set()

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_text(await self._unsent.get())

    # ---- tasks -------------------------------------------------------------------------------------

    def start(self, topic: Topic, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs a task for a topic. Raises ValueError if too many run."""
        if len(self._tasks) >= MAX_TASKS:
            work.close()
            raise ValueError(f"this page runs {MAX_TASKS} tasks, the most at a time: stop one of them")
        task = asyncio.create_task(self._shown(topic, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
        return task

    async def _shown(self, topic: Topic, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (ValueError, RuntimeError, OSError, MemoryError) as error:
            topic.send("error", error=_sentence(error))


def _parsed(text: str | None) -> dict[str, Any]:
    if text is None:
        raise ValueError("a message must be text, not bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"a message must be JSON: {type(error).__name__}") from None
    if not isinstance(message, dict):
        raise ValueError("a message must be a JSON object")
    return message


def _plain(number: Any) -> int | None:
    return number if isinstance(number, int) else None


def _sentence(error: BaseException) -> str:
    return str(error)[:500] or type(error).__name__
