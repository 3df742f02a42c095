"""Opening books: read, build and query them, and load them into a table.

>>> from tabiya import chess
>>> from tabiya.books import BookBuilder
>>> builder = BookBuilder("chess")
>>> builder.add_line(["d2d4", "g8f6", "c2c4"])
>>> str(builder.book().best(chess.Board()).move)
'd2d4'
"""

from typing import TYPE_CHECKING

from .book import Book, BookMove, BookPosition, MemoryBook, best_of
from .build import BookBuilder
from .errors import BookError
from .files import GameFile, open_book, read_positions, write_book
from .prefill import Prefilled
from .record import RecordedGame

if TYPE_CHECKING:
    from ..chess.records import PolyglotBook, write_polyglot

__all__ = [
    "Book",
    "BookBuilder",
    "BookError",
    "BookMove",
    "BookPosition",
    "GameFile",
    "MemoryBook",
    "PolyglotBook",
    "Prefilled",
    "RecordedGame",
    "best_of",
    "open_book",
    "read_positions",
    "write_book",
    "write_polyglot",
]


def __getattr__(name: str) -> object:
    """Imports `PolyglotBook` on demand, because it needs the chess boards."""
    if name in ("PolyglotBook", "write_polyglot"):
        from ..chess import records

        return getattr(records, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
