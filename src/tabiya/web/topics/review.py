"""The analysis of a whole game, from its last position to its first."""

from __future__ import annotations

from typing import Any

from ...analysis import AnalysedMove, AnalysedPosition, GameAnalysis, search_backwards, win_probability
from ...analysis.record import record_of
from .. import fields
from ..threads import in_thread
from ..topic import OneTask, command
from .analysis import score_of

__all__ = ["Review"]

MAX_NODES = 10_000_000
"""Nodes per position."""


class Review(OneTask):
    """One game at a time, on the page's table."""

    name = "review"

    @command
    async def begin(self, position: Any, nodes: Any = 100_000, run: Any = 0) -> dict[str, Any]:
        """Analyses the game that leads to a position. News: ``position`` for each, then ``done``."""
        at = fields.position(position)
        limit = fields.integer("nodes", nodes, 100, MAX_NODES)
        number = fields.integer("run", run, 0, 2**31)
        if not at.moves:
            raise ValueError("a game needs moves to be analysed")
        await self.stop()
        self._task = self.start(self._analyse(at, limit, number))
        return {"positions": len(at.moves) + 1}

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the analysis."""
        self._cancel()
        return {}

    async def _analyse(self, at: fields.GameSoFar, nodes: int, run: int) -> None:
        record = record_of(at.board)
        found: list[AnalysedPosition] = []
        try:
            async with self.desk.hold(at.spec.name) as hold:
                positions = search_backwards(at.board, hold.engine, nodes=nodes)
                stop = hold.engine.stop
                while (position := await in_thread(lambda: next(positions, None), stop=stop)) is not None:
                    if not hold.wanted:
                        return
                    found.append(position)
                    self._tell(at, GameAnalysis.of(record, found[-2:]), run)
            analysis = GameAnalysis.of(record, found)
            sides = [analysis.side(first) for first in (True, False)]
            self.send("done", run=run, accuracy={side.name: side.accuracy for side in sides})
        finally:
            self.send("end", run=run)

    def _tell(self, at: fields.GameSoFar, analysis: GameAnalysis, run: int) -> None:
        """Sends the newest position, and the judgement of the move from it."""
        position = analysis.positions[0]
        board = at.spec.board(at.start)
        for move in at.moves[: position.ply]:
            board.push(move)
        first = bool(board.turn)
        score = position.score(at.spec)
        self.send(
            "position",
            run=run,
            ply=position.ply,
            score=score_of(score, first),
            win=win_probability(score if first else -score, at.spec),
            moves=[_plain(at, board, move) for move in analysis.moves],
        )


def _plain(at: fields.GameSoFar, board: Any, move: AnalysedMove) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "judgement": move.judgement.name.lower() if move.judgement else None,
        "loss": move.loss,
        "best": at.spec.notation.write(board, move.best_move),
    }
