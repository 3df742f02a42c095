"""Wrong input raises the documented message and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabiya.table.entry import MAX_DEPTH, MAX_EVAL, MAX_KEY, MAX_MOVE, MAX_SCORE, Bound, Source

BOUNDS = "bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3)"
KEYS = "{} must be between -9223372036854775808 and 18446744073709551615"
CLAMP = "(clamp_scores=True would clamp it)"

WRONG_KEYS = [
    (1.5, TypeError, "{} must be an integer, not float (1.5)"),
    ("e4", TypeError, "{} must be an integer, not str ('e4'): tabiya.key_of(x) makes one"),
    ([], TypeError, "{} must be an integer, not list ([]): tabiya.key_of(x) makes one"),
    (float("nan"), TypeError, "{} must be an integer, not float (nan)"),
    (2**64, ValueError, f"{KEYS}, not {2**64}"),
    (-(2**63) - 1, ValueError, f"{KEYS}, not {-(2**63) - 1}"),
    (-(2**64), ValueError, f"{KEYS}, not {-(2**64)}"),
    (10**30, ValueError, f"{KEYS}, not {10**30}"),
]

WRONG_FIELDS = [
    ("move", None, TypeError, "move must be an integer, not NoneType (None)"),
    ("move", -1, ValueError, "move must be between 0 and 16777215, not -1"),
    ("move", 2**24, ValueError, "move must be between 0 and 16777215, not 16777216"),
    ("move", 2**64, ValueError, "move must be between 0 and 16777215, not 18446744073709551616"),
    ("score", "x", TypeError, "score must be an integer, not str ('x')"),
    ("score", 0.0, TypeError, "score must be an integer, not float (0.0)"),
    ("score", 10_000_000, ValueError, f"score must be between -500000 and 500000, not 10000000 {CLAMP}"),
    ("score", -500_001, ValueError, f"score must be between -500000 and 500000, not -500001 {CLAMP}"),
    ("score", -(2**70), ValueError, f"score must be between -500000 and 500000, not {-(2**70)} {CLAMP}"),
    ("eval", "x", TypeError, "eval must be None or an integer, not str ('x')"),
    ("eval", 1.0, TypeError, "eval must be None or an integer, not float (1.0)"),
    ("eval", 40_000, ValueError, "eval must be None or between -32767 and 32767, not 40000"),
    ("eval", -32_768, ValueError, "eval must be None or between -32767 and 32767, not -32768"),
    ("depth", 3.0, TypeError, "depth must be an integer, not float (3.0)"),
    ("depth", -1, ValueError, "depth must be between 0 and 255, not -1"),
    ("depth", 256, ValueError, "depth must be between 0 and 255, not 256"),
    ("bound", 7, ValueError, f"{BOUNDS}, not 7"),
    ("bound", Bound.NONE, ValueError, f"{BOUNDS}, not 0"),
    ("bound", -1, ValueError, f"{BOUNDS}, not -1"),
    ("bound", "exact", TypeError, "bound must be a Bound, not str ('exact')"),
    ("bound", None, TypeError, "bound must be a Bound, not NoneType (None)"),
    ("source", 9, ValueError, "source must be a Source (0 to 4), not 9"),
    ("source", -1, ValueError, "source must be a Source (0 to 4), not -1"),
    ("source", "main", TypeError, "source must be a Source, not str ('main')"),
    ("pv", 1, TypeError, "pv must be a bool, not int (1)"),
    ("pv", None, TypeError, "pv must be a bool, not NoneType (None)"),
]


@pytest.fixture
def table(make_small: Callable[..., Any]) -> Any:
    """A table with entries."""
    table = make_small()
    table.store(1, move=2, score=3, eval=4, depth=5, bound=Bound.LOWER, source=Source.IID, pv=True)
    return table


def state(table: Any) -> Any:
    return table._raw(), table._counters(), table.generation


def assert_refused(table: Any, call: Callable[[], Any], error: type[Exception], sentence: str) -> None:
    before = state(table)
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == sentence
    assert type(caught.value) is error
    assert state(table) == before


@pytest.mark.parametrize(("key", "error", "sentence"), WRONG_KEYS)
@pytest.mark.parametrize("method", ["probe", "store", "prefetch", "probe_with_prefetch"])
def test_a_wrong_key_is_named(
    table: Any, method: str, key: Any, error: type[Exception], sentence: str
) -> None:
    assert_refused(table, lambda: getattr(table, method)(key), error, sentence.format("key"))


@pytest.mark.parametrize(("key", "error", "sentence"), WRONG_KEYS)
def test_a_wrong_next_key_is_named(table: Any, key: Any, error: type[Exception], sentence: str) -> None:
    assert_refused(table, lambda: table.probe_with_prefetch(1, key), error, sentence.format("next_key"))


@pytest.mark.parametrize(("name", "wrong", "error", "sentence"), WRONG_FIELDS)
def test_a_wrong_field_is_named(
    table: Any, name: str, wrong: Any, error: type[Exception], sentence: str
) -> None:
    assert_refused(table, lambda: table.store(1, **{name: wrong}), error, sentence)


@pytest.mark.parametrize(("name", "wrong", "error", "sentence"), WRONG_FIELDS)
def test_a_disabled_table_checks_its_arguments_too(
    table: Any, name: str, wrong: Any, error: type[Exception], sentence: str
) -> None:
    table.enabled = False
    assert_refused(table, lambda: table.store(1, **{name: wrong}), error, sentence)


def test_the_first_of_several_wrong_arguments_is_named(table: Any) -> None:
    wrong = {"move": -1, "score": "x", "eval": "x", "depth": -1, "bound": 0, "source": 9, "pv": None}
    sentences = {name: text for name, value, _, text in WRONG_FIELDS if wrong[name] == value}
    for name in list(wrong):
        with pytest.raises((TypeError, ValueError)) as caught:
            table.store(1, **dict(reversed(wrong.items())))
        assert str(caught.value) == sentences.get(name, f"{BOUNDS}, not 0")
        del wrong[name]


def test_a_number_too_long_to_print_is_refused_all_the_same(table: Any) -> None:
    before = state(table)
    with pytest.raises(ValueError, match=f"^{KEYS}, not ".format("key")):
        table.probe(10**5000)
    assert state(table) == before


def test_missing_and_unknown_arguments_are_refused(table: Any) -> None:
    before = state(table)
    for call in (
        lambda: table.store(),
        lambda: table.probe(),
        lambda: table.probe(1, 2),
        lambda: table.store(1, colour=2),
        lambda: table.store(1, 2, move=2),
        lambda: table.store(1, 2, 3, 4, 5, Bound.EXACT, Source.MAIN, True, 9),
    ):
        with pytest.raises(TypeError):
            call()
    assert state(table) == before


def test_an_error_in_dunder_index_is_passed_on(table: Any) -> None:
    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError

    before = state(table)
    with pytest.raises(ZeroDivisionError):
        table.probe(Broken())
    assert state(table) == before


class Index:
    """Anything with ``__index__`` is an integer."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_whatever_has_dunder_index_is_an_integer(make_small: Callable[..., Any]) -> None:
    table = make_small()
    table.store(Index(9), Index(1), Index(-2), Index(3), Index(4), Index(1), Index(0), True)
    entry = table.probe(Index(9))
    assert (entry.move, entry.score, entry.eval, entry.depth) == (1, -2, 3, 4)
    assert (entry.bound, entry.source, entry.pv) == (Bound.UPPER, Source.QUIESCENCE, True)


