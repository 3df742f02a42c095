"""What stands in front of a table in memory that others map: read and checked before anything is mapped.

`core/table/header.hpp` has the same bytes as a struct, and writes them.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import Any

from ..config import MAX_BYTES, MEGABYTE, Layout, Policy, Sync, TableConfig
from ..errors import TableFileError

__all__ = ["DATA_OFFSET", "MAGIC", "SHARED_FIELDS", "TableHeader", "bytes_of", "is_unfinished", "read_header"]

MAGIC = b"TABIYA01"
VERSION = 1
BYTE_ORDER = 0x01020304
DATA_OFFSET = 4096 + 4096 * 64
"""Where the clusters begin: a page for the header, and room for the most bucket locks."""
LINES = struct.Struct("<8sIIQQBBBBIiiIIQ IIQ48x QQ48x")
"""The header's three cache lines."""
MIXED_KEYS, STRICT, SOURCE_PRIORITY, CLAMP_SCORES = 1, 2, 4, 8

SHARED_FIELDS = (
    "layout",
    "policy",
    "sync",
    "buckets",
    "source_priority",
    "strict",
    "depth_weight",
    "age_weight",
    "max_age",
    "aging_interval",
    "clamp_scores",
    "mixed_keys",
)
"""Settings that all users of a table share. The others are each process's own."""


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
    size = os.fstat(descriptor).st_size
    head = os.pread(descriptor, LINES.size, 0)
    if not any(head[:8]) and len(head) in (0, LINES.size):
        return None
    if head[:8] != MAGIC:
        raise TableFileError(f"{what} holds no table: it does not begin with {MAGIC.decode()}")
    if len(head) < LINES.size:
        raise TableFileError(f"{what} is cut off: {size} bytes are less than a header")
    return _checked(LINES.unpack(head), size, what)


def _checked(fields: tuple[Any, ...], size: int, what: str) -> TableHeader:
    _, version, byte_order, clusters, offset, layout, policy, sync, flags, buckets, *rest = fields
    depth_weight, age_weight, max_age, _lock_bytes, aging_interval, generation, _, _, creator, created = rest
    if byte_order != BYTE_ORDER:
        raise TableFileError(f"{what} was made on a machine with another byte order")
    if version != VERSION:
        raise TableFileError(f"{what} has format version {version}; this tabiya knows version {VERSION}")
    try:
        if offset != DATA_OFFSET or flags > 15 or not 0 < clusters <= MAX_BYTES // 16:
            raise ValueError("offset, flags or number of clusters cannot be")
        config = TableConfig(
            hash_mb=_megabytes(clusters, list(Layout)[layout]),
            layout=list(Layout)[layout],
            policy=list(Policy)[policy],
            sync=[Sync.LOCK_FREE, Sync.BUCKET_LOCKS, Sync.SINGLE][sync],
            buckets=buckets,
            depth_weight=depth_weight / 256,
            age_weight=age_weight / 256,
            max_age=max_age,
            aging_interval=aging_interval,
            mixed_keys=bool(flags & MIXED_KEYS),
            strict=bool(flags & STRICT),
            source_priority=bool(flags & SOURCE_PRIORITY),
            clamp_scores=bool(flags & CLAMP_SCORES),
        )
    except (ValueError, IndexError) as error:
        raise TableFileError(f"{what} has a damaged header: {error}") from None
    if size != bytes_of(config):
        raise TableFileError(
            f"{what} is {size} bytes long, but its header speaks of {bytes_of(config)}: "
            f"it was cut off or is damaged"
        )
    return TableHeader(config, generation % 64, creator, created)


def _megabytes(clusters: int, layout: Layout) -> float:
    """The `hash_mb` that gives just so many clusters: a division by a power of two loses nothing."""
    megabytes = clusters * layout.cluster_bytes / MEGABYTE
    return int(megabytes) if megabytes.is_integer() else megabytes
