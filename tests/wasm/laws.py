"""The laws of the table in a plain form that needs nothing but the standard library and `tabiya`.

    python tests/wasm/laws.py            with whatever table is installed
    python tests/wasm/laws.py --pure     and demands that it is the one in plain Python

`make wasm` runs it in WebAssembly, where there is no native core, no NumPy, no thread and no process. The
tests beside this folder say the same at greater length, with hypothesis; here each law is a function.
"""

from __future__ import annotations

import copy
import logging
import pickle
import random
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import tabiya
from tabiya import Bound, Entry, Layout, Policy, ReferenceTable, Source, TableConfig, TranspositionTable
from tabiya.reference.layout import SIGNATURE_MASK, Fields, Geometry, mix, pack, unmix, unpack
from tabiya.values import MAX_DEPTH, MAX_EVAL, MAX_KEY, MAX_MOVE, MAX_SCORE, NO_EVAL

IMPORTED = frozenset(sys.modules)
PURE = "--pure" in sys.argv or sys.platform == "emscripten"
WHOLE_KEYS = {"layout": "single", "entries": 65536}  # the smallest table that gives its keys back
NEWCOMER = 1000  # divisible by 4: in a cluster of four, its ties start at the first slot


def one_cluster(layout: str = "cluster4", **settings: Any) -> TranspositionTable:
    """A table in which keys are their own hashes and all meet in one cluster."""
    return TranspositionTable(entries=Layout(layout).ways, layout=layout, random_keys=True, **settings)


def refused(
    error: type[Exception], sentence: str, call: Callable[..., Any], *args: Any, **named: Any
) -> None:
    """The call raises this error, and says this."""
    said = None
    try:
        call(*args, **named)
    except error as caught:
        said = str(caught)
    assert said == sentence, f"it said {said!r} instead of {sentence!r}"


# ---- the package ------------------------------------------------------------------------------------------


def law_importing_the_package_needs_nothing_else() -> None:
    assert not IMPORTED & {"numpy", "rich", "click", "cachetools", "multiprocessing", "mmap"}


def law_without_the_core_the_table_is_the_one_in_plain_python() -> None:
    assert (TranspositionTable is ReferenceTable) == (not tabiya.HAS_CORE)
    if PURE:
        assert tabiya.HAS_CORE is False
        assert Entry is tabiya.entry.PureEntry


# ---- bits -------------------------------------------------------------------------------------------------


def law_every_field_survives_packing_at_its_extremes() -> None:
    lowest = Fields(0, 0, -MAX_SCORE, NO_EVAL, 0, 0, 0, 0, False)
    highest = Fields(SIGNATURE_MASK, MAX_MOVE, MAX_SCORE, MAX_EVAL, MAX_DEPTH, 3, 63, 4, True)
    for base, other in ((lowest, highest), (highest, lowest)):
        for name in Fields._fields:
            fields = base._replace(**{name: getattr(other, name)})
            assert unpack(*pack(*fields)) == fields, name


def law_packing_leaves_no_bit_idle() -> None:
    rng = random.Random(1)
    for _ in range(1000):
        words = rng.getrandbits(64), rng.getrandbits(64)
        assert pack(*unpack(*words)) == words


def law_mixing_can_be_undone() -> None:
    rng = random.Random(2)
    for key in [0, 1, MAX_KEY, *(rng.getrandbits(64) for _ in range(1000))]:
        assert unmix(mix(key)) == key


def law_cluster_and_signature_give_the_hash_back() -> None:
    rng = random.Random(3)
    for clusters in (65536, 65537, 100_000, 10_000_019, 2**40 + 1):
        geometry = Geometry(clusters, ways=4)
        for hash in [0, MAX_KEY, *(rng.getrandbits(64) for _ in range(300))]:
            assert geometry.recover_hash(geometry.cluster_of(hash), hash & SIGNATURE_MASK) == hash


# ---- store and probe --------------------------------------------------------------------------------------


def law_what_was_stored_comes_back_at_every_extreme() -> None:
    for layout in Layout:
        for key in (0, 1, MAX_KEY):
            for sign in (-1, 1):
                for bound in (Bound.UPPER, Bound.LOWER, Bound.EXACT):
                    table = TranspositionTable(entries=100, layout=layout)
                    stored = (
                        MAX_MOVE,
                        sign * MAX_SCORE,
                        sign * MAX_EVAL,
                        MAX_DEPTH,
                        bound,
                        Source.BOOK,
                        True,
                    )
                    table.store(key, *stored)
                    assert table.probe(key) == Entry(*stored[:5], 0, *stored[5:])
                    assert table.probe(key ^ 2**40) is None
                    assert len(table) == 1


