"""Checks the arguments of `Engine.search`, which say when a search ends.

Times are in seconds, with the names of python-chess. `protocols.go` converts the milliseconds of UCI and USI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, SupportsIndex, TypedDict

from .._utils.arguments import check_int, did_you_mean
from ..games.mate_score import MAX_PLY
from .clock import Clock

__all__ = ["Limits", "SearchArguments", "check_limits"]

MAX_SEARCH_DEPTH = MAX_PLY - 1
MAX_SECONDS = 1e9
MAX_MOVESTOGO = 10_000
MAX_NODES = 2**63 - 1
MIN_RECORD, MAX_RECORD = 1000, 100_000_000
CLOCKS = ("white_clock", "black_clock", "white_inc", "black_inc", "byoyomi_time", "movestogo")
ENDS = ("depth", "nodes", "mate", "time")


class SearchArguments(TypedDict, total=False):
    """The arguments of `Engine.search`, `search_async` and `analyse` besides the board."""

    depth: SupportsIndex | None
    nodes: SupportsIndex | None
    time: float | None
    mate: SupportsIndex | None
    white_clock: float | None
    black_clock: float | None
    white_inc: float | None
    black_inc: float | None
    byoyomi_time: float | None
    movestogo: SupportsIndex | None
    infinite: bool
    ponder: bool
    search_moves: Iterable[Any] | None
    multipv: SupportsIndex
    on_info: Callable[[Any], object] | None
    on_current_move: Callable[[Any], object] | None
    record: SupportsIndex | None


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The checked arguments of a search."""

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    byoyomi_time: float | None = None
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    search_moves: tuple[Any, ...] | None = None
    multipv: int = 1
    on_info: Callable[[Any], object] | None = None
    on_current_move: Callable[[Any], object] | None = None
    record: int | None = None

    @property
    def has_clock(self) -> bool:
        return any(getattr(self, name) is not None for name in CLOCKS)

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends the search."""
        return self.infinite or self.ponder

    def clock_of(self, white: bool) -> Clock:
        """Returns the clock of the side to move."""
        name, remaining, increment = (
            ("white_clock", self.white_clock, self.white_inc)
            if white
            else ("black_clock", self.black_clock, self.black_inc)
        )
        if remaining is None and self.byoyomi_time is None:
            raise ValueError(f"the side to move has no clock: {name} is missing")
        return Clock(remaining or 0.0, increment or 0.0, self.movestogo or 0, self.byoyomi_time or 0.0)


def check_limits(arguments: dict[str, Any]) -> Limits:
    """Returns the arguments as limits. Raises TypeError or ValueError if they are wrong.

    >>> check_limits({})
    Traceback (most recent call last):
    TypeError: a search needs a limit: depth, nodes, mate, time, a clock (white_clock=…) or infinite=True
    """
    names = [field.name for field in fields(Limits)]
    for name, value in arguments.items():
        if name not in names:
            raise TypeError(f"search takes no argument {name!r}{did_you_mean(name, names)}")
        _check(name, value)
    moves = arguments.get("search_moves")
    if moves is not None:
        moves = tuple(moves)
        if not moves:
            raise ValueError("search_moves must contain a move or be None, not empty")
    limits = Limits(**{**arguments, "search_moves": moves})
    _check_together(limits)
    return limits


def _check(name: str, value: Any) -> None:
    if name in ("infinite", "ponder"):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, not {type(value).__name__} ({value!r})")
    elif name == "multipv":
        check_int(name, value, 1, 1000)
    elif value is None:
        return
    elif name in ("on_info", "on_current_move"):
        if not callable(value):
            raise TypeError(f"{name} must be callable, not {type(value).__name__} ({value!r})")
    elif name in ("depth", "mate"):
        check_int(name, value, 1, MAX_SEARCH_DEPTH)
    elif name == "nodes":
        check_int(name, value, 1, MAX_NODES)
    elif name == "record":
        check_int(name, value, MIN_RECORD, MAX_RECORD)
    elif name == "movestogo":
        check_int(name, value, 1, MAX_MOVESTOGO)
    elif name == "search_moves":
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise TypeError(f"search_moves must be a list of moves, not {type(value).__name__} ({value!r})")
    else:
        _check_time(name, value, above_zero=name == "time")


def _check_time(name: str, value: Any, above_zero: bool) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number of seconds, not {type(value).__name__} ({value!r})")
    # A clock may be slightly overdrawn when it is reported. That means no time.
    if not isfinite(value) or abs(value) > MAX_SECONDS or (above_zero and value <= 0):
        kind = "above 0" if above_zero else "finite"
        raise ValueError(f"{name} must be {kind} and at most {MAX_SECONDS:,.0f} seconds, not {value!r}")


def _check_together(limits: Limits) -> None:
    ends = [name for name in ENDS if getattr(limits, name) is not None]
    clocks = [name for name in CLOCKS if getattr(limits, name) is not None]
    if limits.infinite and (ends or clocks):
        raise ValueError(f"infinite=True and {(ends or clocks)[0]}= exclude each other")
    if limits.ponder and any(name != "time" for name in ends):
        name = next(name for name in ends if name != "time")
        raise ValueError(f"ponder=True and {name}= exclude each other: pondering needs a clock")
    if not ends and not clocks and not limits.infinite:
        raise TypeError(
            "a search needs a limit: depth, nodes, mate, time, a clock (white_clock=…) or infinite=True"
        )
