"""Games against the engine."""

from __future__ import annotations

from random import Random
from typing import Any

from ...protocols import strength
from .. import fields
from ..topic import OneTask, command
from .analysis import score_of

__all__ = ["Play"]

SLOWEST = 60.0
"""Seconds per move."""


class Play(OneTask):
    """The engine's moves at a level."""

    name = "play"

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self._random = Random()

    @command
    async def think(
        self, position: Any, level: Any = strength.FULL, seconds: Any = 1, run: Any = 0
    ) -> dict[str, Any]:
        """Thinks about a move and sends it as ``move``. The news repeats `run`."""
        at = fields.position(position)
        skill = fields.integer("level", level, 0, strength.FULL)
        patience = fields.number("seconds", seconds, 0.05, SLOWEST)
        number = fields.integer("run", run, 0, 2**31)
        if at.spec.rules.ending(at.board) is not None:
            raise ValueError("the game is over")
        self._cancel()
        self._task = self.start(self._move(at, skill, patience, number))
        return {}

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the thinking without a move."""
        self._cancel()
        return {}

    async def _move(self, at: fields.GameSoFar, level: int, seconds: float, run: int) -> None:
        result = await self.desk.search(at.spec.name, at.board, **strength.limits(level, seconds))
        move, score = strength.move_of(result, level, self._random)
        self.send(
            "move",
            run=run,
            move=str(move),
            shown=at.spec.notation.write(at.board, move),
            score=score_of(score, bool(at.board.turn)),
            depth=result.depth,
            nodes=result.nodes,
        )
