"""The results of `memoize` as values of a table: which are kept, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_origin, get_type_hints

from ..reference.value_type import read_field
from .packing import check_dtype, named_fields, pack_value

__all__ = ["Announced", "Scalars", "announced_dtype"]

ANY_SCALAR = [("kind", "u1"), ("integer", "i8"), ("real", "f8")]
"""The dtype of results without an annotation: each carries its type."""
INTEGER, REAL, FALSE, TRUE, NONE = range(5)
CONSTANTS = {False: FALSE, True: TRUE, None: NONE}
DTYPES: dict[Any, str] = {int: "i8", float: "f8", bool: "?"}
EXACT = {**dict.fromkeys("bhiqBHIQ", int), "d": float, "?": bool}
"""The type that comes back as it was from a field of each letter, if the field takes it at all."""


def announced_dtype(function: Callable[..., Any]) -> Any:
    """Returns the dtype of a function's return annotation, or None if it has none.

    >>> def ratio() -> tuple[int, float]: ...
    >>> announced_dtype(ratio)
    [('0', 'i8'), ('1', 'f8')]
    """
    while isinstance(function, partial):
        function = function.func
    annotated: Any = function if hasattr(function, "__qualname__") else type(function).__call__
    try:
        announced = get_type_hints(annotated).get("return")
    except Exception:  # an annotation may be any text: a name for type checkers, or a remark
        return None
    items = get_args(announced)
    if get_origin(announced) is tuple and items and all(map(_dtype_of, items)):
        return [(str(number), _dtype_of(item)) for number, item in enumerate(items)]
    return _dtype_of(announced)


def _dtype_of(announced: Any) -> str | None:
    return next((dtype for kind, dtype in DTYPES.items() if kind is announced), None)


class Scalars:
    """Converts results of any plain type and keeps their type."""

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

    @classmethod
    def holds(cls, result: Any) -> bool:
        if type(result) is int:
            return -(2**63) <= result < 2**63
        return result is None or type(result) in (bool, float)

    @staticmethod
    def result(value: Any) -> Any:
        kind = value[0]
        if kind == INTEGER:
            return value[1]
        if kind == REAL:
            return value[2]
        return None if kind == NONE else kind == TRUE


class Announced:
    """Converts results of one dtype: numbers, or tuples if it has fields."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = check_dtype(dtype)
        self.plain = self.dtype.names is None
        self.result: Any = None if self.plain else tuple  # of what the table gives back
        self._exact = tuple(EXACT.get(letter) for _, _, letter in named_fields(self.dtype))

    def value(self, result: Any) -> Any:
        """Returns the result for the table, or raises if it would not come back equal."""
        if self.plain:
            quick = type(result) is self._exact[0]
        else:
            quick = type(result) is tuple and tuple(map(type, result)) == self._exact
        if quick:
            return result
        packed = pack_value(self.dtype, result)
        fields = tuple(read_field(self.dtype, packed, number) for number in range(len(self._exact)))
        if not comes_back(result, fields[0] if self.plain else fields):
            raise ValueError
        return result

    def holds(self, result: Any) -> bool:
        try:
            pack_value(self.dtype, self.value(result))
        except (TypeError, ValueError, OverflowError):
            return False
        return True


def comes_back(result: Any, back: Any) -> bool:
    """Returns whether a result equals what the table gives back: tuples as tuples, arrays as arrays.

    >>> comes_back((1, 0.5), (1, 0.5)), comes_back([1, 0.5], (1, 0.5)), comes_back(0.1, 0.10000000149011612)
    (True, False, False)
    """
    if isinstance(result, tuple):
        return type(result) is type(back) and len(result) == len(back) and all(map(comes_back, result, back))
    if getattr(result, "shape", ()) != ():
        return getattr(back, "shape", ()) == result.shape and bool((result == back).all())
    if isinstance(result, (list, dict, set)):
        return False
    return bool(result == back) or bool(result != result and back != back)  # not a number
