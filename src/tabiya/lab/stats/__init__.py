"""Match statistics: pure functions without engines or files."""

from .elo import Elo, elo_of, score_of
from .results import Pairs, Results
from .sprt import Sprt, Verdict

__all__ = ["Elo", "Pairs", "Results", "Sprt", "Verdict", "elo_of", "score_of"]
