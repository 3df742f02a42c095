"""`MatchConfig`: the full description of a match, which can be saved to a file."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

from ..games.openings import Opening
from ..jobs import Job
from ..stats import Sprt
from .engines import EngineSpec
from .rules import Rules

__all__ = ["MatchConfig"]


@dataclass(frozen=True)
class MatchConfig:
    """Two engines, the rules, the openings, the number of games, and a test that may end the match early."""

    engines: tuple[EngineSpec, EngineSpec]
    rules: Rules
    openings: tuple[Opening, ...]
    games: int = 100
    sprt: Sprt | None = None
    seed: int = 1
    """Seed for the order of the openings."""
    event: str = "tabiya match"
    site: str = "?"
    """Event and site in exported games."""

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            fix = f"{self.games + self.games % 2}" if self.games > 2 else "2 or more"
            raise ValueError(
                "games must be an even number: each opening is played twice, with colours reversed; "
                f"use {fix}, not {self.games}"
            )
        if not self.openings:
            raise ValueError("a match needs at least one opening")

    @property
    def pairs(self) -> int:
        """The number of pairs to play."""
        return self.games // 2

    def job(self, pair: int) -> Job:
        """Returns a pair as a job. When all openings are played, they start again."""
        order = list(range(len(self.openings)))
        random.Random(self.seed).shuffle(order)
        opening = self.openings[order[pair % len(order)]]
        arguments = {
            "pair": pair,
            "rules": self.rules.as_dict(),
            "engines": [spec.as_dict() for spec in self.engines],
            "opening": {"start": opening.start, "moves": list(opening.moves), "name": opening.name},
        }
        return Job(f"pair {pair}", "tabiya.match.pair:play_pair", arguments)

    def identity(self) -> dict[str, Any]:
        """Returns what two runs of the same match have in common. The number of games may grow."""
        return {
            "engines": [spec.as_dict() for spec in self.engines],
            "rules": self.rules.as_dict(),
            "sprt": asdict(self.sprt) if self.sprt else None,
            "seed": self.seed,
            "openings": hash_of(self.openings),
        }


def hash_of(openings: tuple[Opening, ...]) -> str:
    """Returns a short hash that identifies a list of openings."""
    import hashlib

    return hashlib.sha256(repr(openings).encode()).hexdigest()[:16]
