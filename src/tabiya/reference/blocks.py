"""Blocks of entries for files, byte for byte those of the native table."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..entry import Entry
from ..values import MAX_SCORE, Bound, Source
from .conversion import fields_of
from .layout import Fields, is_live, pack, unpack

if TYPE_CHECKING:
    from .generations import Generations
    from .slots import Slots

__all__ = ["ReferenceBlocks"]


class ReferenceBlocks:
    """Saving and loading for `ReferenceCore`."""

    if TYPE_CHECKING:
        _generations: Generations

        @property
        def _slots(self) -> Slots: ...
        def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]: ...
        def _hash_of(self, key: int) -> int: ...
        def _adopt_contents(self) -> None: ...
        def _check_open(self) -> None: ...
        @property
        def generation(self) -> int: ...

    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]:
        """Returns the next cluster, the number of entries, and their keys, words and evals as columns."""
        cluster, pairs = self._scan(cluster, limit)
        fields = [fields_of(0, entry) for _, entry in pairs]
        count = len(pairs)
        columns = (
            struct.pack(f"<{count}Q", *(key for key, _ in pairs)),
            struct.pack(f"<{count}Q", *(pack(*entry)[1] for entry in fields)),
            struct.pack(f"<{count}h", *(entry.eval for entry in fields)),
        )
        return cluster, count, b"".join(columns)

    def _load_block(self, block: bytes) -> None:
        """Inserts saved entries. Raises ValueError and changes nothing if one is invalid."""
        count = len(block) // 18
        columns = struct.unpack(f"<{count}Q{count}Q{count}h", block)
        keys, words, evals = (columns[i * count : (i + 1) * count] for i in range(3))
        entries = [unpack(0, word)._replace(eval=eval) for word, eval in zip(words, evals, strict=True)]
        for i, entry in enumerate(entries):
            if not _storable(entry):
                raise ValueError(f"entry {i} is invalid")
        for key, entry in zip(keys, entries, strict=True):
            hash = self._hash_of(key)
            signed = entry._replace(signature=hash & 2**48 - 1)
            self._slots.insert(hash, signed, self.generation)
        self._adopt_contents()

    def _save_slots(self) -> bytes:
        """Returns all slots, with invalid ones cleared."""
        parts = []
        for words, spare in _each_slot(self._slots.to_bytes(), self._slots.geometry):
            good = not spare and is_live(words[1]) and _storable(unpack(*words))
            parts.append(words if good else (0, 0))
        return b"".join(struct.pack("<QQ", *words) for words in parts)

    def _load_slots(self, slots: bytes) -> None:
        for number, (words, spare) in enumerate(_each_slot(slots, self._slots.geometry)):
            if words != (0, 0) and (spare or not _storable(unpack(*words))):
                raise ValueError(f"slot {number} holds an invalid entry")
        self._slots.from_bytes(slots)
        self._adopt_contents()

    def _generation_count(self) -> int:
        self._check_open()
        return self._generations.count % 2**32

    def _set_generation(self, count: int) -> None:
        self._check_open()
        self._generations.count = count


def _storable(entry: Fields) -> bool:
    """Returns whether a store can have written the entry."""
    return entry.bound != Bound.NONE and entry.source <= Source.MAIN and abs(entry.score) <= MAX_SCORE


def _each_slot(raw: bytes, geometry: Any) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yields the words of every slot, and whether it is a spare slot."""
    for number, words in enumerate(struct.iter_unpack("<QQ", raw)):
        yield words, number % geometry.stride >= geometry.ways
