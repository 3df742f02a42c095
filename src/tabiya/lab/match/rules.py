"""What holds in every game of a match: the time, and when a game is called off."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from ...games.play import Adjudicator

__all__ = ["Rules", "TimeControl"]


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the game and seconds more for each move.

    >>> TimeControl.parse("10+0.1")
    TimeControl(seconds=10.0, increment=0.1)
    >>> TimeControl.parse("ten")
    Traceback (most recent call last):
    ValueError: a time control is written seconds+increment, such as 10+0.1, not 'ten'
    """

    seconds: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
        if match is None or float(match[1]) <= 0:
            raise ValueError(
                f"a time control is written seconds+increment, such as 10+0.1, not {text[:40]!r}"
            )
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
    """Seconds for each move."""
    resign: int = 1000
    """Hundredths of a pawn: a game is lost when both sides have seen so much for 3 moves each; 0 plays on."""
    draw: int = 8
    """A game is drawn when both have seen no more than this for 8 moves each, after move 40; 0 plays on."""
    longest: int = 200
    """Moves of each side, after which a game is a draw."""
    margin: float = 0.01
    """Seconds by which a clock may be overdrawn."""
    patience: float = 10.0
    """Seconds that an engine may be silent beyond its time before it counts as hanging."""

    def __post_init__(self) -> None:
        given = [name for name in ("tc", "nodes", "movetime") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("a match needs one of --tc, --nodes and --time, and not two of them")
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
        """What calls a game off before its end."""
        return Adjudicator(self.resign, self.draw, 2 * self.longest)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
