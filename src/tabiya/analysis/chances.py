"""Win probabilities, and what a move costs in them."""

from __future__ import annotations

from enum import Enum
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..games import GameSpec
    from ..games.score import Score

__all__ = ["Judgement", "accuracy", "judge", "win_probability"]


class Judgement(Enum):
    """A move that costs much: the least loss of win probability, the sign, and the PGN glyph."""

    INACCURACY = (0.1, "?!", "$6")
    MISTAKE = (0.2, "?", "$2")
    BLUNDER = (0.3, "??", "$4")

    def __init__(self, loss: float, sign: str, glyph: str) -> None:
        self.loss = loss
        self.sign = sign
        self.glyph = glyph


def win_probability(score: Score, game: GameSpec) -> float:
    """Returns how likely the side with this score is to win, from 0 to 1. A draw counts as half a win.

    The scale is the one that the evaluation of the game was fitted with.

    >>> from tabiya.games.score import Score
    >>> from tabiya.games import game_spec
    >>> [round(win_probability(Score(cp), game_spec("chess")), 2) for cp in (-400, 0, 100, 400)]
    [0.09, 0.5, 0.64, 0.91]
    """
    if score.is_mate:
        return 1.0 if score.value > 0 else 0.0
    return game.win_probability(score.value)


def judge(loss: float) -> Judgement | None:
    """Returns the judgement of a move that loses this much win probability, if any.

    >>> judge(0.05), judge(0.25)
    (None, <Judgement.MISTAKE: (0.2, '?', '$2')>)
    """
    return next((each for each in reversed(Judgement) if loss >= each.loss), None)


def accuracy(loss: float) -> float:
    """Returns the accuracy of a move in percent.

    >>> [round(accuracy(loss)) for loss in (0, 0.1, 0.2, 0.5)]
    [100, 67, 45, 14]
    """
    return 100 * exp(-4 * loss)
