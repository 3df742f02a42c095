"""Reads saved files. Every byte is checked before it is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, BinaryIO, Generic, TypeVar

from .._utils.progress import OnProgress
from ..errors import TableFileError
from .ahead import ahead
from .compression import decompress
from .format import BLOCK, BlockHead, Contents, FileHeader, SavedTable, block_checksum
from .second_tier import load_tier_block, second_tier_at_rest

__all__ = ["SavedFile", "fill", "fill_table", "open_saved"]

HeaderT = TypeVar("HeaderT", bound=FileHeader)


class SavedFile(Generic[HeaderT]):
    """An open file with a checked header and chain of blocks. The contents are not checked yet."""

    def __init__(self, file: BinaryIO, what: str, kind: type[HeaderT]) -> None:
        self._file = file
        self.what = what
        size = os.fstat(file.fileno()).st_size
        self.header: HeaderT = kind.from_bytes(file.read(kind.length), size, what)
        self._walk()

    def _walk(self) -> None:
        """Follows the blocks by their lengths, without allocating or reading their contents."""
        entries = 0
        for head in self._heads():
            entries += head.entries if head.number < self.header.blocks else 0
            self._file.seek(head.stored, os.SEEK_CUR)
        if entries != self.header.entries:
            raise TableFileError(
                f"{self.what} is damaged: its blocks have {entries} entries, not {self.header.entries}"
            )

    def _heads(self) -> Iterator[BlockHead]:
        """Yields the heads of all blocks. The caller seeks to the next one."""
        self._file.seek(self.header.length)
        room = self.header.payload
        for number in range(self.header.blocks + self.header.tier_blocks):
            room -= BLOCK.size
            packed = self._file.read(BLOCK.size)
            if room < 0 or len(packed) < BLOCK.size:
                raise TableFileError(f"{self.what} is truncated before block {number}")
            head = BlockHead(*BLOCK.unpack(packed))
            try:
                head.check(self.header, number, room)
            except ValueError as error:
                raise TableFileError(f"{self.what} is damaged: {error}") from None
            room -= head.stored
            yield head
        if room != 0:
            raise TableFileError(f"{self.what} is damaged: {room} bytes follow its last block")

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """Yields the bytes read so far and the checked raw bytes of each block of entries."""
        return self._contents(range(self.header.blocks))

    def tier_blocks(self) -> Iterator[tuple[int, bytes]]:
        """The same for the blocks of the second tier."""
        first = self.header.blocks
        return self._contents(range(first, first + self.header.tier_blocks))

    def _contents(self, numbers: range) -> Iterator[tuple[int, bytes]]:
        for head in self._heads():
            if head.number not in numbers:
                self._file.seek(head.stored, os.SEEK_CUR)
                continue
            stored = self._file.read(head.stored)
            if len(stored) < head.stored:
                raise TableFileError(f"{self.what} is truncated in block {head.number}")
            if block_checksum(head, stored) != head.checksum:
                raise TableFileError(f"{self.what} is damaged: wrong checksum of block {head.number}")
            try:
                raw = decompress(self.header.compression, stored, head.raw)
            except ValueError as error:
                raise TableFileError(f"{self.what} is damaged or unreadable: {error}") from None
            yield self._file.tell(), raw

    @property
    def size(self) -> int:
        return self.header.length + self.header.payload


@contextmanager
def open_saved(path: str, kind: type[HeaderT]) -> Iterator[SavedFile[HeaderT]]:
    """Opens a saved file of one kind of table."""
    with open(path, "rb", buffering=0) as file:
        yield SavedFile(file, f"the file {path!r}", kind)


def fill_table(table: Any, saved: SavedFile[SavedTable], progress: OnProgress | None) -> None:
    """Like `fill`, for a table that may have a second tier."""
    with second_tier_at_rest(table):
        fill(table, saved, progress)
        if table.config.l2_mb:
            _take_all(saved.tier_blocks(), partial(load_tier_block, table), saved, progress)


def fill(table: Any, saved: SavedFile[Any], progress: OnProgress | None) -> None:
    """Loads the entries or slots of a file into a new table. If it fails, the table must not be used."""
    table._set_generation(saved.header.generation)
    if saved.header.contents is Contents.ENTRIES:
        _take_all(saved.blocks(), table._load_block, saved, progress)
        return
    slots: list[bytes] = []
    _take_all(saved.blocks(), slots.append, saved, progress)
    _believe(table._load_slots, b"".join(slots), saved.what)


def _take_all(
    blocks: Iterator[tuple[int, bytes]],
    take: Callable[[bytes], object],
    saved: SavedFile[Any],
    progress: OnProgress | None,
) -> None:
    with closing(ahead(blocks)) as read:  # type: ignore[type-var]
        for done, raw in read:
            _believe(take, raw, saved.what)
            if progress is not None:
                progress(done, saved.size)


def _believe(take: Callable[[bytes], object], raw: bytes, what: str) -> None:
    try:
        take(raw)
    except ValueError as error:
        raise TableFileError(f"{what} is damaged: {error}") from None
