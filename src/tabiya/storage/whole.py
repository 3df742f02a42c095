"""Files that are written whole or not at all: beside the target first, then in its place."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import BinaryIO, TypeVar

from .header import OWNERS
from .places import lock, open_retrying, opened

__all__ = ["write_whole"]

_Result = TypeVar("_Result")
LONGEST_NAME = 50
"""Characters of the target's name in that of the temporary file: no more than 200 bytes."""
SECONDS_TO_CREATE = 5.0
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def write_whole(path: str, write: Callable[[BinaryIO], _Result]) -> _Result:
    """Calls `write` with a new file that takes the place of `path` only when all of it is on the disk.

    The new file has mode and owner of the one that it replaces. A symbolic link stays, and the file that it
    leads to is replaced. OSError, with a sentence, for anything but a regular file. What a killed writer left
    behind is removed by the next one for the same target.
    """
    target = os.path.realpath(path)
    old = _replaceable(path, target)
    folder, name = os.path.split(target)
    _remove_leftovers(folder, name)
    temporary = os.path.join(folder, f".{name[:LONGEST_NAME]}.{secrets.token_hex(8)}.tmp")
    try:
        with _new_file(path, temporary, old) as file:
            result = write(file)
            os.fsync(file.fileno())
            os.replace(temporary, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError) and _is_about(error, temporary, target):
            raise OSError(error.errno, error.strerror, path) from None
        raise
    _sync_folder(folder)
    return result


def _is_about(error: OSError, temporary: str, target: str) -> bool:
    """Whether an error is about the file, under names that the caller never gave."""
    return error.filename in (temporary, target) or (error.filename is None and error.errno in DISK_ERRORS)


def _replaceable(path: str, target: str) -> os.stat_result | None:
    """The state of the file to be replaced; None if there is none."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if not stat.S_ISREG(old.st_mode):
        kind = KINDS.get(stat.S_IFMT(old.st_mode), "no regular file")
        code = errno.EISDIR if stat.S_ISDIR(old.st_mode) else errno.EINVAL
        raise OSError(code, f"{path!r} is {kind}: nothing can be saved there")
    if _is_used_by_a_table(target):
        raise BlockingIOError(errno.EBUSY, f"{path!r} is the file of a table in use: save to another one")
    return old


def _is_used_by_a_table(target: str) -> bool:
    """Whether the file holds the memory of an open table, whose later stores would go nowhere."""
    with suppress(OSError, ImportError), open(target, "rb", buffering=0) as file:
        return file.read(8) in OWNERS and not lock(file.fileno(), exclusive=True)
    return False


@contextmanager
def _new_file(path: str, temporary: str, old: os.stat_result | None) -> Iterator[BinaryIO]:
    """A new file with the mode and owner of the old one, locked for as long as its writer lives."""
    try:
        opened = open_retrying(lambda: _create(temporary, 0o666 if old is None else 0o600), SECONDS_TO_CREATE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if opened is None:
        raise OSError(errno.EBUSY, "the temporary file is removed by others again and again", path)
    with opened as file:
        if old is not None:
            _give_mode(file.fileno(), old)
        yield file


def _create(temporary: str, mode: int) -> BinaryIO | None:
    """A new file, locked; None if another writer took it for a dead one's before it was."""
    try:
        # Opened and owned in one call: an interrupt finds no descriptor that nobody closes.
        file = open(temporary, "xb", buffering=0, opener=partial(os.open, mode=mode))  # noqa: SIM115
    except FileExistsError:
        return None
    if _lock(file.fileno()) and os.fstat(file.fileno()).st_nlink > 0:
        return file
    file.close()
    return None


def _lock(descriptor: int) -> bool:
    try:
        return lock(descriptor, exclusive=True)
    except (OSError, ImportError):  # not every system has locks: nobody removes anything there
        return True


def _give_mode(descriptor: int, old: os.stat_result) -> None:
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if not hasattr(os, "fchown"):
        return
    try:
        os.fchown(descriptor, old.st_uid, old.st_gid)
    except OSError:
        if os.fstat(descriptor).st_gid != old.st_gid:
            mode &= ~0o070  # or another group than before could read it
    os.fchmod(descriptor, mode)


def _remove_leftovers(folder: str, name: str) -> None:
    """Removes temporary files for this target whose writers are dead: nobody holds their locks."""
    pattern = re.compile(rf"\.{re.escape(name[:LONGEST_NAME])}\.[0-9a-f]{{16}}\.tmp")
    with suppress(OSError, ImportError):
        for left in filter(pattern.fullmatch, os.listdir(folder)):
            _remove_if_dead(os.path.join(folder, left))


def _remove_if_dead(path: str) -> None:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with suppress(FileNotFoundError, PermissionError), opened(path, flags) as descriptor:
        if lock(descriptor, exclusive=True):
            os.unlink(path)


def _sync_folder(folder: str) -> None:
    """Makes the renaming itself durable, where a folder can be opened at all."""
    with suppress(PermissionError, IsADirectoryError), opened(folder, os.O_RDONLY) as descriptor:
        os.fsync(descriptor)
