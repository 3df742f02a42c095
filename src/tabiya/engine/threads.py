"""Threads that an interrupt cannot leave half started."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

__all__ = ["Background", "Signal"]


class Signal:
    """An event for one waiter that an interrupt cannot break, unlike `threading.Event`.

    >>> signal = Signal()
    >>> signal.wait(0.001), signal.set(), signal.wait()
    (False, None, True)
    """

    def __init__(self) -> None:
        self._is_set = False
        self._news: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        self._is_set = True
        self._news.put(None)

    def is_set(self) -> bool:
        return self._is_set

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is set, at most `timeout` seconds. Returns whether it is set."""
        if not self._is_set:
            with suppress(Empty):
                self._news.get(timeout=timeout)
        return self._is_set


class Background:
    """A daemon thread for one piece of work.

    An interrupt of `threading.Thread.start` can leave a running thread that its caller believes not started,
    or one that Python lists forever. So another thread, which no signal reaches, calls it. An interrupt of
    `start` comes before or after that. Code that catches it must tell the work to end, as if it had begun,
    and may `join`.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        self._work, self._name = work, name
        self._number: int | None = None
        self._begun = False
        self._working = _thread.allocate_lock()
        self._working.acquire()

    def start(self) -> None:
        """Starts the work."""
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._begun = True  # Python checks for signals after the call below, not before it
        try:
            _thread.start_new_thread(self._launch, (thread,))
        except RuntimeError:
            self._begun = False
            raise

    def join(self) -> None:
        """Waits until the work ends. Does nothing if it never began, or on the thread itself."""
        if not self._begun:
            self._work = _nothing  # releases the objects of the work
        elif self._number != _thread.get_ident():
            with self._working:
                pass

    def _launch(self, thread: threading.Thread) -> None:
        try:
            thread.start()
        except RuntimeError:  # no second thread can be started
            self._run()

    def _run(self) -> None:
        self._number = _thread.get_ident()
        try:
            self._work()
        finally:
            self._working.release()


def _nothing() -> None:
    """The work of a thread that was cancelled before it began."""
