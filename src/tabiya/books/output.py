"""Books written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from os import PathLike
from typing import BinaryIO

from ..storage.whole import write_whole
from .book import BookPosition, MemoryBook, best_of

__all__ = ["line_writer", "write_file"]


def write_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes beside the file and moves it there at the end, so that a failure leaves the old one."""

    def write(file: BinaryIO) -> None:
        with open(os.dup(file.fileno()), "wb") as buffered:
            buffered.writelines(parts)

    write_whole(os.fspath(path), write)


def line_writer(
    lines: Callable[[Iterable[BookPosition]], Iterable[str]],
) -> Callable[[str | PathLike[str], MemoryBook], int]:
    """What writes a book as the lines of a text.

    Such a text leaves out positions whose moves are never to be played: it has no way to say so.
    """

    def write(path: str | PathLike[str], book: MemoryBook) -> int:
        write_file(path, (line.encode() for line in lines(book.positions())))
        return sum(best_of(position.moves) is not None for position in book.positions())

    return write
