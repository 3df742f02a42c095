"""The format of a saved table, to the byte.

All numbers are little-endian::

    file    header (128 bytes), blocks
    header  the FIELDS below, and a CRC-32 of the 124 bytes before it
    block   I   number, from 0
            I   entries in it
            I   bytes when decompressed
            I   bytes that follow
            I   CRC-32 of the 16 bytes before and of the bytes that follow
            bytes, compressed as the header says

A block of the kind `ENTRIES` holds columns: keys (Q each), second words of the slots (Q, see
docs/layout.md) and static evaluations (h). One of the kind `SLOTS` holds slots as they lie in memory: tables
below 65,536 clusters do not know their keys.

A block of the second tier begins with a Q, the number of its first line, followed by lines as they lie in
memory (128 bytes each, "entries" counts them); the last one has 2^64 - 1 there, followed by the moves that
the lines refer to by number (I each). Blocks of empty lines are left out.

Format version 1 has no second tier, 3 has one. Version 2 had one too, with addresses that left out part of
the hash: its first tier is loaded, its second tier is dropped.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Protocol, Self

from ..config import LINE_BYTES, MAX_BYTES, SETTINGS, TableConfig
from ..errors import TableFileError
from ..settings import Setting
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
"""With a second tier, so that a reader which knows of none refuses the file instead of half of it."""
OLD_TIERED_VERSION = 2
"""The same with other addresses in the second tier, which is not loaded any more."""
FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("generation", "I"),  # as counted, without the modulus
    ("clusters", "Q"),
    ("stored", "Q"),  # entries in the blocks
    ("blocks", "Q"),
    ("entries", "Q"),  # 0 if hash_mb counts
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
    ("tier_blocks", "I4x"),  # after the others
)
"""The header. Settings stand under their own names, switches among the flags."""
HEADER = struct.Struct("<" + "".join(code for _, code in FIELDS))
HEADER_BYTES = HEADER.size + 4
BLOCK = struct.Struct("<IIIII")
BLOCK_ENTRIES = 65536
"""Entries after which a block ends, at the end of their cluster."""
MAX_BLOCK_ENTRIES = BLOCK_ENTRIES + 3
BLOCK_LINES = 8192
MOVE_BYTES = 4
MOVES = 2**64 - 1
"""In place of a first line: a block of moves."""
FLOATS = tuple(name for name, code in FIELDS if code == "d")
"""Numbers that are written as they are, not in units."""
SIZES = ("hash_mb", "l2_mb")
"""Among them; a whole number of megabytes is an integer."""
TIER_SETTINGS = tuple(one for one in SETTINGS if one.name.startswith("l2_"))
"""Written for a second tier only; zeros elsewhere."""
FIRST_SETTINGS = tuple(one for one in SETTINGS if one not in TIER_SETTINGS)


class Kind(IntEnum):
    ENTRIES = 0
    SLOTS = 1

    @property
    def entry_bytes(self) -> int:
        return ENTRY_BYTES[self]


ENTRY_BYTES = {Kind.ENTRIES: 18, Kind.SLOTS: 16}


class FileHeader(Protocol):
    """What the blocks of a file need to know of its header, whatever kind of table it is."""

    length: ClassVar[int]
    """Of the header, in bytes."""
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
        """How many bytes a block of so many entries can have."""
        ...


@dataclass(frozen=True)
class SavedHeader:
    """What a saved file says about itself."""

    length: ClassVar[int] = HEADER_BYTES

    config: TableConfig
    generation: int
    """As counted, without the modulus."""
    kind: Kind
    compression: Compression
    entries: int = 0
    blocks: int = 0
    payload: int = 0
    """Bytes after the header."""
    tier_blocks: int = 0
    """Of the second tier, after the others."""
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
        """The checked header. Raises `TableFileError` with a sentence that begins with `what`."""
        refuse_others(head, what, "TranspositionTable")
        if head[:8] != MAGIC[: len(head)] or not head:
            raise TableFileError(f"{what} is no saved table: it does not begin with {MAGIC.decode()}")
        if len(head) < HEADER_BYTES:
            raise TableFileError(f"{what} is cut off: {file_size} bytes are less than a header")
        version = int.from_bytes(head[8:12], "little")
        known = version in (VERSION, OLD_TIERED_VERSION, TIERED_VERSION)
        if not known and zlib.crc32(head[:-4]) == int.from_bytes(head[-4:], "little"):
            raise TableFileError(
                f"{what} has format version {version}; this tabiya knows {VERSION} to {TIERED_VERSION}"
            )
        if zlib.crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} is damaged: the checksum of its header is wrong")
        try:
            return cls._from_fields(HEADER.unpack(head[:-4]), file_size)
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise TableFileError(f"{what} is damaged: {error}") from None

    @classmethod
    def _from_fields(cls, values: tuple[Any, ...], file_size: int) -> Self:
        fields = dict(zip((name for name, _ in FIELDS), values, strict=True))
        version, l2_mb = fields["version"], fields["l2_mb"]
        if not 0 < fields["clusters"] <= MAX_BYTES // 16:
            raise ValueError(f"{fields['clusters']} clusters cannot be")
        if (version != VERSION) != (l2_mb > 0) or (fields["l2_flags"] and not l2_mb):
            raise ValueError(f"a second tier of {l2_mb} MB cannot be in format version {version}")
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
            raise ValueError(f"it speaks of {clusters} clusters and of {self.config.clusters}")
        if self.payload != file_size - HEADER_BYTES:
            raise ValueError(
                f"{file_size} bytes are not the {self.payload + HEADER_BYTES} of which it speaks"
            )
        if (
            self.blocks + self.tier_blocks
        ) * BLOCK.size > self.payload or self.entries > self.blocks * MAX_BLOCK_ENTRIES:
            raise ValueError("it speaks of more blocks or entries than it can hold")
        if self.kind is Kind.SLOTS:
            if self.entries * Kind.SLOTS.entry_bytes != clusters * self.config.layout.cluster_bytes:
                raise ValueError("it does not speak of as many slots as its clusters have")
        elif self.entries > clusters * self.config.layout.ways:
            raise ValueError("it speaks of more entries than its table had slots")


def _config(fields: dict[str, Any], settings: tuple[Setting, ...]) -> TableConfig:
    given = decoded(fields, [one for one in settings if one.name not in FLOATS])
    for name in FLOATS:
        value = fields[name]
        if any(one.name == name for one in settings):
            given[name] = int(value) if name in SIZES and value.is_integer() else value
    return TableConfig(**given)


def refuse_others(head: bytes, what: str, owner: str) -> None:
    """Raises for a file of another kind of ours, with the way to read it."""
    if head[:8] in OWNERS:
        raise TableFileError(f"{what} is a table's own memory, not a saved table: use open(), not load()")
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
        """Raises ValueError unless it can be block `number` of a file with `room` bytes left."""
        if self.number != number or not 0 < self.entries <= MAX_BLOCK_ENTRIES:
            raise ValueError(f"block {number} is out of order or of an impossible size")
        if self.raw not in header.block_sizes(number, self.entries) or self.stored > room:
            raise ValueError(f"block {number} does not have the bytes of which it speaks")
        if header.compression is Compression.NONE and self.stored != self.raw:
            raise ValueError(f"block {number} is not compressed and yet of another size")


def block_checksum(head: BlockHead, stored: bytes) -> int:
    return zlib.crc32(stored, zlib.crc32(head.to_bytes()[:16]))
