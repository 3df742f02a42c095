"""Where the memory of a table lives that is not private: an open file, held and locked.

The descriptor stays open while the table is, because it carries an advisory lock (flock): shared by all who
use the table, exclusive while somebody makes it or wants it for himself. The kernel lets go of it when a
process dies, whatever way, so the lock tells truly whether anybody uses a table.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from typing import Any

__all__ = ["SECONDS_FOR_CREATOR", "Place", "lock", "open_retrying", "reserve"]

SECONDS_FOR_CREATOR = 30.0
"""How long to wait for a creator that is at work: gigabytes of pages take their time."""


class Place:
    """An open file in which a table lives."""

    kind = "private"

    def __init__(self, descriptor: int, path: str) -> None:
        self.path = path
        status = os.fstat(descriptor)
        self.identity = status.st_dev, status.st_ino
        self._descriptor: int | None = descriptor

    @property
    def descriptor(self) -> int:
        assert self._descriptor is not None
        return self._descriptor

    def settle(self) -> None:
        """The table is made and checked: from now on others may use it as well."""
        if not lock(self.descriptor, exclusive=False):
            raise OSError(errno.EBUSY, f"{self} was taken by another process just now")

    def release(self) -> None:
        """Closes the file. The memory stays mapped as long as the table needs it."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            os.close(descriptor)

    def __del__(self) -> None:
        self.release()

    def sender(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """What a pickle of the table calls, after its class and its own settings, where it is read."""
        raise NotImplementedError

    def is_still_there(self) -> bool:
        """Whether the name still leads to this very file."""
        try:
            status = os.stat(self.path, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return (status.st_dev, status.st_ino) == self.identity


def lock(descriptor: int, exclusive: bool) -> bool:
    """Takes the advisory lock, or changes it; False if others hold it in a way that does not allow that."""
    import fcntl

    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
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
