"""What a killed writer leaves in a value table does no harm."""

from __future__ import annotations

import struct

from tabiya import ValueTable

WORD = struct.Struct("<Q")


def words_of(table: ValueTable) -> list[int]:
    return [word for (word,) in WORD.iter_unpack(table._save_slots())]


def load(table: ValueTable, words: list[int]) -> None:
    table._load_slots(b"".join(map(WORD.pack, words)))


def test_a_slot_left_by_a_killed_writer_is_taken_again() -> None:
    table = ValueTable("i8", entries=4)
    table.store(7, 0)  # the link of a zero is zero, so that word 0 is the head itself
    words = words_of(table)
    slot = next(i for i in range(0, len(words), 2) if words[i])
    mark = words[slot] >> 16 << 16 | 2  # "being written", with the signature of the key
    words[slot] = 0
    words[6] = mark  # in the last slot, behind empty ones
    load(table, words)
    assert table.probe(7) is None
    table.store(7, 5)
    assert table.probe(7) == 5
    assert mark not in words_of(table), "every reader that misses the key would wait for a dead writer"


def test_a_scan_yields_no_entry_of_another_cluster() -> None:
    table = ValueTable("i8", entries=4 * 2**17)
    table.store(7, 3)
    words = words_of(table)
    slot = next(i for i in range(0, len(words), 2) if words[i])
    other = slot ^ 8  # the next cluster: one bit of its number is in the signature too
    words[other : other + 2] = words[slot : slot + 2]
    load(table, words)
    assert dict(table.items()) == {7: 3}
    assert len(list(table.items())) == 1
