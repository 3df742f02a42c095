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

from .arguments import check_int, did_you_mean

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
    "numpy_module",
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


def numpy_module() -> Any:
    """Returns NumPy, or raises ImportError that says why it is needed."""
    try:
        import numpy
    except ModuleNotFoundError as error:  # not while Python ends, when nothing can be imported
        if error.name != "numpy":
            raise
        raise ImportError("ValueTable describes its values by NumPy dtypes: pip install numpy") from None
    return numpy


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
    largest = PAYLOAD_BYTES[-1]
    if not 0 < found.itemsize <= largest:
        raise ValueError(f"dtype must have 1 to {largest} bytes, not {found.itemsize} ({found})")
    return found


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
            return check_dtype(numpy_module().lib.format.descr_to_dtype(_tuples(json.loads(text))))
    except (TypeError, ValueError, AttributeError, IndexError, KeyError, RecursionError, Warning) as error:
        raise ValueError(f"{text[:100]!r} describes no dtype of values ({error})") from None


def _tuples(described: Any) -> Any:
    """Turns the lists of JSON into the tuples of NumPy: fields and shapes."""
    if not isinstance(described, list):
        if isinstance(described, str) and not TYPE_NAME.fullmatch(described):
            raise ValueError(f"{described!r} is no type")
        return described
    if all(isinstance(field, list) and field and isinstance(field[0], (str, list)) for field in described):
        return [(field[0], _tuples(field[1]), *(tuple(shape) for shape in field[2:])) for field in described]
    return tuple(map(_tuples, described))


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
    numpy = numpy_module()
    room = numpy.zeros((), dtype)  # padding is zero, so that equal values are equal bytes
    if isinstance(value, (numpy.generic, numpy.ndarray)) and value.dtype == dtype and value.shape == ():
        value = value.item() if dtype.names is None else tuple(value[name] for name in dtype.names)
    items = {(): _checked(dtype, value, "value")} if dtype.names is None else _checked_items(dtype, value)
    with numpy.errstate(over="ignore"):  # what a small float cannot hold is infinity
        for name, item in items.items():
            room[name] = item
    return bytes(room.tobytes())


def _checked_items(dtype: np.dtype[Any], value: Any) -> dict[Any, Any]:
    return {name: _checked(dtype[name], item, name) for name, item in _items(dtype, value).items()}


def _items(dtype: np.dtype[Any], value: Any) -> dict[str, Any]:
    """Returns all fields of a structured value by name."""
    names = dtype.names or ()
    if isinstance(value, Mapping):
        _check_names(names, value)
        missing = [name for name in names if name not in value]
        if missing:
            raise ValueError(f"value must have all fields of the dtype: {missing[0]!r} is missing")
        return {name: value[name] for name in names}
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__"):
        raise TypeError(
            f"value must be a dict or a tuple of the fields {', '.join(names)}, "
            f"not {type(value).__name__} ({value!r})"
        )
    if len(value) != len(names):
        raise ValueError(f"value must have the {len(names)} fields {', '.join(names)}, not {len(value)}")
    return dict(zip(names, value, strict=True))


def _check_names(names: tuple[str, ...], value: Mapping[Any, Any]) -> None:
    for name in value:
        if name not in names:
            hint = did_you_mean(str(name), names, f"; there are {', '.join(names)}")
            raise ValueError(f"the dtype has no field {name!r}{hint}")


def _checked(dtype: np.dtype[Any], value: Any, name: str) -> Any:
    """Checks a number for a field. NumPy checks other kinds."""
    numpy = numpy_module()
    if dtype.shape == () and dtype.kind in "iu":
        limits = numpy.iinfo(dtype)
        return check_int(name, value, int(limits.min), int(limits.max))
    if dtype.shape == () and dtype.kind == "b" and not isinstance(value, (bool, numpy.bool_)):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__} ({value!r})")
    if dtype.shape == () and dtype.kind == "f":
        return _real(value, name)
    if dtype.shape == () and dtype.kind in "SU":
        return _text(dtype, value, name)
    try:
        with numpy.errstate(over="ignore"):  # infinity, as for a single number
            return numpy.asarray(value, dtype.base)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name} must fit {dtype}, not {value!r} ({error})") from None


def _text(dtype: np.dtype[Any], value: Any, name: str) -> str | bytes:
    """Checks a string for a field. NumPy would cut off what does not fit."""
    kind = str if dtype.kind == "U" else bytes
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {kind.__name__}, not {type(value).__name__} ({value!r})")
    longest = dtype.itemsize // (4 if kind is str else 1)
    if len(value) > longest:
        raise ValueError(f"{name} must have at most {longest} characters, not {len(value)} ({value!r})")
    return value


def _real(value: Any, name: str) -> float:
    is_number = hasattr(value, "__float__") or hasattr(value, "__index__")
    if isinstance(value, (str, bytes)) or not is_number:
        raise TypeError(f"{name} must be a number, not {type(value).__name__} ({value!r})")
    return float(value)


def unpack_field(dtype: np.dtype[Any], packed: bytes, name: str | None) -> Any:
    """Returns a field as a NumPy value, or the whole value without a name."""
    value = numpy_module().frombuffer(packed, dtype)[0]
    return value if name is None else value[name]


def restore_value(dtype: np.dtype[Any], packed: bytes) -> Any:
    """Returns a value of a native table, for pickle."""
    from . import _core

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
    _check_names(dtype.names, amounts)
    return {name: _amount(dtype[name], amount, name) for name, amount in amounts.items()}


def _amount(dtype: np.dtype[Any], amount: Any, name: str) -> int | float:
    letter = letter_of(dtype)
    if letter not in ADDABLE:
        raise TypeError(cannot_add(dtype, name))
    if letter in "fd":
        return _real(amount, f"the amount of {name}")
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
