"""The hash of a key, `mix`, and its inverse. ``core/table/geometry.hpp`` has the same."""

from __future__ import annotations

__all__ = ["MASK64", "mix", "unmix"]

MASK64 = 2**64 - 1


def mix(key: int) -> int:
    """The finaliser of splitmix64, a bijection. It spreads badly distributed keys.

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    key = (key ^ key >> 27) * 0x94D049BB133111EB & MASK64
    return key ^ key >> 31


def unmix(hash: int) -> int:
    """The inverse of `mix`: inverse multipliers, and repeated shifts.

    >>> unmix(mix(12345))
    12345
    """
    hash = (hash ^ hash >> 31 ^ hash >> 62) * 0x319642B2D24D8EC3 & MASK64
    hash = (hash ^ hash >> 27 ^ hash >> 54) * 0x96DE1B173F119089 & MASK64
    return hash ^ hash >> 30 ^ hash >> 60
