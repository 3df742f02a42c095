"""The engine's book as the options want it: read when it is needed, and poured into the table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ..engine.engine import Engine
from ..engine.opening import DEFAULT_PREFILL_DEPTH
from .table_places import reason

if TYPE_CHECKING:
    from ..books import Book, Prefilled

__all__ = ["BookKeeper", "BookWish"]


class BookWish(NamedTuple):
    """What the options ask for."""

    file: str = ""
    prefill: bool = True
    depth: int = DEFAULT_PREFILL_DEPTH
    asked: int = 0
    """How often a file was asked for: one that could not be read is tried again then, and only then."""


class BookKeeper:
    """Turns wishes into a book in the engine's table. A file is read once, a table filled once."""

    def __init__(self) -> None:
        self._book: Book | None = None
        self._has = BookWish()

    def apply(self, wish: BookWish, engine: Engine) -> list[str]:
        """Gives the engine its book, and fills its table if need be; tells what a user should know."""
        said = []
        if (wish.file, wish.asked) != (self._has.file, self._has.asked):
            said = self._read(wish, engine.game)
        self._has = wish
        engine.book = self._book if wish.prefill else None
        engine.prefill_depth = wish.depth
        filled = engine.prefill()
        if filled is not None:
            said.append(f"opening book: {_told(filled)}")
        return said

    def _read(self, wish: BookWish, game: str) -> list[str]:
        if not wish.file:
            self._book = None
            return []
        from ..books import BookError, open_book

        try:
            book = open_book(os.path.expanduser(wish.file))
            if book.game != game:
                raise BookError(wish.file, f"the book is of {book.game}")
        except (OSError, ValueError, ImportError) as error:
            goes_on = "there is no book" if self._book is None else "the book stays as it was"
            return [f"BookFile {wish.file!r} cannot be used: {reason(error)}; {goes_on}"]
        self._book = book
        return []


def _told(filled: Prefilled) -> str:
    """
    >>> from tabiya.books import Prefilled
    >>> _told(Prefilled(120, 3, 1))
    '120 positions put into the table, which knew 3 others or had no room; 1 move is not legal'
    """
    left_out = f", which knew {filled.skipped} others or had no room" if filled.skipped else ""
    moves = "1 move is" if filled.illegal == 1 else f"{filled.illegal} moves are"
    return f"{filled.stored} positions put into the table{left_out}" + (
        f"; {moves} not legal" if filled.illegal else ""
    )
