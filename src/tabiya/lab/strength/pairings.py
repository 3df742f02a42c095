"""The matches of `tabiya strength`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from ..engines import EngineSpec
from ..match import MatchConfig, Rules
from ..openings import built_in

__all__ = ["PAIRINGS", "Pairing", "pairing_named"]

OURS = "tabiya:name=tabiya,hash=16"
WITHOUT_TABLE = "tabiya:name=tabiya without table,hash=16,table=off"

MARGIN = 1.0
"""Seconds. Where other programs run too, a process may stand still for longer than a short clock forgives."""


@dataclass(frozen=True)
class Pairing:
    """A match: our engine against another, so many games unless the command says otherwise."""

    name: str
    game: str
    opponent: str
    games: int = 60
    tc: str | None = None
    movetime: float | None = 0.05
    """Old engines do not play below a second: a time for each move is fair to them too."""

    def config(self, games: int | None = None) -> MatchConfig:
        """The match that is played."""
        rules = Rules(self.game, tc=self.tc, movetime=self.movetime, margin=MARGIN)
        engines = (EngineSpec.parse(OURS, self.game), EngineSpec.parse(self.opponent, self.game))
        return MatchConfig(engines, rules, tuple(built_in(self.game)), games or self.games)


def _limited(program: str, name: str, game: str, elo: int) -> Pairing:
    options = f"Hash=16 UCI_LimitStrength=true UCI_Elo={elo}"
    slug = f"{program}-{elo}" if game == "chess" else f"{program}-{game}-{elo}"
    return Pairing(slug, game, f"{program} {options} 'name={name}, UCI_Elo {elo}'")


PAIRINGS: tuple[Pairing, ...] = (
    Pairing("onoff-chess", "chess", WITHOUT_TABLE, 200, "1+0.02", None),
    Pairing("onoff-shogi", "shogi", WITHOUT_TABLE, 200, "1+0.02", None),
    Pairing("gnuchess", "chess", "gnuchess -u Hash=16 OwnBook=false 'name=GNU Chess'"),
    Pairing("toga2", "chess", "toga2 Hash=16 OwnBook=false 'name=Toga II'"),
    *(_limited("stockfish", "Stockfish", "chess", elo) for elo in (1500, 2000, 2400, 2800)),
    _limited("fairy-stockfish", "Fairy-Stockfish", "chess", 2000),
    *(_limited("fairy-stockfish", "Fairy-Stockfish", "shogi", elo) for elo in (1500, 2000, 2500)),
    Pairing("fairy-stockfish-shogi", "shogi", "fairy-stockfish Hash=16 'name=Fairy-Stockfish'"),
)


def pairing_named(name: str) -> Pairing:
    """A match by its name.

    >>> pairing_named("gnuches")
    Traceback (most recent call last):
    ValueError: no match of strength is called 'gnuches'; did you mean 'gnuchess'?
    """
    names = [pairing.name for pairing in PAIRINGS]
    if name not in names:
        close = get_close_matches(name, names, 1)
        hint = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(names)}"
        raise ValueError(f"no match of strength is called {name!r}{hint}")
    return PAIRINGS[names.index(name)]