def law_keys_that_are_not_random_do_not_crowd() -> None:
    for layout in Layout:
        for shift in (0, 20, 40):
            table = TranspositionTable(entries=3000, layout=layout)
            for key in range(300):
                table.store(key << shift)
            assert sum(key << shift in table for key in range(300)) >= 260


def law_a_cluster_holds_as_many_keys_as_its_layout_says() -> None:
    for layout in Layout:
        table = one_cluster(layout)
        for key in range(layout.ways):
            table.store(key, score=key)
        assert [table.probe(key).score for key in range(layout.ways)] == list(range(layout.ways))
        table.store(NEWCOMER)
        assert len(table) == layout.ways == table.capacity


def law_two_entries_of_one_key_become_the_better_one() -> None:
    table = one_cluster()
    table.store(1, move=5, score=10, eval=7, depth=8, bound=Bound.LOWER)
    table.store(1, score=99, depth=7, bound=Bound.LOWER)  # shallower: adds nothing
    assert table.probe(1) == Entry(5, 10, 7, 8, Bound.LOWER)
    table.store(1, score=11, depth=8, bound=Bound.UPPER)  # of lower quality
    assert table.probe(1) == Entry(5, 10, 7, 8, Bound.LOWER)
    table.store(1, score=11, depth=8, bound=Bound.LOWER)  # equally good: the later one
    assert table.probe(1) == Entry(5, 11, 7, 8, Bound.LOWER)
    table.store(1, score=12, depth=3)  # exact where the old is not; move and eval stay
    assert table.probe(1) == Entry(5, 12, 7, 3, Bound.EXACT)
    table.new_search()
    table.store(1, score=-1, depth=1, bound=Bound.UPPER)  # a new search is always believed
    assert table.probe(1) == Entry(5, -1, 7, 1, Bound.UPPER, generation=1)


def law_a_disabled_table_forgets_nothing_and_learns_nothing() -> None:
    table = one_cluster()
    table.store(1, score=5)
    table.enabled = False
    table.store(2)
    assert (table.probe(1), table.probe(2)) == (None, None)
    table.enabled = True
    assert (table.probe(1), table.probe(2)) == (Entry(score=5), None)


def law_prefetching_changes_no_answer() -> None:
    table = TranspositionTable(entries=100)
    table.store(1, score=5)
    assert table.prefetch(1) is None
    assert table.probe_with_prefetch(1, 2) == table.probe_with_prefetch(1) == table.probe(1)


# ---- replacement ------------------------------------------------------------------------------------------

DEEP, SHALLOW = {"depth": 9}, {"depth": 2}
DEEP_LOWER = {"depth": 9, "bound": Bound.LOWER}
# policy, the entry that is there, searches since then, the newcomer, whether it gets the slot
SINGLE_SLOT = [
    (Policy.CASCADE, DEEP, 0, SHALLOW, True),
    (Policy.ALWAYS, DEEP, 0, SHALLOW, True),
    (Policy.DEPTH_PREFERRED, DEEP, 0, SHALLOW, False),
    (Policy.DEPTH_PREFERRED, SHALLOW, 0, DEEP, True),
    (Policy.DEPTH_PREFERRED, DEEP_LOWER, 0, DEEP, True),
    (Policy.DEPTH_PREFERRED, DEEP, 1, SHALLOW, True),
    (Policy.AGE_BASED, SHALLOW, 0, DEEP, False),
    (Policy.AGE_BASED, DEEP, 1, SHALLOW, True),
    (Policy.DEPTH_AND_AGE, DEEP, 0, SHALLOW, False),
    (Policy.DEPTH_AND_AGE, DEEP, 28, SHALLOW, False),
    (Policy.DEPTH_AND_AGE, DEEP, 29, SHALLOW, True),
    (Policy.EXACT_PREFERRED, SHALLOW, 0, DEEP_LOWER, False),
    (Policy.EXACT_PREFERRED, DEEP_LOWER, 0, SHALLOW, True),
    (Policy.EXACT_PREFERRED, DEEP, 1, SHALLOW, True),
]


def law_each_policy_replaces_and_refuses_as_the_table_of_the_design_says() -> None:
    assert {row[0] for row in SINGLE_SLOT} == set(Policy)
    for policy, old, searches, new, replaced in SINGLE_SLOT:
        table = one_cluster("single", policy=policy)
        table.store(1, **old)
        for _ in range(searches):
            table.new_search()
        table.store(2, **new)
        assert (1 in table, 2 in table) == (not replaced, replaced), (policy, old, searches, new)


KEEP = {"depth": 5, "move": 1}
NO_MOVE, NOT_EXACT, SHALLOWER = {"depth": 5}, {**KEEP, "bound": Bound.LOWER}, {**KEEP, "depth": 4}
# four entries of one search, which of them goes, and why: each rule decides before those that follow it
CASCADE = [
    ([NO_MOVE, NOT_EXACT, SHALLOWER, KEEP], 2, "shallower"),
    ([NO_MOVE, NOT_EXACT, KEEP, KEEP], 1, "not_exact"),
    ([KEEP, KEEP, KEEP, NO_MOVE], 3, "no_move"),
    ([KEEP, KEEP, KEEP, KEEP], 0, "oldest"),
]


