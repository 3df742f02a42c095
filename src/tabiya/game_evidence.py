"""What one position of a game cannot show and many can: whose evaluation it is, what its keys know."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

from .errors import GameError

__all__ = ["EvaluationEvidence", "OrderEvidence"]

ENOUGH = 100
"""Positions of one kind, or pairs of them."""
BOTH_SIGNS = 0.1
"""An evaluation that favours the player to move nearly everywhere says nothing about whose it is."""
CLEAR = 0.25
"""A correlation of ranks that weak evaluations do not reach, nor chance with so many positions."""
ENOUGH_ORDERS = 5
MOST_ORDERS = 40
"""Each one that is in doubt costs a few dozen short games."""


class EvaluationEvidence:
    """A mover's evaluation turns its sign with every move, and agrees with the result near the end."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        """Evaluations by the keys of their positions, each pair once."""
        self.ends: dict[Any, dict[int, tuple[int, int]]] = {}
        """By player and key: the evaluation, and how games from there ended, summed up."""

    def add_pair(self, before: Any, after: Any) -> None:
        """A position and one that follows it, if the other player is to move there."""
        same_player = before.turn is not None and before.turn == after.turn
        if before.evaluation is not None and after.evaluation is not None and not same_player:
            self.pairs[before.key, after.key] = before.evaluation, after.evaluation

    def add_end(self, player: Any, key: int, evaluation: int, result: int) -> None:
        """A position before the end of a game, who is to move, and how the game ended for that player."""
        ends = self.ends.setdefault(player, {})
        ends[key] = evaluation, ends.get(key, (0, 0))[1] + result

    def check(self) -> None:
        pairs = list(self.pairs.values())
        if len(pairs) >= ENOUGH and _both_signs(pairs) and _correlation(pairs) > CLEAR:
            raise GameError(
                "evaluate() is not for the player to move: it keeps its sign when the other player is to "
                f"move ({len(pairs)} pairs of positions)"
            )
        known = [list(ends.values()) for ends in self.ends.values() if len(ends) >= ENOUGH]
        wrong = [ends for ends in known if _correlation(ends) < -CLEAR]
        if wrong:
            whose = "for the other player" if wrong == known else "for one player, whoever is to move"
            raise GameError(
                f"evaluate() is {whose}: it is high where the player to move goes on to lose "
                f"({sum(map(len, wrong))} positions before the end)"
            )


class OrderEvidence:
    """Positions that were reached by two orders of the same moves, and seem to be one.

    Some only seem to: stones that no longer matter may lie the other way round. So one pair is no proof, and
    most of them are.
    """

    def __init__(self) -> None:
        self.equal_keys = 0
        self.sentences: list[str] = []

    @property
    def is_open(self) -> bool:
        return len(self.sentences) < MOST_ORDERS

    def check(self) -> None:
        if len(self.sentences) >= max(ENOUGH_ORDERS, self.equal_keys):
            raise GameError(self.sentences[0])


def _both_signs(pairs: list[tuple[int, int]]) -> bool:
    least = BOTH_SIGNS * len(pairs)
    return sum(one > 0 for one, _ in pairs) >= least and sum(one < 0 for one, _ in pairs) >= least


def _correlation(pairs: list[tuple[int, int]]) -> float:
    """Of the ranks (Spearman's): a few large values decide nothing."""
    left, right = _ranks([one for one, _ in pairs]), _ranks([other for _, other in pairs])
    middle = (len(pairs) - 1) / 2
    together = sum((one - middle) * (other - middle) for one, other in zip(left, right, strict=True))
    squares = sum((one - middle) ** 2 for one in left) * sum((other - middle) ** 2 for other in right)
    return together / sqrt(squares) if squares else 0.0


def _ranks(values: list[int]) -> list[float]:
    """Equal values share the middle of their ranks.

    >>> _ranks([30, 10, 10, 20])
    [3.0, 0.5, 0.5, 2.0]
    """
    counts = Counter(values)
    rank, first = {}, 0
    for value in sorted(counts):
        rank[value] = first + (counts[value] - 1) / 2
        first += counts[value]
    return [rank[value] for value in values]
