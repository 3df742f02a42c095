"""What stands in front of a table in memory that others map: read and checked before anything is mapped.

`core/table/header.hpp` has the same bytes as a struct, and writes them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..config import MAX_BYTES, MEGABYTE, SETTINGS, Layout, Sync, TableConfig
from ..errors import TableFileError
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
    "read_head",
    "read_header",
]

_Header = TypeVar("_Header")
ReadHeader = Callable[[int, str], _Header | None]
"""Reads the header of one kind of table from an open file."""

MAGIC = b"TABIYA01"
VALUE_MAGIC = b"TABIYAV1"
"""Of tables of values (value_header.py)."""
OWNERS = {MAGIC: "TranspositionTable", VALUE_MAGIC: "ValueTable"}
SAVED_MAGIC = b"TABIYASV"
SAVED_VALUES_MAGIC = b"TABIYAVS"
"""Of the other kinds of files, which `load` reads."""
VERSION = 1
BYTE_ORDER = 0x01020304
LOCK_BYTES = 64
"""The room of a bucket lock; the header says how much of it the C library's mutex takes."""
DATA_OFFSET = 4096 + 4096 * LOCK_BYTES
"""Where the clusters begin: a page for the header, and room for the most bucket locks."""
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
"""The header's three cache lines. Settings stand under their own names, switches among the flags."""
LINES = struct.Struct("<" + " ".join(code for _, code in FIELDS))


@dataclass(frozen=True)
class TableHeader:
    """A header that was checked: a configuration, and whose table it is."""

    config: TableConfig
    generation: int
    creator: int
    """The process that made the table; it may be gone, and its number may be another's by now."""
    created: int
    """Seconds since 1970."""


def bytes_of(config: TableConfig) -> int:
    """The size of a file, or of a piece of shared memory, for a table."""
    return DATA_OFFSET + config.clusters * config.layout.cluster_bytes


def is_unfinished(descriptor: int) -> bool:
    """Whether a table is still to be made here, or being made: its magic is written last."""
    return not any(os.pread(descriptor, 8, 0))


def read_header(descriptor: int, what: str) -> TableHeader | None:
    """The checked header of an open file; None if the table in it was never finished.

    Raises `TableFileError` with a sentence that begins with `what`, for anything but a whole table.
    """
    head = read_head(descriptor, what, MAGIC, LINES.size)
    return None if head is None else _checked(LINES.unpack(head), os.fstat(descriptor).st_size, what)


def read_head(descriptor: int, what: str, magic: bytes, length: int) -> bytes | None:
    """The first bytes of a table of this kind; None if it was never finished."""
    # The magic is written last, so it is read first: on a weakly ordered processor one read gives no order.
    unfinished = is_unfinished(descriptor)
    head = os.pread(descriptor, length, 0)
    if unfinished and len(head) in (0, length):
        return None
    if head[:8] in (SAVED_MAGIC, SAVED_VALUES_MAGIC):
        raise TableFileError(f"{what} is a saved table, not one to use in place: use load(), not open()")
    if head[:8] != magic:
        if head[:8] in OWNERS:
            raise TableFileError(f"{what} holds a {OWNERS[head[:8]]}, not a {OWNERS[magic]}")
        raise TableFileError(f"{what} holds no table: it does not begin with {magic.decode()}")
    if len(head) < length:
        size = os.fstat(descriptor).st_size
        raise TableFileError(f"{what} is cut off: {size} bytes are less than a header")
    return head


def check_origin(fields: dict[str, Any], version: int, what: str) -> None:
    """Raises for a table of another kind of machine or another version."""
    if fields["byte_order"] != BYTE_ORDER:
        raise TableFileError(f"{what} was made on a machine with another byte order")
    if fields["version"] != version:
        raise TableFileError(
            f"{what} has format version {fields['version']}; this tabiya knows version {version}"
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
            f"{what} is {size} bytes long, but its header speaks of {bytes_of(config)}: "
            f"it was cut off or is damaged"
        )
    return TableHeader(config, fields["generation"] % 64, fields["creator"], fields["created"])


def _config(fields: dict[str, Any]) -> TableConfig:
    """The settings that all users of the table share."""
    if fields["data_offset"] != DATA_OFFSET or not 0 < fields["clusters"] <= MAX_BYTES // 16:
        raise ValueError("offset or number of clusters cannot be")
    if not 0 < fields["lock_bytes"] <= LOCK_BYTES:
        raise ValueError(f"a lock of {fields['lock_bytes']} bytes does not fit into its {LOCK_BYTES}")
    if fields["sync"] == Sync.AUTO.code:
        raise ValueError("a table in memory is lock-free or not")
    settings: dict[str, Any] = decoded(fields, [one for one in SETTINGS if one.scope == "shared"])
    return TableConfig(hash_mb=_megabytes(fields["clusters"], settings["layout"]), **settings)


def _megabytes(clusters: int, layout: Layout) -> float:
    """The `hash_mb` that gives this number of clusters: a division by a power of two loses nothing."""
    megabytes = clusters * layout.cluster_bytes / MEGABYTE
    return int(megabytes) if megabytes.is_integer() else megabytes
