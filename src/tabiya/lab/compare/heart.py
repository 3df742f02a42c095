"""The progress of a long measurement, for another process that waits for it."""

from __future__ import annotations

import os
from typing import TypeVar

__all__ = ["Heart"]

T = TypeVar("T")


class Heart:
    """Appends a byte to a file after each search. The size of the file is the number of searches so far.

    >>> Heart(None, 3).after("the result of a search")
    'the result of a search'
    """

    def __init__(self, file: str | None, searches: int) -> None:
        self._file = file
        self._left = searches

    def after(self, result: T) -> T:
        """Counts a search and returns its result."""
        self._beat(1)
        return result

    def rest(self) -> None:
        """Counts the searches that were not needed, because the game ended."""
        self._beat(self._left)

    def _beat(self, count: int) -> None:
        count = min(count, self._left)
        self._left -= count
        if self._file is None or not count:
            return
        try:
            # Not created: the waiting process may have ended and removed the file.
            file = os.open(self._file, os.O_WRONLY | os.O_APPEND)
        except OSError:
            return
        try:
            os.write(file, b"." * count)
        finally:
            os.close(file)
