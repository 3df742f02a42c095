"""`BookError`, which names the file and the place of a fault."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Self

__all__ = ["BookError", "GameFault"]


class BookError(ValueError):
    """A file that is not a book, or a broken one.

    >>> raise BookError("games.kif", "invalid move '７七歩歩'", "line 12")
    Traceback (most recent call last):
    tabiya.books.errors.BookError: games.kif, line 12: invalid move '７七歩歩'
    """

    def __init__(self, path: str | PathLike[str], reason: str, place: str = "") -> None:
        self.path = fspath(path)
        self.place = place
        self.reason = reason
        super().__init__(f"{self.path}, {place}: {reason}" if place else f"{self.path}: {reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:
        return type(self), (self.path, self.reason, self.place)


class GameFault(BookError):
    """A game that is cut short or skipped, in a file whose other games are fine."""
