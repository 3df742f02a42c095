"""Which functions and results `memoize` tells apart, and which results it keeps."""

from __future__ import annotations

import functools
import logging
import subprocess
import sys
import warnings
from collections import namedtuple
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import memoize

# ---- which function it is ---------------------------------------------------------------------------------


class Scaled:
    def __init__(self, factor: int) -> None:
        self.factor = factor

    def times(self, n: int) -> int:
        return n * self.factor

    def __call__(self, n: int) -> int:
        return n * self.factor


def inner(factor: int) -> Callable[[int], int]:
    def function(n: int) -> int:
        return n * factor

    return function


def thrown_away(factor: int) -> Callable[[int], int]:
    """A function of a module with the name `_`, as the implementations of a `singledispatch` have."""
    names: dict[str, Any] = {"__name__": "a_module"}
    exec(f"def _(n): return n * {factor}", names)
    function: Callable[[int], int] = names["_"]
    return function


NAMELESS: dict[str, Callable[[int], Any]] = {
    "lambda": lambda factor: lambda n: n * factor,
    "inner function": inner,
    "method": lambda factor: Scaled(factor).times,
    "object": Scaled,
    "partial": lambda factor: partial(pow, factor),
    "underscore": thrown_away,
}


@pytest.mark.parametrize("kind", NAMELESS)
def test_a_function_without_a_name_of_its_own_needs_a_version_in_a_shared_table(
    kind: str, tmp_path: Path
) -> None:
    first, second = NAMELESS[kind](2), NAMELESS[kind](100)
    path = tmp_path / "cache"
    with pytest.raises(TypeError, match=r"is not one of its own: pass version= to name it"):
        memoize(path=path, hash_mb=1)(first)
    kept = [
        memoize(path=path, hash_mb=1, version=number, dtype="i8")(f)
        for number, f in enumerate((first, second))
    ]
    assert [f(5) for f in kept] == [first(5), second(5)] == [f(5) for f in kept]
    for function in kept:
        function.cache_table.close()


@pytest.mark.parametrize("kind", NAMELESS)
def test_any_callable_can_be_decorated_on_a_table_of_its_own(kind: str) -> None:
    function = NAMELESS[kind](2)
    kept = memoize(hash_mb=1)(function)
    assert kept(5) == kept(5) == function(5)
    assert kept.cache_info()[:2] == (1, 1)


def test_annotations_of_objects_and_partials_count() -> None:
    assert memoize(hash_mb=1)(Scaled(2)).cache_table.dtype == "i8"
    assert memoize(hash_mb=1)(partial(Scaled.times, Scaled(2))).cache_table.dtype == "i8"


TUPLE: Any = tuple
ANNOTATIONS: list[Any] = ["number of ways", [int, int], 5, "1/0", {"a": 1}, TUPLE[[int], int], "nowhere"]


@pytest.mark.parametrize("annotation", ANNOTATIONS, ids=str)
def test_an_annotation_that_is_no_type_is_no_annotation(annotation: Any) -> None:
    def function(n):  # type: ignore[no-untyped-def]
        return n + 0.5

    function.__annotations__["return"] = annotation
    kept = memoize(hash_mb=1)(function)
    assert kept(1) == kept(1) == 1.5
    assert kept.cache_info()[:2] == (1, 1)


# ---- which results are kept -------------------------------------------------------------------------------

Named = namedtuple("Named", "a b")
PAIR = [("a", "i4"), ("b", "f8")]
ARRAY = [("a", "i4", (2,))]


@pytest.mark.parametrize(
    ("dtype", "result", "kept"),
    [
        ("f8", 2**53 + 1, False),
        ("f8", 2**53, True),
        ("f8", float("nan"), True),
        ("f4", 0.1, False),
        ("f4", 0.5, True),
        ("f4", 1e300, False),
        ("u1", 300, False),
        ("i8", 1.0, False),
        ("?", 1, False),
        ("S2", b"ab", True),
        ("S2", b"a\0", False),
        (PAIR, (1, 0.5), True),
        (PAIR, (1, 2), True),
        (PAIR, (2**40, 0.5), False),
        (PAIR, {"a": 1, "b": 0.5}, False),
        (PAIR, [1, 0.5], False),
        (PAIR, Named(1, 0.5), False),
        (ARRAY, ([1, 2],), False),
        (ARRAY, (np.array([1, 2]),), True),
        (None, Named(1, 2), False),
    ],
)
def test_a_result_is_kept_only_if_it_comes_back_equal(dtype: Any, result: Any, kept: bool) -> None:
    @memoize(hash_mb=1, dtype=dtype)
    def function(n):  # type: ignore[no-untyped-def]
        return result

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first, second = function(1), function(1)
    assert function.cache_info()[:2] == ((1, 1) if kept else (0, 2))
    assert first is result
    assert repr(first) == repr(second) or kept
    assert type(first) is type(second) or first == second


def test_a_warning_as_an_error_does_not_cost_the_result(caplog: pytest.LogCaptureFixture) -> None:
    @memoize(hash_mb=1)
    def function(n):  # type: ignore[no-untyped-def]
        return "text"

    with warnings.catch_warnings(), caplog.at_level(logging.WARNING, "tabiya"):
        warnings.simplefilter("error")
        assert function(1) == function(1) == "text"
    assert [record.message[:30] for record in caplog.records] == ["memoize does not keep 'text', a"[:30]]
    assert function.cache_info().uncached == 2


@pytest.mark.parametrize("annotation", [int, None])
def test_an_error_of_the_table_is_not_blamed_on_the_result(annotation: Any) -> None:
    def function(n):  # type: ignore[no-untyped-def]
        kept.cache_table.close()
        return 7

    if annotation is not None:
        function.__annotations__["return"] = annotation
    kept = memoize(hash_mb=1)(function)
    with pytest.raises(ValueError, match="the table is closed"):
        kept(1)


def test_scripts_with_functions_of_one_name_keep_their_own_results(tmp_path: Path) -> None:
    """Every script is ``__main__``: only its file tells it from another."""
    found = []
    for name, body in (("one", "x + 1"), ("two", "x * 100")):
        script = tmp_path / f"{name}.py"
        script.write_text(
            "from tabiya import memoize\n"
            f"@memoize(hash_mb=1, path={str(tmp_path / 'results')!r})\n"
            f"def value(x: int) -> int: return {body}\nprint(value(5))\n"
        )
        found.append(int(subprocess.run([sys.executable, script], capture_output=True, check=True).stdout))
    assert found == [6, 500]


def test_a_wrapped_function_has_no_name_of_its_own(tmp_path: Path) -> None:
    wrapped = functools.wraps(named)(lambda x: x * 7)
    with pytest.raises(TypeError, match="pass version="):
        memoize(hash_mb=1, path=tmp_path / "results")(wrapped)


def named(x: int) -> int:
    return x
