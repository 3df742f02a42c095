"""Converts the values of a `ValueTable` between Python, NumPy and bytes.

The native table reads plain ints, floats, tuples and dicts itself and calls these functions for everything
else. `ReferenceValueTable` always calls them. So all messages about wrong values are here.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from .._utils.arguments import check_int
from .conversion import check_names, converted, float_of, numpy_module

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "ADDABLE",
    "PAYLOAD_BYTES",
    "cannot_add",
    "check_amounts",
    "check_dtype",
    "dtype_of",
    "letter_of",
    "named_fields",
    "pack_value",
    "raise_overflow",
    "restore_value",
    "text_of",
    "unpack_field",
]

PAYLOAD_BYTES = (8, 24, 56)
"""The space for values in entries of 16, 32 and 64 bytes."""
LETTERS = {
    **{f"int{bits}": letter for bits, letter in zip((8, 16, 32, 64), "bhiq", strict=True)},
    **{f"uint{bits}": letter for bits, letter in zip((8, 16, 32, 64), "BHIQ", strict=True)},
    "float16": "e",
    "float32": "f",
    "float64": "d",
    "bool": "?",
}
"""The kinds that the native table reads and writes itself, with the letters of `struct`."""
TYPE_NAME = re.compile(r"[<>|][a-zA-Z][0-9]*(\[[0-9a-zA-Z]+\])?")
"""NumPy's name of a type in a file. Given anything else, NumPy would parse it as Python."""
ADDABLE = "bhiqBHIQfd"
OTHER = "o"


def check_dtype(dtype: Any) -> np.dtype[Any]:
    """Checks a dtype for the values of a table.

    >>> check_dtype([("n", "i4"), ("w", "f4")]).itemsize
    8
    >>> check_dtype("O")
    Traceback (most recent call last):
    TypeError: dtype must have a fixed size in bytes, not object: Python objects cannot be kept
    """
    numpy = numpy_module()
    try:
        found: np.dtype[Any] = numpy.dtype(dtype)
    except TypeError as error:
        raise TypeError(f"dtype must be a NumPy dtype, not {dtype!r} ({error})") from None
    if found.hasobject:
        raise TypeError(f"dtype must have a fixed size in bytes, not {found}: Python objects cannot be kept")
    if found.subdtype is not None:
        raise TypeError(f"dtype must be a number or have fields, not {found}: [('x', dtype)] names it")
    if found.names is not None and not _describable(found):
        raise ValueError(
            "dtype must have its fields in order, without overlaps, under names that UTF-8 can write, "
            f"not {found}"
        )
    largest = PAYLOAD_BYTES[-1]
    if not 0 < found.itemsize <= largest:
        raise ValueError(f"dtype must have 1 to {largest} bytes, not {found.itemsize} ({found})")
    return found


def _describable(dtype: np.dtype[Any]) -> bool:
    """Returns whether a file can hold the description of the dtype."""
    try:
        names = "".join(dtype.names or ()).encode()
        return dtype.kind == "V" and bool(names) and _described(text_of(dtype)) == dtype
    except ValueError:  # of NumPy for the fields, of Python for the names
        return False


def text_of(dtype: np.dtype[Any]) -> str:
    """Returns NumPy's description of a dtype in its own files, as JSON. `dtype_of` is the reverse.

    >>> text_of(check_dtype([("n", "i4"), ("w", "f4")]))
    '[["n", "<i4"], ["w", "<f4"]]'
    """
    return json.dumps(numpy_module().lib.format.dtype_to_descr(dtype))


