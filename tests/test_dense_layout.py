"""The dense line: its bits, its link, and torn lines built by hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from small_tables import Make
from tabiya import ReferenceTable, TranspositionTable
from tabiya.reference.dense import LINK, PIECE_BITS, PIECE_MASK, link, open_line, pack_payload, unpack_payload
from tabiya.reference.layout import Fields
from tabiya.table import dense
from tabiya.table.entry_values import NO_EVAL

FIELD_BITS = {
    "move": (0, 16),
    "score": (16, 16),
    "eval": (32, 12),
    "depth": (44, 6),
    "generation": (50, 4),
    "bound": (54, 2),
    "source": (56, 2),
    "pv": (58, 1),
}
scores = st.integers(-dense.MAX_SCORE, dense.MAX_SCORE) | st.integers(
    dense.LEAST_WIN, dense.LARGEST_WIN
).flatmap(lambda score: st.sampled_from((score, -score)))
entries = st.builds(
    Fields,
    signature=st.integers(0, dense.SIGNATURE_MASK),
    move=st.integers(0, dense.MAX_MOVE),
    score=scores,
    eval=st.just(NO_EVAL) | st.integers(-dense.MAX_EVAL, dense.MAX_EVAL),
    depth=st.integers(0, dense.MAX_DEPTH),
    bound=st.integers(1, 3),
    generation=st.integers(0, 63),
    source=st.integers(0, 4),
    pv=st.booleans(),
)


@given(entry=entries)
def test_an_entry_comes_back_from_its_payload_and_piece(entry: Fields) -> None:
    payload = pack_payload(entry)
    piece = entry.signature & PIECE_MASK ^ link(payload)
    assert unpack_payload(payload, piece, entry.generation) == entry


def test_no_change_of_one_field_leaves_the_link_as_it_is() -> None:
    """Links agree only if the product of the difference is near a multiple of 2^64."""
    near = 2 ** (64 - PIECE_BITS)
    for name, (shift, width) in FIELD_BITS.items():
        for difference in range(1, 2**width):
            product = (difference << shift) * LINK % 2**64
            assert near <= product <= 2**64 - near, (name, difference)


# ---- torn lines --------------------------------------------------------------------------------------------

FIRST = {"move": 77, "score": 12, "eval": 5, "depth": 9, "bound": 2, "source": 4, "pv": False}
OTHERS = {
    "move": (0, 1, 78, 0x8000, 0xFFFF),
    "score": (-12, 13, 23_766, -23_766, 91_000, 100_000, -100_000),
    "eval": (None, -5, 6, 2047, -2047),
    "depth": (0, 8, 10, 63),
    "bound": (1, 3),
    "source": (0, 1, 2, 3),
    "pv": (True,),
}
PAIRS = [(FIRST, {**FIRST, name: value}) for name, values in OTHERS.items() for value in values]


def stored(key: int, fields: dict[str, Any], make: Any = TranspositionTable) -> list[int]:
    """The eight words of a line after one store."""
    table = make(entries=6, layout="dense", random_keys=True)
    table.store(key, **fields)
    return [word for pair in table._cluster(key)[1] for word in pair]


@pytest.mark.parametrize("keys", [(5, 5), (5, 6), (5, 5 | 1 << 21), (5, 5 | 1 << 40)])
def test_a_torn_slot_is_a_miss_or_an_entry_of_its_key(keys: tuple[int, int]) -> None:
    """Words of two stores that differ in one field, for one key, for neighbours, for keys that share bits."""
    same = (keys[0] ^ keys[1]) & dense.SIGNATURE_MASK == 0
    for (one, two), backwards in itertools.product(PAIRS, (False, True)):
        first, second = stored(keys[0], one), stored(keys[1], two)
        payload, pieces = (first[0], second[6]) if backwards else (second[0], first[6])
        owner, fields = (keys[0], one) if backwards else (keys[1], two)
        line = [payload, 0, 0, 0, 0, 0, pieces, 0]
        raw = b"".join(word.to_bytes(8, "little") for word in line)
        for make in (TranspositionTable, ReferenceTable):
            table = make(entries=6, layout="dense", random_keys=True)
            table._load_raw(raw)
            for key in {*keys}:
                found = table.probe(key)
                if found is not None:
                    assert key == owner or same, (one, two, backwards)
                    assert {name: getattr(found, name) for name in fields} == fields


def test_a_piece_undone_by_a_neighbour_is_a_miss_for_its_slot_only() -> None:
    for make in (TranspositionTable, ReferenceTable):
        table = make(entries=6, layout="dense", random_keys=True)
        for key in range(1, 7):
            table.store(key, move=key, depth=key)
        before = table._raw()
        table.store(3, move=33, depth=33)  # slot 2
        after = bytearray(table._raw())
        after[48:56] = before[48:56]  # a neighbour wrote the word of pieces back as it was
        table._load_raw(bytes(after))
        assert [key for key in range(1, 7) if table.probe(key) is None] == [3]


def test_the_lines_of_both_tables_are_equal_words() -> None:
    rng = random.Random(7)
    for _ in range(300):
        key = rng.getrandbits(64)
        fields = {name: rng.choice(values) for name, values in OTHERS.items()}
        assert stored(key, fields) == stored(key, fields, ReferenceTable)
        assert open_line(stored(key, fields), 0)[0].move == fields["move"]


# ---- what does not fit -----------------------------------------------------------------------------

MISFITS = [
    (
        {"move": 65_536},
        "move must be between 0 and 65535 in the dense layout, not 65536 "
        "(layout='cluster4' keeps up to 16777215)",
    ),
    (
        {"score": 23_767},
        "score must be within ±23766, or a win of ±91000 to ±100000, in the dense layout, not 23767 "
        "(layout='cluster4' keeps ±500000; clamp_scores=True would clamp it)",
    ),
    (
        {"eval": -2048},
        "eval must be None or between -2047 and 2047 in the dense layout, not -2048 "
        "(layout='cluster4' keeps ±32767)",
    ),
    (
        {"depth": 64},
        "depth must be between 0 and 63 in the dense layout, not 64 (layout='cluster4' keeps up to 255)",
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), MISFITS)
def test_a_field_that_does_not_fit_raises_and_changes_nothing(
    make_table: Make, fields: dict[str, int], sentence: str
) -> None:
    table = make_table(entries=6, layout="dense")
    batch = {f"{name}s": [value] for name, value in fields.items()}
    calls: list[Callable[[], object]] = [
        lambda: table.store(1, **fields),
        lambda: table.store_state((1,), **fields),
    ]
    if table.__class__ is ReferenceTable:
        calls.append(lambda: table.store_many([1], **batch))
    else:
        import numpy as np

        calls.append(lambda: table.store_many(np.array([1], dtype=np.uint64), **batch))
    if "score" in fields:
        calls.append(lambda: table.record(1, depth=1, alpha=-10, beta=10, **fields))
    for call in calls:
        with pytest.raises(ValueError, match=next(iter(fields))) as caught:
            call()
        assert str(caught.value) == sentence
    assert len(table) == 0


@pytest.mark.parametrize(
    ("score", "kept"), [(30_000, 23_766), (90_999, 23_766), (-95_000, -95_000), (-(10**9), -100_000)]
)
def test_clamped_scores_are_never_taken_for_wins(make_table: Make, score: int, kept: int) -> None:
    table = make_table(entries=6, layout="dense", clamp_scores=True)
    table.store(1, score=score)
    assert table.probe(1).score == kept


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda table: list(table.items()), "items needs whole keys, which layout='dense' does not keep"),
        (lambda table: table.to_numpy(), "to_numpy needs whole keys, which layout='dense' does not keep"),
        (
            lambda table: table.copy().merge(table),
            "merge needs whole keys, which layout='dense' does not keep",
        ),
        (
            lambda table: table.resize(1),
            "resize would lose the entries: layout='dense' does not keep whole keys",
        ),
    ],
)
def test_what_needs_whole_keys_says_so(make_table: Make, call: Any, sentence: str) -> None:
    table = make_table(entries=6, layout="dense")
    table.store(1)
    with pytest.raises(ValueError, match="whole keys") as caught:
        call(table)
    assert str(caught.value).startswith(sentence)
    assert table.probe(1) is not None


def test_old_entries_are_told_apart_for_fifteen_generations(make_table: Make) -> None:
    table = make_table(entries=6, layout="dense")
    table.store(1)
    for age in range(16):
        assert (table.generation - table.probe(1).generation) % 64 == age
        table.new_search()
    assert (table.generation - table.probe(1).generation) % 64 == 0


def test_a_search_ages_a_dense_table_by_at_most_half_of_its_generations(make_table: Make) -> None:
    table = make_table(entries=6, layout="dense", aging_interval=10)
    assert table.add_nodes(10**9) == 8
