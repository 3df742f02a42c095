"""Where the memory of shared and mapped tables lives: an open, locked file.

The descriptor stays open as long as the table, because it carries an advisory lock (flock). Users of the
table share it; creating a table, or using it exclusively, takes it exclusively. The kernel releases it when a
process dies in any way, so the lock reliably tells whether a table is in use.
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
    "unlock",
]

SECONDS_FOR_CREATOR = 30.0
"""How long to wait for a creator at work: gigabytes of pages take time."""
SECONDS_TO_REMOVE = 5.0
"""How long to wait for another process that is removing the same name."""


class Place:
    """The open file of a table. Its owner closes it, and removes it if it is not kept."""

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
        """Lets other processes use the table, after it was created or checked."""
        if not lock(self.descriptor, exclusive=False):
            raise OSError(errno.EBUSY, f"{self} was taken by another process just now")

    def release(self) -> None:
        """Closes the file. The memory stays mapped as long as the table needs it."""
        self.file.close()

    def sender(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Returns the function and arguments with which a pickle opens the table again."""
        raise NotImplementedError

    def leads_here(self, path: str, follow_symlinks: bool = True) -> bool:
        """Returns whether a path, under any name, leads to this file."""
        try:
            return _identity(os.stat(path, follow_symlinks=follow_symlinks)) == self.identity
        except OSError:
            return False

    def is_still_there(self) -> bool:
        """Returns whether the name still leads to this file."""
        return self.leads_here(self.path, follow_symlinks=False)

    def remove_name(self) -> bool:
        """Removes the name if it still leads to this file. Returns whether it did."""
        return remove_name(self.path, self.identity)


@contextmanager
def opened(path: str, flags: int) -> Iterator[int]:
    """Opens a file and yields its descriptor."""
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
    """Takes or changes the advisory lock. Returns False if the locks of others prevent it."""
    import fcntl

    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def unlock(descriptor: int) -> None:
    """Gives the advisory lock back."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_UN)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def remove_name(path: str, identity: tuple[int, int]) -> bool:
    """Removes a name if it leads to the file of this identity, and never a newer file of the same name.

    A newer file requires that the old name was removed first. Everyone who removes a name holds a record lock
    on its file, so that cannot happen between the check and the removal. (The record lock is independent of
    the lock that users of the file hold.)
    """
    try:
        file = Descriptor(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return False
    try:
        descriptor = file.fileno()
        if not open_retrying(lambda: _lock_records(descriptor) or None, SECONDS_TO_REMOVE):
            raise OSError(errno.EBUSY, f"{path!r} is being removed by another process, which does not finish")
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
    """Takes an open-file-description lock on the whole file. Threads hold it separately too."""
    import fcntl
    import struct

    whole_file = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, whole_file)
    except BlockingIOError:
        return False
    return True


def open_retrying(attempt: Callable[[], Any], seconds: float) -> Any:
    """Calls `attempt` until it returns something, and returns that; None after `seconds`."""
    end = time.monotonic() + seconds
    pause = 0.0005
    while (result := attempt()) is None and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return result


def reserve(descriptor: int, size: int) -> None:
    """Sets the size of the file and allocates all of it, so that touching a page cannot fail later."""
    os.posix_fallocate(descriptor, 0, size)
