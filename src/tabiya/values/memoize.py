"""`memoize`: a cache of function results with bounded memory, for threads, processes and later runs.

The key of a call is `key_of` of its arguments. Results are kept in a `ValueTable`: a new one may replace an
old one, which is then computed again.
"""

from __future__ import annotations

import logging
import os
import reprlib
import sys
import warnings
from collections.abc import Callable
from functools import update_wrapper
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Protocol, TypeVar, overload

from ..keys.key_of import key_of
from .memoize_results import Announced, Scalars, announced_dtype

if TYPE_CHECKING:
    from .table import ValueTable

__all__ = ["CacheInfo", "Memoized", "memoize"]

logger = logging.getLogger("tabiya")

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

MEGABYTES = 16


class CacheInfo(NamedTuple):
    """The result of `cache_info`. The first four fields are those of `functools.lru_cache`."""

    hits: int
    misses: int
    maxsize: int
    """Slots of the table."""
    currsize: int
    """Results in the table. A shared table also counts those of other functions and processes."""
    uncached: int
    """Results that could not be kept because of their type or size."""


class Memoized(Protocol[P, R_co]):
    """A function with a cache."""

    __wrapped__: Callable[..., Any]
    cache_table: ValueTable

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    def cache_info(self) -> CacheInfo:
        """Returns the hits and misses of this process and the size of the table."""
        ...

    def cache_clear(self) -> None:
        """Clears the table for all its users and sets the counts to zero."""


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
    """Caches the results of a function in a table of `hash_mb`, by the keys of its arguments.

    With `shared`, the table is in shared memory of that name, for every function decorated with the same
    name. With `path`, it is in a file and outlives the process. Functions may share a table: the key contains
    the function's module and name, and `version`. Change the version when you change the function. A lambda,
    an inner function, a method of an object, a `functools.partial` and a function called ``_`` have no name
    of their own and need a version in such a table.

    Results may be None, bools, floats and 64-bit integers. An annotation, such as ``-> int`` or
    ``-> tuple[int, float]``, or a `dtype` (with fields for tuples) makes entries smaller, and results have
    that type. Results that would not come back equal are not kept, with a RuntimeWarning for the first. Nor
    are exceptions.

    >>> import tabiya
    >>> @tabiya.memoize(hash_mb=1)
    ... def paths(width: int, height: int) -> int:
    ...     return 1 if 0 in (width, height) else paths(width - 1, height) + paths(width, height - 1)
    >>> paths(16, 16), paths.cache_info().misses
    (601080390, 288)
    """
    if function is None:
        return lambda function: memoize_with(function, hash_mb, shared, path, dtype, version)
    return memoize_with(function, hash_mb, shared, path, dtype, version)


def memoize_with(
    function: Callable[..., Any],
    hash_mb: float,
    shared: str | None,
    path: str | os.PathLike[str] | None,
    dtype: Any,
    version: object,
) -> Any:
    if not callable(function):
        raise TypeError(f"memoize takes keywords, or decorates a function, not {function!r}")
    if (shared is not None or path is not None) and version is None and not has_own_name(function):
        raise TypeError(
            f"memoize with shared= or path= keeps results under the function's name, and {name_of(function)} "
            f"does not identify it: pass version= to name it, or decorate a function of a module"
        )
    wanted = announced_dtype(function) if dtype is None else dtype
    codec = Scalars() if wanted is None else Announced(wanted)
    table: Any = make_table(codec.dtype, hash_mb, shared, path)
    name = (module_of(function), name_of(function), version)
    # Two salts, because a tuple and a dict of arguments could look like the tuple of another call.
    salt, keyword_salt = key_of(("positional", *name)), key_of(("keywords", *name))
    convert = codec.result
    hits = misses = uncached = 0

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal hits, misses, uncached
        key = key_of((args, sorted(kwargs.items()))) ^ keyword_salt if kwargs else key_of(args) ^ salt
        found = table.probe(key)
        if found is not None:
            hits += 1
            return found if convert is None else convert(found)
        misses += 1
        result = function(*args, **kwargs)  # no lock is held: it may call itself or take long
        try:
            table.store(key, codec.value(result))
        except (TypeError, ValueError, OverflowError):
            if codec.holds(result):
                raise  # about the table
            uncached += 1
            if uncached == 1:
                warn_of_uncached(function, result)
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


def warn_of_uncached(function: Callable[..., Any], result: Any) -> None:
    """Warns at the call of the function: a cache that keeps nothing looks like one that does."""
    shown = reprlib.repr(result)
    if isinstance(result, tuple):
        way_out = "annotate the function, as in -> tuple[int, float], or pass dtype="
    else:
        way_out = "it keeps None, bools, floats and 64-bit integers, and tuples with an annotation or dtype="
    sentence = f"memoize does not keep {shown}, a result of {name_of(function)}: {way_out}"
    try:
        warnings.warn(sentence, RuntimeWarning, stacklevel=3)
    except RuntimeWarning:  # as an error it would cost the caller the result
        logger.warning(sentence)


def name_of(function: Callable[..., Any]) -> str:
    """Returns the name of a function, or the type of another callable."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__


def has_own_name(function: Callable[..., Any]) -> bool:
    """Returns whether module and name tell the function from all others.

    >>> has_own_name(has_own_name), has_own_name(lambda: 1), has_own_name("text".upper)
    (True, False, False)
    """
    name = getattr(function, "__qualname__", "<")
    code = getattr(function, "__code__", None)
    if code is not None and code.co_qualname != name:  # `functools.wraps` gave it the name of another
        return False
    owner = getattr(function, "__self__", None)
    if name.rpartition(".")[2] == "_":  # not meant to be called by name
        return False
    return "<" not in name and (owner is None or isinstance(owner, ModuleType))


def module_of(function: Callable[..., Any]) -> str:
    """Returns the module of the function. Every script is called ``__main__``: its file tells them apart."""
    module = str(getattr(function, "__module__", None))
    if module not in ("__main__", "__mp_main__"):  # the script's name in the processes that it spawns
        return module
    file = getattr(sys.modules.get(module), "__file__", None)
    return "__main__" if file is None else os.path.realpath(file)


def make_table(dtype: Any, hash_mb: float, shared: str | None, path: str | os.PathLike[str] | None) -> Any:
    from .installed import ValueTable

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
