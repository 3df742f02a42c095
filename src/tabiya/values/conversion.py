"""The one rule for values of a `ValueTable`, single or in arrays: kept as they are, or refused.

NumPy would cut off, wrap around, repeat and match fields by place. Here integers, bools, texts, bytes and
dates keep their value, records match by the names of their fields, and arrays have the shape of their field.
Only floats are rounded, and a finite one never becomes infinite.
"""

from __future__ import annotations

import math
import reprlib
from array import array
from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int, did_you_mean

if TYPE_CHECKING:
    import numpy as np

__all__ = ["check_names", "converted", "converted_rows", "equal_values", "float_of", "numpy_module"]

SOURCES = {"b": "b", "i": "bui", "u": "bui", "f": "buif", "c": "buifc", "m": "m", "M": "M"}
"""The kinds of NumPy that a field of each kind takes. All others take only their own."""
NOUNS = {
    "b": ("a bool", "bools"),
    "i": ("an integer", "integers"),
    "u": ("an integer", "integers"),
    "f": ("a number", "numbers"),
    "c": ("a number", "numbers"),
    "S": ("bytes", "bytes"),
    "U": ("str", "str"),
    "M": ("a date", "dates"),
    "m": ("a duration", "durations"),
}
PLAIN = ({int}, {float}, {bool})
"""The types of lists that NumPy takes as they are. It would convert a mixture, and cut off zeros of texts."""
ALL = ("value", "values")
"""The names of whole values in messages. Their fields have their own names."""


def numpy_module() -> Any:
    """Returns NumPy, or raises ImportError that says why it is needed."""
    try:
        import numpy
    except ModuleNotFoundError as error:  # not while Python ends, when nothing can be imported
        if error.name != "numpy":
            raise
        raise ImportError("ValueTable describes its values by NumPy dtypes: pip install numpy") from None
    return numpy


def converted(dtype: np.dtype[Any], value: Any, name: str = "value") -> Any:
    """Returns one value as an array of the dtype without dimensions, or raises.

    >>> import numpy as np
    >>> converted(np.dtype("u1"), 300)
    Traceback (most recent call last):
    ValueError: value must be between 0 and 255, not 300
    """
    numpy = numpy_module()
    if dtype.subdtype is not None:
        return _sequence(numpy, *dtype.subdtype, value, name)
    if dtype.names is not None:
        result = numpy.zeros((), dtype)  # padding is zero: equal values are equal bytes
        for field, item in _items(numpy, dtype, value).items():
            result[field] = converted(dtype[field], item, _path(name, field))
        return result
    if isinstance(value, (numpy.generic, numpy.ndarray)) and value.dtype.kind != "O":
        if value.shape != ():
            raise TypeError(f"{name} must be {_noun(dtype)}, not an array of shape {value.shape}")
        return _same_values(numpy, dtype, numpy.asarray(value), name)
    return _same_values(numpy, dtype, _natural(numpy, dtype, value, name), name)


def converted_rows(dtype: np.dtype[Any], rows: Any, name: str = "values") -> Any:
    """Returns an array of values as one of the dtype, or a single value, or raises.

    A list is one of rows, and so is a tuple for a dtype without fields.
    """
    numpy = numpy_module()
    if isinstance(rows, (list, tuple) if dtype.names is None else list):
        together = numpy.asarray(rows) if dtype.names is None and set(map(type, rows)) in PLAIN else None
        # NumPy makes floats of a list that mixes integers above 2^63 with smaller ones.
        if together is None or (together.dtype.kind == "f" and type(rows[0]) is int):
            return _stacked(numpy, dtype, (len(rows),), [converted(dtype, row, name) for row in rows])
        rows = together
    if isinstance(rows, (range, array, memoryview)) or hasattr(rows, "__array__"):
        rows = numpy.asarray(rows)
    if isinstance(rows, numpy.ndarray) and rows.shape != ():
        return _array(numpy, dtype, rows, name)
    return converted(dtype, rows, name)


def _array(numpy: Any, dtype: Any, given: Any, name: str) -> Any:
    """Returns an array as one of the dtype."""
    if given.dtype == dtype:
        return given
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if given.shape[-len(shape) :] != shape or given.ndim <= len(shape):
            raise ValueError(f"{name} must have arrays of shape {shape} in each row, not {given.shape[1:]}")
        return _array(numpy, base, given, name)
    if given.dtype.kind == "O":
        items = [converted(dtype, item, name) for item in given.reshape(-1)]
        return _stacked(numpy, dtype, given.shape, items)
    if dtype.names is None:
        return _same_values(numpy, dtype, given, name)
    if given.dtype.names is None:
        raise TypeError(f"{name} must have the fields {', '.join(dtype.names)}, not the dtype {given.dtype}")
    check_names(dtype.names, given.dtype.names, complete=True)
    result = numpy.zeros(given.shape, dtype)
    for field in dtype.names:
        result[field] = _array(numpy, dtype[field], given[field], _path(name, field))
    return result


