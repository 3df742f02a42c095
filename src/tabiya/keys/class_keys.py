"""Describes which classes have a stable key and what it depends on. `tabiya.key_of` asks once per class."""

from __future__ import annotations

import dataclasses
import sys
from enum import Enum, Flag
from typing import Any, NoReturn

__all__ = [
    "MAX_NESTING",
    "Description",
    "check_fields",
    "describe",
    "is_itself",
    "item_kind",
    "refuse_array",
]

MAX_NESTING = 200
"""The maximum nesting of states, as in `core/bindings/state_key.cpp`."""

ARRAY_KINDS = "biuf"
"""NumPy kinds with the same bytes everywhere: bool, int, unsigned and float."""

Description = str | tuple[tuple[str, ...], tuple[str, ...]]
"""The state of a class's own key and its fields; "item" for NumPy scalars, "array" for NumPy arrays."""

WAYS_OUT = {
    "set": "frozenset(x) has one",
    "dict": "frozenset(x.items()) has one, if the values have one",
    "bytearray": "bytes(x) has one",
    "memoryview": "bytes(x) has one",
    "array.array": "bytes(x) has one",
    "range": "tuple(x) has one",
    "complex": "the tuple (x.real, x.imag) has one",
}
BASES = (int, float, str, bytes, tuple, list, frozenset)


def describe(kind: type) -> Description:
    """Returns what the key of an instance depends on. Raises TypeError with an alternative if it has no key.

    The module is left out: a class of a script is in `__main__`, but in `__mp_main__` in the processes that
    the script spawns.
    """
    if issubclass(kind, Enum):
        field = "_value_" if issubclass(kind, Flag) else "_name_"  # combined flags have no name
        return ("enum", kind.__qualname__), (field,)
    numpy_kind = _numpy_kind(kind)
    if numpy_kind is not None:
        return numpy_kind
    if dataclasses.is_dataclass(kind):
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            _refuse(kind, "declare the dataclass with frozen=True, or pass its fields as a tuple")
        names = tuple(field.name for field in dataclasses.fields(kind) if field.compare)
        return ("dataclass", kind.__qualname__, *names), names
    fields = getattr(kind, "_fields", None)
    if issubclass(kind, tuple) and fields is not None:
        names = tuple(fields)
        return ("namedtuple", kind.__qualname__, *names), names
    _refuse(kind, _way_out(kind))


def check_fields(value: tuple[Any, ...]) -> None:
    """Raises TypeError for a tuple whose class names fewer or more fields than there are elements."""
    kind = type(value)
    names = getattr(kind, "_fields", ())
    if not dataclasses.is_dataclass(kind) and len(names) != len(value):
        _refuse(kind, f"its _fields name {len(names)} of {len(value)} elements; tuple(x) has one")


def is_itself(kind: type) -> bool:
    """Returns whether a class equals no other. A metaclass can say otherwise."""
    meta = type(kind)
    return meta.__eq__ is type.__eq__ and meta.__hash__ is type.__hash__


def item_kind(dtype: Any) -> str | None:
    """Returns the letter of an array's type, or None if its bytes are not stable."""
    stable = dtype.kind in ARRAY_KINDS and dtype.itemsize <= 8
    return dtype.kind if stable else None


def refuse_array(array: Any) -> NoReturn:
    """Raises TypeError with an alternative for an array without plain numbers."""
    raise TypeError(
        f"an array of dtype {array.dtype} has no stable key: x.astype(...) to bool, integers or floats of up "
        "to 64 bits has one, and so has a tuple"
    )


def _numpy_kind(kind: type) -> str | None:
    np: Any = sys.modules.get("numpy")
    if np is None:
        return None
    if kind is np.ndarray:
        return "array"
    scalars = (np.bool_, np.integer, np.float16, np.float32, np.float64, np.str_, np.bytes_)
    plain = kind.__module__ == "numpy" and issubclass(kind, scalars) and not issubclass(kind, np.timedelta64)
    return "item" if plain else None


def _way_out(kind: type) -> str:
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if name in WAYS_OUT:
        return WAYS_OUT[name]
    np: Any = sys.modules.get("numpy")
    if np is not None and issubclass(kind, np.ndarray):
        return "numpy.asarray(x) has one"
    for base in BASES:
        if issubclass(kind, base):
            return f"{base.__name__}(x) has one, if what distinguishes the subclass does not matter"
    return "pass what distinguishes its states as a tuple, or make it a frozen dataclass"


def _refuse(kind: type, way_out: str) -> NoReturn:
    raise TypeError(f"{kind.__qualname__} has no stable key: {way_out}")
