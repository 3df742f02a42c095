"""The choices of settings, each with its code in headers and files.

A code never changes and is never reused, so that old tables stay readable.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

__all__ = ["Coded", "Eviction", "Layout", "Policy", "Sync", "Validation"]


class Coded(StrEnum):
    """An enumeration of names with codes.

    >>> Layout.CLUSTER4.code, Layout.from_code(2)
    (2, <Layout.CLUSTER4: 'cluster4'>)
    """

    _value_: str
    code: int

    # Every member has a code. The default satisfies type checkers, which see a lookup by name as a call.
    def __new__(cls, name: str, code: int = -1) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.code = code
        return member

    @classmethod
    def from_code(cls, code: int) -> Self:
        """Returns the member with a code. Raises ValueError if there is none."""
        for member in cls:
            if member.code == code:
                return member
        raise ValueError(f"{code} is not a code of {cls.__name__.lower()}")


class Layout(Coded):
    """The number of entries per cluster, the set of slots that a key can be in."""

    SINGLE = "single", 0
    """One slot per key, 16 bytes."""
    CLUSTER3 = "cluster3", 1
    """Three entries and 16 spare bytes in a cache line."""
    CLUSTER4 = "cluster4", 2
    """Four entries in a cache line."""
    DENSE = "dense", 3
    """Six entries in a cache line, with narrower fields and without whole keys: for engines."""

    @property
    def ways(self) -> int:
        """Entries per cluster."""
        return {"single": 1, "cluster3": 3, "cluster4": 4, "dense": 6}[self.value]

    @property
    def cluster_bytes(self) -> int:
        return 16 if self is Layout.SINGLE else 64

    @property
    def whole_keys(self) -> bool:
        """Whether slots keep enough of a key to recover it in a large table."""
        return self is not Layout.DENSE

    @property
    def generations(self) -> int:
        """How many generations entries can tell apart."""
        return 64 if self.whole_keys else 16

    @property
    def signature_mask(self) -> int:
        """The bits of a hash that a slot keeps."""
        return 2**48 - 1 if self.whole_keys else 2**26 - 1

    @property
    def move_bits(self) -> int:
        """Bits of a move that an entry keeps."""
        return 24 if self.whole_keys else 16


class Policy(Coded):
    """Which entry of a full cluster is replaced, and when. See docs/table.md."""

    CASCADE = "cascade", 0
    ALWAYS = "always", 1
    DEPTH_PREFERRED = "depth_preferred", 2
    AGE_BASED = "age_based", 3
    DEPTH_AND_AGE = "depth_and_age", 4
    EXACT_PREFERRED = "exact_preferred", 5


class Sync(Coded):
    """What several threads can do at once."""

    LOCK_FREE = "lock_free", 0
    """Everything, without a lock."""
    BUCKET_LOCKS = "bucket_locks", 1
    """Everything. Writers of the same bucket of clusters wait for each other."""
    ONE_THREAD = "one_thread", 2
    """Nothing: only one thread uses the table."""
    AUTO = "auto", 3
    """`LOCK_FREE` if the platform has threads, else `ONE_THREAD`."""


class Validation(Coded):
    """How much a table checks itself."""

    RELEASE = "release", 0
    """No checks, no cost."""
    DEBUG = "debug", 1
    """Statistics and cheap checks."""
    PARANOID = "paranoid", 2
    """Compares every probe and store with a second copy of the table."""


class Eviction(Coded):
    """Which entry of a full line of the second tier is replaced."""

    DEPTH_AND_AGE = "depth_and_age", 0
    """The least valuable one, in the order of `Policy.CASCADE`. It may be the new entry."""
    LRU = "lru", 1
    """One that was not used recently, according to one bit per entry."""
