"""The format of a saved table, to the byte.

All numbers are little-endian::

    file    header (128 bytes), blocks
    header  8s  magic "TABIYASV"           d   hash_mb of the configuration
            I   format version             Q   aging_interval
            I   generation, as counted     B   layout       B  policy
            Q   clusters                   B   sync         B  validation
            Q   entries in the blocks      H   flags
            Q   blocks                     B   compression  B  kind
            Q   entries= of the config,    I   buckets      I  max_age
                0 if hash_mb counts        d   depth_weight d  age_weight
                                           Q   bytes after the header
                                           20x zeros
                                           I   CRC-32 of the 124 bytes before
    block   I   number, from 0
            I   entries in it
            I   bytes when decompressed
            I   bytes that follow
            I   CRC-32 of the 16 bytes before and of the bytes that follow
            bytes, compressed as the header says

A block of the kind `ENTRIES` holds columns: keys (Q each), second words of the slots (Q, see
docs/layout.md) and static evaluations (h). One of the kind `SLOTS` holds slots as they lie in memory: tables
below 65,536 clusters do not know their keys.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ..config import MAX_BYTES, Layout, Policy, Sync, TableConfig, Validation
from ..errors import TableFileError
from .compression import Compression

__all__ = [
    "BLOCK",
    "BLOCK_ENTRIES",
    "ENTRY_BYTES",
    "HEADER_BYTES",
    "MAGIC",
    "BlockHead",
    "Kind",
    "SavedHeader",
    "block_checksum",
]

MAGIC = b"TABIYASV"
VERSION = 1
HEADER = struct.Struct("<8sIIQQQQdQBBBBHBBIIddQ20x")
HEADER_BYTES = HEADER.size + 4
BLOCK = struct.Struct("<IIIII")
BLOCK_ENTRIES = 65536
"""Entries after which a block ends, at the end of their cluster."""
MAX_BLOCK_ENTRIES = BLOCK_ENTRIES + 3
FLAGS = ("mixed_keys", "strict", "source_priority", "clamp_scores", "statistics", "prefetch", "power_of_two")
HUGE_PAGES = (False, True, "explicit")
"""In the flags above the names: two bits."""


class Kind(IntEnum):
    ENTRIES = 0
    SLOTS = 1

    @property
    def entry_bytes(self) -> int:
        return ENTRY_BYTES[self]


ENTRY_BYTES = {Kind.ENTRIES: 18, Kind.SLOTS: 16}


@dataclass(frozen=True)
class SavedHeader:
    """What a saved file says about itself."""

    config: TableConfig
    generation: int
    """As counted, without the modulus."""
    kind: Kind
    compression: Compression
    entries: int = 0
    blocks: int = 0
    payload: int = 0
    """Bytes after the header."""

    def to_bytes(self) -> bytes:
        config = self.config
        flags = sum(bool(getattr(config, name)) << bit for bit, name in enumerate(FLAGS))
        flags |= HUGE_PAGES.index(config.huge_pages) << len(FLAGS)
        head = HEADER.pack(
            MAGIC,
            VERSION,
            self.generation % 2**32,
            config.clusters,
            self.entries,
            self.blocks,
            config.entries or 0,
            config.hash_mb,
            config.aging_interval,
            list(Layout).index(config.layout),
            list(Policy).index(config.policy),
            list(Sync).index(config.sync),
            list(Validation).index(config.validation),
            flags,
            list(Compression).index(self.compression),
            self.kind,
            config.buckets,
            config.max_age,
            config.depth_weight,
            config.age_weight,
            self.payload,
        )
        return head + zlib.crc32(head).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, head: bytes, file_size: int, what: str) -> SavedHeader:
        """The checked header. Raises `TableFileError` with a sentence that begins with `what`."""
        if head[:8] != MAGIC[: len(head)] or not head:
            raise TableFileError(f"{what} is no saved table: it does not begin with {MAGIC.decode()}")
        if len(head) < HEADER_BYTES:
            raise TableFileError(f"{what} is cut off: {file_size} bytes are less than a header")
        version = int.from_bytes(head[8:12], "little")
        if version != VERSION and zlib.crc32(head[:-4]) == int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} has format version {version}; this tabiya knows version {VERSION}")
        if zlib.crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} is damaged: the checksum of its header is wrong")
        try:
            return cls._from_fields(HEADER.unpack(head[:-4]), file_size)
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise TableFileError(f"{what} is damaged: {error}") from None

    @classmethod
    def _from_fields(cls, fields: tuple[Any, ...], file_size: int) -> SavedHeader:
        _, _, generation, clusters, entries, blocks, config_entries, hash_mb, aging, *rest = fields
        layout, policy, sync, validation, flags, compression, kind, buckets, max_age, *weights, payload = rest
        if not 0 < clusters <= MAX_BYTES // 16:
            raise ValueError(f"{clusters} clusters cannot be")
        config = TableConfig(
            hash_mb=int(hash_mb) if float(hash_mb).is_integer() else hash_mb,
            entries=config_entries or None,
            layout=list(Layout)[layout],
            policy=list(Policy)[policy],
            sync=list(Sync)[sync],
            validation=list(Validation)[validation],
            buckets=buckets,
            max_age=max_age,
            depth_weight=weights[0],
            age_weight=weights[1],
            aging_interval=aging,
            huge_pages=HUGE_PAGES[flags >> len(FLAGS)],
            **{name: bool(flags >> bit & 1) for bit, name in enumerate(FLAGS)},
        )
        header = cls(config, generation, Kind(kind), list(Compression)[compression], entries, blocks, payload)
        header._check_numbers(clusters, file_size)
        return header

    def _check_numbers(self, clusters: int, file_size: int) -> None:
        if self.config.clusters != clusters:
            raise ValueError(f"it speaks of {clusters} clusters and of {self.config.clusters}")
        if self.payload != file_size - HEADER_BYTES:
            raise ValueError(
                f"{file_size} bytes are not the {self.payload + HEADER_BYTES} of which it speaks"
            )
        if self.blocks * BLOCK.size > self.payload or self.entries > self.blocks * MAX_BLOCK_ENTRIES:
            raise ValueError("it speaks of more blocks or entries than it can hold")
        if self.kind is Kind.SLOTS:
            if self.entries * Kind.SLOTS.entry_bytes != clusters * self.config.layout.cluster_bytes:
                raise ValueError("it does not speak of as many slots as its clusters have")
        elif self.entries > clusters * self.config.layout.ways:
            raise ValueError("it speaks of more entries than its table had slots")


@dataclass(frozen=True)
class BlockHead:
    number: int
    entries: int
    raw: int
    stored: int
    checksum: int

    def to_bytes(self) -> bytes:
        return BLOCK.pack(self.number, self.entries, self.raw, self.stored, self.checksum)

    def check(self, header: SavedHeader, number: int, room: int) -> None:
        """Raises ValueError unless it can be block `number` of a file with `room` bytes left."""
        if self.number != number or not 0 < self.entries <= MAX_BLOCK_ENTRIES:
            raise ValueError(f"block {number} is out of order or of an impossible size")
        if self.raw != self.entries * header.kind.entry_bytes or self.stored > room:
            raise ValueError(f"block {number} does not have the bytes of which it speaks")
        if header.compression is Compression.NONE and self.stored != self.raw:
            raise ValueError(f"block {number} is not compressed and yet of another size")


def block_checksum(head: BlockHead, stored: bytes) -> int:
    return zlib.crc32(stored, zlib.crc32(head.to_bytes()[:16]))
