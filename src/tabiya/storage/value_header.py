"""The header of a `ValueTable` in shared memory or a mapped file.

`core/values/header.hpp` has the same bytes as a struct, and writes them.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass

from ..errors import TableFileError
from ..values.shape import ValueShape
from .header import DATA_OFFSET, LOCK_BYTES, VALUE_MAGIC, check_origin, read_head

__all__ = ["ValueHeader", "holds_values", "read_value_header", "value_bytes_of"]

VERSION = 1
HEAD_BYTES = 4096
FIELDS = (
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
LINES = struct.Struct("<" + " ".join(code for _, code in FIELDS))


@dataclass(frozen=True)
class ValueHeader:
    """A checked header."""

    shape: ValueShape
    generation: int
    creator: int
    created: int


def value_bytes_of(shape: ValueShape) -> int:
    """Returns the size of a file or shared memory for a table."""
    return DATA_OFFSET + shape.bytes


def holds_values(descriptor: int) -> bool:
    """Returns whether an open file begins like a `ValueTable`."""
    return os.pread(descriptor, 8, 0) == VALUE_MAGIC


def read_value_header(descriptor: int, what: str) -> ValueHeader | None:
    """Returns the checked header of an open file; None if the table was never finished."""
    head = read_head(descriptor, what, VALUE_MAGIC, HEAD_BYTES)
    if head is None:
        return None
    fields = dict(zip((name for name, _ in FIELDS), LINES.unpack_from(head), strict=True))
    check_origin(fields, VERSION, what)
    try:
        if fields["data_offset"] != DATA_OFFSET or not 0 < fields["lock_bytes"] <= LOCK_BYTES:
            raise ValueError("it has an impossible offset or size of locks")
        if fields["type_bytes"] > HEAD_BYTES - LINES.size:
            raise ValueError("the description of its dtype does not fit")
        text = head[LINES.size : LINES.size + fields["type_bytes"]].decode()
        shape = ValueShape.from_text(text, fields["clusters"], fields["key_bits"])
        if (shape.entry_bytes, shape.dtype.itemsize) != (fields["entry_bytes"], fields["value_bytes"]):
            raise ValueError("its dtype does not have the size of its entries")
    except ValueError as error:
        raise TableFileError(f"{what} has a damaged header: {error}") from None
    size = os.fstat(descriptor).st_size
    if size != value_bytes_of(shape):
        raise TableFileError(
            f"{what} has {size} bytes, but its header requires {value_bytes_of(shape)}: "
            "it is truncated or damaged"
        )
    return ValueHeader(shape, fields["generation"] % 64, fields["creator"], fields["created"])
