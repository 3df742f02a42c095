"""The engine's output: whole lines from any thread, and no error when the reader is gone."""

from __future__ import annotations

import logging
import threading
from types import TracebackType
from typing import Self, TextIO

__all__ = ["LogLines", "Output"]

LOGGER = logging.getLogger("tabiya")


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


class LogLines(logging.Handler):
    """Says what the library logs, such as a recovered lock: warnings always, the rest only if `verbose`.

    A GUI shows the engine's output; few people see its standard error.

    >>> import sys
    >>> with LogLines(Output(sys.stdout)):
    ...     LOGGER.warning("a lock was recovered")
    info string a lock was recovered
    """

    def __init__(self, output: Output) -> None:
        super().__init__(logging.WARNING)
        self._output = output
        self._level_before = LOGGER.level

    @property
    def verbose(self) -> bool:
        return self.level < logging.WARNING

    @verbose.setter
    def verbose(self, on: bool) -> None:
        self.setLevel(logging.INFO if on else logging.WARNING)
        LOGGER.setLevel(logging.INFO if on else self._level_before)

    def emit(self, record: logging.LogRecord) -> None:
        self._output.say(record.getMessage())

    def __enter__(self) -> Self:
        LOGGER.addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        LOGGER.removeHandler(self)
        self.verbose = False
