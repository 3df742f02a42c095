"""`Topic`: the commands of one subject, for one page."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .session import Session

__all__ = ["OneTask", "Topic", "command", "end_task"]

F = TypeVar("F", bound=Callable[..., Awaitable[dict[str, Any]]])


def command(function: F) -> F:
    """Marks a method of a `Topic` as a command: the client may call it with keyword arguments."""
    function._is_command = True  # type: ignore[attr-defined]
    return function


class Topic:
    """A subject. Its commands return the answer as a dict, or raise ValueError with a sentence."""

    name: str
    """The ``topic`` of its messages."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.desk = session.desk
        self.quota = session.quota

    @classmethod
    def commands(cls) -> dict[str, Any]:
        """Returns the commands by name."""
        return {
            name: method for name, method in inspect.getmembers(cls) if getattr(method, "_is_command", False)
        }

    async def call(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Runs a command. Raises ValueError if the command or its fields are unknown."""
        found = self.commands().get(name)
        if found is None:
            raise ValueError(f"{self.name} has no command {name[:40]!r}; it has {', '.join(self.commands())}")
        try:
            call = inspect.signature(found).bind(self, **fields)
        except TypeError as error:
            raise ValueError(f"{self.name}.{name}: {error}") from None
        answer: dict[str, Any] = await found(*call.args, **call.kwargs)
        return answer

    def send(self, event: str, **data: Any) -> None:
        """Sends news to the page. Never blocks."""
        self.session.send({"topic": self.name, "event": event, **data})

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs a task that is cancelled with the page. A ValueError is shown to the user."""
        return self.session.start(self, work)

    async def close(self) -> None:
        """Called after the page was closed and its tasks have ended."""


class OneTask(Topic):
    """A subject that does one thing at a time."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._task: asyncio.Task[None] | None = None

    def _cancel(self) -> None:
        """Cancels the task, without waiting for its end."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _end(self) -> None:
        """Cancels the task and waits for its end."""
        task, self._task = self._task, None
        await end_task(task)


async def end_task(task: asyncio.Task[None] | None) -> None:
    """Cancels a task, if it still runs, and waits for its end."""
    if task is not None and not task.done():
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
