"""Time management: pure functions from a clock to deadlines, and from a search's progress to new deadlines.

All times are in seconds. The *soft* deadline is checked between iterations and moves with the search's
progress. The *hard* deadline ends the search at any point.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Clock", "Deadlines", "Stability", "allot", "ease", "stretch"]

MOVES_TO_GO = 35
"""Expected number of remaining moves if the clock does not say."""
LEAST = 0.001
"""Seconds that a move may take even on an empty clock."""
HARD_FACTOR = 5.0
"""A search in trouble may take this many times its planned time."""


@dataclass(frozen=True)
class Clock:
    """The clock of the side to move."""

    remaining: float
    increment: float = 0.0
    """Added after each move."""
    moves_to_go: int = 0
    """Moves until the next time control; 0 if the time is for the rest of the game."""
    byoyomi: float = 0.0
    """Free time per move once `remaining` is used up."""


@dataclass(frozen=True)
class Deadlines:
    """Seconds since the search began."""

    soft: float
    hard: float


def allot(clock: Clock, overhead: float = 0.02) -> Deadlines:
    """Returns the deadlines for one move. They leave `overhead` for the way to the clock.

    >>> allot(Clock(remaining=60, increment=1))
    Deadlines(soft=2.4637, hard=12.3186)
    >>> allot(Clock(remaining=0, byoyomi=10))
    Deadlines(soft=9.98, hard=9.98)
    """
    most = max(clock.remaining + clock.byoyomi - overhead, LEAST)
    free = max(clock.byoyomi - overhead, 0.0)  # unused byoyomi is lost
    moves = min(clock.moves_to_go or MOVES_TO_GO, MOVES_TO_GO)
    share = max(clock.remaining - overhead, 0.0) / moves + 0.75 * clock.increment
    if moves == 1:
        return Deadlines(most, most)
    # A single move takes only a part of the remaining time: later moves need it too.
    bank = max(clock.remaining - overhead, 0.0) * (0.75 if clock.moves_to_go else 0.5)
    hard = min(max(HARD_FACTOR * share, share + free), free + max(bank, LEAST), most)
    soft = min(free + share, hard)
    return Deadlines(round(max(soft, LEAST), 4), round(max(hard, LEAST), 4))


def stretch(stable: int, drop: int) -> float:
    """Returns the time factor for a best move that is `stable` iterations old and fell by `drop`.

    A best move that just changed, or a falling score, is worth more time; a stable best move is worth less.

    >>> stretch(stable=0, drop=0) > 1 > stretch(stable=6, drop=0)
    True
    >>> stretch(stable=6, drop=80) > stretch(stable=6, drop=0)
    True
    """
    by_stability = (1.5, 1.2, 1.0, 0.9, 0.8, 0.7)[min(stable, 5)]
    by_drop = 1.0 + min(max(drop, 0), 100) / 100
    return by_stability * by_drop


def ease(deadlines: Deadlines, stable: int, drop: int) -> Deadlines:
    """Returns the deadlines after an iteration: the soft one moves, up to the hard one."""
    return Deadlines(min(deadlines.soft * stretch(stable, drop), deadlines.hard), deadlines.hard)


class Stability:
    """Tracks the best move of one search: for how many iterations it is stable, how far its score fell."""

    def __init__(self) -> None:
        self.best_move: object = None
        self.best_score: int | None = None
        self.stable = 0
        self.drop = 0

    def update(self, best_move: object, score: int) -> None:
        """Adds a completed iteration.

        The score is compared with a running mean, so that a slow decline counts as a fall too.
        """
        self.stable = self.stable + 1 if best_move == self.best_move else 0
        self.best_move = best_move
        before = score if self.best_score is None else self.best_score
        self.drop = max(before - score, 0)
        self.best_score = (before + score) // 2
