"""The engine's book as the options ask for it, read when needed and stored in the table."""

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
    plies: int = DEFAULT_PREFILL_DEPTH
    entry_depth: int = 0
    asked: int = 0
    """How often a file was requested. A file that could not be read is only tried again on a new request."""


class BookKeeper:
    """Puts the requested book into the engine's table. Reads each file once and fills each table once."""

    def __init__(self) -> None:
        self._book: Book | None = None
        self._has = BookWish()

    def apply(self, wish: BookWish, engine: Engine) -> list[str]:
        """Gives the engine its book and fills its table if needed. Returns messages for the user."""
        said = []
        if (wish.file, wish.asked) != (self._has.file, self._has.asked):
            said = self._read(wish, engine.game)
        self._has = wish
        engine.book = self._book if wish.prefill else None
        engine.prefill_depth = wish.plies
        engine.book_entry_depth = wish.entry_depth
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
                raise BookError(wish.file, f"the book is for {book.game}")
        except (OSError, ValueError, ImportError) as error:
            goes_on = "no book is used" if self._book is None else "the book stays as it was"
            return [f"BookFile {wish.file!r} cannot be used: {reason(error)}; {goes_on}"]
        self._book = book
        return []


def _told(filled: Prefilled) -> str:
    """
    >>> from tabiya.books import Prefilled
    >>> _told(Prefilled(120, 3, 1))
    '120 positions stored in the table, 3 skipped (already known or no room); 1 move is not legal'
    """
    left_out = f", {filled.skipped} skipped (already known or no room)" if filled.skipped else ""
    moves = "1 move is" if filled.illegal == 1 else f"{filled.illegal} moves are"
    return f"{filled.stored} positions stored in the table{left_out}" + (
        f"; {moves} not legal" if filled.illegal else ""
    )
