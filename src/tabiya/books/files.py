"""Book and game files by their names: which reader, which writer.

| suffix | what | read as | written |
| --- | --- | --- | --- |
| .bin | Polyglot, chess | a book on the file itself | yes |
| .epd | positions of chess | a book in memory | yes |
| .db | YaneuraOu, shogi | a book in memory | yes |
| .sfen, .txt | lines of shogi | games | |
| .pgn | games of chess | games | |
| .kif, .kifu, .csa | games of shogi | games | |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path

from .book import Book, BookPosition, MemoryBook, best_of
from .build import BookBuilder
from .csa import read_csa
from .epd import epd_lines, read_epd
from .errors import BookError
from .games import RecordedGame
from .kif import read_kif
from .lines import Progress, TextFile
from .output import write_file
from .pgn import read_pgn
from .polyglot import PolyglotBook
from .polyglot_writer import write_polyglot
from .sfen import read_sfen
from .yaneuraou import read_yaneuraou, yaneuraou_lines

__all__ = ["GAME_FILES", "GameFile", "open_book", "read_positions", "write_book"]

JAPANESE = ("utf-8", "cp932")
"""Older files are in Shift-JIS, as Windows has it."""

POSITION_FILES: dict[str, tuple[str, Callable[[TextFile], Iterator[BookPosition]]]] = {
    ".epd": ("chess", read_epd),
    ".db": ("shogi", read_yaneuraou),
}
GAME_FILES: dict[str, tuple[str, Callable[[TextFile], Iterator[RecordedGame]]]] = {
    ".pgn": ("chess", read_pgn),
    ".kif": ("shogi", read_kif),
    ".kifu": ("shogi", read_kif),
    ".csa": ("shogi", read_csa),
    ".sfen": ("shogi", read_sfen),
    ".txt": ("shogi", read_sfen),
}
ENCODINGS = {".pgn": ("utf-8", "latin-1"), **dict.fromkeys((".kif", ".kifu", ".csa"), JAPANESE)}
MAX_POSITIONS = 20_000_000
"""Positions that are loaded into memory before a file counts as too large: some 10 GB."""


def open_book(
    path: str | PathLike[str],
    *,
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> Book:
    """The book of a file, by its suffix; games become a book of their moves.

    `progress` is called with the bytes read and the bytes that there are. A file that is not what its suffix
    says, or is broken, raises `BookError` with the line or the offset.
    """
    suffix = _suffix(path)
    if suffix == ".bin":
        return PolyglotBook(path)
    if suffix in POSITION_FILES:
        game, _ = POSITION_FILES[suffix]
        book = MemoryBook(game)
        with _text(path, progress) as file:
            for position in _positions(file, suffix):
                book.add(position)
                _check_size(file, len(book), max_positions)
            book.illegal = file.illegal
        return book
    with GameFile(path, progress=progress) as games:
        builder = BookBuilder(games.game)
        for record in games:
            builder.add_game(record)
            _check_size(games.file, len(builder), max_positions)
        return builder.book(illegal=games.illegal)


def read_positions(path: str | PathLike[str], *, progress: Progress | None = None) -> Iterator[BookPosition]:
    """The positions of an ``.epd`` or ``.db`` file, one after the other: nothing is kept in memory."""
    suffix = _suffix(path)
    if suffix not in POSITION_FILES:
        raise BookError(path, f"positions are read from {_list(POSITION_FILES)}")
    with _text(path, progress) as file:
        yield from _positions(file, suffix)


class GameFile:
    """The games of a ``.pgn``, ``.kif``, ``.csa`` or ``.sfen`` file, one after the other.

    Use it in a ``with``; `illegal` counts the moves that were not legal, at which their games end.
    """

    def __init__(self, path: str | PathLike[str], *, progress: Progress | None = None) -> None:
        suffix = _suffix(path)
        if suffix not in GAME_FILES:
            raise BookError(path, f"games are read from {_list(GAME_FILES)}")
        self.game, self._reader = GAME_FILES[suffix]
        self.file = _text(path, progress)

    @property
    def illegal(self) -> int:
        return self.file.illegal

    def __iter__(self) -> Iterator[RecordedGame]:
        return self._reader(self.file)

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.file.close()


def write_book(path: str | PathLike[str], book: MemoryBook) -> int:
    """Writes a book as ``.bin``, ``.epd`` (chess) or ``.db`` (shogi); returns the positions written.

    The last two leave out positions whose moves are never to be played, for which they have no way to say so.
    """
    suffix = Path(path).suffix.lower()
    wanted = {".bin": "chess", ".epd": "chess", ".db": "shogi"}.get(suffix)
    if wanted is None:
        raise BookError(path, "books are written as .bin and .epd (chess) or .db (shogi)")
    if book.game != wanted:
        raise BookError(path, f"{suffix} is for books of {wanted}, and this one is of {book.game}")
    if not len(book):
        raise BookError(path, "a book without positions is not written")
    if suffix == ".bin":
        write_polyglot(path, book.positions())
        return len(book)
    lines = epd_lines if suffix == ".epd" else yaneuraou_lines
    write_file(path, (line.encode() for line in lines(book.positions())))
    return sum(best_of(position.moves) is not None for position in book.positions())


def _suffix(path: str | PathLike[str]) -> str:
    suffix = Path(path).suffix.lower()
    if suffix != ".bin" and suffix not in POSITION_FILES and suffix not in GAME_FILES:
        known = _list([".bin", *POSITION_FILES, *GAME_FILES])
        raise BookError(path, f"no book is known by the suffix {suffix!r}; there are {known}")
    return suffix


def _list(suffixes: Iterable[str]) -> str:
    *most, last = suffixes
    return f"{', '.join(most)} and {last}"


def _text(path: str | PathLike[str], progress: Progress | None) -> TextFile:
    return TextFile(path, ENCODINGS.get(Path(path).suffix.lower(), ("utf-8",)), progress)


def _positions(file: TextFile, suffix: str) -> Iterator[BookPosition]:
    return POSITION_FILES[suffix][1](file)


def _check_size(file: TextFile, positions: int, most: int) -> None:
    if positions > most:
        file.fail(f"the file has more than {most:,} positions (max_positions)")
