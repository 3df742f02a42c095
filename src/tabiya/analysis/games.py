"""Games of files and texts, for analysis. The formats are those of each game's spec."""

from __future__ import annotations

import io
from collections.abc import Iterator
from os import PathLike
from typing import BinaryIO

from ..books.record import RecordedGame
from .sources import GameSource, format_of_file, format_of_text

__all__ = ["parse_games", "read_games"]


def read_games(path: str | PathLike[str], game: str | None = None) -> Iterator[RecordedGame]:
    """Yields the games of a file one by one: PGN, KIF, CSA, or lines of UCI or USI.

    The suffix or the contents tell the format. A broken game has a `fault`, and moves up to it; the others
    go on. A file without any game raises `BookError`.
    """
    source = GameSource(str(path), *format_of_file(path, game))
    with source.open() as file:
        yield from source.games(file)


def parse_games(text: str, game: str | None = None) -> Iterator[RecordedGame]:
    """Yields the games of a text, like `read_games`. It never opens a file.

    >>> [len(game.moves) for game in parse_games("1. e4 e5 1-0 1. d4 *")]
    [2, 1]
    """
    data: BinaryIO = io.BytesIO(text.encode())
    source = GameSource("the text", *format_of_text(text, game), data)
    with source.open() as file:
        yield from source.games(file)
