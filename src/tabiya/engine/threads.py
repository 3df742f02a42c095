"""Threads that an interrupt finds not begun or at work, and never half started."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

__all__ = ["Background", "Signal"]


class Signal:
    """An event for one waiter that an interrupt cannot break: `threading.Event` is written in Python.

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
        """Waits until it is set, or for so many seconds; whether it is set."""
        if not self._is_set:
            with suppress(Empty):
                self._news.get(timeout=timeout)
        return self._is_set


class Background:
    """A daemon thread for one piece of work.

    An interrupt of `threading.Thread.start` leaves a thread at work that its caller takes for not started, or
    one that Python lists for ever. So a thread that no signal reaches calls it. An interrupt of `start` comes
    before that or after: whoever catches it tells the work to end, as if it had begun, and may `join`.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        self._work, self._name = work, name
        self._number: int | None = None
        self._begun = False
        self._working = _thread.allocate_lock()
        self._working.acquire()

    def start(self) -> None:
        """Begins the work."""
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._begun = True  # Python looks for signals after the call below, and not before it
        try:
            _thread.start_new_thread(self._launch, (thread,))
        except RuntimeError:
            self._begun = False
            raise

    def join(self) -> None:
        """Waits for the end of the work, unless it never began or this is the thread itself."""
        if not self._begun:
            self._work = _nothing  # lets go of what it would have worked on
        elif self._number != _thread.get_ident():
            with self._working:
                pass

    def _launch(self, thread: threading.Thread) -> None:
        try:
            thread.start()
        except RuntimeError:  # no more threads are to be had, but for this one
            self._run()

    def _run(self) -> None:
        self._number = _thread.get_ident()
        try:
            self._work()
        finally:
            self._working.release()


def _nothing() -> None:
    """What a thread that was given up before it began has to do."""