def dtype_of(text: str) -> np.dtype[Any]:
    """Returns the dtype of such a text, or raises ValueError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # our texts have no deprecated names
            return check_dtype(_described(text))
    except (TypeError, ValueError, AttributeError, IndexError, KeyError, RecursionError, Warning) as error:
        raise ValueError(f"{text[:100]!r} describes no dtype of values ({error})") from None


def _described(text: str) -> Any:
    return numpy_module().lib.format.descr_to_dtype(_tuples(json.loads(text)))


def _tuples(described: Any) -> Any:
    """Turns the lists of JSON into the tuples of NumPy: fields and shapes."""
    if not isinstance(described, list):
        if isinstance(described, str) and not TYPE_NAME.fullmatch(described):
            raise ValueError(f"{described!r} is not a type")
        return described
    if all(isinstance(field, list) and field and isinstance(field[0], (str, list)) for field in described):
        return [(_name(field[0]), _tuples(field[1]), *map(tuple, field[2:])) for field in described]
    return tuple(map(_tuples, described))


def _name(described: str | list[str]) -> Any:
    """A field may have a title besides its name."""
    return tuple(described) if isinstance(described, list) else described


def named_fields(dtype: np.dtype[Any]) -> list[tuple[str, int, str]]:
    """Returns name, offset and letter of each field. A plain dtype is one field without a name."""
    if dtype.names is None:
        return [("", 0, letter_of(dtype))]
    fields: Any = dtype.fields
    return [(name, fields[name][1], letter_of(fields[name][0])) for name in dtype.names]


def letter_of(dtype: np.dtype[Any]) -> str:
    return LETTERS.get(dtype.name, OTHER) if dtype.isnative and dtype.shape == () else OTHER


# ---- one value -----------------------------------------------------------------------------------------


def pack_value(dtype: np.dtype[Any], value: Any) -> bytes:
    """Returns the bytes of a value: a number for a plain dtype, else a dict, tuple or NumPy value.

    >>> pack_value(check_dtype("u1"), 300)
    Traceback (most recent call last):
    ValueError: value must be between 0 and 255, not 300
    """
    packed: bytes = converted(dtype, value).tobytes()
    return packed


def unpack_field(dtype: np.dtype[Any], packed: bytes, name: str | None) -> Any:
    """Returns a field as a NumPy value, or the whole value without a name."""
    value = numpy_module().frombuffer(packed, dtype)[0]
    return value if name is None else value[name]


def restore_value(dtype: np.dtype[Any], packed: bytes) -> Any:
    """Returns a value of a native table, for pickle."""
    from .. import _core

    fields: Any = _core.ValueFields(dtype, dtype.itemsize, dtype.names is None, named_fields(dtype))
    return fields._make(packed)


# ---- amounts -------------------------------------------------------------------------------------------


def check_amounts(dtype: np.dtype[Any], amounts: Any) -> Any:
    """Checks the amounts of `add` and returns plain ints and floats: a dict by field, or a number.

    >>> check_amounts(check_dtype([("n", "i4")]), {"m": 1})
    Traceback (most recent call last):
    ValueError: the dtype has no field 'm'; there are n
    """
    if dtype.names is None:
        return _amount(dtype, amounts, "the value")
    if not isinstance(amounts, Mapping):
        raise TypeError(
            f"amounts must be a dict of numbers by field, such as {{{dtype.names[0]!r}: 1}}, "
            f"not {type(amounts).__name__} ({amounts!r})"
        )
    check_names(dtype.names, amounts)
    return {name: _amount(dtype[name], amount, name) for name, amount in amounts.items()}


def _amount(dtype: np.dtype[Any], amount: Any, name: str) -> int | float:
    letter = letter_of(dtype)
    if letter not in ADDABLE:
        raise TypeError(cannot_add(dtype, name))
    if letter in "fd":
        return float_of(amount, f"the amount of {name}")
    return check_int(f"the amount of {name}", amount, -(2**64), 2**64)


def cannot_add(dtype: np.dtype[Any], name: str) -> str:
    """Returns the sentence about a field of a kind that cannot be added to.

    >>> cannot_add(check_dtype(">i4"), "n")
    "n cannot be added to: it is >i4, and this machine's byte order is needed ('<i4')"
    """
    native = dtype.newbyteorder("=")
    if letter_of(native) in ADDABLE:
        reason = f"this machine's byte order is needed ({native.str!r})"
    else:
        reason = "not an integer, float32 or float64"
    return f"{name} cannot be added to: it is {dtype}, and {reason}"


def raise_overflow(dtype: np.dtype[Any], name: str | None) -> NoReturn:
    """Raises OverflowError for an add that would leave the range of a field."""
    kind = dtype if name is None else dtype[name]
    raise OverflowError(
        f"{'the value' if name is None else name} would leave the range of {kind}: nothing was added"
    )
