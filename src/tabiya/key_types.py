"""Which classes have a stable key, and what it is made of: `tabiya.key_of` asks once per class."""

from __future__ import annotations

import dataclasses
import sys
from enum import Enum, Flag
from typing import Any, NoReturn

__all__ = ["MAX_NESTING", "Description", "describe", "item_kind", "refuse_array"]

MAX_NESTING = 200
"""How deep states may be nested; `core/bindings/state_key.cpp` has the same number."""

ARRAY_KINDS = "biuf"
"""Kinds of NumPy's types whose bytes mean the same everywhere: bool, int, unsigned and float."""

Description = str | tuple[tuple[str, ...], tuple[str, ...]]
"""What a class's own key is made of, and its fields; "item" for NumPy's scalars, "array" for its arrays."""

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
    """What the key of an instance is made of; TypeError with a way out if it can have none.

    Modules are no part of it: a class of a script is in `__main__`, and in the processes that the script
    spawns in `__mp_main__`.
    """
    if issubclass(kind, Enum):
        field = "_value_" if issubclass(kind, Flag) else "_name_"  # combined flags have no name of their own
        return ("enum", kind.__qualname__), (field,)
    numpy_kind = _numpy_kind(kind)
    if numpy_kind is not None:
        return numpy_kind
    if dataclasses.is_dataclass(kind):
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            _refuse(kind, "declare the dataclass with frozen=True, or pass its fields as a tuple")
        names = tuple(field.name for field in dataclasses.fields(kind) if field.compare)
        return ("dataclass", kind.__qualname__, *names), names
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = tuple(kind._fields)
        return ("namedtuple", kind.__qualname__, *names), names
    _refuse(kind, _way_out(kind))


def item_kind(dtype: Any) -> str | None:
    """The letter of an array's type, or None if its bytes have no meaning that lasts."""
    stable = dtype.kind in ARRAY_KINDS and dtype.itemsize <= 8
    return dtype.kind if stable else None


def refuse_array(array: Any) -> NoReturn:
    """Says what to do about an array that holds no plain numbers."""
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
