"""A search in the background, from ``go`` to ``bestmove``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.threads import Background, Signal

__all__ = ["SearchTask"]


class SearchTask:
    """Runs `search` on a thread of its own and hands what it gives to `done`.

    `interrupt` ends the search, also if it has not begun. With `held`, the answer waits for `stop` or
    `release` even if the search ends before: an infinite search and pondering do not answer by themselves.
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
        self._thread: Background | None = None  # until `start`: a task that is dropped before dies at once

    def start(self) -> None:
        """Begins."""
        self._thread = Background(self._run, "tabiya-search")
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come.

        Once it is on its way the next search may be asked for, before this thread has ended: see `wait`.
        """
        return not self._answering.is_set()

    def release(self) -> None:
        """Lets the answer go as soon as there is one: the opponent played the expected move."""
        self._released.set()

    def stop(self) -> None:
        """Ends the search and waits until it has answered."""
        self._released.set()
        self._interrupt()
        self.wait()

    def wait(self) -> None:
        """Waits until the answer is out and all that follows it is done."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        result, error = None, None
        try:
            result = self._search()
        except BaseException as raised:  # whatever happens, the interface gets its answer
            error = raised
        self._released.wait()
        self._answering.set()
        self._done(result, error)
