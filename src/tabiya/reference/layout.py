"""The layout of an entry in 16 bytes and its place: bits, links, hashes and clusters, as pure functions.

An entry is two 64-bit words::

    word1  bits  0-23  move        24   0 = no move
                24-43  score       20   signed
                44-51  depth        8   0 = quiescence
                52-57  generation   6
                58-59  bound        2   0 = none: the slot is empty
                60-62  source       3
                   63  pv           1
    word0  (signature 48 << 16 | static eval 16)  XOR  link(word1)

The link ties the words together: a reader that sees words of two different stores recovers a wrong signature
and reports a miss. ``core/table/entry.hpp``, ``link.hpp`` and ``geometry.hpp`` implement the same in C++.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .._utils.mixing import MASK64
from ..table.dense import SIGNATURE_MASK as DENSE_SIGNATURE_MASK
from ..table.entry_values import FULL_KEY_CLUSTERS

__all__ = [
    "LINK",
    "SIGNATURE_MASK",
    "Fields",
    "Geometry",
    "is_live",
    "link",
    "pack",
    "signature_in",
    "unpack",
]

SIGNATURE_MASK = 2**48 - 1

LINK = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: odd, so that the product is a bijection. With this
number, no two entries that differ in one or two fields can be confused; tests/test_layout.py checks it."""

_SCORE_SHIFT, _DEPTH_SHIFT, _GENERATION_SHIFT = 24, 44, 52
_BOUND_SHIFT, _SOURCE_SHIFT, _PV_SHIFT = 58, 60, 63
_BOUND_BITS = 3 << _BOUND_SHIFT


class Fields(NamedTuple):
    """An unpacked slot: plain integers in the order of `pack`. No eval is −32768."""

    signature: int
    move: int
    score: int
    eval: int
    depth: int
    bound: int
    generation: int
    source: int
    pv: bool


def link(word1: int) -> int:
    """Returns the value that `word0` is XORed with: the product with `LINK`, modulo 2^64."""
    return word1 * LINK & MASK64


def pack(
    signature: int,
    move: int,
    score: int,
    eval: int,
    depth: int,
    bound: int,
    generation: int,
    source: int,
    pv: bool,
) -> tuple[int, int]:
    """Returns the two words of an entry. Values must be in range; they are not checked.

    >>> [hex(word) for word in pack(0xABC, 1, -1, -32768, 0, 0, 0, 0, False)]
    ['0x8c797f3d60f6fc15', '0xfffff000001']
    """
    word1 = (
        move
        | (score & 0xFFFFF) << _SCORE_SHIFT
        | depth << _DEPTH_SHIFT
        | generation << _GENERATION_SHIFT
        | bound << _BOUND_SHIFT
        | source << _SOURCE_SHIFT
        | int(pv) << _PV_SHIFT
    )
    return (signature << 16 | eval & 0xFFFF) ^ link(word1), word1


def unpack(word0: int, word1: int) -> Fields:
    """The inverse of `pack`.

    >>> unpack(*pack(0xABC, 1, -5, 20, 9, 3, 63, 4, True))
    Fields(signature=2748, move=1, score=-5, eval=20, depth=9, bound=3, generation=63, source=4, pv=True)
    """
    opened = word0 ^ link(word1)
    return Fields(
        signature=opened >> 16,
        move=word1 & 0xFFFFFF,
        score=_signed(word1 >> _SCORE_SHIFT & 0xFFFFF, 20),
        eval=_signed(opened & 0xFFFF, 16),
        depth=word1 >> _DEPTH_SHIFT & 0xFF,
        bound=word1 >> _BOUND_SHIFT & 3,
        generation=word1 >> _GENERATION_SHIFT & 63,
        source=word1 >> _SOURCE_SHIFT & 7,
        pv=bool(word1 >> _PV_SHIFT),
    )


def signature_in(word0: int, word1: int) -> int:
    """Returns only the signature, which a probe compares before it unpacks the rest."""
    return (word0 ^ link(word1)) >> 16


def is_live(word1: int) -> bool:
    """Returns whether a slot holds an entry: its bound is not 0."""
    return word1 & _BOUND_BITS != 0


def _signed(bits: int, width: int) -> int:
    """Two's complement of `width` bits."""
    return bits - (bits >> (width - 1) << width)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The number of clusters and ways of a table, and the mapping from hashes to clusters.

    >>> geometry = Geometry(clusters=100_000, ways=4)
    >>> hash = 0x5692161D100B05E5
    >>> geometry.recover_hash(geometry.cluster_of(hash), hash & SIGNATURE_MASK) == hash
    True
    """

    clusters: int
    ways: int

    @property
    def stride(self) -> int:
        """Slots per cluster in memory. Three-way clusters leave 16 bytes of the cache line unused."""
        return 1 if self.ways == 1 else 4

    @property
    def slots(self) -> int:
        """The number of entries that fit."""
        return self.clusters * self.ways

    @property
    def words(self) -> int:
        """64-bit words of the whole table, including the spare ones of three-way clusters."""
        return self.clusters * self.stride * 2

    @property
    def full_keys(self) -> bool:
        return not self.dense and self.clusters >= FULL_KEY_CLUSTERS

    @property
    def dense(self) -> bool:
        return self.ways == 6

    @property
    def signature_mask(self) -> int:
        """The bits of a hash that a slot keeps."""
        return DENSE_SIGNATURE_MASK if self.dense else SIGNATURE_MASK

    def cluster_of(self, hash: int) -> int:
        return hash * self.clusters >> 64

    def lowest_hash(self, cluster: int) -> int:
        """The smallest hash of a cluster: ⌈cluster · 2^64 / clusters⌉."""
        return -(-(cluster << 64) // self.clusters)

    def recover_hash(self, cluster: int, signature: int) -> int:
        """Returns the first hash of the cluster, or above it, that ends in `signature`.

        With full keys it is the only candidate. If it lies outside the cluster, the slot is torn. Below
        `FULL_KEY_CLUSTERS` it is one of several candidates and stands for all of them.
        """
        lowest = self.lowest_hash(cluster)
        return lowest + (signature - lowest & self.signature_mask)