def test_numpy_integers_are_integers(make_small: Callable[..., Any]) -> None:
    np = pytest.importorskip("numpy")
    table = make_small()
    table.store(np.uint64(MAX_KEY), np.int32(1), np.int64(-2), np.int16(3), np.uint8(4))
    assert table.probe(MAX_KEY) == table.probe(np.uint64(MAX_KEY))
    assert table.probe(MAX_KEY).score == -2


def test_every_limit_is_allowed(make_small: Callable[..., Any]) -> None:
    for key in (0, MAX_KEY):
        for sign in (1, -1):
            table = make_small()
            table.store(key, MAX_MOVE, sign * MAX_SCORE, sign * MAX_EVAL, MAX_DEPTH)
            entry = table.probe(key)
            assert (entry.move, entry.score, entry.eval, entry.depth) == (
                MAX_MOVE,
                sign * MAX_SCORE,
                sign * MAX_EVAL,
                MAX_DEPTH,
            )


@pytest.mark.parametrize(
    ("score", "kept"),
    [(500_001, MAX_SCORE), (10**8, MAX_SCORE), (-(2**80), -MAX_SCORE), (2**80, MAX_SCORE), (7, 7)],
)
def test_scores_are_clamped_where_the_table_was_told_to(
    make_small: Callable[..., Any], score: int, kept: int
) -> None:
    table = make_small(clamp_scores=True)
    table.store(1, score=score)
    assert table.probe(1).score == kept


def test_clamping_does_not_make_scores_of_other_things(make_small: Callable[..., Any]) -> None:
    table = make_small(clamp_scores=True)
    assert_refused(
        table,
        lambda: table.store(1, score=1e9),
        TypeError,
        "score must be an integer, not float (1000000000.0)",
    )


def test_a_wrong_number_of_nodes_is_named(make_small: Callable[..., Any]) -> None:
    table = make_small(aging_interval=10)
    assert_refused(
        table, lambda: table.add_nodes(1.5), TypeError, "nodes must be an integer, not float (1.5)"
    )
    with pytest.raises(ValueError, match=r"^nodes must be between 0 and .*, not -1$"):
        table.add_nodes(-1)
