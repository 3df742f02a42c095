"""An engine's book, loaded into each table once, and again after the table was cleared."""

from __future__ import annotations

import os
import weakref
from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int
from ..table.entry_values import MAX_DEPTH

if TYPE_CHECKING:
    from ..books import Book, Prefilled
    from ..table.transposition import TranspositionTable

__all__ = ["DEFAULT_PREFILL_DEPTH", "MOST_PLIES", "BookOpening"]

DEFAULT_PREFILL_DEPTH = 8
MOST_PLIES = 1000


class BookOpening:
    """The book, its number of plies, the depth of its entries, and the table that has it already.

    >>> from tabiya import TranspositionTable
    >>> from tabiya.books import BookBuilder
    >>> builder = BookBuilder("chess")
    >>> builder.add_line(["e2e4", "e7e5"])
    >>> opening, table = BookOpening("chess", builder.book()), TranspositionTable(hash_mb=1)
    >>> opening.fill(table)
    Prefilled(stored=2, skipped=0, illegal=0)
    >>> opening.fill(table) is None
    True
    >>> table.clear()
    >>> opening.fill(table)
    Prefilled(stored=2, skipped=0, illegal=0)
    """

    def __init__(
        self, game: str, book: Any = None, plies: Any = DEFAULT_PREFILL_DEPTH, entry_depth: Any = 0
    ) -> None:
        self.book = _checked_book(game, book)
        self.plies = check_int("prefill_depth", plies, 0, MOST_PLIES)
        self.entry_depth = check_int("book_entry_depth", entry_depth, 0, MAX_DEPTH)
        self._filled: weakref.ref[TranspositionTable] | None = None
        self._renewals = 0

    def fill(self, table: TranspositionTable | None) -> Prefilled | None:
        """Stores the book. Returns None if the table has it already or is off."""
        if self.book is None or table is None or not table.enabled:
            return None
        if self._filled is not None and self._filled() is table and self._renewals == table.renewals:
            return None
        renewals = table.renewals
        prefilled = table.prefill_from_book(self.book, self.plies, self.entry_depth)
        self._filled, self._renewals = weakref.ref(table), renewals
        return prefilled


def _checked_book(game: str, book: Any) -> Book | None:
    if book is None:
        return None
    from ..books import Book, open_book

    if isinstance(book, (str, os.PathLike)):
        book = open_book(book)
    if not isinstance(book, Book):
        raise TypeError(
            f"book must be a tabiya.books.Book or the path of one, not {type(book).__name__} ({book!r})"
        )
    if book.game != game:
        raise ValueError(f"the book is for {book.game}, but this engine plays {game}")
    return book
