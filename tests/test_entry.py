"""`Entry`, the pure class and the native one alike."""

from __future__ import annotations

import copy
import operator
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabiya.table.entry import (
    MAX_DEPTH,
    MAX_EVAL,
    MAX_MOVE,
    MAX_SCORE,
    Bound,
    PureEntry,
    Source,
)

NAMES = ("move", "score", "eval", "depth", "bound", "generation", "source", "pv")
OTHER = {
    "move": 1,
    "score": -1,
    "eval": 0,
    "depth": 1,
    "bound": Bound.UPPER,
    "generation": 1,
    "source": Source.BOOK,
    "pv": True,
}

entry_fields = st.fixed_dictionaries(
    {
        "move": st.integers(0, MAX_MOVE),
        "score": st.integers(-MAX_SCORE, MAX_SCORE),
        "eval": st.none() | st.integers(-MAX_EVAL, MAX_EVAL),
        "depth": st.integers(0, MAX_DEPTH),
        "bound": st.sampled_from([Bound.UPPER, Bound.LOWER, Bound.EXACT]),
        "generation": st.integers(0, 63),
        "source": st.sampled_from(Source),
        "pv": st.booleans(),
    }
)


def native_entry() -> Any:
    return pytest.importorskip(
        "tabiya._core", reason="the native core is not built", exc_type=ImportError
    ).Entry


@pytest.fixture(scope="module", params=["native", "pure"])
def entry_class(request: pytest.FixtureRequest) -> Any:
    return PureEntry if request.param == "pure" else native_entry()


def test_defaults_are_those_of_store(entry_class: Any) -> None:
    entry = entry_class()
    values = [getattr(entry, name) for name in NAMES]
    assert values == [0, 0, None, 0, Bound.EXACT, 0, Source.MAIN, False]


@given(given_fields=entry_fields)
def test_fields_come_back_as_given(entry_class: Any, given_fields: dict[str, Any]) -> None:
    entry = entry_class(**given_fields)
    assert {name: getattr(entry, name) for name in NAMES} == given_fields
    assert type(entry.bound) is Bound
    assert type(entry.source) is Source
    assert type(entry.pv) is bool


@given(given_fields=entry_fields)
def test_positions_are_in_the_order_of_the_names(entry_class: Any, given_fields: dict[str, Any]) -> None:
    assert entry_class(*(given_fields[name] for name in NAMES)) == entry_class(**given_fields)


@given(given_fields=entry_fields)
def test_the_repr_is_evaluable(entry_class: Any, given_fields: dict[str, Any]) -> None:
    entry = entry_class(**given_fields)
    assert eval(repr(entry), {"Entry": entry_class, "Bound": Bound, "Source": Source}) == entry


def test_the_repr_names_every_field(entry_class: Any) -> None:
    assert repr(entry_class(move=5, eval=-3, bound=Bound.LOWER, source=Source.NULL_MOVE, pv=True)) == (
        "Entry(move=5, score=0, eval=-3, depth=0, bound=Bound.LOWER, generation=0, "
        "source=Source.NULL_MOVE, pv=True)"
    )


def test_numbers_stand_for_enumeration_members(entry_class: Any) -> None:
    assert entry_class(bound=1, source=3) == entry_class(bound=Bound.UPPER, source=Source.BOOK)


@pytest.mark.parametrize("name", NAMES)
def test_a_difference_in_any_field_makes_entries_unequal(entry_class: Any, name: str) -> None:
    changed = entry_class(**{name: OTHER[name]})
    assert operator.ne(changed, entry_class()) is True
    assert operator.eq(changed, entry_class()) is False
    assert hash(changed) != hash(entry_class())


def test_an_entry_equals_nothing_that_is_no_entry(entry_class: Any) -> None:
    entry = entry_class()
    for stranger in (None, 0, (0, 0, None, 0, Bound.EXACT, 0, Source.MAIN, False), "Entry()"):
        assert operator.ne(entry, stranger) is True
        assert operator.eq(entry, stranger) is False


