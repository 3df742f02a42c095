"""Both sides' clocks, and the limits to send to the engines."""

from __future__ import annotations

from ..games import game_spec
from .rules import Rules

__all__ = ["GameClock"]

SECONDS_FOR_NODES = 60.0
"""Seconds. A search by nodes has no clock, but an engine that takes longer than this hangs."""


class GameClock:
    """The clocks of one game. A side is True if it moves first.

    >>> clock = GameClock(Rules(tc="10+0.5"))
    >>> clock.limits(True), clock.spend(True, 2.0)
    ('wtime 10000 btime 10000 winc 500 binc 500', True)
    >>> clock.limits(False)
    'wtime 8500 btime 10000 winc 500 binc 500'
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._control = rules.control
        seconds = self._control.seconds if self._control else 0.0
        self._left = {True: seconds, False: seconds}

    def limits(self, side: bool, nodes: int | None = None) -> str:
        """Returns the arguments of ``go``. `nodes` is the engine's own limit, if it has one."""
        if nodes or self._rules.nodes:
            return f"nodes {nodes or self._rules.nodes}"
        if self._control is None:
            return f"movetime {round(1000 * (self._rules.movetime or 0))}"
        first, second = game_spec(self._rules.game).sides
        times = {first[0]: self._left[True], second[0]: self._left[False]}
        clocks = " ".join(f"{side}time {max(round(1000 * times[side]), 1)}" for side in "wb")
        increments = " ".join(f"{side}inc {round(1000 * self._control.increment)}" for side in "wb")
        return f"{clocks} {increments}"

    def budget(self, side: bool, nodes: int | None = None) -> float | None:
        """Returns the seconds after which a move is late; None without a clock."""
        if nodes or self._rules.nodes:
            return None
        return (self._left[side] if self._control else self._rules.movetime or 0) + self._rules.margin

    def timeout(self, side: bool, nodes: int | None = None) -> float:
        """Returns the seconds after which an engine counts as hanging."""
        budget = self.budget(side, nodes)
        if budget is None:
            return max(SECONDS_FOR_NODES, self._rules.patience)
        return budget + self._rules.patience

    def spend(self, side: bool, seconds: float, nodes: int | None = None, waited: float = 0.0) -> bool:
        """Subtracts a move's time from a clock; returns False if the time is exceeded.

        Time that the engine `waited` for a processor counts on its clock, but does not lose the game: the
        machine was late, not the engine.
        """
        budget = self.budget(side, nodes)
        if budget is None:
            return True
        if seconds - waited > budget:
            return False
        if self._control is not None:
            self._left[side] = max(self._left[side] - seconds, 0.0) + self._control.increment
        return True
