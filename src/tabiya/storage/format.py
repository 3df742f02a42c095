"""The file format of saved tables.

All numbers are little-endian::

    file    header (128 bytes), blocks
    header  the FIELDS below, and a CRC-32 of the 124 bytes before it
    block   I   number, from 0
            I   entries in it
            I   bytes when decompressed
            I   bytes that follow
            I   CRC-32 of the 16 bytes before and of the bytes that follow
            bytes, compressed as the header says

Blocks of the kind `ENTRIES` hold columns: keys (Q each), second words of the slots (Q, see docs/layout.md)
and static evaluations (h). Blocks of the kind `SLOTS` hold raw slots, because tables below 65,536 clusters do
not know their keys.

A block of the second tier begins with a Q, the number of its first line, followed by raw lines (128 bytes
each, "entries" counts them). The last block has 2^64 - 1 there, followed by the moves that the lines refer to
by number (I each). Blocks of empty lines are omitted. Files without a second tier have format version 1,
files with one have version 3.

A saved `ValueTable` has a header of 4,096 bytes: the VALUE_FIELDS, the dtype in JSON, zeros, and the CRC-32.
Its blocks of the kind `ENTRIES` hold rows: the key (Q; of 128 bits QQ, the upper half first), the priority
(B), the generation (B), and the bytes of the value. Its slots are described in docs/values.md.
"""

from __future__ import annotations

import struct
import zlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Self

from ..errors import TableFileError
from ..table.config import LINE_BYTES, MAX_BYTES, SETTINGS, TableConfig
from ..table.settings import Setting
from ..values.shape import ValueShape
from .compression import Compression
from .flags import decoded, flags_of
from .header import OWNERS, SAVED_MAGIC, SAVED_VALUES_MAGIC

__all__ = [
    "BLOCK",
    "BLOCK_ENTRIES",
    "BLOCK_LINES",
    "HEADER_BYTES",
    "MAX_BLOCK_ENTRIES",
    "MOVES",
    "MOVE_BYTES",
    "BlockHead",
    "Contents",
    "FileHeader",
    "SavedTable",
    "SavedValues",
    "block_checksum",
]

VERSION = 1
TIERED_VERSION = 3
"""The version of files with a second tier, which older readers reject."""
FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("generation", "I"),  # full counter, not modulo 64
    ("clusters", "Q"),
    ("stored", "Q"),  # entries in the blocks
    ("blocks", "Q"),
    ("entries", "Q"),  # 0 if hash_mb is given
    ("hash_mb", "d"),
    ("aging_interval", "Q"),
    ("layout", "B"),
    ("policy", "B"),
    ("sync", "B"),
    ("validation", "B"),
    ("flags", "H"),
    ("compression", "B"),
    ("contents", "B"),
    ("buckets", "I"),
    ("max_age", "I"),
    ("depth_weight", "d"),
    ("age_weight", "d"),
    ("payload", "Q"),  # bytes after the header
    ("l2_mb", "d"),  # zeros from here on without a second tier
    ("l2_demote_depth", "B"),
    ("l2_promote_depth", "B"),
    ("l2_eviction", "B"),
    ("l2_flags", "B"),
    ("tier_blocks", "I4x"),  # after the blocks of entries
)
"""The fields of the header. Settings have their own names; switches are bits of the flags."""
VALUE_FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("generation", "I"),  # the full counter, not modulo 64
    ("clusters", "Q"),
    ("stored", "Q"),  # entries in the blocks
    ("blocks", "Q"),
    ("payload", "Q"),  # bytes after the header
    ("key_bits", "I"),
    ("type_bytes", "I"),
    ("contents", "B"),
    ("compression", "B6x"),
)
HEADER = struct.Struct("<" + "".join(code for _, code in FIELDS))
HEADER_BYTES = HEADER.size + 4
VALUE_HEADER = struct.Struct("<" + "".join(code for _, code in VALUE_FIELDS))
VALUE_HEADER_BYTES = 4096
BLOCK = struct.Struct("<IIIII")
BLOCK_ENTRIES = 65536
"""A block ends after this many entries, at the end of a cluster."""
MAX_BLOCK_ENTRIES = BLOCK_ENTRIES + 3
BLOCK_LINES = 8192
MOVE_BYTES = 4
MOVES = 2**64 - 1
"""Marks a block of moves, in place of the first line."""
FLOATS = tuple(name for name, code in FIELDS if code == "d")
"""Numbers stored as floats, not in units."""
SIZES = ("hash_mb", "l2_mb")
"""Floats that are read back as integers if they are whole."""
TIER_SETTINGS = tuple(one for one in SETTINGS if one.name.startswith("l2_"))
"""Only written for a second tier; otherwise zero."""
FIRST_SETTINGS = tuple(one for one in SETTINGS if one not in TIER_SETTINGS)


