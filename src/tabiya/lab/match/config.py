"""`MatchConfig`: all that a match is, in a form that a file can hold."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

from ..engines import EngineSpec
from ..jobs import Job
from ..openings import Opening
from ..stats import Sprt
from .rules import Rules

__all__ = ["MatchConfig"]


@dataclass(frozen=True)
class MatchConfig:
    """Two engines, the rules, the openings, how many games, and the test that may end it before."""

    engines: tuple[EngineSpec, EngineSpec]
    rules: Rules
    openings: tuple[Opening, ...]
    games: int = 100
    sprt: Sprt | None = None
    seed: int = 1
    """In which order the openings come."""
    event: str = "tabiya match"
    site: str = "?"
    """What files with games call the match and its place."""

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            fix = f"{self.games + self.games % 2}" if self.games > 2 else "2 or more"
            raise ValueError(
                "games must be an even number: each opening is played twice, with colours exchanged; "
                f"use {fix}, not {self.games}"
            )
        if not self.openings:
            raise ValueError("a match needs at least one opening")

    @property
    def pairs(self) -> int:
        """Pairs to play."""
        return self.games // 2

    def job(self, pair: int) -> Job:
        """A pair as a job. When all openings were played, they begin again."""
        order = list(range(len(self.openings)))
        random.Random(self.seed).shuffle(order)
        opening = self.openings[order[pair % len(order)]]
        arguments = {
            "pair": pair,
            "rules": self.rules.as_dict(),
            "engines": [spec.as_dict() for spec in self.engines],
            "opening": {"start": opening.start, "moves": list(opening.moves), "name": opening.name},
        }
        return Job(f"pair {pair}", "tabiya.lab.match.pair:play_pair", arguments)

    def identity(self) -> dict[str, Any]:
        """What must be the same for two runs to be the same match; the number of games may grow."""
        return {
            "engines": [spec.as_dict() for spec in self.engines],
            "rules": self.rules.as_dict(),
            "sprt": asdict(self.sprt) if self.sprt else None,
            "seed": self.seed,
            "openings": hash_of(self.openings),
        }


def hash_of(openings: tuple[Opening, ...]) -> str:
    """A few characters by which a list of openings is known again."""
    import hashlib

    return hashlib.sha256(repr(openings).encode()).hexdigest()[:16]
