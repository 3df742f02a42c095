"""Tables as a whole: contents, copies, statistics, validation."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

from given import WHOLE_KEYS, one_cluster, refused

import tabiya
from tabiya import Bound, Entry, Layout, TableConfig, TranspositionTable

# ---- the whole table --------------------------------------------------------------------------------------


def some_entries(seed: int, count: int = 2000) -> dict[int, Entry]:
    rng = random.Random(seed)
    return {
        rng.getrandbits(64): Entry(rng.getrandbits(24), rng.randint(-500, 500), depth=rng.randrange(256))
        for _ in range(count)
    }


def filled(seed: int, **settings: Any) -> TranspositionTable:
    table = TranspositionTable(**settings)
    for key, entry in some_entries(seed).items():
        table.store(key, entry.move, entry.score, depth=entry.depth)
    return table


def law_every_key_comes_back_from_items() -> None:
    table = filled(1, **WHOLE_KEYS)
    expected = {key: entry for key, entry in some_entries(1).items() if table.probe(key) is not None}
    assert len(expected) == len(table) > 1900
    assert dict(table.items()) == expected


def law_while_an_iterator_lives_the_memory_stays() -> None:
    table = filled(1, **WHOLE_KEYS)
    iterator = table.items()
    next(iterator)
    sentence = "the table is in use by a batch, search or iterator: wait until it ends"
    refused(BufferError, sentence, table.resize, 2)
    iterator.close()
    table.resize(2)


def law_merging_keeps_the_better_of_two_entries_and_their_ages() -> None:
    for settings in (WHOLE_KEYS, {"hash_mb": 4}):
        left, right = TranspositionTable(**settings), TranspositionTable(**settings)
        right.store(4, move=6)
        right.new_search()
        for _ in range(5):
            left.new_search()
        for key, here, there in ((1, 9, 5), (2, 1, 5)):
            left.store(key, depth=here)
            right.store(key, move=8, depth=there)
        right.store(3, move=7)
        left.merge(right)
        assert dict(left.items()) == {
            1: Entry(
                move=8, depth=9, generation=5
            ),  # the deeper entry, with the move that only the other had
            2: Entry(move=8, depth=5, generation=5),
            3: Entry(move=7, generation=5),
            4: Entry(move=6, generation=4),  # as old here as it was there
        }


def law_resizing_keeps_the_contents() -> None:
    for settings in (WHOLE_KEYS, {"hash_mb": 4}):
        table = filled(2, **settings)
        before = dict(table.items())
        assert table.resize(hash_mb=6) == len(before)
        assert dict(table.items()) == before
        table.resize(entries=1000)  # the better entries win
        assert 0 < len(table) <= table.capacity
        assert all(table.probe(key) in (None, entry) for key, entry in before.items())


def law_a_small_table_says_what_it_cannot_do() -> None:
    table = filled(3, entries=4000)
    sentence = (
        "{} needs whole keys, which only tables of at least 65536 clusters have "
        "(4 MB; single slots 1 MB); this one has 1000"
    )
    refused(ValueError, sentence.format("items"), table.items)
    refused(ValueError, sentence.format("merge"), TranspositionTable(entries=4).merge, table)
    sentence = (
        "resize would lose the entries: 1000 clusters are too few to give their keys back "
        "(65536 are needed); discard=True starts empty"
    )
    refused(ValueError, sentence, table.resize, entries=8000)
    assert table.resize(entries=8000, discard=True) == 0


def law_hashfull_counts_this_generation_and_fill_rate_all() -> None:
    for layout in Layout:
        table = one_cluster(layout)
        for key in range(layout.ways):
            table.store(key)
            assert table.hashfull() == (key + 1) * 1000 // layout.ways
        table.new_search()
        assert (table.hashfull(), table.fill_rate()) == (0, 1.0)
        table.store(0)
        assert table.hashfull() == 1000 // layout.ways
    table = TranspositionTable(entries=8000)  # more clusters than the sample
    for key in range(4000):
        table.store(key)
    assert 450 < table.hashfull() <= 500


def law_switches_start_the_table_empty() -> None:
    table = filled(4, entries=4000)
    table.set_clustered(False)
    assert (table.config.layout, len(table)) == (Layout.SINGLE, 0)
    table.set_clustered(True)
    assert table.config.layout is Layout.CLUSTER4
    table.set_layout("cluster3")
    assert table.config.layout is Layout.CLUSTER3
    table.store(1)
    table.clear()
    assert table.probe(1) is None


def law_copies_are_tables_of_their_own() -> None:
    table = filled(5, entries=4000)
    table.new_search()
    for twin in (table.copy(), copy.copy(table), copy.deepcopy(table)):
        assert (len(twin), twin.generation, twin.config) == (len(table), 1, table.config)
        twin.clear()
    assert len(table) > 1900


def law_a_closed_table_says_so() -> None:
    with TranspositionTable(entries=4) as table:
        table.store(1)
    for call in (lambda: table.probe(1), lambda: table.store(1), lambda: len(table), table.clear):
        refused(ValueError, "the table is closed", call)
    table.close()


def law_a_config_pickles_and_a_table_does_not() -> None:
    config = TableConfig(hash_mb=2, policy="always", layout="cluster3")
    assert pickle.loads(pickle.dumps(config)) == config == replace(config)
    entry = Entry(move=5, bound=Bound.LOWER)
    assert pickle.loads(pickle.dumps(entry)) == entry == eval(repr(entry), vars(tabiya))
    sentence = (
        "a table in private memory cannot be pickled: threads can share it as it is; "
        "for another process, use create_shared, or send table.config and make a table there"
    )
    refused(TypeError, sentence, pickle.dumps, TranspositionTable(entries=4))


# ---- statistics and validation ----------------------------------------------------------------------------


def law_statistics_are_zero_when_off_and_right_when_on() -> None:
    table = one_cluster()
    table.store(1)
    table.probe(1)
    assert table.stats == tabiya.TableStats()
    table.with_statistics_tracking()
    for key in (2, 3, 4, 5, 5):
        table.store(key)
    for key in (5, 6):
        table.probe(key)
    stats = table.stats
    assert (stats.probes, stats.hits, stats.mismatches, stats.empties) == (2, 1, 1, 0)
    assert (stats.stores, stats.updates, stats.collisions, stats.replacements) == (5, 1, 1, 1)
    assert "50.0% of probes" in str(stats)
    table.reset_stats()
    assert table.stats == tabiya.TableStats()


def law_a_paranoid_table_finds_damage() -> None:
    table = one_cluster(validation="paranoid")
    table.store(1, move=5)
    table.verify()
    raw = bytearray(table._raw())
    raw[8] ^= 1  # the lowest bit of the move
    table._load_raw(bytes(raw))
    said = ""
    try:
        table.probe(1)
    except tabiya.ValidationError as caught:
        said = str(caught)
    assert "move is 4, expected 5" in said