@given(given_fields=entry_fields)
def test_native_and_pure_entries_are_equal_and_hash_alike(given_fields: dict[str, Any]) -> None:
    native, pure = native_entry()(**given_fields), PureEntry(**given_fields)
    for left, right in ((native, pure), (pure, native)):
        assert operator.eq(left, right) is True
        assert operator.ne(left, right) is False
    assert hash(native) == hash(pure)
    assert repr(native) == repr(pure)


@pytest.mark.parametrize("name", NAMES)
def test_native_and_pure_entries_differ_where_a_field_does(name: str) -> None:
    changed = {name: OTHER[name]}
    assert native_entry()(**changed) != PureEntry()
    assert PureEntry(**changed) != native_entry()()


def test_fields_match_by_position_and_by_name(entry_class: Any) -> None:
    assert entry_class.__match_args__ == NAMES
    match entry_class(move=7, score=-9, depth=4):
        case entry_class(move, score, depth=4, bound=Bound.EXACT):
            assert (move, score) == (7, -9)
        case _:
            pytest.fail("the entry did not match its own fields")


@pytest.mark.parametrize("name", [*NAMES, "colour"])
def test_an_entry_cannot_be_changed(entry_class: Any, name: str) -> None:
    entry = entry_class(move=3)
    with pytest.raises((AttributeError, TypeError)):
        setattr(entry, name, OTHER.get(name))
    with pytest.raises((AttributeError, TypeError)):
        delattr(entry, name)
    assert entry == entry_class(move=3)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_comes_back_equal(entry_class: Any, protocol: int) -> None:
    entry = entry_class(move=MAX_MOVE, score=-MAX_SCORE, eval=-1, bound=Bound.UPPER, generation=63, pv=True)
    assert pickle.loads(pickle.dumps(entry, protocol)) == entry


def test_copies_are_equal(entry_class: Any) -> None:
    entry = entry_class(move=1, eval=2)
    assert copy.copy(entry) == entry
    assert copy.deepcopy(entry) == entry


WRONG = [
    ({"move": "e4"}, TypeError, "move must be an integer, not str ('e4')"),
    ({"move": 2**24}, ValueError, "move must be between 0 and 16777215, not 16777216"),
    ({"move": -1}, ValueError, "move must be between 0 and 16777215, not -1"),
    ({"score": 0.5}, TypeError, "score must be an integer, not float (0.5)"),
    ({"eval": "x"}, TypeError, "eval must be None or an integer, not str ('x')"),
    ({"eval": -32768}, ValueError, "eval must be None or between -32767 and 32767, not -32768"),
    ({"depth": 256}, ValueError, "depth must be between 0 and 255, not 256"),
    (
        {"bound": Bound.NONE},
        ValueError,
        "bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3), not 0",
    ),
    ({"bound": "exact"}, TypeError, "bound must be a Bound, not str ('exact')"),
    ({"generation": 64}, ValueError, "generation must be between 0 and 63, not 64"),
    ({"generation": None}, TypeError, "generation must be an integer, not NoneType (None)"),
    ({"source": 5}, ValueError, "source must be a Source (0 to 4), not 5"),
    ({"source": None}, TypeError, "source must be a Source, not NoneType (None)"),
    ({"pv": 1}, TypeError, "pv must be a bool, not int (1)"),
]


@pytest.mark.parametrize(("wrong", "error", "sentence"), WRONG)
def test_a_wrong_field_is_named(
    entry_class: Any, wrong: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        entry_class(**wrong)
    assert str(caught.value) == sentence


def test_a_score_out_of_range_is_named(entry_class: Any) -> None:
    with pytest.raises(ValueError, match=r"^score must be between -500000 and 500000, not 500001\b"):
        entry_class(score=MAX_SCORE + 1)


def test_unknown_fields_are_refused(entry_class: Any) -> None:
    with pytest.raises(TypeError):
        entry_class(colour="white")
    with pytest.raises(TypeError):
        entry_class(1, 2, 3, 4, Bound.EXACT, 6, Source.MAIN, True, 9)
