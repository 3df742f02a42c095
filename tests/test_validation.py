"""Validation levels: damage is detected and named, without false alarms."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from tabiya import TranspositionTable
from tabiya.errors import ValidationError
from tabiya.reference.conversion import fields_of
from tabiya.reference.layout import pack
from tabiya.table.entry import Bound, Entry, Source

Make = Callable[..., Any]

STORED = Entry(move=10, score=-20, eval=30, depth=4, bound=Bound.LOWER, source=Source.IID)
# What stands in memory instead, and how the sentence begins to say so.
DAMAGE = {
    "move": 11,
    "score": 20,
    "eval": -30,
    "depth": 5,
    "bound": Bound.UPPER,
    "generation": 7,
    "source": Source.BOOK,
    "pv": True,
}


def words(key: int, entry: Entry) -> bytes:
    return b"".join(word.to_bytes(8, "little") for word in pack(*fields_of(key, entry)))


def store(table: Any, key: int, entry: Entry) -> None:
    table.store(key, entry.move, entry.score, entry.eval, entry.depth, entry.bound, entry.source, entry.pv)


def damaged(make_small: Make, second_slot: bytes) -> Any:
    """A paranoid table with the keys 1 and 2, whose second slot was overwritten."""
    table = make_small(validation="paranoid")
    store(table, 1, Entry(score=5))
    store(table, 2, STORED)
    raw = table._raw()
    table._load_raw(raw[:16] + second_slot + raw[32:])
    return table


CALLS: dict[str, Callable[[Any], Any]] = {
    "probe": lambda table: table.probe(2),
    "probe of another key": lambda table: table.probe(1),
    "store": lambda table: table.store(1),
    "verify": lambda table: table.verify(),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", DAMAGE)
def test_paranoid_names_the_field_that_was_damaged(make_small: Make, name: str, call: str) -> None:
    fields = {field: getattr(STORED, field) for field in Entry.__match_args__}
    table = damaged(make_small, words(2, Entry(**{**fields, name: DAMAGE[name]})))
    with pytest.raises(ValidationError) as caught:
        CALLS[call](table)
    sentence = str(caught.value)
    assert "slot 1 of cluster 0" in sentence
    assert f"{name} is {int(DAMAGE[name])}, expected {int(fields[name])}" in sentence.replace(
        "True", "1"
    ).replace("False", "0")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "slot",
    [bytes(16), words(3, STORED), words(2, STORED)[:8] + words(1, Entry())[8:], b"\xff" * 16],
    ids=["emptied", "another key", "torn", "overwritten"],
)
def test_paranoid_notices_a_slot_that_is_not_what_was_stored(
    make_small: Make, slot: bytes, call: str
) -> None:
    table = damaged(make_small, slot)
    with pytest.raises(ValidationError, match="slot 1 of cluster 0"):
        CALLS[call](table)


def test_paranoid_notices_an_entry_that_was_never_stored(make_small: Make) -> None:
    table = make_small(validation="paranoid")
    table._load_raw(words(2, STORED) + bytes(48))
    with pytest.raises(ValidationError, match="slot 0 of cluster 0"):
        table.probe(2)


def test_paranoid_reports_a_false_hit(make_small: Make) -> None:
    # A small table knows 48 bits of a key: two keys that share them are one, and only a shadow can tell.
    first, second = 5, 5 + 2**48
    plain, paranoid = make_small(), make_small(validation="paranoid")
    for table in (plain, paranoid):
        table.store(first)
    assert plain.probe(second) == Entry()
    with pytest.raises(ValidationError, match="false hit"):
        paranoid.probe(second)


def test_release_and_debug_do_not_look_at_contents(make_small: Make) -> None:
    for tier in ("release", "debug"):
        table = make_small(validation=tier)
        table.store(2)
        table._load_raw(words(2, STORED) + bytes(48))
        assert table.probe(2) == STORED
        table.verify()


@pytest.mark.parametrize("tier", ["debug", "paranoid"])
@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4", "dense"])
def test_a_sound_table_passes_and_answers_as_ever(make_small: Make, tier: str, layout: str) -> None:
    rng = random.Random(4)
    checked, plain = make_small(layout=layout, validation=tier), make_small(layout=layout)
    for _ in range(500):
        key = rng.randrange(20)
        store_it, depth = rng.random() < 0.6, rng.randrange(5)
        for table in (checked, plain):
            if store_it:
                table.store(key, depth=depth, source=depth % 5)
        assert checked.probe(key) == plain.probe(key)
        if rng.random() < 0.05:
            for table in (checked, plain):
                table.new_search()
                table._insert([(key, Entry(depth=2, generation=table.generation))])
        if rng.random() < 0.01:
            checked.clear()
            plain.clear()
    checked.verify()
    assert checked._raw() == plain._raw()


def test_statistics_are_part_of_the_stricter_tiers(make_small: Make) -> None:
    for tier, counted in (("release", 0), ("debug", 1), ("paranoid", 1)):
        table = make_small(validation=tier, statistics=False)
        table.store(1)
        assert table._counters()["stores"] == counted


def test_paranoid_begins_with_what_is_there(make_small: Make) -> None:
    table = make_small()
    table.store(1, score=3)
    table.reconfigure(validation="paranoid")
    assert table.probe(1) == Entry(score=3)
    table.verify()
    copy = table.copy()
    assert copy.probe(1) == Entry(score=3)
    copy.verify()


def test_debug_notices_memory_of_another_size() -> None:
    from tabiya.reference import ReferenceTable

    for tier, raises in (("release", False), ("debug", True), ("paranoid", True)):
        table = ReferenceTable(entries=4, validation=tier)
        table._slots.words.append(0)
        if raises:
            with pytest.raises(ValidationError, match="9 words, expected 8 for 1 clusters of 4"):
                table.probe(1)
            with pytest.raises(ValidationError, match="9 words"):
                table.store(1)
        else:
            assert table.probe(1) is None


def test_the_sentence_of_the_reference_table_names_the_key() -> None:
    from tabiya.reference import ReferenceTable

    table = ReferenceTable(entries=4, validation="paranoid")
    table.store(0xABCDEF, score=5)
    table._slots.words[1] ^= 1 << 24
    with pytest.raises(ValidationError) as caught:
        table.probe(0xABCDEF)
    assert str(caught.value) == ("key 0xabcdef, slot 0 of cluster 0: score is 4, expected 5")


# ---- collisions in the log --------------------------------------------------------------------------------

COLLIDED = "entries of this generation were replaced by other keys"


@pytest.mark.parametrize("validation", ["debug", "paranoid"])
def test_collisions_of_a_checked_table_are_logged_at_most_once_per_second(
    make_small: Make, caplog: pytest.LogCaptureFixture, validation: str
) -> None:
    table = make_small(layout="single", validation=validation)
    with caplog.at_level(logging.INFO, logger="tabiya"):
        table.store(1)
        assert caplog.text == ""
        table.store(2)
        assert f"1 {COLLIDED} (hashfull 1000)" in caplog.text
        for key in range(3, 8):
            table.store(key)
        assert caplog.text.count(COLLIDED) == 1
        time.sleep(1.05)
        table.store(8)
    assert caplog.text.count(COLLIDED) == 2
    assert f"6 {COLLIDED}" in caplog.text
    assert table.stats.collisions == 7


def test_other_tables_log_no_collision(make_small: Make, caplog: pytest.LogCaptureFixture) -> None:
    table = make_small(layout="single", statistics=True)
    with caplog.at_level(logging.INFO, logger="tabiya"):
        for key in range(9):
            table.store(key)
    assert table.stats.collisions == 8
    assert caplog.text == ""


def test_a_batch_logs_its_collisions_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    np = pytest.importorskip("numpy")
    table = TranspositionTable(entries=1, layout="single", validation="debug")
    with caplog.at_level(logging.INFO, logger="tabiya"):
        table.store_many(np.arange(100, dtype=np.uint64))
    assert f"99 {COLLIDED}" in caplog.text
