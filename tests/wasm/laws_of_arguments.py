"""Batches and wrong arguments."""

from __future__ import annotations

from given import one_cluster, refused

from tabiya import Bound, Entry, ReferenceTable, TranspositionTable
from tabiya.table.entry_values import MAX_SCORE, NO_EVAL

# ---- batches on lists (those of the native table take NumPy arrays) ---------------------------------------


def law_batches_do_what_single_calls_do() -> None:
    table, single = ReferenceTable(entries=400), ReferenceTable(entries=400)
    keys = list(range(300))
    evals = [NO_EVAL if key % 2 else -key for key in keys]
    table.store_many(keys, moves=keys, scores=-5, evals=evals, depths=[key % 256 for key in keys], pvs=True)
    for key, value in zip(keys, evals, strict=True):
        single.store(key, key, -5, None if value == NO_EVAL else value, key % 256, pv=True)
    assert table.probe_many([*keys, 999]) == [single.probe(key) for key in [*keys, 999]]


def law_a_wrong_batch_changes_nothing() -> None:
    table = ReferenceTable(entries=4)
    refused(
        ValueError,
        "moves must have as many values as keys, 3, not 2",
        table.store_many,
        [1, 2, 3],
        moves=[1, 2],
    )
    refused(
        ValueError, "depths must be between 0 and 255, not 256", table.store_many, [1, 2], depths=[1, 256]
    )
    refused(
        TypeError,
        "keys must be an integer, not str ('e4'): tabiya.key_of(x) makes one",
        table.store_many,
        [1, "e4"],
    )
    assert len(table) == 0


# ---- wrong arguments --------------------------------------------------------------------------------------

KEYS = "between -9223372036854775808 and 18446744073709551615"
WRONG_FIELDS = [
    ({"key": -(2**63) - 1}, ValueError, f"key must be {KEYS}, not -9223372036854775809"),
    ({"key": 2**64}, ValueError, f"key must be {KEYS}, not 18446744073709551616"),
    ({"key": 1.5}, TypeError, "key must be an integer, not float (1.5)"),
    ({"move": 2**24}, ValueError, "move must be between 0 and 16777215, not 16777216"),
    (
        {"score": 10**8},
        ValueError,
        "score must be between -500000 and 500000, not 100000000 (clamp_scores=True would clamp it)",
    ),
    ({"eval": -32768}, ValueError, "eval must be None or between -32767 and 32767, not -32768"),
    ({"depth": 256}, ValueError, "depth must be between 0 and 255, not 256"),
    (
        {"bound": Bound.NONE},
        ValueError,
        "bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3), not 0",
    ),
    ({"source": 5}, ValueError, "source must be a Source (0 to 4), not 5"),
    ({"pv": 1}, TypeError, "pv must be a bool, not int (1)"),
]
WRONG_SETTINGS = [
    ({"hash_mb": 0}, ValueError, "hash_mb must be above 0 and at most 16777216, not 0"),
    ({"hash_mb": float("nan")}, ValueError, "hash_mb must be above 0 and at most 16777216, not nan"),
    ({"hash_mb": "64"}, TypeError, "hash_mb must be a number, not str ('64')"),
    ({"entries": 0}, ValueError, "entries must be between 1 and 1099511627776, not 0"),
    ({"buckets": 100}, ValueError, "buckets must be a power of two between 1 and 4096, not 100"),
    ({"hash_bm": 4}, TypeError, "hash_bm is not a table setting; did you mean 'hash_mb'?"),
    (
        {"layout": "cluster5"},
        ValueError,
        "layout must be one of 'single', 'cluster3', 'cluster4', 'dense', not 'cluster5'",
    ),
]


def law_a_wrong_argument_is_named_and_changes_nothing() -> None:
    table = one_cluster(statistics=True)
    table.store(1, move=2)
    before = table._raw(), table.stats
    for wrong, error, sentence in WRONG_FIELDS:
        refused(error, sentence, table.store, **{"key": 1, **wrong})
        if "key" in wrong:
            refused(error, sentence, table.probe, wrong["key"])
    assert (table._raw(), table.stats) == before


def law_a_wrong_setting_is_named() -> None:
    for wrong, error, sentence in WRONG_SETTINGS:
        refused(error, sentence, TranspositionTable, **wrong)
    table = one_cluster()
    refused(ValueError, "hash_mb cannot be reconfigured: use resize(hash_mb)", table.reconfigure, hash_mb=2)


def law_scores_are_clamped_where_the_table_was_told_to() -> None:
    table = one_cluster(clamp_scores=True)
    table.store(1, score=10**8)
    assert table.probe(1).score == MAX_SCORE


def law_memory_that_cannot_be_had_leaves_the_table_as_it_was() -> None:
    table = one_cluster()
    table.store(1, score=5)
    sentence = "the system could not allocate 16,777,216 MB for a table"
    refused(MemoryError, sentence, table.resize, hash_mb=2**24, discard=True)
    assert (table.probe(1), table.capacity) == (Entry(score=5), 4)
