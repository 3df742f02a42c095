"""Where the memory of a table lives that is not private: an open file, held and locked.

The descriptor stays open while the table is, because it carries an advisory lock (flock): shared by all who
use the table, exclusive while somebody makes it or wants it for himself. The kernel lets go of it when a
process dies, whatever way, so the lock tells truly whether anybody uses a table.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._native import HAS_CORE

if TYPE_CHECKING or HAS_CORE:
    from .._core import Descriptor

__all__ = [
    "SECONDS_FOR_CREATOR",
    "Descriptor",
    "Place",
    "lock",
    "open_retrying",
    "opened",
    "remove_name",
    "reserve",
]

SECONDS_FOR_CREATOR = 30.0
"""How long to wait for a creator that is at work: gigabytes of pages take their time."""
SECONDS_TO_REMOVE = 5.0
"""How long to wait for another process that removes the same name: a moment, unless it is stopped."""


class Place:
    """An open file in which a table lives. The file's owner closes it, and removes one that is not kept."""

    kind = "private"
    creator: int | None = None
    """The process in which a table made this place: there a `with` statement removes it."""

    def __init__(self, file: Descriptor, path: str) -> None:
        self.path = path
        self.file = file
        self.identity = _identity(os.fstat(file.fileno()))

    @property
    def descriptor(self) -> int:
        return self.file.fileno()

    def settle(self) -> None:
        """The table is made and checked: from now on others may use it as well."""
        if not lock(self.descriptor, exclusive=False):
            raise OSError(errno.EBUSY, f"{self} was taken by another process just now")

    def release(self) -> None:
        """Closes the file. The memory stays mapped as long as the table needs it."""
        self.file.close()

    def sender(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """What a pickle of the table calls, after its class and its own settings, where it is read."""
        raise NotImplementedError

    def leads_here(self, path: str, follow_symlinks: bool = True) -> bool:
        """Whether a path, by whatever name, is that of this very file."""
        try:
            return _identity(os.stat(path, follow_symlinks=follow_symlinks)) == self.identity
        except OSError:
            return False

    def is_still_there(self) -> bool:
        """Whether the name still leads to this very file."""
        return self.leads_here(self.path, follow_symlinks=False)

    def remove_name(self) -> bool:
        """Removes the name if it still leads to this very file; says whether it did."""
        return remove_name(self.path, self.identity)


@contextmanager
def opened(path: str, flags: int) -> Iterator[int]:
    """The descriptor of an open file."""
    if not HAS_CORE:
        descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
        try:
            yield descriptor
        finally:
            os.close(descriptor)
        return
    file = Descriptor(path, flags)
    try:
        yield file.fileno()
    finally:
        file.close()


def lock(descriptor: int, exclusive: bool) -> bool:
    """Takes the advisory lock, or changes it; False if others hold it in a way that does not allow that."""
    import fcntl

    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def remove_name(path: str, identity: tuple[int, int]) -> bool:
    """Removes a name if it leads to the file of this identity, and never a newer file of the same name.

    A newer one needs the old name removed first. All who remove one hold a record lock on its file, so none
    can between our look and our removal. (It is independent of the lock that users of the file hold.)
    """
    try:
        file = Descriptor(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return False
    try:
        descriptor = file.fileno()
        if not open_retrying(lambda: _lock_records(descriptor) or None, SECONDS_TO_REMOVE):
            raise OSError(errno.EBUSY, f"{path!r} is being removed by another process, which does not end")
        there = os.stat(path, follow_symlinks=False)
        if not _identity(os.fstat(descriptor)) == _identity(there) == identity:
            return False
        os.unlink(path)
    except FileNotFoundError:
        return False
    finally:
        file.close()
    return True


def _lock_records(descriptor: int) -> bool:
    """Takes all records of an open file: an open-file-description lock, which threads have apart as well."""
    import fcntl
    import struct

    whole_file = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, whole_file)
    except BlockingIOError:
        return False
    return True


def open_retrying(attempt: Callable[[], Any], seconds: float) -> Any:
    """What `attempt` returns once it is not None, or None after so many seconds."""
    end = time.monotonic() + seconds
    pause = 0.0005
    while (result := attempt()) is None and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return result


def reserve(descriptor: int, size: int) -> None:
    """Gives the file its size and all the space for it, so that no later touch of a page can fail."""
    os.posix_fallocate(descriptor, 0, size)
