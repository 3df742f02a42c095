"""A game of a match as the formats of games write it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ..books.formats import PlayedGame
from .config import MatchConfig

__all__ = ["played_game"]


def played_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> PlayedGame:
    """Returns one of the two games of a pair, from the record of a match."""
    first, opening, rules = game["first"], pair["opening"], config.rules
    engines = config.engines[first], config.engines[1 - first]
    one, other = (f"{engine.nodes:,} nodes per move" if engine.nodes else str(rules) for engine in engines)
    return PlayedGame(
        event=config.event,
        site=config.site,
        round=f"{pair['pair'] + 1}.{first + 1}",
        begin=datetime.fromisoformat(game["begin"]) if "begin" in game else None,
        players=(engines[0].name, engines[1].name),
        limits=(one, other),
        tc=rules.tc,
        nodes=rules.nodes,
        movetime=rules.movetime,
        start=opening["start"],
        opening=tuple(opening["moves"]),
        opening_name=opening.get("name") or "",
        moves=tuple(game["moves"]),
        answers=tuple(game["answers"]),
        result=game["result"],
        ending=game["ending"],
        reason=game["reason"],
    )
