"""Analysis of a position: the best lines, live."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ...analysis import win_probability
from ...games.score import Score
from ...table.entry_values import Bound
from .. import fields
from ..limits import MAX_MULTIPV, MAX_THREADS, UPDATES_PER_SECOND
from ..pace import Pace
from ..topic import OneTask, command

__all__ = ["Analysis", "score_of"]


LONGEST = 20
"""Moves of a line that are sent."""


class Analysis(OneTask):
    """One search at a time. News come at most `UPDATES_PER_SECOND` times per second."""

    name = "analysis"

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self._written: dict[tuple[Any, ...], list[str]] = {}
        """Lines of this search in the game's notation, kept because many are sent again."""
        self._watched = asyncio.Event()
        self._watched.set()

    @command
    async def watch(self, on: Any) -> dict[str, Any]:
        """Says whether the page is visible. If not, a running search sends no news until its end."""
        if fields.flag("on", on):
            self._watched.set()
        else:
            self._watched.clear()
        return {}

    @command
    async def begin(self, position: Any, multipv: Any = 1, threads: Any = 1, run: Any = 0) -> dict[str, Any]:
        """Analyses a position until `stop`. The news repeat `run`, so that late ones are recognized."""
        at = fields.position(position)
        lines = fields.integer("multipv", multipv, 1, MAX_MULTIPV)
        self.desk.threads = fields.integer("threads", threads, 1, MAX_THREADS)
        number = fields.integer("run", run, 0, 2**31)
        await self._end()
        if not at.board._has_legal_move():
            return {"searching": False}
        self._task = self.start(self._analyse(at, lines, number))
        return {"searching": True}

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the analysis."""
        await self._end()
        return {}

    async def _analyse(self, at: fields.GameSoFar, multipv: int, run: int) -> None:
        newest: dict[int, Any] = {}
        fresh = asyncio.Event()
        self._written = {}

        def on_info(info: Any) -> None:
            # A bound means that the line is not searched yet: the last iteration's whole line says more.
            if info.bound == Bound.EXACT or info.multipv not in newest:
                newest[info.multipv] = info
                fresh.set()

        sender = asyncio.create_task(self._report(at, newest, fresh, run))
        try:
            await self.desk.search(at.spec.name, at.board, on_info, multipv=multipv)
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender
        self._tell(at, newest, run, done=True)

    async def _report(
        self, at: fields.GameSoFar, newest: dict[int, Any], fresh: asyncio.Event, run: int
    ) -> None:
        pace = Pace(UPDATES_PER_SECOND)
        while True:
            await fresh.wait()
            await self._watched.wait()
            fresh.clear()
            self._tell(at, newest, run, done=False)
            await asyncio.sleep(pace.rest())

    def _tell(self, at: fields.GameSoFar, newest: dict[int, Any], run: int, done: bool) -> None:
        if not newest:
            return
        last = max(newest.values(), key=lambda info: info.nodes)
        self.send(
            "lines",
            run=run,
            done=done,
            depth=last.depth,
            seldepth=last.seldepth,
            nodes=last.nodes,
            nps=last.nps,
            seconds=last.time,
            hashfull=last.hashfull,
            hit_rate=last.hit_rate,
            lines=[self._line(at, info) for info in _distinct(newest)],
        )

    def _line(self, at: fields.GameSoFar, info: Any) -> dict[str, Any]:
        moves = info.pv[:LONGEST]
        if moves not in self._written:
            self._written[moves] = at.spec.notation.write_line(at.board, moves)
        first = bool(at.board.turn)
        return {
            "depth": info.depth,
            "bound": info.bound.name.lower(),
            "score": score_of(info.score, first),
            "win": win_probability(info.score if first else -info.score, at.spec),
            "pv": [str(move) for move in moves],
            "shown": self._written[moves],
        }


def _distinct(newest: dict[int, Any]) -> list[Any]:
    """The lines by rank. Until an iteration is complete, a move can have two ranks: the newer is better."""
    found: dict[Any, Any] = {}
    for rank in sorted(newest):
        found.setdefault(newest[rank].pv[:1], newest[rank])
    return list(found.values())


def score_of(score: Score, first_to_move: bool) -> dict[str, Any]:
    """A score as the side that moves first sees it."""
    seen = score if first_to_move else -score
    return {"cp": seen.cp, "mate": seen.mate, "text": str(seen)}
