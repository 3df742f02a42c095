"""Claims that need no measurement: each function computes the answer and explains it."""

from __future__ import annotations

import ctypes
import math

from ..table.config import Layout
from .claims.claim import Calculated

__all__ = [
    "basic_entry",
    "birthday",
    "contention",
    "contention_ratio",
    "entries_in_a_line",
    "entry_fields",
    "false_match",
    "four_bytes_less",
    "packed_entry",
    "payload",
    "positions_of_a_key",
    "saved_by_packing",
    "three_way_memory",
    "thresholds",
    "values_of_64_bits",
]

LINE = 64
MILLION = 10**6


def three_way_memory() -> Calculated:
    """
    >>> three_way_memory().value
    4.0
    """
    single, three = Layout.SINGLE.cluster_bytes, Layout.CLUSTER3.cluster_bytes
    text = f"{three} bytes per place of a key instead of {single}: {three // single} times, with padding"
    return Calculated(text, value=three / single)


def false_match() -> Calculated:
    """Millions of probes per false match in a table of 64 million entries with 64-bit keys."""
    entries = 64 * MILLION
    millions = 2**64 / entries / MILLION
    return Calculated(f"2^64 / 64·10^6 = {millions * MILLION:.3g}: 288 billion, not million", value=millions)


def birthday() -> Calculated:
    """Billions of keys after which two 64-bit keys collide with probability one half."""
    half = math.sqrt(2 * math.log(2) * 2**64) / 1e9
    at_claim = 1 - math.exp(-((6.07e9) ** 2) / 2 / 2**64)
    text = f"{half:.2f}·10^9 keys for one half; 6.07·10^9 give {at_claim:.0%}"
    return Calculated(text, value=half)


def values_of_64_bits() -> Calculated:
    """
    >>> values_of_64_bits().right
    True
    """
    return Calculated(f"2^64 = {2**64:,} = {2**64:.2g}", right=2**64 == 18_446_744_073_709_551_616)


def positions_of_a_key() -> Calculated:
    """The number of positions is from the literature; the quotient is computed."""
    power = 71 - math.log10(2**64)
    return Calculated(f"10^71 / 2^64 = 10^{power:.1f}; 10^71 is an estimate from the literature", value=power)


def entry_fields() -> Calculated:
    """Key 32, move 16, score 16, eval 16, depth 8, generation 6, bound 2 bits."""
    used = (32 + 16 + 16 + 16 + 8 + 6 + 2) // 8
    return Calculated(
        f"the fields add up to {used} bytes: {16 - used} are unused; this table's entries use all 16",
        right=used == 16,
    )


class _BasicMove(ctypes.Structure):
    """An unpacked shogi move: squares, piece types and flags as whole words."""

    _fields_ = [
        ("from_square", ctypes.c_uint64),
        ("to_square", ctypes.c_uint64),
        ("kind", ctypes.c_uint32),
        ("player", ctypes.c_uint32),
        ("captured", ctypes.c_uint32),
        ("flags", ctypes.c_uint8 * 4),
        ("has", ctypes.c_uint64),
    ]


class _BasicEntry(ctypes.Structure):
    _fields_ = [
        ("score", ctypes.c_int32),
        ("depth", ctypes.c_uint8),
        ("flag", ctypes.c_uint8),
        ("source", ctypes.c_uint8),
        ("move", _BasicMove),
        ("key", ctypes.c_uint64),
        ("age", ctypes.c_uint32),
    ]


def basic_entry() -> Calculated:
    """Bytes of an entry with whole words as fields, laid out by a C compiler."""
    size, move = ctypes.sizeof(_BasicEntry), ctypes.sizeof(_BasicMove)
    text = f"{size} bytes with a move of {move}, {size} MB per million; here 16 bytes, 16 MB"
    return Calculated(text, values={"bytes": float(size), "megabytes": float(size)})


def packed_entry() -> Calculated:
    """Bytes of packed move, score, depth and flags with a 64-bit key and an age, laid out by a C compiler."""

    class Packed(ctypes.Structure):
        _fields_ = [("key", ctypes.c_uint64), ("data", ctypes.c_uint64), ("age", ctypes.c_uint32)]

    size = ctypes.sizeof(Packed)
    text = f"8 + 8 + 4 bytes, aligned to {size}: {size} MB per million; here 16 MB"
    return Calculated(text, values={"bytes": float(size), "megabytes": float(size)})


def saved_by_packing() -> Calculated:
    """Per cent saved by 24 bytes compared with 64."""
    saved = 100 * (1 - 24 / 64)
    return Calculated(
        f"24 of 64 bytes save {saved:g}%, 40 MB per million; 64 / 24 = {64 / 24:.2f}", value=saved
    )


def four_bytes_less() -> Calculated:
    """Atomic 64-bit words must be aligned to 8 bytes, so 20 bytes become 24."""

    class Enhanced(ctypes.Structure):
        _fields_ = [("data", ctypes.c_uint64), ("key", ctypes.c_uint64), ("age", ctypes.c_uint32)]

    size = ctypes.sizeof(Enhanced)
    return Calculated(
        f"the fields are 20 bytes, but aligned for their atomic words they take {size}", value=float(size)
    )


def entries_in_a_line() -> Calculated:
    """
    >>> entries_in_a_line().value
    2.0
    """
    whole = LINE // 24
    return Calculated(
        f"{LINE} / 24 = {LINE / 24:.2f}: {whole} whole entries; one of 64 bytes, {LINE // 16} of this table",
        value=float(whole),
    )


def payload() -> Calculated:
    """Score 20, depth 8, bound 2 and a move of 24 bits."""
    bits = 20 + 8 + 2 + 24
    size = 8 if bits <= 64 else 12
    less = 100 * (1 - size / 12)
    text = f"{bits} bits fit {size} bytes; {size} instead of 12 is {less:.0f}% less"
    return Calculated(text, values={"bytes": float(size), "less": less})


def clash(writers: int, buckets: int) -> float:
    """The probability that at least two writers want the same bucket.

    >>> round(clash(4, 256), 4)
    0.0233
    """
    apart = 1.0
    for writer in range(writers):
        apart *= (buckets - writer) / buckets
    return 1 - apart


def contention() -> Calculated:
    """Per cent of the time in which at least two of four writers want the same lock."""
    exact = {f"locks_{locks}": 100 * clash(4, locks) for locks in (1, 256, 512)}
    text = "at least one clash of four writers; the claimed 1.6% and 0.8% are 4/256 and 4/512"
    return Calculated(text, values=exact)


def contention_ratio() -> Calculated:
    """How many times less often four writers clash on 256 locks than on one."""
    ratio = 1 / clash(4, 256)
    return Calculated(
        f"{ratio:.0f} times less by exact probability, 64 times by the claim's percentages",
        value=ratio,
    )


def thresholds() -> Calculated:
    """An age above max_age is also above max_age / 2, so one threshold has no effect."""
    idle = all(2 * age > limit for limit in range(64) for age in range(64) if age > limit)
    return Calculated(
        "an entry older than max_age is older than half of it: only the second threshold matters",
        right=not idle,
    )
