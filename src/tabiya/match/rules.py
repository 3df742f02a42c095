"""The rules of a match: time control and adjudication."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from ..games.play import Adjudicator

__all__ = ["Rules", "TimeControl"]


@dataclass(frozen=True)
class TimeControl:
    """Seconds per game and increment in seconds per move.

    >>> TimeControl.parse("10+0.1")
    TimeControl(seconds=10.0, increment=0.1)
    >>> TimeControl.parse("ten")
    Traceback (most recent call last):
    ValueError: a time control must be seconds+increment, such as 10+0.1, not 'ten'
    """

    seconds: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
        if match is None or float(match[1]) <= 0:
            raise ValueError(f"a time control must be seconds+increment, such as 10+0.1, not {text[:40]!r}")
        return cls(float(match[1]), float(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


@dataclass(frozen=True)
class Rules:
    """The rules of a match. One of `tc`, `nodes` and `movetime` limits a move."""

    game: str = "chess"
    tc: str | None = None
    nodes: int | None = None
    movetime: float | None = None
    """Seconds per move."""
    resign: int = 1000
    """Centipawns: a game is lost when both sides report at least this for 3 moves each. 0 plays on."""
    draw: int = 8
    """Centipawns: a draw when both report at most this for 8 moves each, after move 40. 0 plays on."""
    longest: int = 200
    """Moves per side after which a game is a draw."""
    margin: float = 0.01
    """Seconds by which a clock may be exceeded."""
    patience: float = 10.0
    """Seconds beyond its time before a silent engine counts as hanging."""

    def __post_init__(self) -> None:
        given = [name for name in ("tc", "nodes", "movetime") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("a match needs exactly one of --tc, --nodes and --time")
        if self.tc is not None:
            TimeControl.parse(self.tc)
        for name in ("nodes", "movetime"):
            if getattr(self, name) is not None and getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0, not {getattr(self, name)}")

    @property
    def control(self) -> TimeControl | None:
        return None if self.tc is None else TimeControl.parse(self.tc)

    def __str__(self) -> str:
        if self.tc is not None:
            return f"{self.tc} s"
        limit = f"{self.nodes:,} nodes" if self.nodes else f"{1000 * (self.movetime or 0):g} ms"
        return f"{limit} per move"

    def adjudicator(self) -> Adjudicator:
        """Returns the adjudicator, which may end a game early."""
        return Adjudicator(self.resign, self.draw, 2 * self.longest)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
