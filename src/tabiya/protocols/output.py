"""What the engine says: whole lines, from any thread, and no complaint when nobody listens any more."""

from __future__ import annotations

import threading
from typing import TextIO

__all__ = ["Output"]


class Output:
    """Writes lines to a stream, each at once.

    >>> import sys
    >>> output = Output(sys.stdout)
    >>> output.line("readyok")
    readyok
    >>> output.say("two lines\\nfor a person")
    info string two lines
    info string for a person
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.closed = threading.Event()
        """Set when the other end went away: there is nobody left to play for."""

    def line(self, text: str) -> None:
        """Writes one line."""
        with self._lock:
            if self.closed.is_set():
                return
            try:
                self._stream.write(text + "\n")
                self._stream.flush()
            except (OSError, ValueError):  # a closed pipe, a closed file
                self.closed.set()

    def say(self, text: str) -> None:
        """Says something to a person, in a form that every interface ignores or shows."""
        for part in text.splitlines():
            self.line(f"info string {part}")
