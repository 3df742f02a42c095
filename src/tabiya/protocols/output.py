"""The engine's output: whole lines from any thread, and no error when the reader is gone."""

from __future__ import annotations

import threading
from typing import TextIO

__all__ = ["Output"]


class Output:
    """Writes lines to a stream and flushes each.

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
        """Set when the other end has closed the pipe."""

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
        """Writes a message for the user, in a form that every interface ignores or shows."""
        for part in text.splitlines():
            self.line(f"info string {part}")
