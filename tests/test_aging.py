"""Generations: the age of entries, its effects, and what advances it."""

from __future__ import annotations

from small_tables import LOWER, NEWCOMER, UPPER, Make, age_by, fill, lost, reasons, replaced, victim
from tabiya.table.entry import Entry, Source


def test_age_is_counted_across_the_wrap_of_the_generation(make_small: Make) -> None:
    for start in range(64):
        table = make_small()
        age_by(table, start)
        fill(table, {"depth": 9, "age": 3}, {"depth": 9, "age": 2}, {"depth": 9, "age": 1}, {"depth": 0})
        assert table.generation == (start + 3) % 64
        table.store(NEWCOMER)
        assert lost(table, 4) == [1]


def test_an_entry_of_63_searches_ago_is_the_oldest(make_small: Make) -> None:
    entries = [{"depth": 9, "age": 63}, {"depth": 9, "age": 62}, {"depth": 9, "age": 1}, {"depth": 0}]
    assert victim(make_small, entries, {}) == 1


def test_after_64_searches_an_entry_looks_new_again(make_small: Make) -> None:
    assert not replaced(make_small, {"depth": 9, "age": 64}, {"depth": 8}, policy="depth_preferred")
    assert replaced(make_small, {"depth": 9, "age": 63}, {"depth": 8}, policy="depth_preferred")


def test_book_entries_of_32_generations_ago_go_before_what_the_search_finds(make_small: Make) -> None:
    table = make_small()
    age_by(table, 5)
    table._insert([(1, Entry(move=9, depth=8, source=Source.BOOK, generation=(5 - 32) % 64))])
    for key in (2, 3, 4):
        table.store(key, depth=0, bound=UPPER, source=Source.QUIESCENCE)
    table.store(NEWCOMER, source=Source.QUIESCENCE)
    assert lost(table, 4) == [1]
    assert reasons(table) == {"empty": 3, "old_generation": 1}


def test_book_entries_stay_older_than_the_table_for_another_31_searches(make_small: Make) -> None:
    for searches, goes in ((0, True), (31, True), (32, False)):
        table = make_small(layout="single", policy="depth_preferred")
        table._insert([(1, Entry(depth=8, source=Source.BOOK, generation=32))])
        age_by(table, searches)
        table.store(NEWCOMER, depth=1)
        assert lost(table, 1) == ([1] if goes else [])


def test_a_search_updates_a_book_entry_and_keeps_its_move(make_small: Make) -> None:
    table = make_small()
    table._insert([(1, Entry(move=9, depth=8, bound=UPPER, source=Source.BOOK, generation=32))])
    table.store(1, score=30, depth=2, bound=LOWER)
    assert table.probe(1) == Entry(move=9, score=30, depth=2, bound=LOWER)


# ---- what advances the clock -------------------------------------------------------------------------------


def test_the_generation_wraps_at_64(make_small: Make) -> None:
    table = make_small()
    seen = []
    for _ in range(130):
        seen.append(table.generation)
        table.new_search()
    assert seen == [i % 64 for i in range(130)]


def test_nodes_advance_the_generation_by_whole_intervals(make_small: Make) -> None:
    table = make_small(aging_interval=10)
    assert [table.add_nodes(nodes) for nodes in (9, 1, 0, 25, 4, 1)] == [0, 1, 0, 2, 0, 1]
    assert table.generation == 4


def test_nodes_advance_the_generation_at_most_32_times_a_search(make_small: Make) -> None:
    table = make_small(aging_interval=1)
    assert table.add_nodes(31) == 31
    assert table.add_nodes(10**12) == 1
    assert table.add_nodes(10**12) == 0
    table.new_search()
    assert table.generation == 33
    assert table.add_nodes(5) == 5


def test_nodes_of_an_earlier_search_do_not_count(make_small: Make) -> None:
    table = make_small(aging_interval=10)
    table.add_nodes(9)
    table.new_search()
    assert table.add_nodes(9) == 0
    assert table.add_nodes(1) == 1


def test_without_an_interval_nodes_do_not_age(make_small: Make) -> None:
    table = make_small()
    assert table.add_nodes(10**9) == 0
    assert table.generation == 0
