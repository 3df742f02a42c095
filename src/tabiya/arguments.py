"""Argument checks and their error messages.

The native core checks ``probe`` and ``store`` itself with the same messages: change them in ``core/bindings``
too. Each function returns the value in the table's form or raises: ``TypeError`` for a wrong type,
``ValueError`` for a wrong value. If several arguments are wrong, the error names the first in the order of
the signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from operator import index
from typing import Any

from .values import GENERATIONS, MAX_DEPTH, MAX_EVAL, MAX_KEY, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

__all__ = [
    "check_bound",
    "check_depth",
    "check_eval",
    "check_generation",
    "check_int",
    "check_key",
    "check_move",
    "check_pv",
    "check_score",
    "check_source",
    "did_you_mean",
]


def check_int(name: str, value: Any, low: int, high: int) -> int:
    """Checks an integer from `low` to `high`: an ``int`` or anything with ``__index__``.

    >>> check_int("depth", 300, 0, 255)
    Traceback (most recent call last):
    ValueError: depth must be between 0 and 255, not 300
    """
    number = _integer(value, f"{name} must be an integer")
    if not low <= number <= high:
        raise ValueError(f"{name} must be between {low} and {high}, not {_shown(number)}")
    return number


def check_key(value: Any, name: str = "key") -> int:
    """Checks a 64-bit key.

    >>> check_key(1.5)
    Traceback (most recent call last):
    TypeError: key must be an integer, not float (1.5)
    """
    return check_int(name, value, 0, MAX_KEY)


def check_move(value: Any) -> int:
    """Checks a move in the caller's encoding, 24 bits. 0 is no move."""
    return check_int("move", value, 0, MAX_MOVE)


def check_score(value: Any, clamp: bool = False) -> int:
    """Checks a score. With `clamp`, a score out of range becomes the nearest one in range.

    By default it raises, because engines that use 10^8 for a mate would lose it silently.

    >>> check_score(10_000_000)
    Traceback (most recent call last):
    ValueError: score must be between -500000 and 500000, not 10000000 (clamp_scores=True would clamp it)
    >>> check_score(10_000_000, clamp=True)
    500000
    """
    number = _integer(value, "score must be an integer")
    if clamp:
        return max(-MAX_SCORE, min(number, MAX_SCORE))
    if not -MAX_SCORE <= number <= MAX_SCORE:
        raise ValueError(
            f"score must be between {-MAX_SCORE} and {MAX_SCORE}, not {_shown(number)}"
            " (clamp_scores=True would clamp it)"
        )
    return number


def check_eval(value: Any) -> int:
    """Checks a static evaluation. ``None`` becomes ``NO_EVAL``, as in a slot.

    >>> check_eval(None), check_eval(-7)
    (-32768, -7)
    """
    if value is None:
        return NO_EVAL
    number = _integer(value, "eval must be None or an integer")
    if not -MAX_EVAL <= number <= MAX_EVAL:
        raise ValueError(f"eval must be None or between {-MAX_EVAL} and {MAX_EVAL}, not {_shown(number)}")
    return number


def check_depth(value: Any) -> int:
    """Checks a depth in plies. 0 is quiescence."""
    return check_int("depth", value, 0, MAX_DEPTH)


def check_bound(value: Any) -> Bound:
    """Checks a bound of an entry, given as a member or a number.

    >>> check_bound(7)
    Traceback (most recent call last):
    ValueError: bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3), not 7
    """
    number = _integer(value, "bound must be a Bound")
    if not Bound.UPPER <= number <= Bound.EXACT:
        raise ValueError(
            f"bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3), not {_shown(number)}"
        )
    return Bound(number)


def check_generation(value: Any) -> int:
    """Checks a generation, already reduced to 6 bits."""
    return check_int("generation", value, 0, GENERATIONS - 1)


def check_source(value: Any) -> Source:
    """Checks a source, given as a member or a number.

    >>> check_source("main")
    Traceback (most recent call last):
    TypeError: source must be a Source, not str ('main')
    """
    number = _integer(value, "source must be a Source")
    if not Source.QUIESCENCE <= number <= Source.MAIN:
        raise ValueError(f"source must be a Source (0 to 4), not {_shown(number)}")
    return Source(number)


def check_pv(value: Any) -> bool:
    """Checks the PV flag: exactly ``True`` or ``False``.

    >>> check_pv(1)
    Traceback (most recent call last):
    TypeError: pv must be a bool, not int (1)
    """
    if not isinstance(value, bool):
        raise TypeError(f"pv must be a bool, not {type(value).__name__} ({value!r})")
    return value


def _integer(value: Any, demand: str) -> int:
    """Returns `value` as an ``int``, or raises TypeError with `demand`."""
    try:
        # int() turns enum members and bools into the plain number that messages print.
        return int(index(value))
    except TypeError:
        raise TypeError(f"{demand}, not {type(value).__name__} ({value!r})") from None


def _shown(number: int) -> str:
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
