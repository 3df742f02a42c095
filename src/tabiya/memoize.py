"""`memoize`: a cache of a function's results with bounded memory, for threads, processes and later runs.

A call is looked up by `key_of` of its arguments, so they must be states that `key_of` knows. Results are kept
in a `ValueTable`: an old one may make room for a new one, and is then computed again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import update_wrapper
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from .keys import key_of

if TYPE_CHECKING:
    from .value_table import ValueTable

__all__ = ["CacheInfo", "Memoized", "memoize"]

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

ANY_SCALAR = [("kind", "u1"), ("integer", "i8"), ("real", "f8")]
"""Of results that were not announced: each says what it is."""
INTEGER, REAL, FALSE, TRUE, NONE = range(5)
CONSTANTS = {False: FALSE, True: TRUE, None: NONE}
DTYPES: dict[Any, str] = {int: "i8", float: "f8", bool: "?"}
MEGABYTES = 16


class CacheInfo(NamedTuple):
    """What `cache_info` tells; the first four as those of `functools.lru_cache`."""

    hits: int
    misses: int
    maxsize: int
    """Slots of the table."""
    currsize: int
    """Results in the table, those of other functions and processes included where it is shared."""
    uncached: int
    """Results that could not be kept: of another type, or too large."""


class Memoized(Protocol[P, R_co]):
    """A function with a cache."""

    __wrapped__: Callable[..., Any]
    cache_table: ValueTable

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    def cache_info(self) -> CacheInfo:
        """Hits and misses of this process, and how full the table is."""
        ...

    def cache_clear(self) -> None:
        """Forgets all results in the table, for all who share it, and sets the counts to zero."""


@overload
def memoize(function: Callable[P, R], /) -> Memoized[P, R]: ...
@overload
def memoize(
    *,
    hash_mb: float = MEGABYTES,
    shared: str | None = None,
    path: str | os.PathLike[str] | None = None,
    dtype: Any = None,
    version: object = None,
) -> Callable[[Callable[P, R]], Memoized[P, R]]: ...
def memoize(
    function: Callable[..., Any] | None = None,
    /,
    *,
    hash_mb: float = MEGABYTES,
    shared: str | None = None,
    path: str | os.PathLike[str] | None = None,
    dtype: Any = None,
    version: object = None,
) -> Any:
    """Keeps a function's results in a table of `hash_mb`, by the keys of its arguments.

    With `shared`, the table is in shared memory of that name: whoever decorates with the same name uses the
    same one. With `path`, it is in a file, and still there next time. Functions may share one table: the key
    contains the function's module and name, and `version`, which should change when the function does.

    Results are None, bools, floats and integers of 64 bits, and come back as they were. An annotation, such
    as ``-> int`` or ``-> tuple[int, float]``, or a `dtype` (tuples have fields) makes entries smaller, and
    results come back as that type. One that does not fit is returned and not kept. Nor is an exception.

    >>> import tabiya
    >>> @tabiya.memoize(hash_mb=1)
    ... def paths(width: int, height: int) -> int:
    ...     return 1 if 0 in (width, height) else paths(width - 1, height) + paths(width, height - 1)
    >>> paths(16, 16), paths.cache_info().misses
    (601080390, 288)
    """
    if function is None:
        return lambda function: memoize_with(function, hash_mb, shared, path, dtype, version)
    if not callable(function):
        raise TypeError(f"memoize takes keywords, or decorates a function, not {function!r}")
    return memoize_with(function, hash_mb, shared, path, dtype, version)


def memoize_with(
    function: Callable[..., Any],
    hash_mb: float,
    shared: str | None,
    path: str | os.PathLike[str] | None,
    dtype: Any,
    version: object,
) -> Any:
    wanted = announced_dtype(function) if dtype is None else dtype
    codec = Scalars() if wanted is None else Announced(wanted)
    table: Any = make_table(codec.dtype, hash_mb, shared, path)
    name = (function.__module__, function.__qualname__, version)
    # Two, since a tuple and a dict of arguments could look like another function's tuple.
    salt, keyword_salt = key_of(("positional", *name)), key_of(("keywords", *name))
    hits = misses = uncached = 0

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal hits, misses, uncached
        key = key_of((args, sorted(kwargs.items()))) ^ keyword_salt if kwargs else key_of(args) ^ salt
        found = table.probe(key)
        if found is not None:
            hits += 1
            return codec.result(found)
        misses += 1
        result = function(*args, **kwargs)  # no lock is held: it may call itself, or take its time
        try:
            table.store(key, codec.value(result))
        except (TypeError, ValueError, OverflowError):
            uncached += 1
        return result

    def cache_info() -> CacheInfo:
        return CacheInfo(hits, misses, table.capacity, len(table), uncached)

    def cache_clear() -> None:
        nonlocal hits, misses, uncached
        table.clear()
        hits = misses = uncached = 0

    wrapped: Any = update_wrapper(wrapper, function)
    wrapped.cache_info, wrapped.cache_clear, wrapped.cache_table = cache_info, cache_clear, table
    return wrapped


def make_table(dtype: Any, hash_mb: float, shared: str | None, path: str | os.PathLike[str] | None) -> Any:
    from . import ValueTable

    if shared is not None and path is not None:
        raise TypeError("memoize takes shared= or path=, not both: a file can be shared too")
    if path is not None:
        return ValueTable.open(path, dtype, hash_mb, shared=True)
    if shared is None:
        return ValueTable(dtype, hash_mb)
    try:
        return ValueTable.create_shared(shared, dtype, hash_mb)
    except FileExistsError:
        return ValueTable.attach(shared, dtype)


def announced_dtype(function: Callable[..., Any]) -> Any:
    """The dtype that the function's annotation stands for; None if it stands for none.

    >>> def ratio() -> tuple[int, float]: ...
    >>> announced_dtype(ratio)
    [('0', 'i8'), ('1', 'f8')]
    """
    try:
        announced = get_type_hints(function).get("return")
    except (NameError, TypeError, AttributeError):  # names that exist for type checkers alone
        return None
    items = get_args(announced)
    if get_origin(announced) is tuple and items and all(item in DTYPES for item in items):
        return [(str(number), DTYPES[item]) for number, item in enumerate(items)]
    return DTYPES.get(announced)


class Scalars:
    """Results of any of the plain types, with a note of which."""

    dtype = ANY_SCALAR

    @staticmethod
    def value(result: Any) -> tuple[int, int, float]:
        kind = type(result)
        if kind is int:
            return INTEGER, result, 0.0
        if kind is float:
            return REAL, 0, result
        if result is None or kind is bool:
            return CONSTANTS[result], 0, 0.0
        raise TypeError

    @staticmethod
    def result(value: Any) -> Any:
        kind = value[0]
        if kind == INTEGER:
            return value[1]
        if kind == REAL:
            return value[2]
        return None if kind == NONE else kind == TRUE


class Announced:
    """Results of one dtype: numbers, or tuples where it has fields."""

    def __init__(self, dtype: Any) -> None:
        from .value_packing import check_dtype

        self.dtype = check_dtype(dtype)
        self.result: Any = _same if self.dtype.names is None else tuple

    @staticmethod
    def value(result: Any) -> Any:
        return result


def _same(value: Any) -> Any:
    return value
