"""The facts in all exported games: players, date, limits and ending."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from .config import MatchConfig

__all__ = ["begin_of", "limit_of", "limits_of", "names_of", "termination_of"]


def names_of(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    """Returns the engine that moves first in the game's starting position, and the other."""
    first = game["first"]
    return config.engines[first].name, config.engines[1 - first].name


def limits_of(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    """Returns the limits of both, such as ``3+0.03 s`` or ``1,000 nodes per move``."""
    first = game["first"]
    nodes = (config.engines[first].nodes, config.engines[1 - first].nodes)
    one, other = (f"{each:,} nodes per move" if each else str(config.rules) for each in nodes)
    return one, other


def limit_of(config: MatchConfig, game: dict[str, Any]) -> str:
    """Returns both limits in one text."""
    one, other = limits_of(config, game)
    return one if one == other else f"{one}; {other}"


def begin_of(game: dict[str, Any]) -> datetime | None:
    """Returns when the game began; None for records of older versions."""
    return datetime.fromisoformat(game["begin"]) if "begin" in game else None


def termination_of(game: dict[str, Any]) -> str:
    """Returns the ending and the reason, if there is one.

    >>> termination_of({"ending": "crash", "reason": "b: it died by SIGABRT"})
    'crash: b: it died by SIGABRT'
    """
    return f"{game['ending']}: {game['reason']}" if game["reason"] else str(game["ending"])
