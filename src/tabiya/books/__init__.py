"""Opening books: read, built, asked, and poured into a table before the first search.

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
from .games import RecordedGame
from .polyglot import PolyglotBook
from .polyglot_writer import write_polyglot
from .prefill import Prefilled

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
