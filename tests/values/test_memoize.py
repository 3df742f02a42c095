"""`memoize` returns the results of the function, from bounded memory."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

import tabiya
from tabiya import ValueTable, memoize


@dataclass(frozen=True)
class Point:
    x: int
    y: int


@pytest.mark.parametrize(
    "result", [0, -1, 2**63 - 1, -(2**63), 0.0, -0.0, 1.5, float("inf"), True, False, None, 1, 1.0]
)
def test_a_result_comes_back_as_it_was(result: Any) -> None:
    @memoize(hash_mb=1)
    def function(argument):  # type: ignore[no-untyped-def]
        return result

    first, second = function(1), function(1)
    assert repr(first) == repr(second) == repr(result)
    assert type(second) is type(result)
    assert function.cache_info()[:2] == (1, 1)


def test_arguments_are_told_apart_by_type_and_place() -> None:
    calls = []

    @memoize(hash_mb=1)
    def function(*args: Any, **kwargs: Any) -> int:
        calls.append((args, kwargs))
        return len(calls)

    different: list[Callable[[], int]] = [
        lambda: function(),
        lambda: function(1),
        lambda: function(1.0),
        lambda: function(True),
        lambda: function("1"),
        lambda: function(1, 2),
        lambda: function(2, 1),
        lambda: function((1, 2)),
        lambda: function([1, 2]),
        lambda: function(1, x=2),
        lambda: function((1,), (("x", 2),)),
        lambda: function(x=1, y=2),
        lambda: function(x=2, y=1),
        lambda: function(Point(1, 2)),
    ]
    assert [call() for call in different] == list(range(1, len(different) + 1))
    assert [call() for call in different] == list(range(1, len(different) + 1))
    assert function(y=2, x=1) == function(x=1, y=2)


def test_an_argument_without_a_key_raises_and_is_not_called() -> None:
    @memoize
    def function(argument: object) -> int:
        raise AssertionError

    with pytest.raises(TypeError, match="object"):
        function(object())


def test_an_exception_is_not_kept() -> None:
    calls = []

    @memoize(hash_mb=1)
    def function(argument: int) -> int:
        calls.append(argument)
        raise KeyError(argument)

    for _ in range(2):
        with pytest.raises(KeyError):
            function(1)
    assert calls == [1, 1]
    assert function.cache_info().currsize == 0


@pytest.mark.parametrize("result", [2**63, "text", (1, 2), [1]])
def test_a_result_that_cannot_be_kept_is_returned_and_counted(result: Any) -> None:
    @memoize(hash_mb=1)
    def function(argument):  # type: ignore[no-untyped-def]
        return result

    with pytest.warns(RuntimeWarning, match="memoize does not keep .*, a result of .*function: ") as warned:
        assert function(1) == function(1) == result
    assert [warning.filename for warning in warned] == [__file__]  # one, where the function was called
    assert function.cache_info()[:2] == (0, 2)
    assert function.cache_info().uncached == 2


def test_annotations_choose_the_entry() -> None:
    @memoize(hash_mb=1)
    def number(n: int) -> int:
        return n

    @memoize(hash_mb=1)
    def pair(n: int) -> tuple[int, float]:
        return n, n / 2

    @memoize(hash_mb=1)
    def either(n: int) -> int | None:
        return n or None

    assert number.cache_table.dtype == "i8"
    assert number.cache_table.entry_bytes == 16
    assert pair.cache_table.dtype.names == ("0", "1")
    assert either.cache_table.entry_bytes == 32
    for _ in range(2):
        assert (number(7), pair(7), either(7), either(0)) == (7, (7, 3.5), 7, None)
    assert type(pair(7)) is tuple


def test_a_dtype_of_ones_own_keeps_small_tuples() -> None:
    @memoize(hash_mb=1, dtype=[("score", "i2"), ("move", "u1"), ("exact", "?")])
    def function(n: int) -> Any:
        return (n, n % 200, n > 5)

    assert function(7) == function(7) == (7, 7, True)
    assert function.cache_table.entry_bytes == 16


def fibonacci(hash_mb: float) -> Any:
    @memoize(hash_mb=hash_mb)
    def function(n: int) -> int:
        return n if n < 2 else function(n - 1) + function(n - 2)

    return function


def test_recursion_finds_its_own_results() -> None:
    function = fibonacci(1)
    assert function(90) == 2880067194370816120
    assert function.cache_info()[:2] == (88, 91)


def test_a_table_that_is_too_small_costs_calls_and_no_correctness() -> None:
    function = fibonacci(0.0001)
    assert function(20) == 6765
    info = function.cache_info()
    assert info.maxsize == 4
    assert info.misses > 21
    function.cache_clear()
    assert function.cache_info() == (0, 0, 4, 0, 0)


def test_threads_share_one_cache() -> None:
    function = fibonacci(1)
    results = []
    threads = [threading.Thread(target=lambda: results.append(function(60))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [1548008755920] * 4


def test_functions_and_versions_on_one_table_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "cache"

    def make(version: int, result: int) -> Any:
        @memoize(path=path, hash_mb=1, version=version)
        def function(n: int) -> int:
            return result

        return function

    @memoize(path=path, hash_mb=1, version=1)
    def other(n: int) -> int:
        return -1

    first, second = make(1, 10), make(2, 20)
    assert [first(5), second(5), other(5), make(1, 99)(5)] == [10, 20, -1, 10]
    for function in (first, second, other):
        function.cache_table.close()


PROGRAM = """
import sys
from tabiya import memoize

