"""The headers of shared and mapped tables of both kinds, read and checked before anything is mapped.

`core/table/header.hpp` and `core/values/header.hpp` have the same bytes as structs and write them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..errors import TableFileError
from ..table.config import MAX_BYTES, MEGABYTE, SETTINGS, Layout, Sync, TableConfig
from ..values.shape import ValueShape
from .flags import decoded

__all__ = [
    "DATA_OFFSET",
    "LINES",
    "MAGIC",
    "OWNERS",
    "SAVED_MAGIC",
    "SAVED_VALUES_MAGIC",
    "VALUE_MAGIC",
    "ReadHeader",
    "TableHeader",
    "ValueHeader",
    "bytes_of",
    "holds_values",
    "is_unfinished",
    "magic_of",
    "read_header",
    "read_value_header",
]

HeaderT = TypeVar("HeaderT")
DescribedT = TypeVar("DescribedT", TableConfig, ValueShape)
ReadHeader = Callable[[int, str], HeaderT | None]
"""Reads the header of one kind of table from an open file."""

MAGIC = b"TABIYA01"
VALUE_MAGIC = b"TABIYAV1"
"""The magic of value tables."""
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
VALUE_FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("byte_order", "I"),
    ("clusters", "Q"),
    ("data_offset", "Q"),
    ("entry_bytes", "I"),
    ("value_bytes", "I"),
    ("key_bits", "I"),
    ("buckets", "I"),
    ("lock_bytes", "I"),
    ("type_bytes", "I8x"),
    ("generation", "I60x"),
    ("creator", "Q"),
    ("created", "Q48x"),
)
"""The same for value tables. The description of the dtype follows, up to the end of the page."""
SHARED = [replace(one, flag=one.header_flag or one.flag) for one in SETTINGS if one.scope == "shared"]
LINES = struct.Struct("<" + " ".join(code for _, code in FIELDS))
VALUE_LINES = struct.Struct("<" + " ".join(code for _, code in VALUE_FIELDS))
VALUE_HEAD_BYTES = 4096


@dataclass(frozen=True, kw_only=True)
class _Header:
    """What the checked headers of both kinds of table say."""

    generation: int
    creator: int
    """The ID of the process that created the table. It may have ended, and its ID may be reused."""
    created: int
    """Seconds since 1970."""


@dataclass(frozen=True, kw_only=True)
class TableHeader(_Header):
    """The checked header of a `TranspositionTable`."""

    config: TableConfig


@dataclass(frozen=True, kw_only=True)
class ValueHeader(_Header):
    """The checked header of a `ValueTable`."""

    shape: ValueShape


def magic_of(path: str) -> bytes:
    """Returns the first bytes of a file, which tell what it holds."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC))


def bytes_of(table: TableConfig | ValueShape) -> int:
    """Returns the size of a file or shared memory segment for a table."""
    clusters = table.bytes if isinstance(table, ValueShape) else table.clusters * table.layout.cluster_bytes
    return DATA_OFFSET + clusters


def holds_values(descriptor: int) -> bool:
    """Returns whether an open file begins like a `ValueTable`."""
    return os.pread(descriptor, 8, 0) == VALUE_MAGIC


def is_unfinished(descriptor: int) -> bool:
    """Returns whether the table is not created completely: the magic is written last."""
    return not any(os.pread(descriptor, 8, 0))


def read_header(descriptor: int, what: str) -> TableHeader | None:
    """Returns the checked header of an open file; None if the table was never finished.

    Raises `TableFileError` with a message that begins with `what` for anything but a complete table.
    """
    head = _read_head(descriptor, what, MAGIC, LINES.size)
    if head is None:
        return None
    fields = _fields(FIELDS, LINES, head, what)
    config = _described(_config, fields, head, os.fstat(descriptor).st_size, what)
    return TableHeader(config=config, **_origin(fields))


def read_value_header(descriptor: int, what: str) -> ValueHeader | None:
    """The same for a `ValueTable`."""
    head = _read_head(descriptor, what, VALUE_MAGIC, VALUE_HEAD_BYTES)
    if head is None:
        return None
    fields = _fields(VALUE_FIELDS, VALUE_LINES, head, what)
    shape = _described(_shape, fields, head, os.fstat(descriptor).st_size, what)
    return ValueHeader(shape=shape, **_origin(fields))


def _read_head(descriptor: int, what: str, magic: bytes, length: int) -> bytes | None:
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


def _fields(
    names: tuple[tuple[str, str], ...], lines: struct.Struct, head: bytes, what: str
) -> dict[str, Any]:
    """Returns the fields of a header. Raises TableFileError for another byte order or version."""
    fields = dict(zip((name for name, _ in names), lines.unpack_from(head), strict=True))
    if fields["byte_order"] != BYTE_ORDER:
        raise TableFileError(f"{what} was created on a machine with another byte order")
    if fields["version"] != VERSION:
        raise TableFileError(
            f"{what} has format version {fields['version']}; this tabiya supports version {VERSION}"
        )
    return fields


def _described(
    read: Callable[[dict[str, Any], bytes], DescribedT],
    fields: dict[str, Any],
    head: bytes,
    size: int,
    what: str,
) -> DescribedT:
    """Returns the table that a header describes. Raises TableFileError if it does not fit the file."""
    try:
        if fields["data_offset"] != DATA_OFFSET or not 0 < fields["clusters"] <= MAX_BYTES // 16:
            raise ValueError("impossible offset or number of clusters")
        if not 0 < fields["lock_bytes"] <= LOCK_BYTES:
            raise ValueError(f"a lock of {fields['lock_bytes']} bytes does not fit into {LOCK_BYTES}")
        table = read(fields, head)
    except ValueError as error:
        raise TableFileError(f"{what} has a damaged header: {error}") from None
    if size != bytes_of(table):
        raise TableFileError(
            f"{what} has {size} bytes, but its header requires {bytes_of(table)}: it is truncated or damaged"
        )
    return table


def _origin(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "generation": fields["generation"] % 64,
        "creator": fields["creator"],
        "created": fields["created"],
    }


def _config(fields: dict[str, Any], head: bytes) -> TableConfig:
    """Returns the settings that all users of the table share."""
    if fields["sync"] == Sync.AUTO.code:
        raise ValueError("a table in memory is lock-free or not")
    settings: dict[str, Any] = decoded(fields, SHARED)
    return TableConfig(hash_mb=_megabytes(fields["clusters"], settings["layout"]), **settings)


def _shape(fields: dict[str, Any], head: bytes) -> ValueShape:
    """Returns the shape of a value table, whose dtype is described after the fields."""
    if fields["type_bytes"] > VALUE_HEAD_BYTES - VALUE_LINES.size:
        raise ValueError("the description of its dtype does not fit")
    text = head[VALUE_LINES.size : VALUE_LINES.size + fields["type_bytes"]].decode()
    shape = ValueShape.from_text(text, fields["clusters"], fields["key_bits"])
    if (shape.entry_bytes, shape.dtype.itemsize) != (fields["entry_bytes"], fields["value_bytes"]):
        raise ValueError("its dtype does not have the size of its entries")
    return shape


def _megabytes(clusters: int, layout: Layout) -> float:
    """Returns the `hash_mb` for a number of clusters. Dividing by a power of two is exact."""
    megabytes = clusters * layout.cluster_bytes / MEGABYTE
    return int(megabytes) if megabytes.is_integer() else megabytes
