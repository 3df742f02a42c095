"""A search in the background, from ``go`` to ``bestmove``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.threads import Background, Signal

__all__ = ["SearchTask"]


class SearchTask:
    """Runs `search` on its own thread and passes the result to `done`.

    `interrupt` ends the search, even before it has started. With `held`, the answer waits for `stop` or
    `release` even if the search ends earlier: infinite searches and pondering do not answer by themselves.
    """

    def __init__(
        self,
        search: Callable[[], Any],
        interrupt: Callable[[], None],
        done: Callable[[Any, BaseException | None], None],
        *,
        held: bool,
    ) -> None:
        self._search, self._interrupt, self._done = search, interrupt, done
        self._released = Signal()
        if not held:
            self._released.set()
        self._answering = Signal()
        self._thread: Background | None = None  # until `start`, so that an unstarted task is freed at once

    def start(self) -> None:
        """Begins."""
        self._thread = Background(self._run, "tabiya-search")
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the answer is due.

        Once it is being sent, the interface may request the next search before this thread has ended; see
        `wait`.
        """
        return not self._answering.is_set()

    def release(self) -> None:
        """Sends the answer as soon as there is one: the opponent played the expected move."""
        self._released.set()

    def stop(self) -> None:
        """Stops the search and waits until it has answered."""
        self._released.set()
        self._interrupt()
        self.wait()

    def wait(self) -> None:
        """Waits until the answer is sent and the thread has finished."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        result, error = None, None
        try:
            result = self._search()
        except BaseException as raised:  # the interface gets an answer in any case
            error = raised
        self._released.wait()
        self._answering.set()
        self._done(result, error)