@memoize(hash_mb=1, **{sys.argv[1]: sys.argv[2]})
def square(n: int) -> int:
    print("computed")
    return n * n

print(square(int(sys.argv[3])))
square.cache_table.close()
"""


def run(*arguments: str) -> list[str]:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture
def shared_name() -> Iterator[str]:
    name = f"memoize-{os.getpid()}"
    yield name
    with ValueTable.attach(name) as table:
        table.unlink()


def test_another_process_finds_what_one_computed(shared_name: str) -> None:
    assert run("shared", shared_name, "12") == ["computed", "144"]
    assert run("shared", shared_name, "12") == ["144"]


def test_a_file_keeps_results_for_the_next_run(tmp_path: Path) -> None:
    path = str(tmp_path / "cache")
    assert run("path", path, "12") == ["computed", "144"]
    assert run("path", path, "12") == ["144"]


def test_shared_and_path_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="shared= or path=, not both"):
        memoize(shared="x", path=tmp_path / "x")(len)


@memoize(hash_mb=1)
def module_level(n: int) -> int:
    """Doubles."""
    return 2 * n


def test_only_a_function_can_be_decorated() -> None:
    for decorate in (memoize, memoize(hash_mb=1)):
        with pytest.raises(TypeError, match="decorates a function, not 5"):
            decorate(5)  # type: ignore[call-overload, arg-type]


def test_it_looks_like_the_function() -> None:
    assert module_level.__doc__ == "Doubles."
    assert module_level.__wrapped__(4) == 8
    assert pickle.loads(pickle.dumps(module_level))(4) == 8
    assert isinstance(module_level.cache_info(), tabiya.CacheInfo)
    with pytest.raises(TypeError, match="decorates a function, not 16"):
        memoize(16)  # type: ignore[call-overload]


SPAWNED = """
import multiprocessing, sys
from tabiya import memoize

@memoize(hash_mb=1, shared=sys.argv[1])
def double(number: int) -> int:
    return 2 * number

def work(number):
    return double(number)

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.map(work, range(10))
    print([double(number) for number in range(10)], double.cache_info().misses)
    double.cache_table.unlink()
"""


def test_a_script_shares_results_with_the_processes_that_it_spawns(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SPAWNED)
    command = [sys.executable, str(script), f"memoize-spawned-{os.getpid()}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == f"{[2 * number for number in range(10)]} 0\n", done.stderr