class Contents(IntEnum):
    """What the blocks of a file hold."""

    ENTRIES = 0
    SLOTS = 1


@dataclass(frozen=True, kw_only=True)
class FileHeader(ABC):
    """The header of a saved file. Its subclasses say how one kind of table is described."""

    length: ClassVar[int]
    """The size of the header in bytes."""
    magic: ClassVar[bytes]
    owner: ClassVar[str]
    """The class of the table."""
    versions: ClassVar[tuple[int, ...]] = (VERSION,)

    generation: int
    """The full counter, not modulo 64."""
    contents: Contents
    compression: Compression
    entries: int = 0
    blocks: int = 0
    payload: int = 0
    """Bytes after the header."""
    tier_blocks: int = 0
    """Blocks of the second tier, after the blocks of entries."""

    @classmethod
    def of(cls, table: Any, compression: Compression) -> Self:
        """Returns the header of a table that is about to be saved."""
        return cls(
            generation=table._generation_count(),
            contents=Contents.ENTRIES if table.full_keys else Contents.SLOTS,
            compression=compression,
            **cls._description(table),
        )

    @classmethod
    @abstractmethod
    def _description(cls, table: Any) -> dict[str, Any]:
        """Returns what only this kind of header says."""

    @property
    @abstractmethod
    def clusters(self) -> int: ...

    @property
    @abstractmethod
    def cluster_bytes(self) -> int: ...

    @property
    @abstractmethod
    def capacity(self) -> int: ...

    @property
    @abstractmethod
    def entry_bytes(self) -> int:
        """The bytes of an entry, or of a slot, in a block."""

    @property
    def tier_lines(self) -> int:
        """The lines of the second tier."""
        return 0

    @abstractmethod
    def _packed(self) -> bytes:
        """Returns the header without zeros and checksum at its end."""

    @classmethod
    @abstractmethod
    def _unpacked(cls, head: bytes) -> Self:
        """Returns a header whose checksum is right. Raises ValueError for impossible values."""

    def block_sizes(self, number: int, entries: int) -> set[int]:
        """Returns the possible sizes in bytes of a block with this many entries."""
        if number < self.blocks:
            return {entries * self.entry_bytes}
        return {8 + entries * LINE_BYTES, 8 + entries * MOVE_BYTES}

    def to_bytes(self) -> bytes:
        head = self._packed().ljust(self.length - 4, b"\0")
        return head + zlib.crc32(head).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, head: bytes, file_size: int, what: str) -> Self:
        """Reads and checks a header. Raises `TableFileError` with a message that begins with `what`."""
        _refuse_others(head, what, cls.owner)
        if head[:8] != cls.magic[: len(head)] or not head:
            raise TableFileError(f"{what} is not a saved table: it does not begin with {cls.magic.decode()}")
        if len(head) < cls.length:
            raise TableFileError(f"{what} is truncated: {file_size} bytes are less than a header")
        if zlib.crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} is damaged: wrong checksum of the header")
        version = int.from_bytes(head[8:12], "little")
        if version not in cls.versions:
            known = " or ".join(map(str, cls.versions))
            raise TableFileError(f"{what} has format version {version}; this tabiya supports version {known}")
        try:
            header = cls._unpacked(head)
            header._check_numbers(file_size)
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise TableFileError(f"{what} is damaged: {error}") from None
        return header

    def _check_numbers(self, file_size: int) -> None:
        if self.payload != file_size - self.length:
            raise ValueError(f"it has {file_size} bytes instead of {self.payload + self.length}")
        blocks = self.blocks + self.tier_blocks
        if blocks * BLOCK.size > self.payload or self.entries > self.blocks * MAX_BLOCK_ENTRIES:
            raise ValueError("the header has more blocks or entries than fit")
        if self.contents is Contents.SLOTS:
            if self.entries * self.entry_bytes != self.clusters * self.cluster_bytes:
                raise ValueError("the number of slots does not match the clusters")
        elif self.entries > self.capacity:
            raise ValueError("the header has more entries than slots")


