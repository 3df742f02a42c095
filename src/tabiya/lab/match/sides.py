"""What the files of all games say: who played, and how it ended."""

from __future__ import annotations

from typing import Any

from .config import MatchConfig

__all__ = ["names_of", "termination_of"]


def names_of(config: MatchConfig, game: dict[str, Any]) -> tuple[str, str]:
    """The engine that moves first in the game's starting position, and the other."""
    first = game["first"]
    return config.engines[first].name, config.engines[1 - first].name


def termination_of(game: dict[str, Any]) -> str:
    """The ending and, where there is one, the reason.

    >>> termination_of({"ending": "crash", "reason": "b: it died by SIGABRT"})
    'crash: b: it died by SIGABRT'
    """
    return f"{game['ending']}: {game['reason']}" if game["reason"] else str(game["ending"])
