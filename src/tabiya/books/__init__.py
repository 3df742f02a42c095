"""Opening books: read, build and query them, and load them into a table.

>>> from tabiya import chess
>>> from tabiya.books import BookBuilder
>>> builder = BookBuilder("chess")
>>> builder.add_line(["d2d4", "g8f6", "c2c4"])
>>> str(builder.book().best(chess.Board()).move)
'd2d4'
"""

from .book import Book, BookMove, BookPosition, MemoryBook, best_of
from .build import BookBuilder
from .errors import BookError
from .files import GameFile, open_book, read_positions, write_book
from .prefill import Prefilled
from .record import RecordedGame

__all__ = [
    "Book",
    "BookBuilder",
    "BookError",
    "BookMove",
    "BookPosition",
    "GameFile",
    "MemoryBook",
    "Prefilled",
    "RecordedGame",
    "best_of",
    "open_book",
    "read_positions",
    "write_book",
]
