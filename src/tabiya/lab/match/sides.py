"""What the files of all games say: who played, when, within which limits, and how it ended."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from .config import MatchConfig

__all__ = ["begin_of", "limit_of", "limits_of", "names_of", "termination_of"]


def names_of(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    """The engine that moves first in the game's starting position, and the other."""
    first = game["first"]
    return config.engines[first].name, config.engines[1 - first].name


def limits_of(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    """What each of them had for a move or for the game: ``3+0.03 s``, ``1,000 nodes per move``."""
    first = game["first"]
    nodes = (config.engines[first].nodes, config.engines[1 - first].nodes)
    one, other = (f"{each:,} nodes per move" if each else str(config.rules) for each in nodes)
    return one, other


def limit_of(config: MatchConfig, game: dict[str, Any]) -> str:
    """The same in one text."""
    one, other = limits_of(config, game)
    return one if one == other else f"{one}; {other}"


def begin_of(game: dict[str, Any]) -> datetime | None:
    """When the game began; records of older versions do not say."""
    return datetime.fromisoformat(game["begin"]) if "begin" in game else None


def termination_of(game: dict[str, Any]) -> str:
    """The ending and, where there is one, the reason.

    >>> termination_of({"ending": "crash", "reason": "b: it died by SIGABRT"})
    'crash: b: it died by SIGABRT'
    """
    return f"{game['ending']}: {game['reason']}" if game["reason"] else str(game["ending"])
