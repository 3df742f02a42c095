"""Argument checks and their error messages.

Each function returns the value as it is used or raises: ``TypeError`` for a wrong type, ``ValueError`` for a
wrong value.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from operator import index
from typing import Any

__all__ = ["check_int", "check_path", "did_you_mean", "integer", "shown"]


def check_int(name: str, value: Any, low: int, high: int) -> int:
    """Checks an integer from `low` to `high`: an ``int`` or anything with ``__index__``.

    >>> check_int("depth", 300, 0, 255)
    Traceback (most recent call last):
    ValueError: depth must be between 0 and 255, not 300
    """
    number = integer(value, f"{name} must be an integer")
    if not low <= number <= high:
        raise ValueError(f"{name} must be between {low} and {high}, not {shown(number)}")
    return number


def check_path(path: Any) -> str:
    """Checks the path of a file and returns it as text.

    >>> check_path(b"tables/values")
    'tables/values'
    >>> check_path("values\\0")
    Traceback (most recent call last):
    ValueError: path must not contain a zero byte, as 'values\\x00' does
    """
    text = os.fsdecode(path)
    if "\0" in text:
        raise ValueError(f"path must not contain a zero byte, as {text!r} does")
    return text


def integer(value: Any, demand: str) -> int:
    """Returns `value` as an ``int``, or raises TypeError with `demand`."""
    try:
        # int() turns enum members and bools into the plain number that messages print.
        return int(index(value))
    except TypeError:
        raise TypeError(f"{demand}, not {type(value).__name__} ({value!r})") from None


def shown(number: int) -> str:
    """Formats a number for messages. Python refuses to print more than 4,300 digits."""
    bits = number.bit_length()
    return str(number) if bits <= 4096 else f"an integer of {bits} bits"


def did_you_mean(name: str, known: Iterable[str] | Mapping[str, str], otherwise: str = "") -> str:
    """Returns the end of an error message about an unknown name: the closest known name, or else `otherwise`.

    A mapping maps names as they are compared to names as they are shown.

    >>> did_you_mean("dept", ["depth", "nodes"]), did_you_mean("xyz", ["depth", "nodes"])
    ("; did you mean 'depth'?", '')
    """
    shown = known if isinstance(known, Mapping) else {each: each for each in known}
    close = get_close_matches(name, shown, 1)
    return f"; did you mean {shown[close[0]]!r}?" if close else otherwise
