"""Memory-mapped files: tables that may be larger than memory and outlive their process."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import TableFileError
from .header import ReadHeader, is_unfinished
from .places import SECONDS_FOR_CREATOR, Descriptor, Place, lock, open_retrying, reserve

__all__ = ["MappedFile", "open_file"]

HeaderT = TypeVar("HeaderT")

SECONDS_TO_SHARE = 0.5
"""How long to wait for an exclusive lock to become shared: its holder may be opening the file."""


class MappedFile(Place):
    kind = "mapped"

    def __init__(self, file: Descriptor, path: str, shared: bool) -> None:
        super().__init__(file, path)
        self.shared = shared
        self.exclusive = False

    def __str__(self) -> str:
        return f"the file {self.path!r}"

    def settle(self) -> None:
        if self.shared:
            super().settle()

    def sender(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if not self.shared:
            raise TypeError(
                "a table in a file opened for one process cannot be pickled: "
                "open it with shared=True to send it to others"
            )
        return _open_table, (self.path,)


def _open_table(kind: Any, own: dict[str, Any], path: str) -> Any:
    return kind.open(path, shared=True, **own)


def open_file(
    path: str, wanted: int, shared: bool, read: ReadHeader[HeaderT]
) -> tuple[MappedFile, HeaderT | None]:
    """Opens a file, locked exclusively if possible or needed, and returns it with its header.

    The header is None if the file is new or empty. It then has `wanted` bytes of zeros.
    """
    path = os.path.abspath(path)
    place = MappedFile(_open_or_create(path), path, shared)
    try:
        if not stat.S_ISREG(os.fstat(place.descriptor).st_mode):
            raise TableFileError(f"{place} is not a regular file")
        _take(place)
        return place, _header_or_space(place, wanted, read)
    except BaseException:
        place.release()
        raise


def _open_or_create(path: str) -> Descriptor:
    flags = os.O_RDWR | os.O_NONBLOCK
    try:
        return Descriptor(path, flags | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return Descriptor(path, flags)


def _take(place: MappedFile) -> None:
    def attempt() -> bool | None:
        if lock(place.descriptor, exclusive=True):
            place.exclusive = True
            return True
        return (place.shared and lock(place.descriptor, exclusive=False)) or None

    taken = open_retrying(attempt, SECONDS_TO_SHARE if place.shared else 0)
    if taken is None and place.shared and is_unfinished(place.descriptor):
        taken = open_retrying(attempt, SECONDS_FOR_CREATOR)
    if taken is None:
        hint = "" if place.shared else "; to share it, open it with shared=True in all processes"
        raise BlockingIOError(errno.EAGAIN, f"{place} is in use by another table or process{hint}")


def _header_or_space(place: MappedFile, wanted: int, read: ReadHeader[HeaderT]) -> HeaderT | None:
    size = os.fstat(place.descriptor).st_size
    if size == 0 and place.exclusive:
        _reserve_disk(place, wanted)
        return None
    header = read(place.descriptor, str(place))
    if header is None:
        raise TableFileError(f"{place} has no complete table: if its creation was interrupted, remove it")
    _reserve_disk(place, size)  # a copy may have holes instead of zeros
    return header


def _reserve_disk(place: MappedFile, size: int) -> None:
    before = os.fstat(place.descriptor).st_size
    try:
        reserve(place.descriptor, size)
    except OSError as error:
        os.ftruncate(place.descriptor, before)
        if error.errno not in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            raise
        raise OSError(
            error.errno, f"the disk has no space for a table of {size / 2**20:,.0f} MB in {place.path!r}"
        ) from None
