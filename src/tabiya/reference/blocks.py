"""Blocks of entries for files, byte for byte those of the native table."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..table.entry import Entry
from ..table.entry_values import MAX_SCORE, Bound, Source
from .conversion import fields_of
from .dense import DenseSlots
from .layout import Fields, is_live, pack, unpack

if TYPE_CHECKING:
    from .slots import Slots

__all__ = ["block_of", "entries_of", "load_slots", "save_slots"]


def block_of(pairs: list[tuple[int, Entry]]) -> bytes:
    """Returns keys, words and evals of entries as columns."""
    fields = [fields_of(0, entry) for _, entry in pairs]
    count = len(pairs)
    columns = (
        struct.pack(f"<{count}Q", *(key for key, _ in pairs)),
        struct.pack(f"<{count}Q", *(pack(*entry)[1] for entry in fields)),
        struct.pack(f"<{count}h", *(entry.eval for entry in fields)),
    )
    return b"".join(columns)


def entries_of(block: bytes) -> list[tuple[int, Fields]]:
    """The keys and entries of a saved block; ValueError if a table cannot hold one of them."""
    count = len(block) // 18
    columns = struct.unpack(f"<{count}Q{count}Q{count}h", block)
    keys, words, evals = (columns[i * count : (i + 1) * count] for i in range(3))
    entries = [unpack(0, word)._replace(eval=eval) for word, eval in zip(words, evals, strict=True)]
    for i, entry in enumerate(entries):
        if not _storable(entry):
            raise ValueError(f"entry {i} is invalid")
    return list(zip(keys, entries, strict=True))


def save_slots(slots: Slots) -> bytes:
    """Returns all slots, with invalid ones cleared."""
    if isinstance(slots, DenseSlots):
        return slots.cleaned()
    parts = []
    for words, spare in _each_slot(slots.to_bytes(), slots.geometry):
        good = not spare and is_live(words[1]) and _storable(unpack(*words))
        parts.append(words if good else (0, 0))
    return b"".join(struct.pack("<QQ", *words) for words in parts)


def load_slots(slots: Slots, raw: bytes) -> None:
    """Sets all slots. Raises ValueError and changes nothing if one is invalid."""
    if isinstance(slots, DenseSlots):
        return slots.load(raw)
    for number, (words, spare) in enumerate(_each_slot(raw, slots.geometry)):
        if words != (0, 0) and (spare or not _storable(unpack(*words))):
            raise ValueError(f"slot {number} holds an invalid entry")
    slots.from_bytes(raw)


def _storable(entry: Fields) -> bool:
    """Returns whether a store can have written the entry."""
    return entry.bound != Bound.NONE and entry.source <= Source.MAIN and abs(entry.score) <= MAX_SCORE


def _each_slot(raw: bytes, geometry: Any) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yields the words of every slot, and whether it is a spare slot."""
    for number, words in enumerate(struct.iter_unpack("<QQ", raw)):
        yield words, number % geometry.stride >= geometry.ways
