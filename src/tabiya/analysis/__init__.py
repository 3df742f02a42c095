"""Analysis of whole games: scores, better moves, mistakes, accuracy.

>>> from tabiya.analysis import analyse_game, parse_games
>>> (game,) = parse_games("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#")
>>> analysis = analyse_game(game, nodes=2_000, hash_mb=1)
>>> move = analysis.moves[5]
>>> move.text, move.judgement.name, str(move.score)
('Nf6', 'BLUNDER', '#1')
>>> analysis.side(True).accuracy > analysis.side(False).accuracy
True

Each game is searched from its last position to its first on one table, so that what the search finds late in
the game is known when it looks at the earlier moves.
"""

from .chances import Judgement, win_probability
from .game import AnalysedMove, GameAnalysis, Side
from .games import parse_games, read_games
from .search import AnalysedPosition, analyse_game, search_backwards

__all__ = [
    "AnalysedMove",
    "AnalysedPosition",
    "GameAnalysis",
    "Judgement",
    "Side",
    "analyse_game",
    "parse_games",
    "read_games",
    "search_backwards",
    "win_probability",
]