@dataclass(frozen=True, kw_only=True)
class SavedTable(FileHeader):
    """The header of a saved `TranspositionTable`."""

    length = HEADER_BYTES
    magic = SAVED_MAGIC
    owner = "TranspositionTable"
    versions = (VERSION, TIERED_VERSION)

    config: TableConfig

    @classmethod
    def _description(cls, table: Any) -> dict[str, Any]:
        return {"config": table.config}

    @property
    def clusters(self) -> int:
        return self.config.clusters

    @property
    def cluster_bytes(self) -> int:
        return self.config.layout.cluster_bytes

    @property
    def capacity(self) -> int:
        return self.config.clusters * self.config.layout.ways

    @property
    def entry_bytes(self) -> int:
        return 18 if self.contents is Contents.ENTRIES else 16

    @property
    def tier_lines(self) -> int:
        return self.config.l2_lines

    def _packed(self) -> bytes:
        config = self.config
        fields = {
            "magic": self.magic,
            "version": TIERED_VERSION if config.l2_mb else VERSION,
            "generation": self.generation % 2**32,
            "clusters": config.clusters,
            "stored": self.entries,
            "blocks": self.blocks,
            "compression": self.compression.code,
            "contents": self.contents,
            "payload": self.payload,
            "flags": flags_of(config, FIRST_SETTINGS, "flags"),
            "l2_flags": flags_of(config, TIER_SETTINGS, "l2_flags") if config.l2_mb else 0,
            "tier_blocks": self.tier_blocks if config.l2_mb else 0,
        }
        for one in SETTINGS:
            value = getattr(config, one.name)
            if one in TIER_SETTINGS and not config.l2_mb:
                fields[one.name] = 0
            else:
                fields[one.name] = value if one.name in FLOATS else one.kind.encode(value)
        return HEADER.pack(*(fields[name] for name, _ in FIELDS))

    @classmethod
    def _unpacked(cls, head: bytes) -> Self:
        fields = dict(zip((name for name, _ in FIELDS), HEADER.unpack_from(head), strict=True))
        version, l2_mb = fields["version"], fields["l2_mb"]
        if not 0 < fields["clusters"] <= MAX_BYTES // 16:
            raise ValueError(f"{fields['clusters']} clusters are impossible")
        if (version != VERSION) != (l2_mb > 0) or (fields["l2_flags"] and not l2_mb):
            raise ValueError(f"format version {version} cannot have a second tier of {l2_mb} MB")
        header = cls(
            config=_config(fields, FIRST_SETTINGS + TIER_SETTINGS if l2_mb else FIRST_SETTINGS),
            tier_blocks=fields["tier_blocks"],
            **_common(fields),
        )
        if header.clusters != fields["clusters"]:
            raise ValueError(f"the header has both {fields['clusters']} and {header.clusters} clusters")
        return header


