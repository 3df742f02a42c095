"""Match statistics: pure functions without engines or files."""

from .elo import Elo, elo_of, elo_text, score_of
from .power import elo_shown, games_to_show
from .results import Pairs, Results
from .sprt import Sprt, SprtState

__all__ = [
    "Elo",
    "Pairs",
    "Results",
    "Sprt",
    "SprtState",
    "elo_of",
    "elo_shown",
    "elo_text",
    "games_to_show",
    "score_of",
]
