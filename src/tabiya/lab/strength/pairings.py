"""The matches of `tabiya strength`."""

from __future__ import annotations

from dataclasses import dataclass

from ...arguments import did_you_mean
from ...bench.search_runs import bench_of, games
from ..engines import EngineSpec
from ..match import MatchConfig, Rules
from ..openings import built_in

__all__ = ["PAIRINGS", "Pairing", "pairing_named"]

OURS = "tabiya:name=tabiya,hash=16"
WITHOUT_TABLE = "tabiya:name=tabiya without table,hash=16,table=off"

MARGIN = 1.0
"""Time margin in seconds. On a busy machine a process can be suspended longer than a short clock allows."""


@dataclass(frozen=True)
class Pairing:
    """A match of Tabiya's engine against another, with a default number of games."""

    name: str
    game: str
    opponent: str
    games: int = 60
    tc: str | None = None
    movetime: float | None = 0.05
    """Time per move, because old engines do not support clocks below a second."""

    def config(self, games: int | None = None) -> MatchConfig:
        """Returns the configuration of the match."""
        rules = Rules(self.game, tc=self.tc, movetime=self.movetime, margin=MARGIN)
        engines = (EngineSpec.parse(OURS, self.game), EngineSpec.parse(self.opponent, self.game))
        return MatchConfig(engines, rules, tuple(built_in(self.game)), games or self.games)


PAIRINGS: tuple[Pairing, ...] = (
    *(Pairing(f"onoff-{game}", game, WITHOUT_TABLE, 200, "1+0.02", None) for game in games()),
    *(Pairing(other.name, game, other.engine) for game in games() for other in bench_of(game).opponents),
)


def pairing_named(name: str) -> Pairing:
    """Returns the match with a name.

    >>> pairing_named("gnuches")
    Traceback (most recent call last):
    ValueError: unknown match 'gnuches'; did you mean 'gnuchess'?
    """
    names = [pairing.name for pairing in PAIRINGS]
    if name not in names:
        hint = did_you_mean(name, names, f"; known are {', '.join(names)}")
        raise ValueError(f"unknown match {name!r}{hint}")
    return PAIRINGS[names.index(name)]
