"""The dense line: six entries in 64 bytes. ``core/table/dense.hpp`` has the same bits.

Words 0 to 5 of a line are payloads, one entry each::

    bits  0-15  move        16
         16-31  score       16   signed; wins by their distance from the end of the range
         32-43  eval        12   signed; -2048 = none
         44-49  depth        6
         50-53  generation   4
         54-55  bound        2   0 = empty, or an entry of IID
         56-57  source       2   quiescence, null move, book, main; of IID: the bound
            58  pv           1
         59-63  key          5   bits 21-25 of the hash

Words 6 and 7 hold the pieces of the even and of the odd slots, 21 bits each: bits 0-20 of the hash, XORed
with a link of the payload.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ..table import dense
from ..table.dense import LARGEST_WIN, MAX_EVAL, MAX_MOVE, MAX_SCORE
from ..table.entry_values import GENERATIONS, NO_EVAL, Source
from .aging import Generations
from .layout import Fields, Geometry
from .slots import Slots

__all__ = ["LINK", "DenseSlots", "link", "open_line", "pack_payload", "unpack_payload"]

LINK = 0x243F6A8885A308D3
"""A random odd number: payloads that differ in one field have different links; tests/test_dense_layout.py
checks it."""
PIECE_BITS = 21
PIECE_MASK = (1 << PIECE_BITS) - 1
WAYS, WORDS = 6, 8
LIVE_MASK = 15 << 54
_WIN_SHIFT = LARGEST_WIN - 32_767
_SOURCES = (Source.QUIESCENCE, Source.NULL_MOVE, Source.BOOK, Source.MAIN)


def link(payload: int) -> int:
    """Returns the bits that a piece is XORed with."""
    return (payload * LINK & 2**64 - 1) >> 64 - PIECE_BITS


def pack_payload(entry: Fields) -> int:
    """Returns the payload of an entry whose values fit; they are not checked."""
    code = entry.score
    if abs(code) > MAX_SCORE:
        code -= _WIN_SHIFT if code > 0 else -_WIN_SHIFT
    if entry.source == Source.IID:
        bound, source = 0, entry.bound
    else:
        bound, source = entry.bound, _SOURCES.index(Source(entry.source))
    return (
        entry.move
        | (code & 0xFFFF) << 16
        | ((-MAX_EVAL - 1 if entry.eval == NO_EVAL else entry.eval) & 0xFFF) << 32
        | entry.depth << 44
        | entry.generation % dense.GENERATIONS << 50
        | bound << 54
        | source << 56
        | int(entry.pv) << 58
        | (entry.signature & dense.SIGNATURE_MASK) >> PIECE_BITS << 59
    )


def unpack_payload(payload: int, piece: int, generation: int) -> Fields:
    """Returns the entry of a live payload. Its generation is made whole by the current one, `generation`."""
    code = _signed(payload >> 16 & 0xFFFF, 16)
    if abs(code) > MAX_SCORE:
        code += _WIN_SHIFT if code > 0 else -_WIN_SHIFT
    eval = _signed(payload >> 32 & 0xFFF, 12)
    bound, source = payload >> 54 & 3, payload >> 56 & 3
    years = (generation - (payload >> 50)) % dense.GENERATIONS
    return Fields(
        signature=payload >> 59 << PIECE_BITS | (piece ^ link(payload)) & PIECE_MASK,
        move=payload & MAX_MOVE,
        score=code,
        eval=NO_EVAL if eval < -MAX_EVAL else eval,
        depth=payload >> 44 & 63,
        bound=bound or source,
        generation=(generation - years) % GENERATIONS,
        source=_SOURCES[source] if bound else Source.IID,
        pv=bool(payload >> 58 & 1),
    )


def is_live(payload: int) -> bool:
    return payload & LIVE_MASK != 0


EMPTY = Fields(0, 0, 0, NO_EVAL, 0, 0, 0, 0, False)


def open_line(words: list[int], generation: int) -> list[Fields]:
    """Returns the six slots of a line. An empty slot has bound 0."""
    return [
        unpack_payload(words[way], _piece(words, way), generation) if is_live(words[way]) else EMPTY
        for way in range(WAYS)
    ]


def _piece(words: list[int], way: int) -> int:
    return words[WAYS + way % 2] >> PIECE_BITS * (way // 2) & PIECE_MASK


def _signed(bits: int, width: int) -> int:
    return bits - (bits >> (width - 1) << width)


class DenseSlots(Slots):
    """The slots of a dense table. They need the current generation, because entries keep four bits of theirs.

    >>> slots = DenseSlots(Geometry(clusters=2, ways=6), Generations())
    >>> entry = Fields(7, move=1, score=2, eval=3, depth=4, bound=3, generation=0, source=4, pv=True)
    >>> slots.write(1, 5, entry)
    >>> slots.find(1, signature=7), slots.read(1, 5) == entry, len(slots.to_bytes())
    (5, True, 128)
    """

    def __init__(self, geometry: Geometry, generations: Generations) -> None:
        super().__init__(geometry)
        self._generations = generations

    def line(self, cluster: int) -> list[int]:
        """Returns the eight words of a line."""
        return list(self.words[WORDS * cluster : WORDS * (cluster + 1)])

    def words_at(self, cluster: int, way: int) -> tuple[int, int]:
        """Returns the piece and the payload of a slot."""
        line = self.line(cluster)
        return _piece(line, way), line[way]

    def packed(self, entry: Fields) -> tuple[int, int]:
        payload = pack_payload(entry)
        return entry.signature & PIECE_MASK ^ link(payload), payload

    def unpacked(self, words: tuple[int, int]) -> Fields:
        piece, payload = words
        return unpack_payload(payload, piece, self._generations.current) if is_live(payload) else EMPTY

    def holds(self, words: tuple[int, int]) -> bool:
        return is_live(words[1])

    def read_cluster(self, cluster: int) -> list[Fields]:
        return open_line(self.line(cluster), self._generations.current)

    def read(self, cluster: int, way: int) -> Fields:
        return self.read_cluster(cluster)[way]

    def live(self, cluster: int) -> list[Fields]:
        return [entry for entry in self.read_cluster(cluster) if entry.bound]

    def find(self, cluster: int, signature: int) -> int | None:
        for way, entry in enumerate(self.read_cluster(cluster)):
            if entry.bound and entry.signature == signature:
                return way
        return None

    def write(self, cluster: int, way: int, entry: Fields) -> None:
        piece, payload = self.packed(entry)
        self._set(cluster, way, payload, piece)

    def erase(self, cluster: int, way: int) -> None:
        self._set(cluster, way, 0, 0)

    def occupied_clusters(self, first: int = 0) -> Iterator[int]:
        """Yields the lines with a live entry from `first` on."""
        for cluster in range(first, self.geometry.clusters):
            if any(map(is_live, self.words[WORDS * cluster : WORDS * cluster + WAYS])):
                yield cluster

    def recovered(self, cluster: int) -> Iterator[tuple[int, Fields]]:
        """Yields the live entries of a line, under hashes that end in their signatures."""
        return ((self.geometry.recover_hash(cluster, entry.signature), entry) for entry in self.live(cluster))

    def count_live(self) -> int:
        return sum(is_live(word) for index, word in enumerate(self.words) if index % WORDS < WAYS)

    def cleaned(self) -> bytes:
        """Returns all lines, without payloads that no store can have written."""
        lines = []
        for cluster in range(self.geometry.clusters):
            line = self.line(cluster)
            clean = [0] * WORDS
            for way in range(WAYS):
                if _storable(line[way]):
                    clean[way] = line[way]
                    clean[WAYS + way % 2] |= _piece(line, way) << PIECE_BITS * (way // 2)
            lines.append(struct.pack("<8Q", *clean))
        return b"".join(lines)

    def load(self, raw: bytes) -> None:
        """Sets all lines. Raises ValueError and changes nothing if one is invalid."""
        twin = DenseSlots(self.geometry, self._generations)
        twin.from_bytes(raw)
        clean = twin.cleaned()
        for number in range(self.geometry.clusters):
            if clean[64 * number : 64 * (number + 1)] != raw[64 * number : 64 * (number + 1)]:
                raise ValueError(f"line {number} holds an invalid entry")
        self.from_bytes(raw)

    def _set(self, cluster: int, way: int, payload: int, piece: int) -> None:
        shift = PIECE_BITS * (way // 2)
        pieces = WORDS * cluster + WAYS + way % 2
        self.words[WORDS * cluster + way] = payload
        self.words[pieces] = self.words[pieces] & ~(PIECE_MASK << shift) | piece << shift


def _storable(payload: int) -> bool:
    return is_live(payload) and payload >> 16 & 0xFFFF != 0x8000
