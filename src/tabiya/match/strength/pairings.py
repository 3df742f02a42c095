"""The matches of `tabiya strength`."""

from __future__ import annotations

from dataclasses import dataclass

from ..._utils.arguments import did_you_mean
from ...games import GAMES, game_spec
from ...games.openings import built_in
from .. import MatchConfig, Rules
from ..engines import EngineSpec

__all__ = ["PAIRINGS", "Pairing", "pairing_named"]

OURS = "tabiya:name=tabiya,hash=16"
WITHOUT_TABLE = "tabiya:name=tabiya without table,hash=16,table=off"

TIME_CONTROL = "3+0.03"
MARGIN = 0.5
"""Seconds by which a clock may be exceeded: Fairy-Stockfish thinks longer than it has in shogi."""


@dataclass(frozen=True)
class Pairing:
    """A match of Tabiya's engine against another, with a default number of games."""

    name: str
    game: str
    opponent: str
    """The engine as for `tabiya match`; with ``nodes=`` it has a node limit instead of a clock."""
    package: str | None = None
    """Its Debian package; None for our own engine."""
    games: int = 100

    @property
    def rules(self) -> Rules:
        """Returns the rules, which are the same for all matches."""
        return Rules(self.game, tc=TIME_CONTROL, margin=MARGIN)

    @property
    def engines(self) -> tuple[EngineSpec, EngineSpec]:
        """Returns our engine and the opponent."""
        return EngineSpec.parse(OURS, self.game), EngineSpec.parse(self.opponent, self.game)

    def config(self, games: int | None = None) -> MatchConfig:
        """Returns the match to play."""
        return MatchConfig(self.engines, self.rules, tuple(built_in(self.game)), games or self.games)


PLAYED = [game for game in GAMES if game_spec(game).interface is not None]
PAIRINGS: tuple[Pairing, ...] = (
    *(Pairing(f"without-table-{game}", game, WITHOUT_TABLE) for game in PLAYED),
    *(
        Pairing(other.name, game, other.engine, other.package)
        for game in PLAYED
        for other in game_spec(game).matches.opponents
    ),
)


def pairing_named(name: str) -> Pairing:
    """Returns the match against this opponent.

    >>> pairing_named("gnuches")
    Traceback (most recent call last):
    ValueError: there is no opponent 'gnuches'; did you mean 'gnuchess'?
    """
    names = [pairing.name for pairing in PAIRINGS]
    if name not in names:
        hint = did_you_mean(name, names, f"; there are {', '.join(names)}")
        raise ValueError(f"there is no opponent {name!r}{hint}")
    return PAIRINGS[names.index(name)]
