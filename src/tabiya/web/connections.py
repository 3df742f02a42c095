"""Connections to the server. Idle ones are closed, so that they never lock the owner out."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import FIRST_REQUEST_SECONDS, MAX_SILENT

__all__ = ["Connection", "Server"]

LOG = logging.getLogger("uvicorn.error")
OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
REMINDER_SECONDS = 60.0


class Connection(H11Protocol):
    """A connection that is closed if its first request does not come in time.

    If too many connections have sent no request, the oldest one is closed.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(FIRST_REQUEST_SECONDS, self._close_if_silent)
        silent = [each for each in self.connections if isinstance(each, Connection) and each._is_silent]
        if len(silent) > MAX_SILENT:
            oldest = min(silent, key=lambda each: each._deadline.when() if each._deadline else 0.0)
            oldest._close_if_silent()

    @property
    def _is_silent(self) -> bool:
        return self.headers is None

    def _close_if_silent(self) -> None:
        if self._is_silent:
            self.connections.discard(self)
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)


class Server(uvicorn.Server):
    """A server that reports a lack of descriptors in a sentence, and not more than once a minute."""

    _reported = -REMINDER_SECONDS

    async def startup(self, sockets: Any = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._handle)
        await super().startup(sockets)

    def _handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in OUT_OF_RESOURCES:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._reported >= REMINDER_SECONDS:
            self._reported = time.monotonic()
            LOG.error("no connection can be accepted now: %s; close other programs", error.strerror)
