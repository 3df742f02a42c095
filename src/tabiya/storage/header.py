"""The header of shared and mapped tables, read and checked before anything is mapped.

`core/table/header.hpp` has the same bytes as a struct and writes them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..errors import TableFileError
from ..table.config import MAX_BYTES, MEGABYTE, SETTINGS, Layout, Sync, TableConfig
from .flags import decoded

__all__ = [
    "BYTE_ORDER",
    "DATA_OFFSET",
    "LOCK_BYTES",
    "MAGIC",
    "OWNERS",
    "SAVED_MAGIC",
    "SAVED_VALUES_MAGIC",
    "VALUE_MAGIC",
    "ReadHeader",
    "TableHeader",
    "bytes_of",
    "check_origin",
    "is_unfinished",
    "magic_of",
    "read_head",
    "read_header",
]

_Header = TypeVar("_Header")
ReadHeader = Callable[[int, str], _Header | None]
"""Reads the header of one kind of table from an open file."""

MAGIC = b"TABIYA01"
VALUE_MAGIC = b"TABIYAV1"
"""The magic of value tables (value_header.py)."""
OWNERS = {MAGIC: "TranspositionTable", VALUE_MAGIC: "ValueTable"}
SAVED_MAGIC = b"TABIYASV"
SAVED_VALUES_MAGIC = b"TABIYAVS"
"""The magic of saved files, which `load` reads."""
VERSION = 1
BYTE_ORDER = 0x01020304
LOCK_BYTES = 64
"""Space per bucket lock. The header tells how much of it the C library's mutex uses."""
DATA_OFFSET = 4096 + 4096 * LOCK_BYTES
"""The offset of the clusters, after one page for the header and the largest number of bucket locks."""
FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("byte_order", "I"),
    ("clusters", "Q"),
    ("data_offset", "Q"),
    ("layout", "B"),
    ("policy", "B"),
    ("sync", "B"),
    ("flags", "B"),
    ("buckets", "I"),
    ("depth_weight", "i"),
    ("age_weight", "i"),
    ("max_age", "I"),
    ("lock_bytes", "I"),
    ("aging_interval", "Q"),
    ("generation", "I"),
    ("steps", "I"),
    ("nodes", "Q48x"),
    ("creator", "Q"),
    ("created", "Q48x"),
)
"""The three cache lines of the header. Settings have their own names; switches are bits of the flags."""
SHARED = [replace(one, flag=one.header_flag or one.flag) for one in SETTINGS if one.scope == "shared"]
LINES = struct.Struct("<" + " ".join(code for _, code in FIELDS))


@dataclass(frozen=True)
class TableHeader:
    """A checked header: configuration and creator."""

    config: TableConfig
    generation: int
    creator: int
    """The ID of the process that created the table. It may have ended, and its ID may be reused."""
    created: int
    """Seconds since 1970."""


def magic_of(path: str) -> bytes:
    """Returns the first bytes of a file, which tell what it holds."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC))


def bytes_of(config: TableConfig) -> int:
    """Returns the size of a file or shared memory segment for a table."""
    return DATA_OFFSET + config.clusters * config.layout.cluster_bytes


def is_unfinished(descriptor: int) -> bool:
    """Returns whether the table is not created completely: the magic is written last."""
    return not any(os.pread(descriptor, 8, 0))


def read_header(descriptor: int, what: str) -> TableHeader | None:
    """Returns the checked header of an open file; None if the table was never finished.

    Raises `TableFileError` with a message that begins with `what` for anything but a complete table.
    """
    head = read_head(descriptor, what, MAGIC, LINES.size)
    return None if head is None else _checked(LINES.unpack(head), os.fstat(descriptor).st_size, what)


def read_head(descriptor: int, what: str, magic: bytes, length: int) -> bytes | None:
    """Returns the first bytes of a table of this kind; None if it was never finished."""
    # Written last, so read first, in a separate read: one read has no order on weakly ordered processors.
    unfinished = is_unfinished(descriptor)
    head = os.pread(descriptor, length, 0)
    if unfinished and len(head) in (0, length):
        return None
    if head[:8] in (SAVED_MAGIC, SAVED_VALUES_MAGIC):
        raise TableFileError(f"{what} is a saved table, not one to use in place: use load(), not open()")
    if head[:8] != magic:
        if head[:8] in OWNERS:
            raise TableFileError(f"{what} holds a {OWNERS[head[:8]]}, not a {OWNERS[magic]}")
        raise TableFileError(f"{what} is not a table: it does not begin with {magic.decode()}")
    if len(head) < length:
        size = os.fstat(descriptor).st_size
        raise TableFileError(f"{what} is truncated: {size} bytes are less than a header")
    return head


def check_origin(fields: dict[str, Any], version: int, what: str) -> None:
    """Raises TableFileError for a table of another byte order or version."""
    if fields["byte_order"] != BYTE_ORDER:
        raise TableFileError(f"{what} was created on a machine with another byte order")
    if fields["version"] != version:
        raise TableFileError(
            f"{what} has format version {fields['version']}; this tabiya supports version {version}"
        )


def _checked(values: tuple[Any, ...], size: int, what: str) -> TableHeader:
    fields = dict(zip((name for name, _ in FIELDS), values, strict=True))
    check_origin(fields, VERSION, what)
    try:
        config = _config(fields)
    except ValueError as error:
        raise TableFileError(f"{what} has a damaged header: {error}") from None
    if size != bytes_of(config):
        raise TableFileError(
            f"{what} has {size} bytes, but its header requires {bytes_of(config)}: it is truncated or damaged"
        )
    return TableHeader(config, fields["generation"] % 64, fields["creator"], fields["created"])


def _config(fields: dict[str, Any]) -> TableConfig:
    """Returns the settings that all users of the table share."""
    if fields["data_offset"] != DATA_OFFSET or not 0 < fields["clusters"] <= MAX_BYTES // 16:
        raise ValueError("impossible offset or number of clusters")
    if not 0 < fields["lock_bytes"] <= LOCK_BYTES:
        raise ValueError(f"a lock of {fields['lock_bytes']} bytes does not fit into {LOCK_BYTES}")
    if fields["sync"] == Sync.AUTO.code:
        raise ValueError("a table in memory is lock-free or not")
    settings: dict[str, Any] = decoded(fields, SHARED)
    return TableConfig(hash_mb=_megabytes(fields["clusters"], settings["layout"]), **settings)


def _megabytes(clusters: int, layout: Layout) -> float:
    """Returns the `hash_mb` for a number of clusters. Dividing by a power of two is exact."""
    megabytes = clusters * layout.cluster_bytes / MEGABYTE
    return int(megabytes) if megabytes.is_integer() else megabytes
