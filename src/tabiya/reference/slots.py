"""The memory of a reference table: an array of words, read and written slot by slot.

A slot is identified by its cluster and its way, the index within the cluster. The bytes equal those of the
native table.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator

from ..errors import ValidationError
from ..table.entry_values import MAX_SCORE, Source
from .layout import Fields, Geometry, is_live, pack, signature_in, unpack
from .placement import decide_insert

__all__ = ["Slots"]

SAMPLE = 1000
"""Number of clusters in a sample of the table."""


class Slots:
    """All slots of one table.

    >>> slots = Slots(Geometry(clusters=2, ways=4))
    >>> entry = Fields(7, move=1, score=2, eval=3, depth=4, bound=3, generation=5, source=4, pv=True)
    >>> slots.write(1, 0, entry)
    >>> slots.find(1, signature=7), slots.find(0, signature=7)
    (0, None)
    >>> slots.read(1, 0) == entry
    True
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.words = _zeros(geometry.words)

    def words_at(self, cluster: int, way: int) -> tuple[int, int]:
        position = self._position(cluster, way)
        return self.words[position], self.words[position + 1]

    def packed(self, entry: Fields) -> tuple[int, int]:
        """Returns the words of an entry, as `words_at` reads them."""
        return pack(*entry)

    def unpacked(self, words: tuple[int, int]) -> Fields:
        return unpack(*words)

    def holds(self, words: tuple[int, int]) -> bool:
        """Returns whether these words are an entry."""
        return is_live(words[1])

    def read(self, cluster: int, way: int) -> Fields:
        return self.unpacked(self.words_at(cluster, way))

    def read_cluster(self, cluster: int) -> list[Fields]:
        return [self.read(cluster, way) for way in range(self.geometry.ways)]

    def find(self, cluster: int, signature: int) -> int | None:
        """Returns the first way with a live entry of this signature."""
        for way in range(self.geometry.ways):
            word0, word1 = self.words_at(cluster, way)
            if is_live(word1) and signature_in(word0, word1) == signature:
                return way
        return None

    def write(self, cluster: int, way: int, entry: Fields) -> None:
        self._put(cluster, way, pack(*entry))

    def erase(self, cluster: int, way: int) -> None:
        self._put(cluster, way, (0, 0))

    def insert(self, hash: int, entry: Fields, generation: int) -> bool:
        """Inserts an entry with signature and generation of this table. Returns whether it was accepted."""
        cluster = self.geometry.cluster_of(hash)
        place = decide_insert(self.read_cluster(cluster), entry, generation)
        if place is None:
            return False
        way, written, wins = place
        self.write(cluster, way, written)
        return wins

    def clear(self) -> None:
        self.words = _zeros(self.geometry.words)

    def live(self, cluster: int) -> list[Fields]:
        """Returns the entries of a cluster, in way order."""
        found = (self.words_at(cluster, way) for way in range(self.geometry.ways))
        return [unpack(word0, word1) for word0, word1 in found if is_live(word1)]

    def occupied_clusters(self, first: int = 0) -> Iterator[int]:
        """Yields the non-empty clusters from `first` on. Skips empty stretches quickly."""
        stride = self.geometry.stride
        last = -1
        for slot, word1 in enumerate(self.words[2 * first * stride + 1 :: 2], first * stride):
            if word1 and is_live(word1) and slot // stride != last:
                last = slot // stride
                yield last

    def recovered(self, cluster: int) -> Iterator[tuple[int, Fields]]:
        """Yields the entries of a cluster with their hashes, each signature once.

        Skips torn entries: their hash belongs to another cluster, or their source or score is impossible.
        """
        seen: set[int] = set()
        for entry in self.live(cluster):
            hash = self.geometry.recover_hash(cluster, entry.signature)
            storable = entry.source <= Source.MAIN and abs(entry.score) <= MAX_SCORE
            believable = storable and self.geometry.cluster_of(hash) == cluster
            if believable and entry.signature not in seen:
                seen.add(entry.signature)
                yield hash, entry

    def sample(self) -> list[int]:
        """Returns clusters spread evenly over the table, or all of a small table."""
        clusters = self.geometry.clusters
        sampled = min(clusters, SAMPLE)
        return [i * clusters // sampled for i in range(sampled)]

    def count_live(self) -> int:
        """Counts the entries of the whole table. Spare words are zero and do not count."""
        return sum(map(is_live, self.words[1::2]))

    def to_bytes(self) -> bytes:
        return _little_endian(self.words).tobytes()

    def from_bytes(self, raw: bytes) -> None:
        """Sets every slot from `to_bytes` of a table of the same geometry."""
        if len(raw) != self.geometry.words * 8:
            raise ValueError(f"raw must be {self.geometry.words * 8} bytes, not {len(raw)}")
        words = array("Q")
        words.frombytes(raw)
        self.words = _little_endian(words)

    def check_size(self) -> None:
        """The cheap check of ``validation="debug"``: the memory must have the size of the geometry."""
        if len(self.words) != self.geometry.words:
            raise ValidationError(
                f"the table has {len(self.words)} words, expected {self.geometry.words} for "
                f"{self.geometry.clusters} clusters of {self.geometry.ways}"
            )

    def _put(self, cluster: int, way: int, words: tuple[int, int]) -> None:
        """Writes a slot. Nothing else does."""
        position = self._position(cluster, way)
        self.words[position], self.words[position + 1] = words

    def _position(self, cluster: int, way: int) -> int:
        return 2 * (cluster * self.geometry.stride + way)


def _zeros(count: int) -> array[int]:
    try:
        return array("Q", (0,)) * count
    except (MemoryError, OverflowError):
        raise MemoryError(f"a table of {count * 8} bytes does not fit into memory") from None


def _little_endian(words: array[int]) -> array[int]:
    """Returns words in the byte order of the native table and its files, on any machine."""
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words
