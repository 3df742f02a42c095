"""The arguments of ``go``, and how they become the arguments of `Engine.search`.

The protocols count milliseconds, everything else counts seconds: `in_seconds` is the border.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..engine.limits import MAX_MOVESTOGO, MAX_NODES, MAX_SEARCH_DEPTH, MAX_SECONDS
from .options import shortened

__all__ = ["Go", "clamp_limits", "in_seconds"]

MILLISECONDS = {
    "movetime": "time",
    "wtime": "white_clock",
    "btime": "black_clock",
    "winc": "white_inc",
    "binc": "black_inc",
    "byoyomi": "byoyomi_time",
}
"""The protocols' names, in milliseconds, and the names of `Engine.search`, in seconds."""
CLOCKS = ("wtime", "btime", "winc", "binc", "byoyomi", "movestogo")
COUNTS = ("movestogo", "depth", "nodes", "perft", "hash")
LARGEST = 2**53
"""Larger clocks and counts are mistakes of the interface and are cut to this."""
UNREADABLE = 1000
"""Milliseconds to search if no limit could be read: the interface expects a move."""


@dataclass
class Go:
    """The arguments of ``go``: numbers by name, and switches.

    >>> go = Go.parsed("wtime 60000 btime 58000 winc 1000 binc 1000")
    >>> go.numbers["wtime"], go.infinite
    (60000, False)
    """

    numbers: dict[str, int] = field(default_factory=dict)
    searchmoves: list[str] = field(default_factory=list)
    ponder: bool = False
    infinite: bool = False
    mate: int | None = None
    """In moves or plies, as the protocol counts; 0 for any mate."""
    notes: list[str] = field(default_factory=list)
    """What was ignored or read in another way, a sentence each. A game is never lost for a token."""

    @classmethod
    def parsed(cls, text: str) -> Go:
        """Parses the arguments. Words that mean nothing are ignored and noted, numbers are rounded."""
        go = cls()
        words = text.split()
        while words:
            word = words.pop(0)
            if word in MILLISECONDS or word in COUNTS:
                go._read_number(word, words)
            elif word == "mate":
                go._read_mate(words)
            elif word in ("ponder", "infinite"):
                setattr(go, word, True)
            elif word == "searchmoves":
                while words and words[0] not in KEYWORDS:
                    go.searchmoves.append(words.pop(0))
            else:
                go.notes.append(f"go has no argument {shortened(word)}: ignored")
        if "hash" in go.numbers and "perft" not in go.numbers:
            go.notes.append("go takes hash only with perft (go perft DEPTH hash MB): ignored")
        if go.notes and not go.has_limit:
            go.numbers["movetime"] = UNREADABLE
            go.notes.append(f"go has no limit left: searching for {UNREADABLE} ms")
        return go

    def _read_number(self, name: str, words: list[str]) -> None:
        value = self._taken(name, words)
        if value is None:
            return
        if name == "movestogo" and value < 1:
            self.notes.append(f"go movestogo must be at least 1, not {value}: ignored")
            return
        self.numbers[name] = value

    def _read_mate(self, words: list[str]) -> None:
        if words[:1] == ["infinite"]:
            words.pop(0)
            self.mate = 0
        elif (value := self._taken("mate", words)) is not None:
            self.mate = max(value, 1)
            if value < 1:
                self.notes.append(f"go mate must be at least 1, not {value}: searching with 1")

    def _taken(self, name: str, words: list[str]) -> int | None:
        """Takes a number from the words. Clocks may be negative: some interfaces send that without time."""
        text = words[0] if words else ""
        value = _number(text)
        if value is None:
            self.notes.append(f"go {name} needs a number, not {shortened(text)}: ignored")
            if words and words[0] not in KEYWORDS:
                words.pop(0)
            return None
        words.pop(0)
        if abs(value) == LARGEST:
            self.notes.append(f"go {name} {shortened(text)} cannot be counted: taken as {value}")
        elif not _is_whole(text):
            self.notes.append(f"go {name} {shortened(text)} is no whole number: taken as {value}")
        return value

    @property
    def has_limit(self) -> bool:
        """Whether the search ends by itself, or is meant not to."""
        ends = ("depth", "nodes", "movetime", "perft")
        return (
            self.infinite
            or self.ponder
            or self.mate is not None
            or self.has_clock
            or any(name in self.numbers for name in ends)
        )

    @property
    def has_clock(self) -> bool:
        """Whether a game clock limits the search."""
        return any(name in self.numbers for name in CLOCKS if name != "movestogo")

    def clock(self) -> dict[str, int]:
        """Returns the clocks for `Engine.search`. A side without a time gets the other side's.

        >>> Go.parsed("wtime 5000 binc -1").clock()
        {'wtime': 5000, 'binc': 0, 'btime': 5000}
        """
        clocks = {name: max(self.numbers[name], 0) for name in CLOCKS if name in self.numbers}
        if self.has_clock:
            for name, other in (("wtime", "btime"), ("btime", "wtime")):
                clocks.setdefault(name, clocks.get(other, 0))
        return clocks


KEYWORDS = {*MILLISECONDS, *COUNTS, "mate", "ponder", "infinite", "searchmoves"}


def in_seconds(arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns a protocol's limits under the names of `Engine.search`, with times in seconds.

    >>> in_seconds({"depth": 9, "movetime": 500})
    {'depth': 9, 'time': 0.5}
    """
    return {
        MILLISECONDS.get(name, name): value / 1000 if name in MILLISECONDS else value
        for name, value in arguments.items()
    }


def clamp_limits(arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns a protocol's limits with every number clamped to the range of the search.

    >>> clamp_limits({"depth": 300, "movetime": 0, "multipv": 1})
    {'depth': 245, 'movetime': 1, 'multipv': 1}
    """
    most = int(1000 * MAX_SECONDS)
    ranges = {
        "depth": (1, MAX_SEARCH_DEPTH),
        "mate": (1, MAX_SEARCH_DEPTH),
        "nodes": (1, MAX_NODES),
        "movestogo": (1, MAX_MOVESTOGO),
        **dict.fromkeys(MILLISECONDS, (-most, most)),
        "movetime": (1, most),
    }
    return {
        name: min(max(value, ranges[name][0]), ranges[name][1]) if name in ranges else value
        for name, value in arguments.items()
    }


def _number(text: str) -> int | None:
    """Reads a number and cuts it to what the search can count; None for other texts.

    >>> [_number(text) for text in ("60000", "-5", "50.7", "1e3", "soon", "1_0", "nan")]
    [60000, -5, 50, 1000, None, None, None]
    """
    if _is_whole(text):
        return max(-LARGEST, min(LARGEST, int(text[:20])))
    if not text or set(text) - set("0123456789+-.eE"):
        return None
    try:
        return int(max(-float(LARGEST), min(float(LARGEST), float(text))))
    except ValueError:
        return None


def _is_whole(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").removeprefix("+").isdigit()
