"""The arguments of ``go``, as the engine's search takes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .options import shortened

__all__ = ["Go"]

MILLISECONDS = ("wtime", "btime", "winc", "binc", "byoyomi", "movetime")
CLOCKS = ("wtime", "btime", "winc", "binc", "byoyomi", "movestogo")
COUNTS = ("movestogo", "depth", "nodes", "perft", "hash")
LARGEST = 2**53
"""Larger clocks and counts are mistakes of the interface and are cut to this."""


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

    @classmethod
    def parsed(cls, text: str) -> Go:
        """Parses the arguments. ValueError names the wrong one."""
        go = cls()
        words = text.split()
        while words:
            word = words.pop(0)
            if word in MILLISECONDS:
                go.numbers[word] = _number(word, words)
            elif word in COUNTS:
                go.numbers[word] = _positive(word, words)
            elif word == "mate":
                go.mate = 0 if words[:1] == ["infinite"] else _positive(word, words)
                words = words[1:] if go.mate == 0 else words
            elif word in ("ponder", "infinite"):
                setattr(go, word, True)
            elif word == "searchmoves":
                while words and words[0] not in KEYWORDS:
                    go.searchmoves.append(words.pop(0))
            else:
                raise ValueError(f"go has no argument {shortened(word)}")
        if "hash" in go.numbers and "perft" not in go.numbers:
            raise ValueError("go takes hash only with perft: go perft DEPTH hash MB")
        return go

    @property
    def has_clock(self) -> bool:
        """Whether a game clock limits the search."""
        return any(name in self.numbers for name in ("wtime", "btime", "byoyomi"))

    def clock(self) -> dict[str, int]:
        """Returns the clocks for `Engine.search`. A side without a time gets the other side's.

        >>> Go.parsed("wtime 5000 binc -1").clock()
        {'wtime': 5000, 'binc': 0, 'btime': 5000}
        """
        clocks = {name: max(self.numbers[name], 0) for name in CLOCKS if name in self.numbers}
        for name, other in (("wtime", "btime"), ("btime", "wtime")):
            if name not in clocks and other in clocks:
                clocks[name] = clocks[other]
        return clocks


KEYWORDS = {*MILLISECONDS, *COUNTS, "mate", "ponder", "infinite", "searchmoves"}


def _number(name: str, words: list[str]) -> int:
    """Parses a number. Some interfaces send negative clocks when time is over."""
    text = words.pop(0) if words else ""
    if not _is_number(text):
        raise ValueError(f"go {name} needs a number, not {shortened(text)}")
    return max(-LARGEST, min(LARGEST, int(text[:20])))


def _positive(name: str, words: list[str]) -> int:
    value = _number(name, words)
    if value < 1:
        raise ValueError(f"go {name} must be at least 1, not {value}")
    return value


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").removeprefix("+").isdigit()