def _stacked(numpy: Any, dtype: Any, shape: tuple[int, ...], items: list[Any]) -> Any:
    result = numpy.zeros(len(items), dtype)
    for number, item in enumerate(items):
        result[number] = item
    return result.reshape(shape)


# ---- fields and elements -------------------------------------------------------------------------------


def _items(numpy: Any, dtype: Any, value: Any) -> dict[str, Any]:
    """Returns all fields of a structured value by name."""
    names = dtype.names
    if isinstance(value, (numpy.void, numpy.ndarray)) and value.dtype.names and value.shape == ():
        value = {name: value[name] for name in value.dtype.names}
    elif hasattr(value, "as_dict"):  # a value of another table
        value = value.as_dict()
    elif isinstance(value, tuple) and set(fields := getattr(value, "_fields", ())) & set(names):
        value = dict(zip(fields, value, strict=True))
    if isinstance(value, Mapping):
        check_names(names, value, complete=True)
        return {name: value[name] for name in names}
    if not isinstance(value, (tuple, list, numpy.ndarray)):
        raise TypeError(
            f"value must be a dict or a tuple of the fields {', '.join(names)}, "
            f"not {type(value).__name__} ({shown(value)})"
        )
    if len(value) != len(names):
        raise ValueError(f"value must have the {len(names)} fields {', '.join(names)}, not {len(value)}")
    return dict(zip(names, value, strict=True))


def shown(value: Any) -> str:
    """Returns a value for a message. Python refuses to print integers of more than 4,300 digits."""
    if type(value) is int and value.bit_length() > 4096:
        return f"an integer of {value.bit_length()} bits"
    return reprlib.repr(value)


def check_names(names: tuple[str, ...], given: Any, complete: bool = False) -> None:
    """Raises ValueError for a field that the dtype lacks or, if they must be `complete`, that is missing."""
    for name in given:
        if name not in names:
            hint = did_you_mean(str(name), names, f"; there are {', '.join(names)}")
            raise ValueError(f"the dtype has no field {name!r}{hint}")
    missing = [name for name in names if name not in given] if complete else []
    if missing:
        raise ValueError(f"value must have all fields of the dtype: {missing[0]!r} is missing")


def _path(name: str, field: str) -> str:
    return field if name in ALL else f"{name}.{field}"


def _sequence(numpy: Any, base: Any, shape: tuple[int, ...], value: Any, name: str) -> Any:
    """Returns the array of an array field. A number is not repeated."""
    if isinstance(value, numpy.ndarray) and value.shape == shape:
        return _array(numpy, base, value, name)
    items = [value]
    for size in shape:
        if any(not isinstance(item, (list, tuple, numpy.ndarray)) or len(item) != size for item in items):
            raise ValueError(f"{name} must be a list of shape {shape}, not {shown(value)}")
        items = [element for item in items for element in item]
    return _stacked(numpy, base, shape, [converted(base, item, name) for item in items])


def _natural(numpy: Any, dtype: Any, value: Any, name: str) -> Any:
    """Returns a Python value as an array in the type that NumPy chooses. `_same_values` checks it later."""
    kind = dtype.kind
    if kind in "iu":
        limits = numpy.iinfo(dtype)
        return numpy.array(check_int(name, value, int(limits.min), int(limits.max)), dtype)
    if kind in "fc":
        return _number(numpy, dtype, value, name)
    if kind in "mM":
        return _date(numpy, dtype, value, name)
    wanted: type[Any] = {"b": bool, "U": str}.get(kind, bytes)
    if not isinstance(value, wanted):
        raise TypeError(f"{name} must be {_noun(dtype)}, not {type(value).__name__} ({shown(value)})")
    if kind in "SU" and value[-1:] in (b"\0", "\0"):
        raise ValueError(f"{name} must not end with a zero, which NumPy drops, as {shown(value)} does")
    return numpy.array(numpy.void(value) if kind == "V" else value)


def _number(numpy: Any, dtype: Any, value: Any, name: str) -> Any:
    if dtype.kind == "c" and isinstance(value, complex):
        return numpy.array(value)
    if hasattr(value, "__index__") and -(2**63) <= (number := index(value)) < 2**64:
        return numpy.array(number)
    real = float_of(value, name)
    with numpy.errstate(over="ignore"):  # what overflows is refused here
        kept = float(dtype.type(real))
    if hasattr(value, "__index__") and kept != real:
        raise ValueError(f"{name} must be {_noun(dtype)} that {dtype} holds, not {shown(value)}")
    return numpy.array(real)


