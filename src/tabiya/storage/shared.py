"""Named shared memory: tables that other processes attach to.

A segment is a file in /dev/shm, the kernel's memory file system, as POSIX shared memory is on Linux. It is
not registered with `multiprocessing`'s resource tracker, which would remove it when any of its users ends.
"""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import TableFileError
from ..table.memory import available_bytes
from .header import ReadHeader, TableHeader, ValueHeader, holds_values, read_header, read_value_header
from .places import SECONDS_FOR_CREATOR, Descriptor, Place, lock, open_retrying, reserve, unlock

__all__ = ["Segment", "SharedMemory", "attach", "check_mode", "check_name", "create", "remove", "segments"]

HeaderT = TypeVar("HeaderT")

FOLDER = "/dev/shm"
PREFIX = "tabiya."
MAX_NAME = 200
SECONDS_WITHOUT_A_LOCK = 5.0
"""How long to wait for an unfinished segment that no process has locked: its creator may be about to."""
SECONDS_FOR_A_LOOK = 0.1
"""Retry time, because a check for users holds the lock for a moment. Users hold it permanently."""
SECONDS_FOR_ANOTHER_LOOK = 2.0
"""The same for an exclusive lock, which no user holds: a check may be stopped with it on a busy machine."""


class SharedMemory(Place):
    kind = "shared"

    def __init__(self, file: Descriptor, name: str) -> None:
        super().__init__(file, path_of(name))
        self.name = name

    def __str__(self) -> str:
        return f"the shared table {self.name!r}"

    def sender(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _attach_table, (self.name,)


def _attach_table(kind: Any, own: dict[str, Any], name: str) -> Any:
    return kind.attach(name, **own)


def check_name(name: str) -> str:
    """Checks that a name is a single path component.

    >>> check_name("../secrets")
    Traceback (most recent call last):
    ValueError: name must be letters, digits, dots, dashes and underscores, not '../secrets'
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {type(name).__name__} ({name!r})")
    if len(name) > MAX_NAME:
        raise ValueError(f"name must have at most {MAX_NAME} characters, not {len(name)}")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name, re.ASCII) or ".." in name:
        raise ValueError(f"name must be letters, digits, dots, dashes and underscores, not {name!r}")
    return name


def check_mode(mode: int) -> int:
    """Checks that at least the owner can attach."""
    if isinstance(mode, bool) or not isinstance(mode, int):
        raise TypeError(f"mode must be an integer such as 0o600, not {type(mode).__name__} ({mode!r})")
    if mode & ~0o777 or mode & 0o600 != 0o600:
        raise ValueError(f"mode must be permissions from 0o600 to 0o777, not {mode:#o}")
    return mode


def path_of(name: str) -> str:
    return f"{FOLDER}/{PREFIX}{check_name(name)}"


def create(name: str, size: int, mode: int) -> SharedMemory:
    """Creates a segment of zeros, locked exclusively until `settle`. Raises FileExistsError."""
    path = path_of(name)
    try:
        place = SharedMemory(_open(path, os.O_CREAT | os.O_EXCL), name)
    except FileExistsError:
        hint = "attach to it, or remove it with `tabiya table rm`"
        raise FileExistsError(errno.EEXIST, f"the shared table {name!r} exists already: {hint}") from None
    descriptor = place.descriptor
    try:
        os.fchmod(descriptor, mode)
        open_retrying(lambda: lock(descriptor, exclusive=True) or None, SECONDS_WITHOUT_A_LOCK)
        _reserve_memory(descriptor, size)
    except BaseException:
        place.release()
        raise
    return place


def _reserve_memory(descriptor: int, size: int) -> None:
    free = os.fstatvfs(descriptor)
    room = min(free.f_bavail * free.f_frsize, available_bytes() or size)
    sentence = f"the system could not allocate {size / 2**20:,.0f} MB for a shared table"
    if size > room:
        raise MemoryError(f"{sentence}: {FOLDER} has room for {room / 2**20:,.0f} MB")
    try:
        reserve(descriptor, size)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.ENOMEM, errno.EFBIG):
            raise
        raise MemoryError(f"{sentence}: {FOLDER} is full") from None


def attach(name: str, read: ReadHeader[HeaderT]) -> tuple[SharedMemory, HeaderT]:
    """Opens the segment of a finished table as one of its users. Returns it with its header."""
    path = path_of(name)
    try:
        place = SharedMemory(_open(path, 0), name)
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, f"there is no shared table {name!r}") from None
    except PermissionError:
        raise PermissionError(
            errno.EACCES, f"the shared table {name!r} belongs to another user and is not shared"
        ) from None
    try:
        return place, _wait_for_header(place, read)
    except BaseException:
        place.release()
        raise


def _wait_for_header(place: SharedMemory, read: ReadHeader[HeaderT]) -> HeaderT:
    """Waits for the creator. The magic is written last, and the lock tells whether the creator is alive."""

    def attempt() -> HeaderT | None:
        if not place.is_still_there():
            raise FileNotFoundError(errno.ENOENT, f"{place} was removed just now")
        if not lock(place.descriptor, exclusive=False):
            return None
        header = read(place.descriptor, str(place))
        if header is None:
            _unlock(place.descriptor)  # so that its creator can take it
        return header

    header: HeaderT | None = open_retrying(attempt, SECONDS_WITHOUT_A_LOCK)
    if header is None and not lock(place.descriptor, exclusive=False):
        header = open_retrying(attempt, SECONDS_FOR_CREATOR)
    if header is None:
        raise TableFileError(
            f"{place} is not finished: its creator died or is still working "
            f"(`tabiya table rm {place.name}` removes it)"
        )
    return header


@dataclass(frozen=True)
class Segment:
    """A shared memory segment with a table."""

    name: str
    size: int
    owner: int
    """The user ID."""
    used: bool | None
    """Whether a process is attached; None without permission."""
    header: TableHeader | ValueHeader | None
    """None without permission, or without a finished table."""
    fault: str
    """Why there is no header; otherwise empty."""

    @property
    def stale(self) -> bool:
        """Whether no process uses it: its users died."""
        return self.used is False


def segments() -> Iterator[Segment]:
    """Yields all table segments on this machine, by name."""
    for entry in sorted(os.listdir(FOLDER) if os.path.isdir(FOLDER) else ()):
        name = entry.removeprefix(PREFIX)
        if name != entry:
            try:
                yield _look_at(name)
            except FileNotFoundError:
                continue  # removed meanwhile


def _look_at(name: str) -> Segment:
    path = f"{FOLDER}/{PREFIX}{name}"
    status = os.stat(path, follow_symlinks=False)
    try:
        file = Descriptor(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        return Segment(name, status.st_size, status.st_uid, None, None, os.strerror(error.errno or 0))
    try:
        descriptor = file.fileno()
        used = _is_used(descriptor)
        unlock(descriptor)
        header: TableHeader | ValueHeader | None = None
        fault = "not finished"
        try:
            header = (read_value_header if holds_values(descriptor) else read_header)(descriptor, "it")
        except TableFileError as error:
            fault = str(error)
        return Segment(name, status.st_size, status.st_uid, used, header, "" if header else fault)
    finally:
        file.close()


def _is_used(descriptor: int) -> bool:
    """Returns whether a process is attached. If not, this process holds the lock and keeps others out."""
    looked = time.monotonic() + SECONDS_FOR_A_LOOK

    def attempt() -> bool | None:
        if lock(descriptor, exclusive=True):
            return False
        if lock(descriptor, exclusive=False):  # shared with users, or with another check at this very point
            unlock(descriptor)
            return True if time.monotonic() > looked else None
        return None  # held by another check, or by a creator at work

    return open_retrying(attempt, SECONDS_FOR_ANOTHER_LOOK) is not False


def remove(name: str, force: bool = False) -> None:
    """Removes the name of a segment. With `force` also while it is in use; its users keep it."""
    try:
        place = SharedMemory(_open(path_of(name), 0), name)
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, f"there is no shared table {name!r}") from None
    try:
        # Keep the lock until the name is gone, so that no process attaches meanwhile.
        if _is_used(place.descriptor) and not force:
            raise ValueError(f"the shared table {name!r} is in use; --force removes it anyway")
        if not place.remove_name():
            raise FileNotFoundError(errno.ENOENT, f"the shared table {name!r} was removed just now")
    finally:
        place.release()


def _open(path: str, flags: int) -> Descriptor:
    if not os.path.isdir(FOLDER):
        raise OSError(errno.ENOSYS, f"named shared memory needs {FOLDER}, which this system does not have")
    return Descriptor(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | flags, 0o600)


def _unlock(descriptor: int) -> None:
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_UN)
