"""Values with fields in plain Python, and the reading and adding of fields."""

from __future__ import annotations

import struct
from math import isfinite, isinf
from typing import TYPE_CHECKING, Any

from ..values.conversion import equal_values
from ..values.packing import OTHER, named_fields, raise_overflow, unpack_field

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ReferenceValue", "add_amounts", "read_field"]


class ReferenceValue:
    """A value with fields, like the native `Value`."""

    def __init__(self, dtype: np.dtype[Any], packed: bytes) -> None:
        self._dtype = dtype
        self._packed = packed

    def __getitem__(self, name: str | int) -> Any:
        names = self._dtype.names or ()
        if isinstance(name, str):
            if name not in names:
                raise KeyError(name)
            return read_field(self._dtype, self._packed, names.index(name))
        if not -len(names) <= name < len(names):
            raise IndexError("a value has no field of that number")
        return read_field(self._dtype, self._packed, name)

    def __len__(self) -> int:
        return len(self._dtype.names or ())

    def as_dict(self) -> dict[str, Any]:
        return {name: self[name] for name in self._dtype.names or ()}

    def to_numpy(self) -> Any:
        return unpack_field(self._dtype, self._packed, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple) and not hasattr(other, "as_dict"):
            return NotImplemented
        return equal_values(tuple(self), tuple(other))  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash(tuple(self))  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Value({self.as_dict()!r})"


def read_field(dtype: np.dtype[Any], packed: bytes, number: int) -> Any:
    name, offset, letter = named_fields(dtype)[number]
    if letter == OTHER:
        return unpack_field(dtype, packed, name or None)
    return _read(packed, letter, offset)


def _read(packed: bytes, letter: str, offset: int) -> Any:
    return struct.unpack_from("<" + letter, packed, offset)[0]


def add_amounts(dtype: np.dtype[Any], packed: bytes, amounts: Any, replace: bool = False) -> bytes:
    """Returns the sum. OverflowError for the first of the `amounts` that leaves the range of its field."""
    room = bytearray(packed)
    fields = {name: (offset, letter) for name, offset, letter in named_fields(dtype)}
    for name, amount in (amounts if dtype.names else {"": amounts}).items():
        offset, letter = fields[name]
        total = amount if replace else _read(packed, letter, offset) + amount
        try:
            struct.pack_into("<" + letter, room, offset, total)
        except (struct.error, OverflowError):
            raise_overflow(dtype, name or None)
        if letter == "d" and isinf(total) and isfinite(amount) and isfinite(_read(packed, letter, offset)):
            raise_overflow(dtype, name or None)
    return bytes(room)
