"""Matches between two engines: games in pairs, their records and statistics."""

from .config import MatchConfig
from .match import play_match
from .rules import Rules, TimeControl
from .standing import Standing

__all__ = ["MatchConfig", "Rules", "Standing", "TimeControl", "play_match"]
