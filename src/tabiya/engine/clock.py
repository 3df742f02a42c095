"""How long to think: pure functions from a clock to deadlines, and from a search's progress to new ones.

All times are seconds. The *soft* deadline is looked at between iterations and moves with the search's
progress; the *hard* one ends the search wherever it is.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Clock", "Deadlines", "Progress", "allot", "ease", "stretch"]

MOVES_TO_GO = 35
"""How many more moves a game is expected to have when the clock does not say."""
LEAST = 0.001
"""What a move may take even on an empty clock."""
HARD_FACTOR = 5.0
"""A search in trouble may take so many times what was meant for it."""


@dataclass(frozen=True)
class Clock:
    """What the mover's clock shows."""

    remaining: float
    increment: float = 0.0
    """Added after each move."""
    moves_to_go: int = 0
    """Moves until the next time control; 0 if the time is for the rest of the game."""
    byoyomi: float = 0.0
    """Free for each move once `remaining` is used up."""


@dataclass(frozen=True)
class Deadlines:
    """Seconds since the search began."""

    soft: float
    hard: float


def allot(clock: Clock, overhead: float = 0.02) -> Deadlines:
    """What one move may take. `overhead` is what the way to the clock costs; the flag never falls by design.

    >>> allot(Clock(remaining=60, increment=1))
    Deadlines(soft=2.4637, hard=12.3186)
    >>> allot(Clock(remaining=0, byoyomi=10))
    Deadlines(soft=9.98, hard=9.98)
    """
    most = max(clock.remaining + clock.byoyomi - overhead, LEAST)
    free = max(clock.byoyomi - overhead, 0.0)  # taking less of it would save nothing
    moves = min(clock.moves_to_go or MOVES_TO_GO, MOVES_TO_GO)
    share = max(clock.remaining - overhead, 0.0) / moves + 0.75 * clock.increment
    if moves == 1:
        return Deadlines(most, most)
    # Of the bank, no single move takes more than a part: the next ones need it too.
    bank = max(clock.remaining - overhead, 0.0) * (0.75 if clock.moves_to_go else 0.5)
    hard = min(max(HARD_FACTOR * share, share + free), free + max(bank, LEAST), most)
    soft = min(free + share, hard)
    return Deadlines(round(max(soft, LEAST), 4), round(max(hard, LEAST), 4))


def stretch(stable: int, drop: int) -> float:
    """By how much to lengthen a search whose best move stood for `stable` iterations and fell by `drop`.

    A best move that just changed, or a score that falls, is worth more thought; one that has long been the
    best is worth less.

    >>> stretch(stable=0, drop=0) > 1 > stretch(stable=6, drop=0)
    True
    >>> stretch(stable=6, drop=80) > stretch(stable=6, drop=0)
    True
    """
    by_stability = (1.5, 1.2, 1.0, 0.9, 0.8, 0.7)[min(stable, 5)]
    by_drop = 1.0 + min(max(drop, 0), 100) / 100
    return by_stability * by_drop


def ease(deadlines: Deadlines, stable: int, drop: int) -> Deadlines:
    """The deadlines after an iteration: the soft one moves, within the hard one."""
    return Deadlines(min(deadlines.soft * stretch(stable, drop), deadlines.hard), deadlines.hard)


class Progress:
    """Watches the iterations of one search: how long the best move has stood, how far its score fell."""

    def __init__(self) -> None:
        self.best_move: object = None
        self.best_score: int | None = None
        self.stable = 0
        self.drop = 0

    def update(self, best_move: object, score: int) -> None:
        """Takes in a completed iteration.

        The score is compared with a running mean, so that a slow slide counts as a fall too.
        """
        self.stable = self.stable + 1 if best_move == self.best_move else 0
        self.best_move = best_move
        before = score if self.best_score is None else self.best_score
        self.drop = max(before - score, 0)
        self.best_score = (before + score) // 2