@dataclass(frozen=True, kw_only=True)
class SavedValues(FileHeader):
    """The header of a saved `ValueTable`."""

    length = VALUE_HEADER_BYTES
    magic = SAVED_VALUES_MAGIC
    owner = "ValueTable"

    shape: ValueShape

    @classmethod
    def _description(cls, table: Any) -> dict[str, Any]:
        return {"shape": table._shape}

    @property
    def clusters(self) -> int:
        return self.shape.clusters

    @property
    def cluster_bytes(self) -> int:
        return self.shape.cluster_bytes

    @property
    def capacity(self) -> int:
        return self.shape.capacity

    @property
    def entry_bytes(self) -> int:
        if self.contents is Contents.SLOTS:
            return self.shape.entry_bytes
        return self.shape.key_bits // 8 + 2 + self.shape.dtype.itemsize

    def _packed(self) -> bytes:
        text = self.shape.type_text.encode()
        head = VALUE_HEADER.pack(
            self.magic,
            VERSION,
            self.generation % 2**32,
            self.shape.clusters,
            self.entries,
            self.blocks,
            self.payload,
            self.shape.key_bits,
            len(text),
            self.contents,
            self.compression.code,
        )
        return head + text

    @classmethod
    def _unpacked(cls, head: bytes) -> Self:
        fields = dict(zip((name for name, _ in VALUE_FIELDS), VALUE_HEADER.unpack_from(head), strict=True))
        end = min(VALUE_HEADER.size + fields["type_bytes"], cls.length - 4)
        text = head[VALUE_HEADER.size : end].decode()
        return cls(
            shape=ValueShape.from_text(text, fields["clusters"], fields["key_bits"]), **_common(fields)
        )


def _common(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns what the headers of both kinds of table have in common."""
    return {
        "generation": fields["generation"],
        "contents": Contents(fields["contents"]),
        "compression": Compression.from_code(fields["compression"]),
        "entries": fields["stored"],
        "blocks": fields["blocks"],
        "payload": fields["payload"],
    }


def _config(fields: dict[str, Any], settings: tuple[Setting, ...]) -> TableConfig:
    given = decoded(fields, [one for one in settings if one.name not in FLOATS])
    for name in FLOATS:
        value = fields[name]
        if any(one.name == name for one in settings):
            given[name] = int(value) if name in SIZES and value.is_integer() else value
    return TableConfig(**given)


def _refuse_others(head: bytes, what: str, owner: str) -> None:
    """Raises TableFileError for other kinds of table files, and says how to read them."""
    if head[:8] in OWNERS:
        raise TableFileError(f"{what} is a mapped table, not a saved one: use open(), not load()")
    saved = {SAVED_MAGIC: "TranspositionTable", SAVED_VALUES_MAGIC: "ValueTable"}.get(head[:8], owner)
    if saved != owner:
        raise TableFileError(f"{what} holds a {saved}, not a {owner}")


@dataclass(frozen=True)
class BlockHead:
    number: int
    entries: int
    raw: int
    stored: int
    checksum: int

    def to_bytes(self) -> bytes:
        return BLOCK.pack(self.number, self.entries, self.raw, self.stored, self.checksum)

    def check(self, header: FileHeader, number: int, room: int) -> None:
        """Raises ValueError unless this can be block `number` of a file with `room` bytes left."""
        if self.number != number or not 0 < self.entries <= MAX_BLOCK_ENTRIES:
            raise ValueError(f"block {number} is out of order or of an impossible size")
        if self.raw not in header.block_sizes(number, self.entries) or self.stored > room:
            raise ValueError(f"block {number} has a wrong number of bytes")
        if header.compression is Compression.NONE and self.stored != self.raw:
            raise ValueError(f"block {number} is uncompressed but has another size")


def block_checksum(head: BlockHead, stored: bytes) -> int:
    return zlib.crc32(stored, zlib.crc32(head.to_bytes()[:16]))
