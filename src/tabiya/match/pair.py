"""The job of a match: two games from one opening with colours reversed."""

from __future__ import annotations

from typing import Any

from ..games.openings import Opening
from .engines import EngineSpec
from .game import play_game
from .player import Player
from .rules import Rules

__all__ = ["play_pair"]


def play_pair(
    pair: int, rules: dict[str, Any], engines: list[dict[str, Any]], opening: dict[str, Any]
) -> dict[str, Any]:
    """Plays a game with the first engine moving first, then one the other way round.

    The engines are started for each pair, so that a pair does not depend on earlier games.
    """
    made = Rules(**rules)
    players = [Player(EngineSpec.from_dict(plain), made.game) for plain in engines]
    begin = Opening(opening["start"], tuple(opening["moves"]), opening.get("name", ""))
    try:
        games = [
            {"first": first, **play_game(made, begin, players[first], players[1 - first])} for first in (0, 1)
        ]
    finally:
        for player in players:
            player.close()
    return {"pair": pair, "opening": opening, "games": games}