def law_each_rule_of_the_cascade_finds_its_victim() -> None:
    for entries, victim, reason in CASCADE:
        table = one_cluster(statistics=True)
        for key, entry in enumerate(entries):
            table.store(key, **entry)
        table.store(NEWCOMER, **KEEP)
        assert [key for key in range(4) if key not in table] == [victim], reason
        assert getattr(table.stats.reasons, reason) == table.stats.replacements == 1, reason
    table = one_cluster(statistics=True)
    table.store(0, depth=200, move=1)
    table.new_search()
    for key in (1, 2, 3, NEWCOMER):
        table.store(key)
    assert (table.probe(0), table.stats.reasons.old_generation, table.stats.reasons.empty) == (None, 1, 4)


def law_main_entries_are_protected_from_quiescence() -> None:
    table = one_cluster("single", statistics=True)
    table.store(1, depth=3)
    table.store(2, depth=3, source=Source.QUIESCENCE)
    assert 1 in table
    assert (table.stats.refused, table.stats.prevented) == (1, 1)
    table.reconfigure(source_priority=False)
    table.store(2, depth=3, source=Source.QUIESCENCE)
    assert 2 in table


# ---- generations ------------------------------------------------------------------------------------------


def law_age_is_counted_across_the_wrap() -> None:
    for start in range(64):
        table = one_cluster()
        for _ in range(start):
            table.new_search()
        for key in range(4):
            table.store(key)
            table.new_search()
        assert table.generation == (start + 4) % 64
        table.store(NEWCOMER)
        assert [key for key in range(4) if key not in table] == [0]  # all are alike but for their age


def law_nodes_age_a_table_at_most_32_times_a_search() -> None:
    table = one_cluster(aging_interval=10)
    assert [table.add_nodes(nodes) for nodes in (9, 1, 25, 10**9, 10**9)] == [0, 1, 2, 29, 0]
    table.new_search()
    assert (table.generation, table.add_nodes(10)) == (33, 1)


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
    sentence = "the table is in use by a running batch, search or iterator: let it end first"
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
        "{} needs whole keys, which a table gives back from 65536 clusters on "
        "(4 MB; single slots 1 MB); this one has 1000"
    )
    refused(ValueError, sentence.format("items"), table.items)
    refused(ValueError, sentence.format("merge"), TranspositionTable(entries=4).merge, table)
    sentence = (
        "resize would lose what the table holds: 1000 clusters are too few to give their keys back "
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
    assert pickle.loads(pickle.dumps(entry)) == entry == eval(repr(entry))
    sentence = (
        "a table in private memory cannot be pickled: threads can share it as it is; "
        "for another process, send table.config and make a table there"
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
    refused(TypeError, "keys must be an integer, not str ('e4')", table.store_many, [1, "e4"])
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
    ({"hash_bm": 4}, TypeError, "hash_bm is no setting of a table; did you mean 'hash_mb'?"),
    (
        {"layout": "cluster5"},
        ValueError,
        "layout must be one of 'single', 'cluster3', 'cluster4', not 'cluster5'",
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
    refused(
        ValueError, "hash_mb cannot be reconfigured: it takes resize(hash_mb)", table.reconfigure, hash_mb=2
    )


def law_scores_are_clamped_where_the_table_was_told_to() -> None:
    table = one_cluster(clamp_scores=True)
    table.store(1, score=10**8)
    assert table.probe(1).score == MAX_SCORE


def law_memory_that_cannot_be_had_leaves_the_table_as_it_was() -> None:
    table = one_cluster()
    table.store(1, score=5)
    sentence = "the system would not give 16,777,216 MB for a table"
    refused(MemoryError, sentence, table.resize, hash_mb=2**24, discard=True)
    assert (table.probe(1), table.capacity) == (Entry(score=5), 4)


# ---- all of them ------------------------------------------------------------------------------------------


def main() -> int:
    logging.getLogger("tabiya").addHandler(logging.NullHandler())
    laws = {name: law for name, law in globals().items() if name.startswith("law_")}
    failed = 0
    print(f"tabiya {tabiya.__version__}, Python {sys.version.split()[0]} on {sys.platform}: ", end="")
    print("the native table" if tabiya.HAS_CORE else "the table in plain Python")
    for name, law in laws.items():
        try:
            law()
        except Exception:
            failed += 1
            print(f"FAILED: {name.removeprefix('law_').replace('_', ' ')}")
            traceback.print_exc(file=sys.stdout)
    print(f"{len(laws) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
