"""`key_of` in plain Python: the test oracle, and the fallback without a native core.

A state is written as words, each with a tag for its type. Containers write their length first, so no state's
words are a prefix of another's. `absorb` takes in a word; `mix` makes the key of the final value.
``core/zobrist/state_hash.hpp`` has the same in C++, and why collisions are rare.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Any

from .._utils.mixing import mix
from ..keys.class_keys import MAX_NESTING, check_fields, describe, is_itself, item_kind, refuse_array

__all__ = ["key_of"]

MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
SEED = 0x7461626979610001
"""The text "tabiya" and a version."""


def _stream(term: int) -> int:
    return mix((SEED + (term + 1) * GOLDEN) & MASK64)


# One multiplier per tag, in the order of the core's.
CONSTANT, INT, BIGINT, FLOAT, STR, BYTES, TUPLE, LIST, FROZENSET, RECORD, ARRAY, DATA = (
    _stream(number) | 1 for number in range(12)
)
START = _stream(255)


def key_of(state: object, /) -> int:
    """Returns a 64-bit key of a state: the same in every process, machine and Python version."""
    return mix(_value(state, START, 0))


def absorb(h: int, multiplier: int, word: int) -> int:
    """Returns the XOR of the two halves of a 128-bit product."""
    product = (h ^ word) * multiplier
    return (product >> 64) ^ (product & MASK64)


def _data(h: int, raw: bytes) -> int:
    for begin in range(0, len(raw), 8):
        h = absorb(h, DATA, int.from_bytes(raw[begin : begin + 8], "little"))
    return h


def _value(value: Any, h: int, depth: int) -> int:
    kind = type(value)
    if kind is int:
        return _int(value, h)
    if kind is str:
        raw = value.encode("utf-8", "surrogatepass")
        return _data(absorb(h, STR, len(raw)), raw)
    if value is None or kind is bool:
        return absorb(h, CONSTANT, 0 if value is None else 1 + value)
    if kind is float:
        return absorb(h, FLOAT, _float_bits(value))
    if kind is bytes:
        return _data(absorb(h, BYTES, len(value)), value)
    if depth == MAX_NESTING:
        raise ValueError(f"a state may be nested {MAX_NESTING} deep, and this one is deeper")
    if kind is tuple or kind is list:
        return _items(TUPLE if kind is tuple else LIST, value, h, depth + 1)
    if kind is frozenset:
        return _frozenset(value, h, depth + 1)
    return _instance(value, h, depth + 1)


def _int(value: int, h: int) -> int:
    if -(2**63) <= value < 2**63:
        return absorb(h, INT, value & MASK64)
    words = value.bit_length() // 64 + 1
    return _data(absorb(h, BIGINT, words), value.to_bytes(8 * words, "little", signed=True))


def _float_bits(value: float) -> int:
    if value == 0:
        return 0  # -0.0 equals 0.0
    if value != value:
        return 0x7FF8 << 48  # all NaNs have one key
    return int.from_bytes(struct.pack("<d", value), "little")


def _items(tag: int, items: tuple[Any, ...] | list[Any], h: int, depth: int) -> int:
    h = absorb(h, tag, len(items))
    for item in tuple(items):
        h = _value(item, h, depth)
    return h


def _frozenset(elements: frozenset[Any], h: int, depth: int) -> int:
    h = absorb(h, FROZENSET, len(elements))
    for key in sorted(mix(_value(element, START, depth)) for element in elements):
        h = absorb(h, DATA, key)
    return h


def _description_of(kind: Any) -> str | tuple[int, tuple[str, ...]]:
    return _known_description(kind) if is_itself(kind) else _fresh_description(kind)


def _fresh_description(kind: type) -> str | tuple[int, tuple[str, ...]]:
    description = describe(kind)
    return description if isinstance(description, str) else (key_of(description[0]), description[1])


_known_description = lru_cache(maxsize=1024)(_fresh_description)


def _instance(value: Any, h: int, depth: int) -> int:
    description = _description_of(type(value))
    if description == "array":
        return _array(value, h)
    if isinstance(description, str):
        return _value(value.item(), h, depth)
    class_key, names = description
    if isinstance(value, tuple):
        check_fields(value)
    h = absorb(h, RECORD, class_key)
    for name in names:
        h = _value(getattr(value, name), h, depth)
    return h


def _array(array: Any, h: int) -> int:
    kind = item_kind(array.dtype)
    if kind is None:
        refuse_array(array)
    h = absorb(h, ARRAY, ord(kind) | array.dtype.itemsize << 8 | array.ndim << 16)
    for size in array.shape:
        h = absorb(h, DATA, size)
    if kind == "b":
        array = array.view("u1") != 0  # a view of another type may have true values other than 1
    return _data(h, array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes(order="C"))
