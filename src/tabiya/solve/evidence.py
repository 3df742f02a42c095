"""Statistics over many positions of a game: which player its evaluation is for, what its keys depend on."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

from ..errors import GameError

__all__ = ["EvaluationEvidence", "OrderEvidence", "TurnEvidence"]

ENOUGH = 100
"""The least number of positions, or pairs of positions, to judge by."""
BOTH_SIGNS = 0.1
"""The least share of each sign: an evaluation that nearly always has one sign proves nothing."""
CLEAR = 0.25
"""A rank correlation that weak evaluations and chance do not reach with this many positions."""
ENOUGH_ORDERS = 5
MOST_ORDERS = 40
"""Each doubtful one costs a few dozen short games."""


class EvaluationEvidence:
    """Checks that the evaluation changes its sign with the player and agrees with results near the end."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        """Evaluations by the keys of their positions, each pair once."""
        self.ends: dict[Any, dict[int, tuple[int, int]]] = {}
        """By player and key: the evaluation, and the sum of the results of games from there."""
        self.said: dict[Any, dict[int, tuple[int, int]]] = {}
        """The same with the sum of what `result` said, whoever was to move then."""

    def add_pair(self, before: Any, after: Any) -> None:
        """Adds a position and a successor, if the other player is to move there."""
        same_player = before.turn is not None and before.turn == after.turn
        if before.evaluation is not None and after.evaluation is not None and not same_player:
            self.pairs[before.key, after.key] = before.evaluation, after.evaluation

    def add_end(self, player: Any, key: int, evaluation: int, result: int, said: int) -> None:
        """Adds a position near the end of a game, the player to move, the result for that player, and what
        `result` said at the end."""
        for place, outcome in ((self.ends, result), (self.said, said)):
            ends = place.setdefault(player, {})
            ends[key] = evaluation, ends.get(key, (0, 0))[1] + outcome

    def check(self) -> None:
        pairs = list(self.pairs.values())
        if len(pairs) >= ENOUGH and _both_signs(pairs) and _correlation(pairs) > CLEAR:
            raise GameError(
                "evaluate() is not for the player to move: it keeps its sign when the other player is to "
                f"move ({len(pairs)} pairs of positions)"
            )
        self._check_results()
        known = _known(self.ends)
        wrong = [ends for ends in known if _correlation(ends) < -CLEAR]
        if wrong:
            whose = "for the other player" if wrong == known else "for one player, whoever is to move"
            raise GameError(
                f"evaluate() is {whose}: it is high where the player to move goes on to lose "
                f"({sum(map(len, wrong))} positions before the end)"
            )

    def _check_results(self) -> None:
        """Checks that results do not agree with the evaluations of one player and contradict the other's.

        Read as results for the player to move, they must also fail to agree with both.
        """
        known, said = ([*map(_correlation, _known(ends))] for ends in (self.ends, self.said))
        if len(said) != 2 or min(known) > CLEAR:
            return
        if min(said) < -CLEAR / 2 and max(said) > CLEAR / 2 and max(said) - min(said) > 2 * CLEAR:
            raise GameError(
                "result() is for one player, whoever is to move: it agrees with evaluate() where that player "
                f"is to move and contradicts it elsewhere "
                f"({sum(map(len, self.said.values()))} positions before the end)"
            )


class TurnEvidence:
    """Checks that `turn` is the player to move."""

    def __init__(self) -> None:
        self.turns: dict[tuple[int, int], tuple[bool, bool]] = {}
        """By the keys of a position and a successor: whether it is the start, and whether `turn` stays."""
        self.staying: dict[tuple[int, int], tuple[int, int]] = {}
        """Evaluations where `turn` stays."""
        self.values: list[Any] = []

    def add_pair(self, before: Any, after: Any, at_the_start: bool) -> None:
        if before.turn is None:
            return
        for turn in (before.turn, after.turn):
            if turn not in self.values:
                self.values.append(turn)
        stays = before.turn == after.turn
        self.turns[before.key, after.key] = at_the_start, stays
        if stays and before.evaluation is not None and after.evaluation is not None:
            self.staying[before.key, after.key] = before.evaluation, after.evaluation

    def check(self) -> None:
        count = len(self.turns)
        if count < ENOUGH:
            return
        if len(self.values) == 1:
            raise GameError(
                f"turn is {self.values[0]!r} before and after each of {count} moves: make it the player to "
                "move, or leave it out if players alternate"
            )
        if all(first == stays for first, stays in self.turns.values()):
            raise GameError(
                "turn lags by a move: it stays after every first move and changes after each of "
                f"{sum(not first for first, _ in self.turns.values())} later moves"
            )
        pairs = list(self.staying.values())
        if len(pairs) >= ENOUGH and _both_signs(pairs) and _correlation(pairs) < -CLEAR:
            raise GameError(
                "turn stays where the other player is to move: evaluate() changes its sign there "
                f"({len(pairs)} pairs of positions)"
            )


class OrderEvidence:
    """Collects positions that were reached by two orders of the same moves and seem equal.

    Some differ in ways that no longer matter. So a single pair proves nothing; a majority does.
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


def _known(ends: dict[Any, dict[int, tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Returns the pairs of the players with enough of them."""
    return [list(pairs.values()) for pairs in ends.values() if len(pairs) >= ENOUGH]


def _both_signs(pairs: list[tuple[int, int]]) -> bool:
    least = BOTH_SIGNS * len(pairs)
    return sum(one > 0 for one, _ in pairs) >= least and sum(one < 0 for one, _ in pairs) >= least


def _correlation(pairs: list[tuple[int, int]]) -> float:
    """Returns Spearman's rank correlation, which a few large values cannot dominate."""
    left, right = _ranks([one for one, _ in pairs]), _ranks([other for _, other in pairs])
    middle = (len(pairs) - 1) / 2
    together = sum((one - middle) * (other - middle) for one, other in zip(left, right, strict=True))
    squares = sum((one - middle) ** 2 for one in left) * sum((other - middle) ** 2 for other in right)
    return together / sqrt(squares) if squares else 0.0


def _ranks(values: list[int]) -> list[float]:
    """Returns the rank of each value. Equal values share the mean of their ranks.

    >>> _ranks([30, 10, 10, 20])
    [3.0, 0.5, 0.5, 2.0]
    """
    counts = Counter(values)
    rank, first = {}, 0
    for value in sorted(counts):
        rank[value] = first + (counts[value] - 1) / 2
        first += counts[value]
    return [rank[value] for value in values]
