"""Polyglot ``.bin`` books. A look-up is a binary search in the memory-mapped file.

A book is a sequence of records of 16 bytes, big-endian, sorted by key:

    offset 0  key     8  Polyglot key of the position
           8  move    2  to 0-5, from 6-11, promotion 12-14 (0 none, 1 knight ... 4 queen);
                         castling goes to the rook's square
          10  weight  2  how often to play it
          12  learn   4  learning data of the program that wrote it; ignored
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from math import isqrt
from operator import itemgetter
from os import PathLike
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, Self

from ...books.book import Book, BookMove
from ...books.errors import BookError
from ..spec import SPEC

if TYPE_CHECKING:
    from .. import Move

__all__ = ["RECORD", "PolyglotBook"]

RECORD = Struct(">QHHI")
KEY = Struct(">Q")
SAMPLES = 4096
"""Records checked when a large book is opened. Smaller books are checked completely."""
PROGRESS_RECORDS = 1 << 16

Progress = Callable[[int, int], object]
"""Called with the bytes done and the bytes in total."""


class PolyglotBook(Book):
    """A Polyglot book. It is not loaded, so files larger than memory work.

    Opening checks the size and a sample of the records; `verify` checks all of them. Close the book, or use
    it in a ``with`` block, to release the file.
    """

    game = SPEC.name

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._length: int | None = None
        with self.path.open("rb") as file:
            file.seek(0, 2)
            size = file.tell()
            if size == 0:
                raise BookError(path, "the file is empty, not a Polyglot book")
            if size % RECORD.size:
                raise BookError(
                    path,
                    f"{size} bytes is not a multiple of the record size ({RECORD.size}): the file is "
                    "truncated, or not a Polyglot book",
                    f"offset {size - size % RECORD.size}",
                )
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.records = size // RECORD.size
        """Records in the file. A record is a move, not a position."""
        try:
            step = max(1, self.records // SAMPLES)
            self._check(range(0, self.records, step))
        except BookError:
            self.close()
            raise

    # ---- look-ups --------------------------------------------------------------------------------

    def key_of(self, board: Any) -> int:
        return int(board.polyglot_key)

    def __getitem__(self, key: int) -> tuple[BookMove, ...]:
        moves = tuple(self._moves_from(self._first(key), key))
        if not moves:
            raise KeyError(key)
        return moves

    def _legal(self, board: Any, known: BookMove) -> BookMove | None:
        from ...errors import IllegalMoveError

        try:
            return BookMove(board._resolve(known.move.pack()), known.weight)
        except IllegalMoveError:
            return None

    def _first(self, key: int) -> int:
        """Finds the first record whose key is not below `key`.

        Keys are close to uniform, so a record lies about sqrt(n) records from its share of the file. If it is
        not there, the whole file is searched.
        """
        data, read, size = self._open_map, KEY.unpack_from, RECORD.size

        def key_at(record: int) -> int:
            found: int = read(data, record * size)[0]
            return found

        guess = key * self.records >> 64
        reach = 2 * isqrt(self.records) + 2
        low, high = max(guess - reach, 0), min(guess + reach, self.records)
        if low > 0 and key_at(low - 1) >= key:
            low = 0
        if high < self.records and key_at(high) < key:
            high = self.records
        return bisect_left(range(self.records), key, low, high, key=key_at)

    def _moves_from(self, record: int, key: int) -> Iterator[BookMove]:
        data, read, end = self._open_map, RECORD.unpack_from, self.records
        while record < end:
            its_key, code, weight, _ = read(data, record * RECORD.size)
            if its_key != key:
                return
            yield BookMove(_move(code), weight)
            record += 1

    def __iter__(self) -> Iterator[int]:
        last = None
        for record in range(self.records):
            (key,) = KEY.unpack_from(self._open_map, record * RECORD.size)
            if key != last:
                yield key
            last = key

    def entries(self) -> Iterator[tuple[int, tuple[BookMove, ...]]]:
        rows = (RECORD.unpack_from(self._open_map, i * RECORD.size) for i in range(self.records))
        for key, group in groupby(rows, key=itemgetter(0)):
            yield key, tuple(BookMove(_move(code), weight) for _, code, weight, _ in group)

    def __len__(self) -> int:
        """The number of positions. The first call reads the whole book."""
        if self._length is None:
            self._length = sum(1 for _ in self)
        return self._length

    # ---- validity --------------------------------------------------------------------------------

    def verify(self, progress: Progress | None = None) -> None:
        """Checks every record; `BookError` names the offset of the first invalid one."""
        for begin in range(0, self.records, PROGRESS_RECORDS):
            end = min(begin + PROGRESS_RECORDS, self.records)
            self._check(range(max(begin - 1, 0), end))
            if progress is not None:
                progress(end * RECORD.size, self.records * RECORD.size)

    def _check(self, records: range) -> None:
        last = -1
        for record in records:
            offset = record * RECORD.size
            key, code, _, _ = RECORD.unpack_from(self._open_map, offset)
            if key < last:
                raise BookError(
                    self.path, "keys are not in order: the file is not a Polyglot book", f"offset {offset}"
                )
            if not _is_move(code):
                raise BookError(
                    self.path,
                    f"{code:#06x} is not a move: the file is broken, or not a Polyglot book",
                    f"offset {offset}",
                )
            last = key

    # ---- life ------------------------------------------------------------------------------------

    @property
    def _open_map(self) -> mmap.mmap:
        if self._map.closed:
            raise ValueError(f"the book {self.path} is closed")
        return self._map

    def close(self) -> None:
        """Releases the file. Later look-ups raise ValueError."""
        self._map.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<PolyglotBook {str(self.path)!r}, {self.records:,} records>"


def _is_move(code: int) -> bool:
    return code < 5 << 12 and code & 63 != code >> 6 & 63


@lru_cache(maxsize=1 << 12)
def _move(code: int) -> Move:
    """Decodes a move. Castling still goes to the rook's square."""
    from .. import Move

    promotion = code >> 12
    return Move(code >> 6 & 63, code & 63, promotion + 1 if promotion else None)
