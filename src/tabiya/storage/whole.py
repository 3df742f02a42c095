"""Writes files atomically: to a temporary file first, then renamed."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, count
from typing import BinaryIO, TypeVar

from .header import OWNERS
from .places import lock, open_retrying, opened

__all__ = ["check_target", "partial_name", "write_bytes", "write_text", "write_whole"]

_Result = TypeVar("_Result")
LONGEST_NAME = 50
"""Characters of the target's name in the temporary name: at most 200 bytes."""
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
    """Calls `write` with a new file that replaces `path` only when it is completely on disk.

    The new file has the mode and owner of the one that it replaces. A symbolic link stays, and its target is
    replaced. Raises OSError for anything but a regular file. The next writer for the same target removes what
    a killed writer left behind.
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


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Writes a text in UTF-8 that replaces `path` only when it is completely on disk."""
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file that replaces `path` only when it is completely on disk."""

    def write(file: BinaryIO) -> None:
        with open(os.dup(file.fileno()), "wb") as buffered:  # a raw file may write less than it is given
            buffered.write(content)

    write_whole(os.fspath(path), write)


def check_target(path: str | os.PathLike[str]) -> None:
    """Raises OSError if `path` cannot be written, before the work whose result it is for."""
    target = os.path.realpath(path)
    _replaceable(os.fspath(path), target)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", folder)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written", folder)


def partial_name(path: str | os.PathLike[str]) -> str:
    """Returns where an interrupted command writes its part of the result, so that `path` stays whole.

    A new file is `path` itself. Otherwise it is a free name beside it, such as ``games.partial.pgn``.
    """
    target = os.path.realpath(path)
    if not os.path.exists(target):
        return os.fspath(path)
    stem, suffix = os.path.splitext(target)
    names = (f"{stem}.partial{number}{suffix}" for number in chain([""], count(2)))
    return next(name for name in names if not os.path.lexists(name))


def _is_about(error: OSError, temporary: str, target: str) -> bool:
    """Returns whether an error concerns the file under a name that the caller does not know."""
    return error.filename in (temporary, target) or (error.filename is None and error.errno in DISK_ERRORS)


def _replaceable(path: str, target: str) -> os.stat_result | None:
    """Returns the state of the file to replace; None if there is none."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if not stat.S_ISREG(old.st_mode):
        kind = KINDS.get(stat.S_IFMT(old.st_mode), "not a regular file")
        code = errno.EISDIR if stat.S_ISDIR(old.st_mode) else errno.EINVAL
        raise OSError(code, f"cannot save to {path!r}: it is {kind}")
    if _is_used_by_a_table(target):
        raise BlockingIOError(errno.EBUSY, f"{path!r} is the file of a table in use: save to another one")
    return old


def _is_used_by_a_table(target: str) -> bool:
    """Returns whether the file is the memory of an open table. Replacing it would lose later stores."""
    with suppress(OSError, ImportError), open(target, "rb", buffering=0) as file:
        return file.read(8) in OWNERS and not lock(file.fileno(), exclusive=True)
    return False


@contextmanager
def _new_file(path: str, temporary: str, old: os.stat_result | None) -> Iterator[BinaryIO]:
    """Creates a file with the mode and owner of the old one, locked while its writer lives."""
    try:
        opened = open_retrying(lambda: _create(temporary, 0o666 if old is None else 0o600), SECONDS_TO_CREATE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if opened is None:
        raise OSError(errno.EBUSY, "other processes keep removing the temporary file", path)
    with opened as file:
        if old is not None:
            _give_mode(file.fileno(), old)
        yield file


def _create(temporary: str, mode: int) -> BinaryIO | None:
    """Creates and locks a file. Returns None if another writer removed it before it was locked."""
    try:
        # Opened and owned in one call, so that an interrupt cannot leak the descriptor.
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
    except (OSError, ImportError):  # no locks on this system, so no leftovers are removed
        return True


def _give_mode(descriptor: int, old: os.stat_result) -> None:
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if not hasattr(os, "fchown"):
        return
    try:
        os.fchown(descriptor, old.st_uid, old.st_gid)
    except OSError:
        if os.fstat(descriptor).st_gid != old.st_gid:
            mode &= ~0o070  # or another group could read it
    os.fchmod(descriptor, mode)


def _remove_leftovers(folder: str, name: str) -> None:
    """Removes temporary files for this target whose writers are dead: their locks are free."""
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
    """Makes the rename durable, if the folder can be opened."""
    with suppress(PermissionError, IsADirectoryError), opened(folder, os.O_RDONLY) as descriptor:
        os.fsync(descriptor)
