"""Book and game files by suffix. The formats come from the `Records` of each game.

| suffix | what | read as | written |
| --- | --- | --- | --- |
| .bin | Polyglot, chess | a book that reads the file on demand | yes |
| .epd | positions of chess | a book in memory | yes |
| .db | YaneuraOu, shogi | a book in memory | yes |
| .usi, .sfen, .txt | lines of shogi | games | |
| .pgn, .uci | games of chess | games | |
| .kif, .kifu, .csa | games of shogi | games | |
| .oth | games of Othello | games | |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from os import PathLike
from pathlib import Path

from .._utils.progress import OnProgress
from ..games import GAMES, GameSpec, game_spec
from .book import Book, BookPosition, MemoryBook
from .build import BookBuilder
from .errors import BookError, GameFault
from .formats import BookFormat, GameFormat, records_of
from .lines import TextFile
from .record import RecordedGame

__all__ = ["GameFile", "game_of_book", "open_book", "read_positions", "write_book"]

MAX_POSITIONS = 20_000_000
"""The default limit of positions loaded into memory: about 10 GB."""


@cache
def book_formats() -> dict[str, tuple[GameSpec, BookFormat]]:
    """The book formats of all games, by suffix."""
    specs = [game_spec(name) for name in GAMES]
    return {suffix: (spec, each) for spec in specs for suffix, each in records_of(spec).books.items()}


@cache
def game_formats() -> dict[str, tuple[GameSpec, GameFormat]]:
    """The game formats that can be read, by suffix."""
    specs = [game_spec(name) for name in GAMES]
    return {
        suffix: (spec, each)
        for spec in specs
        for suffix, each in records_of(spec).games.items()
        if each.read is not None
    }


def open_book(
    path: str | PathLike[str],
    *,
    progress: OnProgress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> Book:
    """Opens a book file, by its suffix. Game files become a book of their moves.

    `progress` is called with the bytes read and the bytes in total. A broken file, or one that does not match
    its suffix, raises `BookError` with the line or offset.
    """
    suffix = _suffix(path)
    if suffix in book_formats():
        spec, found = book_formats()[suffix]
        if found.open is not None:
            return found.open(path)
        book = MemoryBook(spec.name)
        with TextFile(path, found.encodings, progress) as file:
            for position in _positions(file, found):
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


def read_positions(
    path: str | PathLike[str], *, progress: OnProgress | None = None
) -> Iterator[BookPosition]:
    """Yields the positions of an ``.epd`` or ``.db`` file, without keeping them in memory."""
    suffix = _suffix(path)
    readable = {known: each for known, (_, each) in book_formats().items() if each.read is not None}
    if suffix not in readable:
        raise BookError(path, f"positions can only be read from {_list(readable)}")
    with TextFile(path, readable[suffix].encodings, progress) as file:
        yield from _positions(file, readable[suffix])


class GameFile:
    """The games of a ``.pgn``, ``.kif``, ``.csa`` or ``.sfen`` file, one by one.

    Use it in a ``with`` block. A game ends at its first illegal move; `illegal` counts these moves.
    """

    def __init__(self, path: str | PathLike[str], *, progress: OnProgress | None = None) -> None:
        suffix = _suffix(path)
        if suffix not in game_formats():
            raise BookError(path, f"games can only be read from {_list(game_formats())}")
        spec, self._format = game_formats()[suffix]
        self.game = spec.name
        self.file = TextFile(path, self._format.encodings, progress)

    @property
    def illegal(self) -> int:
        return self.file.illegal

    def __iter__(self) -> Iterator[RecordedGame]:
        assert self._format.read is not None
        for record in self._format.read(self.file):
            if record.fault is not None and not isinstance(record.fault, GameFault):
                raise record.fault
            if record.moves:
                yield record

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.file.close()


def game_of_book(path: str | PathLike[str]) -> str:
    """Returns the game whose books can be written to a file with this name."""
    writable = {
        suffix: spec.name for suffix, (spec, each) in book_formats().items() if each.write is not None
    }
    suffix = Path(path).suffix.lower()
    if suffix not in writable:
        raise BookError(path, f"books can only be written as {_by_game(writable)}")
    return writable[suffix]


def write_book(path: str | PathLike[str], book: MemoryBook) -> int:
    """Writes a book as ``.bin``, ``.epd`` (chess) or ``.db`` (shogi) and returns the number of positions.

    ``.epd`` and ``.db`` cannot express weight 0, so positions with only such moves are skipped.
    """
    wanted = game_of_book(path)
    suffix = Path(path).suffix.lower()
    if book.game != wanted:
        raise BookError(path, f"{suffix} is for {wanted} books, but this book is for {book.game}")
    if not len(book):
        raise BookError(path, "the book has no positions to write")
    _, found = book_formats()[suffix]
    assert found.write is not None
    return found.write(path, book)


def _suffix(path: str | PathLike[str]) -> str:
    suffix = Path(path).suffix.lower()
    known = [*book_formats(), *game_formats()]
    if suffix not in known:
        raise BookError(path, f"unknown book suffix {suffix!r}; known are {_list(known)}")
    return suffix


def _list(suffixes: Iterable[str], word: str = "and") -> str:
    *most, last = suffixes
    return f"{', '.join(most)} {word} {last}" if most else last


def _by_game(writable: dict[str, str]) -> str:
    """``.bin and .epd (chess) or .db (shogi)``"""
    games = dict.fromkeys(writable.values())
    texts = [f"{_list(suffix for suffix in writable if writable[suffix] == game)} ({game})" for game in games]
    return _list(texts, "or")


def _positions(file: TextFile, found: BookFormat) -> Iterator[BookPosition]:
    assert found.read is not None
    return found.read(file)


def _check_size(file: TextFile, positions: int, most: int) -> None:
    if positions > most:
        file.fail(f"the file has more than {most:,} positions (max_positions)")
