"""The values that settings choose from, each with the code that stands for it in headers and files.

A code never changes and is never used again: tables that were written before must stay readable.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from .deprecation import OldMember, warn_of_old_name

__all__ = ["Coded", "Eviction", "Layout", "Policy", "Sync", "Validation"]


class Coded(StrEnum):
    """An enumeration of names with codes.

    >>> Layout.CLUSTER4.code, Layout.from_code(2)
    (2, <Layout.CLUSTER4: 'cluster4'>)
    """

    _value_: str
    code: int

    # Every member has a code. The default is for type checkers, to whom a lookup by name looks like this too.
    def __new__(cls, name: str, code: int = -1) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.code = code
        return member

    @classmethod
    def from_code(cls, code: int) -> Self:
        """The member of a code; ValueError if there is none."""
        for member in cls:
            if member.code == code:
                return member
        raise ValueError(f"{code} is no code of a {cls.__name__.lower()}")


class Layout(Coded):
    """How many entries share a cluster, the set of slots that one key may be in."""

    SINGLE = "single", 0
    """One slot per key, 16 bytes."""
    CLUSTER3 = "cluster3", 1
    """Three entries and 16 spare bytes in a cache line."""
    CLUSTER4 = "cluster4", 2
    """Four entries in a cache line."""

    @property
    def ways(self) -> int:
        """Entries in a cluster."""
        return {"single": 1, "cluster3": 3, "cluster4": 4}[self.value]

    @property
    def cluster_bytes(self) -> int:
        return 16 if self is Layout.SINGLE else 64


class Policy(Coded):
    """Which entry of a full cluster goes, and whether it goes at all: see docs/table.md."""

    CASCADE = "cascade", 0
    ALWAYS = "always", 1
    DEPTH_PREFERRED = "depth_preferred", 2
    AGE_BASED = "age_based", 3
    DEPTH_AND_AGE = "depth_and_age", 4
    EXACT_PREFERRED = "exact_preferred", 5


class Sync(Coded):
    """What several threads may do at once."""

    LOCK_FREE = "lock_free", 0
    """Everything, without a lock."""
    BUCKET_LOCKS = "bucket_locks", 1
    """Everything; writers of one bucket of clusters wait for each other."""
    ONE_THREAD = "one_thread", 2
    """Nothing: one thread uses the table."""
    AUTO = "auto", 3
    """`LOCK_FREE` where there are threads, else `ONE_THREAD`."""

    SINGLE = OldMember("SINGLE", "ONE_THREAD")

    @classmethod
    def _missing_(cls, value: object) -> Sync | None:
        if value != "single":
            return None
        warn_of_old_name("sync='single'", "sync='one_thread'")
        return cls.ONE_THREAD


class Validation(Coded):
    """How much a table mistrusts itself."""

    RELEASE = "release", 0
    """Not at all, and pays nothing."""
    DEBUG = "debug", 1
    """Keeps statistics and makes cheap checks."""
    PARANOID = "paranoid", 2
    """Compares every probe and store with a second copy of the table."""


class Eviction(Coded):
    """Which entry of a full line of the second tier goes."""

    DEPTH_AND_AGE = "depth_and_age", 0
    """The least valuable, by the order of `Policy.CASCADE`; an entry worth less than all others stays out."""
    LRU = "lru", 1
    """One that was not used lately, as far as one bit per entry can tell."""
