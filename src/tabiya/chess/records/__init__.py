"""Chess files: PGN, EPD and Polyglot."""

from __future__ import annotations

import re
from os import PathLike

from ...books.book import MemoryBook
from ...books.formats import BookFormat, GameFormat, Records
from ...books.move_lists import has_move_list, move_list_reader
from ...books.output import line_writer
from ..spec import SPEC
from .epd import epd_lines, read_epd
from .pgn import read_pgn
from .pgn_annotate import annotated_pgn
from .pgn_export import pgn_game
from .polyglot import PolyglotBook
from .polyglot_writer import write_polyglot

__all__ = ["RECORDS", "PolyglotBook", "write_polyglot"]


def _write_polyglot(path: str | PathLike[str], book: MemoryBook) -> int:
    write_polyglot(path, book.positions())
    return len(book)


RECORDS = Records(
    books={
        ".bin": BookFormat(open=PolyglotBook, write=_write_polyglot),
        ".epd": BookFormat(read=read_epd, write=line_writer(epd_lines)),
    },
    games={
        ".pgn": GameFormat(
            read_pgn,
            ("utf-8", "latin-1"),
            pgn_game,
            annotate=annotated_pgn,
            sign=re.compile(r'^[ \t]*(\[[ \t]*[A-Za-z]\w*[ \t]+"|1[ \t]*\.\s*[A-Za-z])', re.MULTILINE).search,
        ),
        ".uci": GameFormat(move_list_reader(SPEC), sign=has_move_list),
    },
    players=(("White",), ("Black",)),
)
