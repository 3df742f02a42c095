"""When a search ends: the arguments of `Engine.search`, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, SupportsIndex, TypedDict

from ..arguments import check_int, did_you_mean
from .clock import Clock

__all__ = ["Limits", "SearchArguments", "check_limits", "clamp_limits"]

MAX_SEARCH_DEPTH = 245
MAX_MILLISECONDS = 1e12
MAX_MOVESTOGO = 10_000
MAX_NODES = 2**63 - 1
CLOCKS = ("wtime", "btime", "winc", "binc", "movestogo", "byoyomi")
ENDS = ("depth", "nodes", "mate", "movetime")


class SearchArguments(TypedDict, total=False):
    """What `Engine.search`, `search_async` and `analyse` take beside the board."""

    depth: SupportsIndex | None
    nodes: SupportsIndex | None
    movetime: float | None
    mate: SupportsIndex | None
    wtime: float | None
    btime: float | None
    winc: float | None
    binc: float | None
    movestogo: SupportsIndex | None
    byoyomi: float | None
    infinite: bool
    ponder: bool
    search_moves: Iterable[Any] | None
    multipv: SupportsIndex
    on_info: Callable[[Any], object] | None
    on_current_move: Callable[[Any], object] | None


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The arguments of a search; `check_limits` has seen them."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    mate: int | None = None
    wtime: float | None = None
    btime: float | None = None
    winc: float | None = None
    binc: float | None = None
    movestogo: int | None = None
    byoyomi: float | None = None
    infinite: bool = False
    ponder: bool = False
    search_moves: tuple[Any, ...] | None = None
    multipv: int = 1
    on_info: Callable[[Any], object] | None = None
    on_current_move: Callable[[Any], object] | None = None

    @property
    def has_clock(self) -> bool:
        return any(getattr(self, name) is not None for name in CLOCKS)

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends the search."""
        return self.infinite or self.ponder

    def clock_of(self, white: bool) -> Clock:
        """The clock of the side to move."""
        time, increment = ("wtime", "winc") if white else ("btime", "binc")
        remaining = getattr(self, time)
        if remaining is None and not self.byoyomi:
            raise ValueError(f"the side to move has no time: {time} is missing")
        return Clock(
            remaining or 0.0, getattr(self, increment) or 0.0, self.movestogo or 0, self.byoyomi or 0.0
        )


def check_limits(arguments: dict[str, Any]) -> Limits:
    """The arguments as limits, or the sentence that says what is wrong with them.

    >>> check_limits({})
    Traceback (most recent call last):
    TypeError: a search needs a limit: depth, nodes, mate, movetime, a clock (wtime, btime) or infinite=True
    """
    names = [field.name for field in fields(Limits)]
    for name in arguments:
        if name not in names:
            raise TypeError(f"search takes no argument {name!r}{did_you_mean(name, names)}")
    for name, value in arguments.items():
        _check(name, value)
    moves = arguments.get("search_moves")
    if moves is not None:
        moves = tuple(moves)
        if not moves:
            raise ValueError("search_moves must name a move or be None, not be empty")
    limits = Limits(**{**arguments, "search_moves": moves})
    _check_together(limits)
    return limits


def clamp_limits(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with every number brought into the range that the search has, for interfaces.

    >>> clamp_limits({"depth": 300, "movetime": 0, "multipv": 1})
    {'depth': 245, 'movetime': 1, 'multipv': 1}
    """
    milliseconds = (-int(MAX_MILLISECONDS), int(MAX_MILLISECONDS))
    ranges = {
        "depth": (1, MAX_SEARCH_DEPTH),
        "mate": (1, MAX_SEARCH_DEPTH),
        "nodes": (1, MAX_NODES),
        "movestogo": (1, MAX_MOVESTOGO),
        "movetime": (1, int(MAX_MILLISECONDS)),
        **dict.fromkeys(("wtime", "btime", "winc", "binc", "byoyomi"), milliseconds),
    }
    return {
        name: min(max(value, ranges[name][0]), ranges[name][1]) if name in ranges else value
        for name, value in arguments.items()
    }


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
    elif name == "movestogo":
        check_int(name, value, 1, MAX_MOVESTOGO)
    elif name == "search_moves":
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise TypeError(f"search_moves must be moves in a list, not {type(value).__name__} ({value!r})")
    else:
        _check_milliseconds(name, value, above_zero=name == "movetime")


def _check_milliseconds(name: str, value: Any, above_zero: bool) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number of milliseconds, not {type(value).__name__} ({value!r})")
    # A clock may be overdrawn by the time it takes to tell; it means that there is no time.
    if not isfinite(value) or abs(value) > MAX_MILLISECONDS or (above_zero and value <= 0):
        kind = "above 0" if above_zero else "finite"
        raise ValueError(f"{name} must be {kind} and at most 10^12 milliseconds, not {value!r}")


def _check_together(limits: Limits) -> None:
    ends = [name for name in ENDS if getattr(limits, name) is not None]
    clocks = [name for name in CLOCKS if getattr(limits, name) is not None]
    if limits.infinite and (ends or clocks):
        raise ValueError(f"infinite=True and {(ends or clocks)[0]}= exclude each other")
    if limits.movetime is not None and clocks:
        raise ValueError(f"movetime= and {clocks[0]}= exclude each other: a clock gives the time by itself")
    if limits.ponder and any(name != "movetime" for name in ends):
        name = next(name for name in ends if name != "movetime")
        raise ValueError(f"ponder=True and {name}= exclude each other: pondering takes a clock")
    if not ends and not clocks and not limits.infinite:
        raise TypeError(
            "a search needs a limit: depth, nodes, mate, movetime, a clock (wtime, btime) or infinite=True"
        )
