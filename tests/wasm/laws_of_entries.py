"""Bits, single entries, replacement and generations."""

from __future__ import annotations

import random

from given import NEWCOMER, one_cluster

from tabiya import Bound, Entry, Layout, Policy, Source, TranspositionTable
from tabiya._utils.mixing import mix, unmix
from tabiya.reference.layout import SIGNATURE_MASK, Fields, Geometry, pack, unpack
from tabiya.table.entry_values import MAX_DEPTH, MAX_EVAL, MAX_KEY, MAX_MOVE, MAX_SCORE, NO_EVAL

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
    for layout in (one for one in Layout if one.whole_keys):  # a dense line is narrower, and refuses
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
    (Policy.DEPTH_AND_AGE, DEEP, 1, SHALLOW, False),
    (Policy.DEPTH_AND_AGE, DEEP, 2, SHALLOW, True),
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