def _date(numpy: Any, dtype: Any, value: Any, name: str) -> Any:
    """Returns a date or duration in its own unit."""
    if getattr(value, "tzinfo", None) is not None:
        raise ValueError(f"{name} must be a date without a time zone, which NumPy drops, not {shown(value)}")
    try:
        given = numpy.asarray(value, f"{dtype.kind}8")
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name} must be {_noun(dtype)}, not {shown(value)} ({error})") from None
    # NumPy makes an array of a list, NaT of None, and a duration without a unit of an integer.
    if given.shape or (numpy.isnat(given) and str(value) != "NaT") or hasattr(value, "__index__"):
        raise TypeError(f"{name} must be {_noun(dtype)}, not {type(value).__name__} ({shown(value)})")
    return given


def float_of(value: Any, name: str) -> float:
    """Returns a number as a float. Fractions are rounded; integers and finite numbers stay what they are."""
    is_number = hasattr(value, "__float__") or hasattr(value, "__index__")
    if isinstance(value, (str, bytes)) or not is_number:
        raise TypeError(f"{name} must be a number, not {type(value).__name__} ({shown(value)})")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if (math.isinf(number) or hasattr(value, "__index__")) and number != value:
        raise ValueError(f"{name} must be a number that float64 holds, not {shown(value)}")
    return number


# ---- the rule ------------------------------------------------------------------------------------------


def _same_values(numpy: Any, dtype: Any, given: Any, name: str) -> Any:
    """Returns an array without fields in the dtype, or raises for the first element that changes."""
    if given.dtype == dtype:
        return given
    kind = given.dtype.kind
    if kind not in SOURCES.get(dtype.kind, dtype.kind):
        if given.shape:
            raise TypeError(f"{name} must hold {_noun(dtype, 1)}, not {given.dtype}")
        one = given.item()
        raise TypeError(f"{name} must be {_noun(dtype)}, not {type(one).__name__} ({shown(one)})")
    if dtype.kind in "iu" and given.size:
        limits = numpy.iinfo(dtype)
        for worst in (given.min(), given.max()):
            check_int(name, int(worst), int(limits.min), int(limits.max))
    if dtype.kind in "mM" and not numpy.can_cast(given.dtype, dtype, "same_kind"):
        raise ValueError(
            f"{name} must be in a unit that {dtype} can hold: {given.dtype} has no fixed length in it"
        )
    if dtype.kind == "V" and given.dtype.itemsize != dtype.itemsize:
        raise ValueError(f"{name} must have {dtype.itemsize} bytes, not {given.dtype.itemsize}")
    with numpy.errstate(all="ignore"):
        result = given.astype(dtype)
        same = _unchanged(numpy, given, result)
    if not same.all():
        raise ValueError(_changed(dtype, given[~same].reshape(-1)[0], name))
    return result


def _unchanged(numpy: Any, given: Any, result: Any) -> Any:
    """Returns which elements have the same value; floats, which are rounded, must only stay finite."""
    kind, into = given.dtype.kind, result.dtype.kind
    if into in "fc":
        if kind in "fc":
            return numpy.isfinite(result) | ~numpy.isfinite(given)
        limit = 2.0**63 if kind == "i" else 2.0**64  # the next float after the largest integers
        real = result.real
        return numpy.isfinite(real) & (real != limit) & (real.astype(given.dtype) == given)
    if into in "mM":
        return (result.astype(given.dtype) == given) & (numpy.isnat(result) == numpy.isnat(given)) | (
            numpy.isnat(result) & numpy.isnat(given)
        )
    return numpy.asarray(result == given)


def _noun(dtype: Any, number: int = 0) -> str:
    return NOUNS[dtype.kind][number] if dtype.kind in NOUNS else f"{dtype.itemsize} bytes"


def _changed(dtype: Any, item: Any, name: str) -> str:
    """Returns the sentence about an item of an array that would change."""
    text = shown(item if dtype.kind in "mM" else item.item())
    if dtype.kind in "SU":
        longest = dtype.itemsize // (4 if dtype.kind == "U" else 1)
        return f"{name} must have at most {longest} characters, not {len(item)} ({text})"
    return f"{name} must be {_noun(dtype)} that {dtype} holds, not {text}"


def equal_values(one: Any, other: Any) -> bool:
    """Returns whether two values or fields are equal, also those that hold arrays.

    >>> import numpy as np
    >>> equal_values((1, np.array([2, 3])), (1, [2, 3]))
    True
    """
    one, other = _plain(one), _plain(other)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(equal_values, one, other))
    return bool(one == other)


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
