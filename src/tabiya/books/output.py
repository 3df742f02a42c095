"""Writes book files atomically."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from os import PathLike
from typing import BinaryIO

from ..storage.whole import write_whole
from .book import BookPosition, MemoryBook, best_of

__all__ = ["line_writer", "write_file"]


def write_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes a temporary file and renames it, so that a failure leaves the old file."""

    def write(file: BinaryIO) -> None:
        with open(os.dup(file.fileno()), "wb") as buffered:
            buffered.writelines(parts)

    write_whole(os.fspath(path), write)


def line_writer(
    lines: Callable[[Iterable[BookPosition]], Iterable[str]],
) -> Callable[[str | PathLike[str], MemoryBook], int]:
    """Returns a function that writes a book as lines of text.

    Positions with only never-played moves are skipped, because the text formats cannot express them.
    """

    def write(path: str | PathLike[str], book: MemoryBook) -> int:
        write_file(path, (line.encode() for line in lines(book.positions())))
        return sum(best_of(position.moves) is not None for position in book.positions())

    return write
