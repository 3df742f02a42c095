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
by number (I each). Blocks of empty lines are omitted.

Format version 1 has no second tier, version 3 has one. Version 2 had one with other addresses: its first tier
is loaded, its second tier is dropped.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Protocol, Self

from ..errors import TableFileError
from ..table.config import LINE_BYTES, MAX_BYTES, SETTINGS, TableConfig
from ..table.settings import Setting
from .compression import Compression
from .flags import decoded, flags_of
from .header import OWNERS, SAVED_VALUES_MAGIC
from .header import SAVED_MAGIC as MAGIC

__all__ = [
    "BLOCK",
    "BLOCK_ENTRIES",
    "BLOCK_LINES",
    "ENTRY_BYTES",
    "HEADER_BYTES",
    "MAGIC",
    "MAX_BLOCK_ENTRIES",
    "MOVES",
    "MOVE_BYTES",
    "BlockHead",
    "FileHeader",
    "Kind",
    "SavedHeader",
    "block_checksum",
    "refuse_others",
]

VERSION = 1
TIERED_VERSION = 3
"""The version of files with a second tier, which older readers reject."""
OLD_TIERED_VERSION = 2
"""An older version with other addresses in the second tier, which is not loaded."""
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
    ("kind", "B"),
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
HEADER = struct.Struct("<" + "".join(code for _, code in FIELDS))
HEADER_BYTES = HEADER.size + 4
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


class Kind(IntEnum):
    ENTRIES = 0
    SLOTS = 1

    @property
    def entry_bytes(self) -> int:
        return ENTRY_BYTES[self]


ENTRY_BYTES = {Kind.ENTRIES: 18, Kind.SLOTS: 16}


class FileHeader(Protocol):
    """What the blocks of a file need from its header, for every kind of table."""

    length: ClassVar[int]
    """The size of the header in bytes."""
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def compression(self) -> Compression: ...
    @property
    def entries(self) -> int: ...
    @property
    def blocks(self) -> int: ...
    @property
    def payload(self) -> int: ...
    @property
    def tier_blocks(self) -> int: ...
    def to_bytes(self) -> bytes: ...
    @classmethod
    def from_bytes(cls, head: bytes, file_size: int, what: str) -> Self: ...
    def block_sizes(self, number: int, entries: int) -> set[int]:
        """Returns the possible sizes in bytes of a block with this many entries."""
        ...


@dataclass(frozen=True)
class SavedHeader:
    """The header of a saved file."""

    length: ClassVar[int] = HEADER_BYTES

    config: TableConfig
    generation: int
    """The full counter, not modulo 64."""
    kind: Kind
    compression: Compression
    entries: int = 0
    blocks: int = 0
    payload: int = 0
    """Bytes after the header."""
    tier_blocks: int = 0
    """Blocks of the second tier, after the blocks of entries."""
    tier_is_readable: bool = True
    """False for a second tier of format version 2."""

    def block_sizes(self, number: int, entries: int) -> set[int]:
        if number < self.blocks:
            return {entries * self.kind.entry_bytes}
        return {8 + entries * LINE_BYTES, 8 + entries * MOVE_BYTES}

    def to_bytes(self) -> bytes:
        config = self.config
        fields = {
            "magic": MAGIC,
            "version": TIERED_VERSION if config.l2_mb else VERSION,
            "generation": self.generation % 2**32,
            "clusters": config.clusters,
            "stored": self.entries,
            "blocks": self.blocks,
            "compression": self.compression.code,
            "kind": self.kind,
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
        head = HEADER.pack(*(fields[name] for name, _ in FIELDS))
        return head + zlib.crc32(head).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, head: bytes, file_size: int, what: str) -> Self:
        """Reads and checks a header. Raises `TableFileError` with a message that begins with `what`."""
        refuse_others(head, what, "TranspositionTable")
        if head[:8] != MAGIC[: len(head)] or not head:
            raise TableFileError(f"{what} is not a saved table: it does not begin with {MAGIC.decode()}")
        if len(head) < HEADER_BYTES:
            raise TableFileError(f"{what} is truncated: {file_size} bytes are less than a header")
        version = int.from_bytes(head[8:12], "little")
        known = version in (VERSION, OLD_TIERED_VERSION, TIERED_VERSION)
        if not known and zlib.crc32(head[:-4]) == int.from_bytes(head[-4:], "little"):
            raise TableFileError(
                f"{what} has format version {version}; this tabiya supports {VERSION} to {TIERED_VERSION}"
            )
        if zlib.crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} is damaged: wrong checksum of the header")
        try:
            return cls._from_fields(HEADER.unpack(head[:-4]), file_size)
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise TableFileError(f"{what} is damaged: {error}") from None

    @classmethod
    def _from_fields(cls, values: tuple[Any, ...], file_size: int) -> Self:
        fields = dict(zip((name for name, _ in FIELDS), values, strict=True))
        version, l2_mb = fields["version"], fields["l2_mb"]
        if not 0 < fields["clusters"] <= MAX_BYTES // 16:
            raise ValueError(f"{fields['clusters']} clusters are impossible")
        if (version != VERSION) != (l2_mb > 0) or (fields["l2_flags"] and not l2_mb):
            raise ValueError(f"format version {version} cannot have a second tier of {l2_mb} MB")
        header = cls(
            config=_config(fields, FIRST_SETTINGS + TIER_SETTINGS if l2_mb else FIRST_SETTINGS),
            generation=fields["generation"],
            kind=Kind(fields["kind"]),
            compression=Compression.from_code(fields["compression"]),
            entries=fields["stored"],
            blocks=fields["blocks"],
            payload=fields["payload"],
            tier_blocks=fields["tier_blocks"],
            tier_is_readable=version != OLD_TIERED_VERSION,
        )
        header._check_numbers(fields["clusters"], file_size)
        return header

    def _check_numbers(self, clusters: int, file_size: int) -> None:
        if self.config.clusters != clusters:
            raise ValueError(f"the header has both {clusters} and {self.config.clusters} clusters")
        if self.payload != file_size - HEADER_BYTES:
            raise ValueError(f"it has {file_size} bytes instead of {self.payload + HEADER_BYTES}")
        if (
            self.blocks + self.tier_blocks
        ) * BLOCK.size > self.payload or self.entries > self.blocks * MAX_BLOCK_ENTRIES:
            raise ValueError("the header has more blocks or entries than fit")
        if self.kind is Kind.SLOTS:
            if self.entries * Kind.SLOTS.entry_bytes != clusters * self.config.layout.cluster_bytes:
                raise ValueError("the number of slots does not match the clusters")
        elif self.entries > clusters * self.config.layout.ways:
            raise ValueError("the header has more entries than slots")


def _config(fields: dict[str, Any], settings: tuple[Setting, ...]) -> TableConfig:
    given = decoded(fields, [one for one in settings if one.name not in FLOATS])
    for name in FLOATS:
        value = fields[name]
        if any(one.name == name for one in settings):
            given[name] = int(value) if name in SIZES and value.is_integer() else value
    return TableConfig(**given)


def refuse_others(head: bytes, what: str, owner: str) -> None:
    """Raises TableFileError for other kinds of table files, and says how to read them."""
    if head[:8] in OWNERS:
        raise TableFileError(f"{what} is a mapped table, not a saved one: use open(), not load()")
    saved = {MAGIC: "TranspositionTable", SAVED_VALUES_MAGIC: "ValueTable"}.get(head[:8], owner)
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
