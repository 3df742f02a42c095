"""Checks of the arguments of tables, and their error messages.

The native core checks ``probe`` and ``store`` itself with the same messages: change them in ``core/bindings``
too. Each function returns the value in the table's form or raises: ``TypeError`` for a wrong type,
``ValueError`` for a wrong value. If several arguments are wrong, the error names the first in the order of
the signature.
"""

from __future__ import annotations

from math import inf
from typing import Any

from .._utils.arguments import check_int, integer, shown
from ..games.mate_score import LONGEST_WIN
from .entry_values import (
    GENERATIONS,
    MAX_DEPTH,
    MAX_EVAL,
    MAX_KEY,
    MAX_MOVE,
    MAX_SCORE,
    MIN_KEY,
    NO_EVAL,
    Bound,
    Source,
)

__all__ = [
    "check_bound",
    "check_depth",
    "check_eval",
    "check_generation",
    "check_huge_pages",
    "check_key",
    "check_limit",
    "check_move",
    "check_ply",
    "check_pv",
    "check_score",
    "check_source",
    "check_wide_key",
    "check_window",
]

STATES = (tuple, list, str, bytes, frozenset)
"""Types that states of games often have."""


def check_key(value: Any, name: str = "key") -> int:
    """Checks a 64-bit key. A negative one, such as half of all values of ``hash``, is its two's complement.

    >>> check_key(1.5)
    Traceback (most recent call last):
    TypeError: key must be an integer, not float (1.5)
    >>> check_key(-1) == 2**64 - 1
    True
    >>> check_key((0, 1))
    Traceback (most recent call last):
    TypeError: key must be an integer, not tuple ((0, 1)): tabiya.key_of(x) makes one
    """
    if isinstance(value, STATES):
        text = f"{type(value).__name__} ({value!r})"
        raise TypeError(f"{name} must be an integer, not {text}: tabiya.key_of(x) makes one")
    return check_int(name, value, MIN_KEY, MAX_KEY) & MAX_KEY


def check_wide_key(value: Any) -> int:
    """Checks a 128-bit key.

    >>> check_wide_key(-1)
    Traceback (most recent call last):
    ValueError: key must be between 0 and 340282366920938463463374607431768211455, not -1
    """
    if isinstance(value, tuple):
        raise ValueError(f"a key in two halves must be (upper, lower), not {value!r}")
    return check_int("key", value, 0, 2**128 - 1)


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
    number = integer(value, "score must be an integer")
    if clamp:
        return max(-MAX_SCORE, min(number, MAX_SCORE))
    if not -MAX_SCORE <= number <= MAX_SCORE:
        raise ValueError(
            f"score must be between {-MAX_SCORE} and {MAX_SCORE}, not {shown(number)}"
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
    number = integer(value, "eval must be None or an integer")
    if not -MAX_EVAL <= number <= MAX_EVAL:
        raise ValueError(f"eval must be None or between {-MAX_EVAL} and {MAX_EVAL}, not {shown(number)}")
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
    number = integer(value, "bound must be a Bound")
    if not Bound.UPPER <= number <= Bound.EXACT:
        raise ValueError(
            f"bound must be Bound.UPPER (1), Bound.LOWER (2) or Bound.EXACT (3), not {shown(number)}"
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
    number = integer(value, "source must be a Source")
    if not Source.QUIESCENCE <= number <= Source.MAIN:
        raise ValueError(f"source must be a Source (0 to 4), not {shown(number)}")
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


def check_limit(value: Any, name: str) -> float:
    """Checks a limit of a window, alpha or beta: any number except NaN. Infinite ones are allowed.

    >>> check_limit("x", "alpha")
    Traceback (most recent call last):
    TypeError: alpha must be a number, not str ('x')
    """
    try:
        number = float(value if isinstance(value, float) else integer(value, f"{name} must be a number"))
    except OverflowError:
        return inf if value > 0 else -inf
    if number != number:
        raise ValueError(f"{name} must be a number, not {value!r}")
    return number


def check_window(alpha: Any, beta: Any) -> tuple[float, float]:
    """Checks the limits of a window.

    >>> check_window(10, 10)
    Traceback (most recent call last):
    ValueError: alpha must be below beta, not 10 and 10
    """
    low, high = check_limit(alpha, "alpha"), check_limit(beta, "beta")
    if not low < high:
        raise ValueError(f"alpha must be below beta, not {alpha} and {beta}")
    return low, high


def check_huge_pages(value: Any) -> bool:
    """Checks the switch of tables that have no explicit huge pages."""
    if not isinstance(value, bool):
        hint = ": only TranspositionTable has explicit huge pages" if value == "explicit" else ""
        raise TypeError(f"huge_pages must be True or False, not {type(value).__name__} ({value!r}){hint}")
    return value


def check_ply(value: Any) -> int:
    """Checks a distance from the root. ``None`` counts as the root, so that scores stay unchanged."""
    return 0 if value is None else check_int("ply", value, 0, LONGEST_WIN)
