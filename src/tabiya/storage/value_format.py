"""The format of a saved `ValueTable`, to the byte.

All numbers are little-endian. A file is a header of 4,096 bytes, the FIELDS below, the dtype in JSON, zeros,
and a CRC-32 of the 4,092 bytes before it; and blocks as in ``format.py``, each with its own checksum.

A block of the kind `ENTRIES` holds rows: the key (Q; of 128 bits QQ, the upper half first), the priority (B),
the generation (B), and the bytes of the value. One of the kind `SLOTS` holds slots as they lie in memory
(docs/values.md): tables below 65,536 clusters do not know their keys.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..errors import TableFileError
from ..values.shape import ValueShape
from .compression import Compression, choose
from .format import BLOCK, MAX_BLOCK_ENTRIES, Kind, refuse_others
from .header import SAVED_VALUES_MAGIC as MAGIC
from .loading import fill, open_saved_as
from .saving import Progress, check_target, contents, write_blocks
from .whole import write_whole

__all__ = ["SavedValues", "fill_values", "open_saved_values", "save_values"]

VERSION = 1
FIELDS = (
    ("magic", "8s"),
    ("version", "I"),
    ("generation", "I"),  # the full counter, not modulo 64
    ("clusters", "Q"),
    ("stored", "Q"),  # entries in the blocks
    ("blocks", "Q"),
    ("payload", "Q"),  # bytes after the header
    ("key_bits", "I"),
    ("type_bytes", "I"),
    ("kind", "B"),
    ("compression", "B6x"),
)
HEAD = struct.Struct("<" + "".join(code for _, code in FIELDS))
LENGTH = 4096


@dataclass(frozen=True)
class SavedValues:
    """The header of a saved file."""

    length: ClassVar[int] = LENGTH

    shape: ValueShape
    generation: int
    kind: Kind
    compression: Compression
    entries: int = 0
    blocks: int = 0
    payload: int = 0
    tier_blocks: int = 0
    """0, because there is no second tier."""

    @property
    def row_bytes(self) -> int:
        if self.kind is Kind.SLOTS:
            return self.shape.entry_bytes
        return self.shape.key_bits // 8 + 2 + self.shape.dtype.itemsize

    def block_sizes(self, number: int, entries: int) -> set[int]:
        return {entries * self.row_bytes}

    def to_bytes(self) -> bytes:
        text = self.shape.type_text.encode()
        head = HEAD.pack(
            MAGIC,
            VERSION,
            self.generation % 2**32,
            self.shape.clusters,
            self.entries,
            self.blocks,
            self.payload,
            self.shape.key_bits,
            len(text),
            self.kind,
            self.compression.code,
        )
        filled = (head + text).ljust(LENGTH - 4, b"\0")
        return filled + zlib.crc32(filled).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, head: bytes, file_size: int, what: str) -> Self:
        """Reads and checks a header. Raises `TableFileError` with a message that begins with `what`."""
        refuse_others(head, what, "ValueTable")
        if head[:8] != MAGIC[: len(head)] or not head:
            raise TableFileError(f"{what} is not a saved ValueTable: it does not begin with {MAGIC.decode()}")
        if len(head) < LENGTH:
            raise TableFileError(f"{what} is truncated: {file_size} bytes are less than a header")
        if zlib.crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise TableFileError(f"{what} is damaged: the checksum of its header is wrong")
        fields = dict(zip((name for name, _ in FIELDS), HEAD.unpack_from(head), strict=True))
        if fields["version"] != VERSION:
            raise TableFileError(
                f"{what} has format version {fields['version']}; this tabiya supports version {VERSION}"
            )
        try:
            text = head[HEAD.size : min(HEAD.size + fields["type_bytes"], LENGTH - 4)].decode()
            return cls._from_fields(fields, text, file_size)
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise TableFileError(f"{what} is damaged: {error}") from None

    @classmethod
    def _from_fields(cls, fields: dict[str, Any], text: str, file_size: int) -> Self:
        header = cls(
            shape=ValueShape.from_text(text, fields["clusters"], fields["key_bits"]),
            generation=fields["generation"],
            kind=Kind(fields["kind"]),
            compression=Compression.from_code(fields["compression"]),
            entries=fields["stored"],
            blocks=fields["blocks"],
            payload=fields["payload"],
        )
        if header.payload != file_size - LENGTH:
            raise ValueError(f"{file_size} bytes are not the {header.payload + LENGTH} that it describes")
        slots = header.shape.capacity
        right = header.entries == slots if header.kind is Kind.SLOTS else header.entries <= slots
        if (
            not right
            or header.blocks * BLOCK.size > header.payload
            or header.entries > header.blocks * MAX_BLOCK_ENTRIES
        ):
            raise ValueError("it describes other blocks or entries than it can hold")
        return header


def save_values(table: Any, path: str, compression: Compression | str, progress: Progress | None) -> int:
    """Saves a table and returns the number of entries (or slots of a small table) written."""
    chosen = choose(compression)
    check_target(table, path)
    shape: ValueShape = table._shape
    with table._pin():
        kind = Kind.ENTRIES if shape.full_keys else Kind.SLOTS
        header = SavedValues(shape, table._generation_count(), kind, chosen)
        blocks = contents(table, shape.clusters, kind, shape.cluster_bytes, shape.entry_bytes)
        return write_whole(path, lambda file: write_blocks(file, header, blocks, shape.clusters, progress))


def open_saved_values(path: str) -> Any:
    """Opens a saved `ValueTable`."""
    return open_saved_as(SavedValues, path)


def fill_values(table: Any, saved: Any, progress: Progress | None) -> None:
    """Loads a saved file into a new table. If it fails, the table must not be used."""
    fill(table, saved, saved.header.generation, saved.header.kind, progress)
