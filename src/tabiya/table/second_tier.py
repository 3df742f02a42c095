"""Counters and contents of a table's second tier. `docs/tiers.md` says when a second tier pays off."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from .config import LINE_BYTES

__all__ = ["SecondTier", "TierCounts"]

ENTRY_BYTES = 16
"""Bytes of an entry in the first tier."""


@dataclass(frozen=True)
class TierCounts:
    """Traffic between a table's tiers. All zero unless statistics are on and there is a second tier.

    >>> TierCounts(probes=10, hits=4).hit_rate
    0.4
    """

    probes: int = 0
    """Probes of the second tier, after a miss in the first."""
    hits: int = 0
    promotions: int = 0
    """Hits that were stored in the first tier again."""
    demotions: int = 0
    """Entries that left the first tier and were worth keeping: the sum of the five below."""
    added: int = 0
    replaced: int = 0
    """Demotions that displaced other entries of their line."""
    updated: int = 0
    """Demotions of keys that were already in the second tier."""
    refused: int = 0
    """Demotions worth less than every entry of their line."""
    busy: int = 0
    """Demotions dropped because another thread was writing their line."""
    sampled_lines: int = 0
    """Lines in use among about a thousand, sampled when this snapshot was taken."""
    sampled_entries: int = 0
    """Entries in these lines."""
    sampled_bits: int = 0
    """Bits of these entries with their signatures."""

    @property
    def hit_rate(self) -> float:
        """Hits per probe of the second tier, 0.0 to 1.0."""
        return self.hits / self.probes if self.probes else 0.0

    @property
    def bytes_per_entry(self) -> float:
        """Bytes of an entry with its signature, in the sampled lines. `SecondTier` counts all lines.

        >>> TierCounts(sampled_lines=10, sampled_entries=160, sampled_bits=8960).bytes_per_entry
        7.0
        """
        return _bytes_each(self.sampled_bits, self.sampled_entries)

    @property
    def memory_per_entry(self) -> float:
        """Bytes per entry of the sampled lines as a whole, with their headers and empty room.

        >>> TierCounts(sampled_lines=10, sampled_entries=160).memory_per_entry
        8.0
        """
        return _bytes_each(self.sampled_lines * LINE_BYTES * 8, self.sampled_entries)

    @property
    def compression(self) -> float:
        """How many times smaller an entry is than in the first tier.

        >>> TierCounts(sampled_lines=10, sampled_entries=160, sampled_bits=10240).compression
        2.0
        """
        return round(ENTRY_BYTES / self.bytes_per_entry, 2) if self.sampled_entries else 0.0

    def __add__(self, other: TierCounts) -> TierCounts:
        return TierCounts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True)
class SecondTier:
    """The contents of a second tier, counted line by line.

    >>> tier = SecondTier(entries=150, entry_bits=7950, used_lines=10, lines=20, bytes=2560, moves=31)
    >>> tier.bytes_per_entry, tier.memory_per_entry, tier.compression
    (6.62, 8.53, 2.42)
    """

    entries: int
    entry_bits: int
    """Bits of all entries with their signatures, without unused bits of the lines."""
    used_lines: int
    lines: int
    bytes: int
    moves: int
    """Different moves that have a number."""

    @property
    def bytes_per_entry(self) -> float:
        """Bytes of an entry with its signature."""
        return _bytes_each(self.entry_bits, self.entries)

    @property
    def memory_per_entry(self) -> float:
        """Bytes per entry of the lines in use as a whole, with their headers and empty room."""
        return _bytes_each(self.used_lines * LINE_BYTES * 8, self.entries)

    @property
    def compression(self) -> float:
        """How many times smaller an entry is than in the first tier."""
        return round(ENTRY_BYTES / self.bytes_per_entry, 2) if self.entries else 0.0

    @property
    def false_match_rate(self) -> float:
        """The probability that a probe of an absent key returns the entry of another key.

        In a line with n entries a probe compares 32 bits with one entry in twenty on average: n / 20 · 2^-32.

        >>> tier = SecondTier(entries=200, entry_bits=0, used_lines=10, lines=10, bytes=1280, moves=0)
        >>> tier.false_match_rate == 2**-32
        True
        """
        return self.entries / self.lines / 20 * 2**-32

    @classmethod
    def from_backend(cls, report: dict[str, Any]) -> SecondTier:
        return cls(**report)


def _bytes_each(bits: int, entries: int) -> float:
    return round(bits / 8 / entries, 2) if entries else 0.0
